"""Starts the person's own programs: git, editor, mkdocs, shell, clipboard.

Nothing here goes through a shell but `shell.run_line`, which runs a line that a person has
said yes to. What is not there or fails raises ToolMissing with one line that says what to do.
"""
