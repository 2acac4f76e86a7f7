"""Load the configuration of the model and say how large it is."""

from transformers import AutoConfig

config = AutoConfig.from_pretrained("example-team/pump-detector", cache_dir="hub")
print(f"{config.model_type}, {config.num_hidden_layers} layers")
