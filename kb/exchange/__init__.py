"""Entries in and out of other people's files: Markdown tables, CSV, JSON."""
