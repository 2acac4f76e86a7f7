"""Say which featurize is used, and split one sentence with it."""

from pathlib import Path

import featurize

wanted = Path("requirements.txt").read_text().strip()
place = Path(featurize.__file__).parent.parent
print(f"installed: {wanted}; imported: {featurize.__version__} from {place}")
print(featurize.features("Pump IS hot"))
