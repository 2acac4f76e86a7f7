"""The command line: one thin file a command; what `kb add` needs beside is in `adding`."""
