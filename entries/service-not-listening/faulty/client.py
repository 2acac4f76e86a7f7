"""Ask the service for one label."""

from http.client import HTTPConnection

connection = HTTPConnection("127.0.0.1", 8250, timeout=10)
connection.request("GET", "/")
print("label:", connection.getresponse().read().decode())
