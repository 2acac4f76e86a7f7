"""Measure the accuracy of a classifier in Lightning."""

import pytorch_lightning as pl
import torch
import torchmetrics
from torch import nn


class Classifier(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)
        self.accuracy = torchmetrics.Accuracy(task="multiclass", num_classes=3)

    def validation_step(self, batch, index):
        x, y = batch
        self.accuracy(self.layer(x), y)


if __name__ == "__main__":
    torch.manual_seed(0)
    model = Classifier()
    model.validation_step((torch.randn(8, 4), torch.randint(0, 3, (8,))), 0)
    print(f"validation accuracy {model.accuracy.compute():.3f}")
