"""Settings of the service, written on a machine with four GPUs."""

import os

os.environ["CUDA_VISIBLE_DEVICES"] = "3"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
