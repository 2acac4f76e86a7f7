// Which rows of the field show the line that matched.

const SHOWN = 100000; // characters at each end of a long paste that the field shows

/** The row of the field, counted from 1, that shows a line of the text; 0 for none. */
function rowOf(text, line, value, cut) {
  let at = 0;
  for (let n = 1; n < line; n += 1) at = text.indexOf("\n", at) + 1;
  if (cut && at >= SHOWN) {
    if (at < text.length - SHOWN) return 0;
    at += value.length - text.length;
  }
  return breaks(value, 0, at) + 1;
}

/** How many rows from `line` on hold the line that matched: more than one where it was wrapped. */
function rowsOf(matched, value, line) {
  const rows = value.split("\n").slice(line - 1, line + 40).map(strip);
  let at = rows[0].length;
  let many = 1;
  while (at < matched.length && rows[many] && matched.indexOf(rows[many], at - 1) >= 0) {
    at = matched.indexOf(rows[many], at - 1) + rows[many].length;
    many += 1;
  }
  return many;
}
