"""Small variations of one configuration: which does the text format take?"""

from pathlib import Path

from google.protobuf import text_format

from model_config import ModelConfig

head = "".join(Path("config.pbtxt").read_text().splitlines(keepends=True)[:5])
for change in (
    "instance_group [ { kind: KIND_CPU } ]", "instance_group { kind: KIND_CPU }",
    "instance_group [ kind: KIND_CPU ]", 'instance_group { kind: "KIND_CPU" }',
    "dynamic_batching { }", "dynamic_batching: { }", "dynamic_batching [ { } ]",
    "dynamic_batching { max_queue_delay_microseconds: 0.5 }",
    'max_batch_size: "8"', "backend: onnxruntime", "inputs [ ]", "// a comment", "# a comment",
):  # fmt: skip
    try:
        text_format.Parse(head + change, ModelConfig())
        result = "parses"
    except text_format.ParseError as error:
        result = str(error).split("': ", 1)[-1]
    print(f"{change:<55} {result}")
