"""The report finds what was raised, in which chain, and what the other lines are worth."""

from __future__ import annotations

import pytest

from kb.report import Report
from kb.text import clean, report


def read(raw: str) -> Report:
    return report(clean(raw))


CHAIN = """\
Traceback (most recent call last):
  File "/opt/lib/python3.10/site-packages/torch/nn/functional.py", line 2, in linear
    return F.linear(x)
torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 22.78 GiB.

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/app/entry.py", line 88, in <module>
    main()
RuntimeError: prediction failed
"""


def test_a_chain_has_its_cause_first() -> None:
    first, second = read(CHAIN).raised
    assert (first.type, first.link) == ("torch.OutOfMemoryError", "")
    assert (second.message, second.link) == ("prediction failed", "context")
    assert first.frames[0].library == "torch/nn/functional.py"
    assert first.frames[0].source == "return F.linear(x)"
    assert second.frames[0].library == ""


def test_what_a_worker_sent_is_told_from_its_echo() -> None:
    raised = read(
        "KeyError: Caught KeyError in DataLoader worker process 0.\n"
        "Original Traceback (most recent call last):\n"
        "  File \"/a/data.py\", line 3, in __getitem__\n    y = self.map[k]\nKeyError: 'dog'\n"
    ).raised
    assert [one.role for one in raised] == ["cascade", "root"]
    assert raised[1].frames[-1].function == "__getitem__"


def test_ranks_that_write_at_once_are_read_apart() -> None:
    raised = read(
        "[rank0]: Traceback (most recent call last):\n"
        "[rank1]: Traceback (most recent call last):\n"
        '[rank0]:   File "/a/x.py", line 1, in f\n'
        '[rank1]:   File "/a/y.py", line 1, in g\n'
        "[rank0]: ValueError: zero\n"
        "[rank1]: KeyError: 'one'\n"
    ).raised
    assert [(one.type, one.frames[0].function) for one in raised] == [
        ("ValueError", "f"),
        ("KeyError", "g"),
    ]


def test_a_notebook_and_pytest() -> None:
    notebook = read(
        "ValueError            Traceback (most recent call last)\n"
        "Cell In[10], line 24\n---> 24 fit(x)\n"
        "File ~/venv/lib/python3.13/site-packages/sklearn/base.py:466, in fit(X)\n"
        "ValueError: Input contains NaN.\n"
    ).raised[-1]
    assert notebook.frames[-1].library == "sklearn/base.py"
    assert notebook.frames[0].source == "fit(x)"
    (test,) = read("tests/test_a.py:71: in run\n    f()\nE   ValueError: boom\n").raised
    assert (test.type, test.message, test.frames[0].function) == ("ValueError", "boom", "run")


def test_a_warning_has_the_file_it_came_from() -> None:
    (warning,) = read(
        "/v/lib/python3.12/site-packages/torch/utils/data/dataloader.py:665: UserWarning: pin it\n"
    ).raised
    assert (warning.type, warning.message) == ("UserWarning", "pin it")
    assert warning.frames[0].library == "torch/utils/data/dataloader.py"


@pytest.mark.parametrize(
    ("line", "role"),
    [
        ("torch.distributed.elastic.multiprocessing.errors.ChildFailedError:", "cascade"),
        ("RuntimeError: DataLoader worker (pid(s) 9127) exited unexpectedly", "cascade"),
        ("For debugging consider passing CUDA_LAUNCH_BLOCKING=1.", "advice"),
        ("FAILED tests/a.py::test_b - ValueError", "confirmation"),
        ("2024-01-01 10:00:00 INFO retry policy: ConnectionRefusedError x3", "info"),
        ("tests/a.py::test_value_error PASSED", "info"),
        ("ls: cannot access 'log.txt': No such file or directory", "root"),
        ("the loss looks fine to me", "prose"),
    ],
)
def test_roles(line: str, role: str) -> None:
    assert read(line).roles == (role,)


