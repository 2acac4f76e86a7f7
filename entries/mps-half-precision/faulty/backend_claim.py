"""Does torch.compile know a backend for Metal?"""

import torch

for name in ("metal", "mps"):
    try:
        torch.compile(torch.nn.Linear(2, 2), backend=name)(torch.ones(1, 2))
        print(f"{name}: is known")
    except Exception as error:
        print(f"{name}: {type(error).__name__}")
names = torch._dynamo.list_backends()
print(f"backends: {', '.join(names)}")
