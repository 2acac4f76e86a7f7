// What speaks against a candidate, 0 to 1.

const OTHER_NAMES = 0.7;
const THIN = 17;
const ELSEWHERE = 0.75;
const HALF = 0.6;

function ownTerms(found) {
  found.own ??= new Set(
    found.wordings.flatMap((one) => (one.kind === "limit" ? [] : [...one.terms.keys()])),
  );
  return found.own;
}

function limited(found, asked, unit, rare) {
  let worst = 0;
  for (const one of found.wordings) {
    if (one.kind === "limit") {
      const alone = [...one.terms].filter(([term]) => !ownTerms(found).has(term));
      const cover = Math.min(share(one.terms, asked, rare), share(alone, asked, rare));
      const here = !unit || unit.kind === "prose" || share(alone, unit.said, rare) > 0.5;
      worst = Math.max(worst, (cover - 0.5) * 2 * (here ? 1 : ELSEWHERE));
    }
  }
  return worst;
}

function share(part, of, rare) {
  const whole = rare.of(part);
  return whole ? rare.of([...part].filter(([term]) => of.has(term))) / whole : 0;
}

function otherNames(pair) {
  if (!isMessage(pair)) return 0;
  const { unit, wording } = pair;
  const bare = isBare(pair);
  const names = [...wording.terms].filter(([term, weight]) => term[0] === "'" && (weight === 1 || bare));
  const missing = names.filter(([term]) => !unit.terms.has(term)).length;
  const others = missing > 0 && (bare || missing === names.length);
  return others && unit.text.includes("'") ? OTHER_NAMES : 0;
}

function partOfMore(pair) {
  if (!isMessage(pair) || isPlaced(pair) || pair.cover >= HALF) return 0;
  return match(rules["any-program"], pair.unit.text) ? OTHER_NAMES : 0;
}

function isMessage({ unit, wording }) {
  return unit?.kind === "raised" && wording.kind !== "paste";
}

/** Whether little is shared, and neither a frame nor a line of source. */
function isBare(pair) {
  return pair.shared < THIN && !isPlaced(pair);
}

/** Whether a frame or a line of source is shared. */
function isPlaced({ unit, wording }) {
  return [...wording.terms.keys()].some((term) => "@#".includes(term[0]) && unit.terms.has(term));
}

function conflict(found, asked) {
  for (const family of rules.exclusive) {
    const said = [...asked.terms.keys()].filter((term) => term.startsWith(family));
    const known = [...ownTerms(found)].filter((term) => term.startsWith(family));
    if (said.length && known.length && !said.some((term) => known.includes(term))) return 1;
  }
  return 0;
}
