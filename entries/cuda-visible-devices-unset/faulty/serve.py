"""Start one worker for each GPU."""

import gpus  # noqa: F401
import settings  # noqa: F401
import torch

if __name__ == "__main__":
    count = torch.cuda.device_count()
    print(f"torch.cuda.device_count() is {count}")
    for number in range(count):
        print(f"worker for cuda:{number}")
