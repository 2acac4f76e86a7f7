"""One process per card; one with uncorrected errors fails as CUDA does. No card is used."""

import subprocess

query = ["sh", "./nvidia-smi", "--query-gpu=index,serial,ecc.errors.uncorrected.volatile.total"]
listed = subprocess.run(query, capture_output=True, text=True, check=True).stdout
for line in listed.splitlines():
    index, serial, errors, _ = line.split(", ")
    if errors != "0":
        raise RuntimeError("CUDA error: uncorrectable ECC error encountered")
    print(f"[rank{index}]: step 0 done")
