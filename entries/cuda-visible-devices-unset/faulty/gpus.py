"""A machine of two GPUs, as far as torch's own count of devices looks: what NVML would answer."""

import torch

torch.cuda._is_compiled = lambda: True
torch.cuda._raw_device_count_nvml = lambda: 2
