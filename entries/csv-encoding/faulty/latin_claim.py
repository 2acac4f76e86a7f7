"""Encodings that never fail, on bytes that are GBK."""

from pathlib import Path

import pandas as pd

Path("two.csv").write_bytes("id,name\n1,北京\n".encode("gbk"))
for choice in ({"encoding": "latin-1"}, {"encoding_errors": "replace"}, {"encoding": "gb18030"}):
    print(choice, "no error, name is", ascii(pd.read_csv("two.csv", **choice)["name"][0]))
