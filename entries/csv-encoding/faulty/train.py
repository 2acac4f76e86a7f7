"""Read a table of stations; the last row was added with a Chinese Windows."""

from pathlib import Path

import pandas as pd

rows = "id,name,readings\n" + "".join(f"{n},station {n},{n * 3}\n" for n in range(2000))
Path("stations.csv").write_bytes(rows.encode() + "2000,北京,11\n".encode("gbk"))

table = pd.read_csv("stations.csv")

if __name__ == "__main__":
    print(f"{len(table)} rows, last station {table['name'].iloc[-1]}")
