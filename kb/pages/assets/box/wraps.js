// Hard wraps: lines that a terminal or a chat cut at one width are put together again.

const NARROW = 26;
const WIDE = 200;
const ENOUGH_CUTS = 3;

/** The numbered lines with the pieces of cut ones joined, under the number of the first. */
function unwrapped(lines) {
  const width = cutWidth(lines.map(([, line]) => line));
  if (width < 0) return lines;
  const cuts = new Set();
  for (let i = 1; i < lines.length; i += 1) {
    if (cutBetween(lines[i - 1][1], lines[i][1], width)) cuts.add(i);
  }
  if (cuts.size < ENOUGH_CUTS) return lines;
  const joined = [];
  lines.forEach(([number, line], place) => {
    if (cuts.has(place)) joined.at(-1)[1] += line;
    else joined.push([number, line]);
  });
  return joined;
}

function cutWidth(lines) {
  const lengths = new Array(WIDE + 2).fill(0);
  for (const line of lines) lengths[Math.min(length(line), WIDE + 1)] += 1;
  let longer = 0;
  for (let width = WIDE + 1; width >= NARROW; width -= 1) {
    const many = lengths[width];
    if (width <= WIDE && many >= ENOUGH_CUTS && longer <= Math.floor(many / 2)) return width;
    longer += many;
  }
  return -1;
}

function cutBetween(line, following, width) {
  if (length(line) !== width || !strip(following)) return false;
  if (match(rules.begins, following)) return false;
  const shape = (text) => first(text, 12).replace(/[1-9]/gu, "0");
  return shape(line) !== shape(following);
}

/** The numbered lines with words put together that a page broke at a hyphen. */
function unhyphenated(lines) {
  const joined = [];
  for (const [number, line] of lines) {
    const last = joined.at(-1);
    const goesOn = last?.[1].endsWith("-") && match(rules["goes-on"], line);
    if (goesOn && match(rules.hyphenated, last[1])) last[1] = last[1].slice(0, -1) + line;
    else if (goesOn && match(rules["broken-path"], last[1])) last[1] += line;
    else joined.push([number, line]);
  }
  return joined;
}