@pytest.mark.parametrize(
    ("raw", "fact"),
    [
        (
            "CUDA out of memory. Tried to allocate 2.0 GiB (GPU 0; 15 GiB total capacity; "
            "8.10 GiB already allocated; 1 GiB free; 13.30 GiB reserved in total by PyTorch)",
            "oom:fragmented",
        ),
        (
            "CUDA out of memory. Tried to allocate 2.0 GiB (GPU 0; 15 GiB total capacity; "
            "12.10 GiB already allocated; 1 GiB free; 13.30 GiB reserved in total by PyTorch)",
            "oom:full",
        ),
        ("CUDA out of memory. Tried to allocate 3.24 GiB (7.79 GiB already allocated; "
         "934.17 MiB cached)", "oom:full"),
        ("{'learning_rate': 1e-05}\n" * 1 + "{'learning_rate': 1e-05, 'epoch': 2}\n"
         "{'learning_rate': 1e-05, 'epoch': 3}", "lr:constant"),
        ("iter 1 loss: 1.9\niter 2 loss: 3.0\niter 3 loss: nan", "loss:nan-later"),
        ("loss=nan\nloss=nan", "loss:nan-first"),
        ("{'loss': 0.0, 'epoch': 1}\n{'loss': 0.0, 'epoch': 2}", "loss:zero"),
        ("step 1 grad_norm 3.0\nstep 2 grad_norm 90.0\nstep 3 grad_norm 8e5", "gradnorm:huge"),
        (
            "epoch mem box cls size\n1/9 3.4G 1.51 2.87 640\n2/9 3.4G nan nan 640",
            "loss:nan-later",
        ),
        ("101: 4.53, 4.41 avg, 0.001 rate\n102: nan, nan avg, 0.001 rate", "loss:nan-later"),
        ("Epoch: [0][20/50] Time 1.81 (2.1) Data 1.70 (1.9)", "datatime:most"),
        ("time: 3.12 data_time: 2.89 loss: 1.2\ntime: 0.41 data_time: 0.01", "datatime:most"),
        ("step 1 mem 4011MiB\nstep 2 mem 5894MiB\nstep 3 mem 7720MiB", "memory:rises"),
        ("Epoch 1/9 loss: 0.6932\nEpoch 2/9 loss: 0.6931", "loss:chance"),
        ("step 1 loss 3.2\nstep 2 loss 5.9\nstep 3 loss 118.0", "loss:jumps"),
        ("w0 [4 9 3 3]\nw1 [4 9 3 3]\nw2 [4 9 3 3]\nw3 [4 9 3 3]", "values:repeated"),
        ('"POST /score HTTP/1.1" 500 Internal Server Error', "http:500-silent"),
    ],
)  # fmt: skip
def test_facts(raw: str, fact: str) -> None:
    assert fact in read(raw).facts


def test_an_ordinary_run_shows_no_fact() -> None:
    assert (
        read("step 1 loss 0.9 lr 0.1\nstep 2 loss 0.8 lr 0.05\nstep 3 loss 0.7 lr 0.02").facts == ()
    )


@pytest.mark.parametrize(
    "raw",
    [
        "step 1 loss 9.1\nstep 2 loss 0.6\nstep 3 loss 0.01",
        "a 1.0 nan 3\nb 2.0 4.0 5\nc 1.0 2.0 9",
        "1 2.0 3.0 4\n2 2.0 NaN 4",
        "Epoch 1/9 loss: 0.6931\nEpoch 2/9 loss: 0.5120",
        "Epoch: [0][20/50] Time 1.81 (2.1) Data 0.02 (0.1)",
    ],
)
def test_what_falls_does_not_jump_and_a_gap_in_a_table_is_no_loss(raw: str) -> None:
    assert read(raw).facts == ()


def test_nothing_makes_an_empty_report() -> None:
    assert read("") == Report(read("").lines, read("").roles)


def test_a_message_may_begin_on_the_lines_below() -> None:
    read = report(clean("RuntimeError: \n\n        An attempt has been made\n        to start\n"))
    assert read.raised[0].message == "An attempt has been made\nto start"


def test_without_a_colon_the_lines_below_are_no_message() -> None:
    assert report(clean("KeyError\n\nso what can I do")).raised[0].message == ""


def test_what_links_two_tracebacks_says_nothing_itself() -> None:
    link = "The above exception was the direct cause of the following exception:"
    read = report(clean(f"KeyError: 'a'\n\n{link}\n\nRuntimeError: b\n"))
    assert dict(zip((line.text for line in read.lines), read.roles, strict=True))[link] == "noise"
    assert [one.link for one in read.raised] == ["", "cause"]


