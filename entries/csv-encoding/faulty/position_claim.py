"""The position in the message, and the position of the bad byte in the file."""

from pathlib import Path

import pandas as pd

rows = (
    b"id,name\n"
    + b"".join(b"%d,station\n" % n for n in range(40000))
    + "40000,北京\n".encode("gbk")
)
Path("big.csv").write_bytes(rows)


def position(read):
    try:
        read()
    except UnicodeDecodeError as error:
        return error.start


print("in the file:", position(rows.decode))
print("read_csv says:", position(lambda: pd.read_csv("big.csv")))
print(
    "read_csv with engine='python' says:", position(lambda: pd.read_csv("big.csv", engine="python"))
)
