"""The package index of this case: three toy wheels, two of them releases of one package."""

import zipfile
from pathlib import Path

RELEASES = {
    ("huggingface_hub", "0.25.2", ""): "def cached_download(name):\n    return 'weights of ' + name\n",
    ("huggingface_hub", "0.26.0", ""): "def hf_hub_download(name):\n    return 'weights of ' + name\n",
    ("sentence_transformers", "2.2.2", "Requires-Dist: huggingface_hub>=0.4.0\n"): "from huggingface_hub import cached_download\n",
}


def fill(folder):
    folder.mkdir()
    for (name, version, needs), code in RELEASES.items():
        info = f"{name}-{version}.dist-info/"
        with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{name}/__init__.py", code)
            wheel.writestr(info + "METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}")
            wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(info + "RECORD", "")


if __name__ == "__main__":
    fill(Path("index"))
