"""One request, as a user sends it."""

import sys
from urllib.error import HTTPError
from urllib.request import urlopen

try:
    print(urlopen("http://127.0.0.1:8020/3").read().decode())
except HTTPError as error:
    print(error, error.read().decode(), sep="\n")
    sys.exit(1)
