"""One validation set in batches of 25, 25, 25, 25 and 2: four ways to make one number of it."""

import torch

torch.manual_seed(0)
right = torch.rand(102) < 0.8
right[100:] = False
batches = [part.float() for part in right.split(25)]
means = torch.stack([batch.mean() for batch in batches])
sizes = torch.tensor([len(batch) for batch in batches])
print(f"share of right answers {right.float().mean():.3f}")
print(f"last batch {means[-1]:.3f}")
print(f"mean of the batches' means {means.mean():.3f}")
print(f"the same, weighted by batch size {(means * sizes).sum() / sizes.sum():.3f}")
