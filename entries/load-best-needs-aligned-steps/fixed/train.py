"""Fine-tune with the Trainer and keep the best checkpoint."""

import torch
from torch import nn
from transformers import Trainer, TrainingArguments


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 1)

    def forward(self, x, labels=None):
        out = self.linear(x).squeeze(-1)
        return {"loss": (out - labels).pow(2).mean(), "logits": out}


def arguments():
    return TrainingArguments(
        output_dir="out",
        max_steps=20,
        eval_strategy="steps",
        eval_steps=4,
        save_steps=8,
        load_best_model_at_end=True,
        use_cpu=True,
        report_to="none",
        disable_tqdm=True,
    )


if __name__ == "__main__":
    torch.manual_seed(0)
    data = [{"x": torch.randn(2), "labels": torch.tensor(1.0)} for _ in range(64)]
    Trainer(Model(), arguments(), train_dataset=data, eval_dataset=data[:8]).train()
