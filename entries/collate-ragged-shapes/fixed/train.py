"""Batch sentences of different length."""

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset


class Sentences(Dataset):
    """Token ids and a label; no two sentences need have the same length."""

    def __init__(self):
        generator = torch.Generator().manual_seed(0)
        lengths = torch.randint(3, 12, (40,), generator=generator)
        self.ids = [torch.randint(1, 99, (int(n),), generator=generator) for n in lengths]

    def __len__(self):
        return len(self.ids)

    def __getitem__(self, index):
        return self.ids[index], index % 2


def pad(samples):
    ids, labels = zip(*samples, strict=True)
    return pad_sequence(ids, batch_first=True, padding_value=0), torch.tensor(labels)


loader = DataLoader(Sentences(), batch_size=8, collate_fn=pad)

if __name__ == "__main__":
    for step, (ids, labels) in enumerate(loader):
        print(f"step {step} ids {tuple(ids.shape)} labels {labels.tolist()}")