def test_a_logged_traceback_counts_whatever_its_level() -> None:
    raised = read(
        "2026-11-30 09:14:04,754 - INFO - train - Traceback (most recent call last):\n"
        '2026-11-30 09:14:04,754 - INFO - train -   File "/app/train.py", line 25, in <module>\n'
        "2026-11-30 09:14:04,754 - INFO - train -     main()\n"
        "2026-11-30 09:14:04,754 - INFO - train - IndexError: Target 5 is out of bounds.\n"
    ).raised
    assert [(one.type, one.role) for one in raised] == [("IndexError", "root")]


def test_an_exception_that_is_mentioned_at_info_is_no_failure() -> None:
    (one,) = read("2026-11-30 09:14:04 INFO  OSError: handler registered").raised
    assert one.role == "info"


def test_a_line_that_says_all_is_well_is_noise() -> None:
    assert read("INFO:     Application startup complete.\nINFO:     ready").roles == (
        "noise",
        "info",
    )


CUT = """\
Traceback (most recent call last):
  File "/opt/lib/python3.10/site-packages/torch/nn/functional.py", line 2, in linear
"""


@pytest.mark.parametrize(
    ("source", "type", "message"),
    [
        ("    return F.linear(x)\n", "", ""),
        ("", "", ""),
        (' raise ValueError("Size ({}) is off".format(1))\n', "ValueError", "Size (0) is off"),
        (" raise my.ShapeError(f'not {n} but 3 values')\n", "my.ShapeError", "not 0 but 3 values"),
        ("    raise RuntimeError(\n", "RuntimeError", ""),
    ],
)  # fmt: skip
@pytest.mark.parametrize("after", ["", "Traceback (most recent call last):\nKeyError: 3\n"])
def test_of_a_cut_traceback_its_frames_and_its_last_source_line_are_left(
    source: str, type: str, message: str, after: str
) -> None:
    first, *rest = read(CUT + source + after).raised
    assert (first.type, first.message, first.role) == (type, message, "root")
    assert [frame.library for frame in first.frames] == ["torch/nn/functional.py"]
    assert [one.type for one in rest] == ["KeyError"] * bool(after)


def test_the_heading_of_a_notebook_is_no_failure_of_its_own() -> None:
    heading = "ValueError                                Traceback (most recent call last)\n"
    frame = "<ipython-input-3-a> in <module>\n----> 1 criterion(output, target)\n"
    (cut,) = read(heading + frame).raised
    assert (cut.type, cut.message, len(cut.frames)) == ("ValueError", "", 1)
    (whole,) = read(heading + frame + "\nValueError: Target size is wrong\n").raised
    assert (whole.type, whole.message) == ("ValueError", "Target size is wrong")


def test_a_message_on_the_lines_below_may_have_a_mark() -> None:
    (raised,) = read("worker_1  | AssertionError:\nworker_1  | Found no NVIDIA driver\n").raised
    assert (raised.type, raised.message) == ("AssertionError", "Found no NVIDIA driver")


def test_a_message_that_another_process_cut_off_from_its_type() -> None:
    raised = read("OSError  File\n: [WinError 1455] The paging file is too small\n").raised
    assert [(one.type, one.message) for one in raised] == [
        ("OSError", "[WinError 1455] The paging file is too small")
    ]


@pytest.mark.parametrize(
    ("line", "type"),
    [
        ("cv2.error: OpenCV(4.10.0) error: (-5:Bad argument) in function 'imread'", "cv2.error"),
        ("struct.error: unpack_from requires 4 bytes", "struct.error"),
        ("my.failures.ShapeMismatch: 3 against 4", "my.failures.ShapeMismatch"),
        ("BackendCompilerFailed: inductor raised", "BackendCompilerFailed"),
        ("ray.exceptions.RayTaskDied(ValueError): no worker", "ray.exceptions.RayTaskDied"),
    ],
)
def test_below_frames_an_exception_may_have_any_name(line: str, type: str) -> None:
    (raised,) = read(f"{CUT}    return F.linear(x)\n{line}\n").raised
    assert (raised.type, len(raised.frames)) == (type, 1)
    assert raised.message == line.partition(": ")[2]


@pytest.mark.parametrize("line", ["Epoch: 3", "Note: see above", "kept: 3 of 4"])
def test_without_frames_a_name_and_a_colon_are_no_exception(line: str) -> None:
    assert read(f"{line}\n").raised == ()
