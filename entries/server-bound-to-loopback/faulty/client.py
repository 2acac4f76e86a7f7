"""Ask the server at its own loopback address, then at another address of the host."""

from urllib.error import URLError
from urllib.request import urlopen

for place, address in (("inside", "127.0.0.1"), ("outside", "127.0.0.2")):
    try:
        answer = urlopen(f"http://{address}:8010/", timeout=5).read().decode()
    except URLError as error:
        answer = error
    print(f"{place}: {answer}")
