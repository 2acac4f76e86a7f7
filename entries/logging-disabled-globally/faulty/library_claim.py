"""Which of the packages that people train and serve with disables logging when imported?"""

import importlib
import logging
import warnings

warnings.simplefilter("ignore")
NAMES = (
    "numpy", "torch", "torchvision", "transformers",
    "datasets", "accelerate", "lightning", "pytorch_lightning", "tensorflow", "keras", "jax",
    "pandas", "sklearn", "matplotlib", "fastapi", "uvicorn", "gunicorn", "absl.logging", "wandb",
)
for name in NAMES:
    try:
        importlib.import_module(name)
    except ImportError:
        print(f"{name}: not installed here")
        continue
    print(f"{name}: logging.root.manager.disable = {logging.root.manager.disable}")
