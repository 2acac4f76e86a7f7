"""An empty data set in a DataLoader, with and without shuffle."""

from torch.utils.data import DataLoader

for shuffle in (True, False):
    try:
        loader = DataLoader([], batch_size=2, shuffle=shuffle)
        print(f"shuffle={shuffle}: no error, an epoch of {len(list(loader))} batches")
    except ValueError as error:
        print(f"shuffle={shuffle}: {error}")
