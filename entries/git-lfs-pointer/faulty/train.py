"""Read the labels that came with the repository."""

import pickle
from pathlib import Path

if __name__ == "__main__":
    with Path("data/labels.pkl").open("rb") as file:
        labels = pickle.load(file)
    print(f"{len(labels)} labels, first {labels[0]!r}")
