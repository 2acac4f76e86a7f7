"""Read the model's configuration, as the server does before it loads the model."""

from pathlib import Path

from google.protobuf import text_format

from model_config import ModelConfig

try:
    config = text_format.Parse(Path("config.pbtxt").read_text(), ModelConfig())
except text_format.ParseError as error:
    raise SystemExit(f"Error parsing text-format inference.ModelConfig: {error}") from error
print(f"{config.name}: batches of {list(config.dynamic_batching.preferred_batch_size)}, READY")
