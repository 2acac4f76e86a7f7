// Alignment: how alike a line of a paste and a wording of an entry read.

const COMPARED = 500;
const LIKE = 0.75;

/** How alike masked texts are without spaces and quoted names, as kb/search/align.py has it. */
function alike(said, wording) {
  const one = Array.from(unnamed(said));
  const other = Array.from(unnamed(wording));
  const shorter = Math.min(one.length, other.length);
  return shorter < 8 ? { ratio: 0, length: 0 } : { ratio: partialRatio(one, other), length: shorter };
}

/** How sure it is that both are one message; the longer they are, the more. */
function exactness(like) {
  return ((Math.max(0, like.ratio - LIKE) / (1 - LIKE)) * like.length) / (like.length + 20);
}

function unnamed(text) {
  const names = compiled("'[^' \\n]*'|\"[^\" \\n]*\"");
  return withoutSpace(first(text, COMPARED).replace(names, "''")).toLowerCase();
}

/** rapidfuzz's partial ratio, 0 to 1: the shorter beside the part of the longer that it is most like. */
function partialRatio(one, other) {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  const best = bestWindow(short, long);
  return short.length === long.length ? Math.max(best, bestWindow(long, short)) : best;
}

/** Over the windows of `long` as wide as `short`, and the narrower ones at both ends. */
function bestWindow(short, long) {
  const [m, n] = [short.length, long.length];
  const ends = seams(short, long);
  let best = 0;
  for (let from = 1 - m; from < n; from += 1) {
    const [start, stop] = [Math.max(0, from), Math.min(n, from + m)];
    let common = stop - start;
    for (let j = start; j < stop; j += 1) if (ends[j] > start) common -= 1;
    best = Math.max(best, (2 * common) / (m + stop - start));
  }
  return best;
}

/**
 * The longest common subsequences of `short` and every part of `long`, in one pass (Alves, Cáceres
 * and Song 2008): long[i..j) shares with `short` as many as it has k, i <= k < j, with seam[k] <= i.
 */
function seams(short, long) {
  const level = long.map((_, place) => place + 1);
  for (const letter of short) {
    let upright = 0;
    for (let k = 0; k < long.length; k += 1) {
      const above = level[k];
      if (letter === long[k] || above < upright) {
        level[k] = upright;
        upright = above;
      }
    }
  }
  return level;
}
