"""Save every 10 steps, log every 5: does the log history stop after a checkpoint or a resume?"""

import json

import torch
from torch import nn
from transformers import PrinterCallback, Trainer, TrainingArguments


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 1)

    def forward(self, x, labels=None):
        out = self.linear(x).squeeze(-1)
        return {"loss": (out - labels).pow(2).mean(), "logits": out}


def run(name, steps, resume=None):
    torch.manual_seed(0)
    data = [{"x": torch.randn(2), "labels": torch.tensor(1.0)} for _ in range(64)]
    settings = TrainingArguments(
        "out",
        max_steps=steps,
        logging_steps=5,
        save_steps=10,
        use_cpu=True,
        report_to="none",
        disable_tqdm=True,
    )
    trainer = Trainer(Model(), settings, train_dataset=data)
    trainer.remove_callback(PrinterCallback)
    trainer.train(resume_from_checkpoint=resume)
    losses = {
        row["step"]: round(row["loss"], 3) for row in trainer.state.log_history if "loss" in row
    }
    print(f"{name}: logged {losses}")


def saved(step):
    with open(f"out/checkpoint-{step}/trainer_state.json") as state:
        steps = [row["step"] for row in json.load(state)["log_history"]]
    print(f"checkpoint at step {step}: history of {steps}")


run("in one go", 40)
for step in (10, 20, 30):
    saved(step)
run("resumed at step 10", 40, resume="out/checkpoint-10")
