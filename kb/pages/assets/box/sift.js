// The first look at a paste of any size: which of its lines are worth reading.

const WHOLE = 10000;
const HEAD = 1500;
const TAIL = 1500;
const AROUND = 3;
const FEW_ALIKE = 3;
const WIDEST = 6000;
const PIECE = 1 << 20;
const LOUDEST = WHOLE - HEAD - TAIL;

/** Number and text of each line worth reading, as kb/text/sift.py has it. */
function* sift(raw) {
  const sieve = { number: 1, first: [], loud: new Map(), last: [], seen: new Map() };
  for (const piece of wholeLines(raw)) {
    addPiece(sieve, piece);
    yield;
  }
  return rest(sieve).map(([number, line]) => [number, narrow(line)]);
}

function addPiece(sieve, piece) {
  if (sieve.first.length < WHOLE) {
    sieve.first = sieve.first.concat(piece.split("\n", WHOLE + 1 - sieve.first.length));
  }
  if (sieve.first.length > WHOLE) listen(sieve, sieve.number, piece);
  sieve.last = [...sieve.last.slice(-1), [sieve.number, piece]];
  sieve.number += breaks(piece, 0, piece.length) + 1;
}

function listen(sieve, number, piece) {
  let before = 0;
  for (const hit of hits(piece)) {
    const shape = piece.slice(hit, hit + 24).replace(/[0-9]/gu, "");
    const often = (sieve.seen.get(shape) ?? 0) + 1;
    sieve.seen.set(shape, often);
    if (often <= FEW_ALIKE && sieve.loud.size < LOUDEST) {
      number += breaks(piece, before, hit);
      before = hit;
      keepAround(sieve, number, piece, hit);
    }
  }
}

function keepAround(sieve, number, piece, hit) {
  let start = hit;
  let from = number + 1;
  while (start >= 0 && from > number - AROUND) {
    start = start === 0 ? -1 : piece.lastIndexOf("\n", start - 1);
    from -= 1;
  }
  const lines = piece.slice(start + 1, hit + WIDEST).split("\n", 2 * AROUND + 1);
  lines.forEach((line, place) => {
    if (!sieve.loud.has(from + place)) sieve.loud.set(from + place, line);
  });
}

function rest(sieve) {
  if (sieve.number - 1 <= WHOLE) return sieve.first.map((line, place) => [place + 1, line]);
  listen(sieve, 1, sieve.first.join("\n"));
  const inOrder = (one, other) => one[0] - other[0];
  const kept = new Map([...sieve.loud].sort(inOrder).slice(0, LOUDEST));
  sieve.first.slice(0, HEAD).forEach((line, place) => kept.set(place + 1, line));
  for (const [start, piece] of sieve.last) {
    piece.split("\n").forEach((line, place) => {
      if (start + place >= sieve.number - TAIL) kept.set(start + place, line);
    });
  }
  return [...kept].sort(inOrder);
}

function hits(piece) {
  const found = all(rules.signal, piece).map((one) => one.index);
  for (const word of rules["signal-words"]) {
    for (let at = piece.indexOf(word); at >= 0; at = piece.indexOf(word, at + 1)) found.push(at);
  }
  return found.sort((one, other) => one - other);
}

function* wholeLines(raw) {
  let held = [];
  for (const part of pieces(raw)) {
    const at = part.lastIndexOf("\n");
    if (at >= 0) {
      yield [...held, part.slice(0, at)].join("");
      held = [part.slice(at + 1)];
    } else if (held.length < 4) held.push(part);
    else held[held.length - 1] = part;
  }
  if (held.join("")) yield held.join("");
}

function* pieces(raw) {
  let held = "";
  for (let start = 0; start < raw.length; start += PIECE) {
    const piece = held + raw.slice(start, start + PIECE);
    held = piece.endsWith("\r") ? "\r" : "";
    yield oneNewline(held ? piece.slice(0, -1) : piece);
  }
  if (held) yield "\n";
}

function oneNewline(text) {
  return text.replace(/\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]/gu, "\n");
}

function breaks(text, from, to) {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function narrow(line) {
  if (line.length <= WIDEST || length(line) <= WIDEST) return line;
  const points = Array.from(line);
  return `${points.slice(0, WIDEST - 1003).join("")} … ${points.slice(-1000).join("")}`;
}
