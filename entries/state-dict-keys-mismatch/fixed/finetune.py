"""Start fine-tuning from the pretrained weights."""

import torch

from pretrain import accuracy, checkpoint, network


def build():
    """The model, with the pretrained weights in it."""
    saved = torch.load(checkpoint(), weights_only=True)
    torch.manual_seed(1)
    model = network()
    model.load_state_dict({name.removeprefix("module."): saved[name] for name in saved})
    return model


if __name__ == "__main__":
    print(f"accuracy after loading {accuracy(build()):.2f}")
