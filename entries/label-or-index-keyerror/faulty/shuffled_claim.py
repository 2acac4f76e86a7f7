"""A table that was shuffled, not filtered: every label is still there."""

import pandas as pd

table = pd.DataFrame({"text": [f"text {n}" for n in range(100)], "stars": range(100)})
table = table.sample(frac=1, random_state=0)
texts = table["text"].to_numpy()
wrong = sum(texts[i] != f"text {table['stars'][i]}" for i in range(100))
print(f"table['stars'][i] beside texts[i]: no KeyError, {wrong} of 100 pairs are wrong")
wrong = sum(texts[i] != f"text {table['stars'].iloc[i]}" for i in range(100))
print(f"table['stars'].iloc[i] beside texts[i]: {wrong} of 100 pairs are wrong")
