"""Classify sentences; the tokenizer learns a special token after the model was built."""

import torch
from torch import nn
from torch.utils.data import DataLoader

vocabulary = {"<pad>": 0, "the": 1, "pump": 2, "valve": 3, "leaks": 4, "holds": 5}
sentences = ["the pump leaks", "the valve holds", "the <unit> leaks", "the pump holds"]


class Classifier(nn.Module):
    def __init__(self, rows):
        super().__init__()
        self.words = nn.Embedding(rows, 8)
        self.head = nn.Linear(8, 2)

    def forward(self, ids):
        return self.head(self.words(ids).mean(dim=1))


torch.manual_seed(0)
vocabulary["<unit>"] = len(vocabulary)
model = Classifier(len(vocabulary))
ids = torch.tensor([[vocabulary[word] for word in text.split()] for text in sentences])
loader = DataLoader(ids, batch_size=2)

if __name__ == "__main__":
    for step, batch in enumerate(loader):
        print(f"step {step} scores {model(batch).tolist()}")
