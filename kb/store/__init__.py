"""The only room that reads or writes entries. `layers` and `scan` are light: no YAML, no schema."""
