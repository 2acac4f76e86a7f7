"""Settings of the service, written on a machine with four GPUs."""

import os

os.environ["TOKENIZERS_PARALLELISM"] = "false"
