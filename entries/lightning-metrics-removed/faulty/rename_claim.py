"""The old call with only the package's name changed, and what it really needs."""

import torch
import torchmetrics

torch.manual_seed(0)
scores, labels = torch.randn(8, 3), torch.randint(0, 3, (8,))
settings = ({}, {"task": "multiclass"}, {"task": "multiclass", "num_classes": 3})
for given in settings:
    try:
        accuracy = torchmetrics.Accuracy(**given)(scores, labels)
        print(f"Accuracy({given}): {accuracy:.3f}")
    except (TypeError, ValueError) as error:
        print(f"Accuracy({given}): {type(error).__name__}: {error}")
plain = (scores.argmax(dim=1) == labels).float().mean()
macro = torchmetrics.Accuracy(task="multiclass", num_classes=3, average="macro")(scores, labels)
print(f"share of right answers {plain:.3f}, with average='macro' {macro:.3f}")
