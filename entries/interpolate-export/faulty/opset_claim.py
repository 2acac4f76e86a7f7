"""Does a newer opset export interpolate, and does the exported model compute the same?"""

import contextlib
import io
import warnings

import onnx
import torch
from onnx.reference import ReferenceEvaluator
from torch import nn


class Resize(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.settings = settings

    def forward(self, x):
        return nn.functional.interpolate(x, **self.settings)


def outcome(settings, **options):
    model, noise = Resize(settings), io.StringIO()
    try:
        with contextlib.redirect_stdout(noise):
            torch.onnx.export(model, (x,), "resize.onnx", **options)
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0][:88]}"
    made = onnx.load("resize.onnx")
    result = ReferenceEvaluator(made).run(None, {made.graph.input[0].name: x.numpy()})[0]
    return f"opset {made.opset_import[0].version}, largest difference {(torch.from_numpy(result) - model(x)).abs().max():.0e}"


warnings.simplefilter("ignore")
torch.manual_seed(0)
x = torch.randn(1, 2, 8, 8)
BICUBIC = {"size": (5, 5), "mode": "bicubic"}
ANTIALIAS = {"size": (5, 5), "mode": "bilinear", "antialias": True}
for name, settings in (("bicubic", BICUBIC), ("bilinear, antialias", ANTIALIAS)):
    for opset in (9, 11, 17, 20):
        print(f"{name}, old exporter, opset {opset}:", outcome(settings, dynamo=False, opset_version=opset))
    print(f"{name}, new exporter:", outcome(settings, dynamo=True))
