from kb.store.read import load


def test_the_small_base_is_read_whole(layer):
    base = load(layer)
    assert base.problems == ()
    assert list(base.faults) == ["batchnorm-single-sample", "port-taken"]
    fault = base.faults["batchnorm-single-sample"]
    assert fault.lines["verify.command"] == 11
    assert list(fault.faulty) == ["train.py"]
    assert fault.pastes == {"first.txt": "Traceback …\n"}
