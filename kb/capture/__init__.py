"""From a fix to an entry: the draft that `kb add` fills, asks about and writes."""
