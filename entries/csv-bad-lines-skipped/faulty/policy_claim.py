"""A line with a field too many, one with a field too few, and a quote that is not closed."""

import io
import warnings

import pandas as pd

bad = {
    "a field too many": "id,text,score\n1,good,5\n2,bad, really,1\n3,fine,3\n",
    "a field too few": "id,text,score\n1,good,5\n2,bad\n3,fine,3\n",
    "a quote opened in line 2, the next in line 4": 'id,text,score\n1,"good,5\n2,ok,2\n3,fine",3\n',
}
for what, text in bad.items():
    for policy in ("error", "warn", "skip"):
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            try:
                rows = f"{len(pd.read_csv(io.StringIO(text), on_bad_lines=policy))} of 3 rows"
            except pd.errors.ParserError:
                rows = "ParserError"
        print(f"{what}, {policy}: {rows}{', a warning' if heard else ''}")
