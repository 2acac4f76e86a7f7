"""The command line: one thin file per command group, each loaded only when it is called."""
