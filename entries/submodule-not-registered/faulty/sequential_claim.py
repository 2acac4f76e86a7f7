"""Do nn.Sequential, nn.ModuleList and nn.ModuleDict take a class that is not a Module?"""

from torch import nn


class Scale:
    def __init__(self):
        self.weight = nn.Parameter(nn.Linear(1, 1).weight.detach())

    def __call__(self, x):
        return self.weight * x


for name, make in (
    ("Sequential", lambda: nn.Sequential(nn.Linear(1, 1), Scale())),
    ("ModuleList", lambda: nn.ModuleList([nn.Linear(1, 1), Scale()])),
    ("ModuleDict", lambda: nn.ModuleDict({"scale": Scale()})),
):
    try:
        print(name, "takes it:", make())
    except TypeError as error:
        print(f"{name}: TypeError: {error}")
owner = nn.Module()
owner.scale = Scale()
print("as an attribute: taken, parameters", len(list(owner.parameters())))
