from kb.capture.symptom import symptom

WARNING = """\
/srv/audio.py:213: UserWarning: In 2.9, this function will be changed
  warnings.warn(
"""
FAILED = """\
Traceback (most recent call last):
  File "/srv/train.py", line 10, in <module>
    main()
ValueError: the spoon has 3 tines, expected 4
"""


def test_a_warning_before_the_failure_is_not_the_symptom():
    assert symptom(WARNING + FAILED) == "ValueError: the spoon has 3 tines, expected 4"


def test_a_warning_is_the_symptom_where_nothing_failed():
    assert symptom(WARNING) == "UserWarning: In 2.9, this function will be changed"


def test_a_text_without_any_has_none():
    assert symptom("epoch 1, loss 0.3\n") is None
