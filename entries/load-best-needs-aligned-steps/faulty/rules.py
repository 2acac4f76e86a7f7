"""Which combinations of evaluation and saving load_best_model_at_end takes."""

from transformers import TrainingArguments

cases = [
    {"eval_steps": 4, "save_steps": 10},
    {"eval_steps": 4, "save_steps": 8},
    {"eval_steps": 10, "save_steps": 5},
    {"eval_steps": 0.2, "save_steps": 0.3},
    {"eval_steps": 0.2, "save_steps": 10},
    {"eval_strategy": "epoch", "save_steps": 10},
    {"eval_steps": 4, "save_strategy": "best", "metric_for_best_model": "loss"},
]
for case in cases:
    settings = {"eval_strategy": "steps", "load_best_model_at_end": True, "use_cpu": True, **case}
    try:
        TrainingArguments("out", report_to="none", **settings)
        print(case, "is taken")
    except ValueError as error:
        print(case, "is refused:", str(error).splitlines()[0][34:110])
