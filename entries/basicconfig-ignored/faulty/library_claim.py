"""Which packages leave a handler on the root logger when they are imported?"""

import importlib
import logging

for name in ("numpy", "pandas", "fastapi", "uvicorn", "torch", "transformers"):
    try:
        importlib.import_module(name)
    except ImportError:
        print(f"{name}: not installed here")
        continue
    print(f"{name}: handlers of the root logger {logging.root.handlers}")
