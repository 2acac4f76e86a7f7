"""Load the model onto the new card and predict once."""

import recorded_gpu
import torch

if __name__ == "__main__":
    torch.cuda._check_capability()
    torch.manual_seed(0)
    weights = torch.randn(4, 2)
    print("weights on", torch.cuda.get_device_name())
    print("scores", recorded_gpu.matmul(torch.ones(1, 4), weights).shape)
