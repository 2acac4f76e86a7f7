"""Read reviews; some texts hold a comma, and nobody put them in quotes."""

from pathlib import Path

import pandas as pd

texts = ["good", "bad, really", "fine", "slow, but it works", "broken", "ok"]
lines = [f"{number},{number % 5 + 1},{text}\n" for number, text in enumerate(texts)]
Path("reviews.csv").write_text("id,stars,text\n" + "".join(lines))
table = pd.read_csv("reviews.csv", on_bad_lines="skip")

if __name__ == "__main__":
    print(f"{len(texts)} reviews in the file, {len(table)} rows read")
    print(f"texts {table['text'].tolist()}")
