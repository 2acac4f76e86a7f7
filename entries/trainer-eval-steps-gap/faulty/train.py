"""Train with a rate that should fall when the evaluation loss stops improving."""

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


def trainer():
    torch.manual_seed(0)
    data = [{"x": torch.randn(2), "labels": torch.randn(())} for _ in range(64)]
    settings = TrainingArguments(
        output_dir="out",
        max_steps=60,
        learning_rate=0.1,
        lr_scheduler_type="reduce_lr_on_plateau",
        lr_scheduler_kwargs={"patience": 1},
        eval_strategy="steps",
        eval_steps=500,
        logging_steps=20,
        save_strategy="no",
        use_cpu=True,
        report_to="none",
        disable_tqdm=True,
    )
    made = Trainer(Model(), settings, train_dataset=data[:32], eval_dataset=data[32:])
    made.remove_callback(PrinterCallback)
    return made


if __name__ == "__main__":
    run = trainer()
    run.train()
    for row in run.state.log_history:
        if "loss" in row:
            print(f"step {row['step']} loss {row['loss']:.3f} rate {row['learning_rate']:.6f}")
    scores = [row["step"] for row in run.state.log_history if "eval_loss" in row]
    print(f"evaluated at {scores}, rate at the end {run.optimizer.param_groups[0]['lr']:.6f}")
