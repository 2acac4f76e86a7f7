"""Groups of equal size, but the parameters in another order: what does load_state_dict say?"""

import torch
from torch import nn

torch.manual_seed(0)
encoder, decoder = nn.Linear(4, 4), nn.Linear(4, 4)
saved = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()])
(encoder(torch.ones(1, 4)) + 10 * decoder(torch.ones(1, 4))).sum().backward()
saved.step()
resumed = torch.optim.Adam([*decoder.parameters(), *encoder.parameters()])
resumed.load_state_dict(saved.state_dict())
print("loaded without an error")
for name, layer in (("encoder", encoder), ("decoder", decoder)):
    before = saved.state[layer.weight]["exp_avg"].mean().item()
    after = resumed.state[layer.weight]["exp_avg"].mean().item()
    print(f"{name}: running mean of its gradient, saved {before:.1f}, resumed {after:.1f}")
