"""Read reviews from a table from which the empty ones were dropped."""

import pandas as pd
from torch.utils.data import DataLoader, Dataset

table = pd.DataFrame(
    {"text": ["good", None, "slow", "fine", None, "broken"], "stars": [5, 1, 2, 4, 3, 1]}
)
table = table.dropna().reset_index(drop=True)


class Reviews(Dataset):
    """Text and stars of each row."""

    def __init__(self, table):
        self.table = table

    def __len__(self):
        return len(self.table)

    def __getitem__(self, index):
        return self.table["text"][index], self.table["stars"][index]


loader = DataLoader(Reviews(table), batch_size=2)

if __name__ == "__main__":
    for step, (texts, stars) in enumerate(loader):
        print(f"step {step} {list(texts)} {stars.tolist()}")
