"""What `kb add` does. `recording` leads: it begins, asks or edits, writes, and finishes."""
