"""Fine-tune a small language model on the answers alone; prompts are masked."""

import torch
from data import IGNORE, LIMIT, examples
from torch import nn
from torch.utils.data import DataLoader


def encode(prompt, answer):
    prompt = prompt[: LIMIT - len(answer)]
    ids, labels = prompt + answer, [IGNORE] * len(prompt) + answer
    return torch.tensor(ids), torch.tensor(labels)


loader = DataLoader([encode(*example) for example in examples()], batch_size=4)

if __name__ == "__main__":
    torch.manual_seed(0)
    model = nn.Sequential(nn.Embedding(50, 16), nn.Linear(16, 50))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, (ids, labels) in enumerate(loader):
        logits = model(ids)[:, :-1].flatten(0, 1)
        loss = nn.functional.cross_entropy(logits, labels[:, 1:].flatten(), ignore_index=IGNORE)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.3f} labels left {(labels != IGNORE).sum().item()}")
