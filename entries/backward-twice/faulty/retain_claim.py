"""The usual advice, retain_graph=True, on the same loop: with optimizer.step(), and without it."""

import torch
from torch import nn
from train import windows


def graph_size(loss):
    seen, todo = set(), [loss.grad_fn]
    while todo:
        node = todo.pop()
        if node is not None and node not in seen:
            seen.add(node)
            todo.extend(following for following, _ in node.next_functions)
    return len(seen)


def run(name, update):
    torch.manual_seed(0)
    model = nn.RNN(1, 16, batch_first=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    sizes, hidden = [], None
    for step in range(4):
        output, hidden = model(windows[step], hidden)
        loss = output.mean()
        sizes.append(graph_size(loss))
        try:
            loss.backward(retain_graph=True)
        except RuntimeError as error:
            print(f"{name}: step {step} fails, {str(error)[:83]}")
            return
        if update:
            optimizer.step()
    print(f"{name}: operations that backward goes through at each step {sizes}")


run("with optimizer.step()", update=True)
run("without optimizer.step()", update=False)
