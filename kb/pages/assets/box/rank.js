// Ranking: candidates by rare terms, then each of their wordings against each unit.

const WEIGHT = {
  error: 1, also: 1, paste: 1, title: 0.8, cause: 0.55, output: 0.45, fix: 0.35, limit: 0,
};
const TOLD = 0.99;
const CANDIDATES = 16;
const ENOUGH = 40;
const LEAST = 12;
const FIRST_CJK = "\u3400";
const MOST = 4000;

/** The candidates for what is asked, best first, as kb/search/rank.py has it. */
function* rank(asked, index) {
  const masses = [...massesOf(asked.terms, index)];
  masses.sort((one, other) => other[1] - one[1] || other[0] - one[0]);
  const scored = [];
  for (const [number, mass] of masses.slice(0, CANDIDATES)) {
    yield;
    scored.push(scoreOf(index.found(number), mass, asked, index.rare));
  }
  if (scored.some((one) => one.found.card.told.length)) markTold(scored, fingerprint(asked));
  return scored.sort((one, other) => other.confidence - one.confidence);
}

/** A person said what a paste with this fingerprint means. */
function markTold(scored, mark) {
  if (!mark) return;
  for (const one of scored) {
    one.told = one.found.card.told.includes(mark);
    if (one.told) one.confidence = TOLD;
  }
}

function massesOf(asked, index) {
  const masses = new Map();
  for (const [term, weight] of asked) {
    for (const [number, given] of index.postings(term).slice(0, MOST)) {
      masses.set(number, (masses.get(number) ?? 0) + weight * given * index.rare.get(term));
    }
  }
  return masses;
}

function scoreOf(found, mass, asked, rare) {
  let pair = { unit: null, wording: null, value: 0, shared: 0, cover: 0, told: 0 };
  for (const wording of found.wordings) {
    if (WEIGHT[wording.kind] >= 0.5) {
      const whole = rare.of(wording.terms);
      for (const unit of asked.units) {
        const other = pairOf(unit, wording, whole, rare);
        if (other.value > pair.value) pair = other;
      }
    }
  }
  const like = pair.unit ? alike(pair.unit.text, pair.wording.text) : { ratio: 0, length: 0 };
  const against = Math.max(
    limited(found, asked.terms, pair.unit, rare),
    conflict(found, asked),
    otherNames(pair),
    partOfMore(pair),
  );
  const score = logit(asked.kind, mass / lengthOf(found), pair, like);
  const confidence = (1 - rules.against * against) / (1 + Math.exp(-score));
  return { found, asked: asked.kind, pair, like, against, score, confidence };
}

/** 1 for an entry of the usual length; a long one shares more with any paste by chance. */
function lengthOf(found) {
  return 0.5 + (0.5 * ownTerms(found).size) / rules.usual;
}

function logit(kind, mass, pair, like) {
  const half = rules.half;
  const features = {
    mass: mass / (mass + half),
    shared: pair.shared / (pair.shared + half),
    cover: pair.cover,
    like: like.ratio,
    both: Math.sqrt(pair.cover * pair.told),
    exact: exactness(like),
  };
  const weights = rules.score[kind];
  return Object.entries(features).reduce((sum, [name, value]) => sum + weights[name] * value, weights.bias);
}

function pairOf(unit, wording, whole, rare) {
  let shared = 0;
  let told = 0;
  let common = false;
  for (const [term, weight] of wording.terms) {
    const asked = unit.terms.get(term);
    if (asked === undefined) continue;
    common = true;
    shared += Math.min(weight, asked) * rare.get(term);
    if (term[0] !== "'") told += (unit.said.get(term) ?? 0) * rare.get(term);
  }
  if (!common) return { unit, wording, value: 0, shared: 0, cover: 0, told: 0 };
  const said = saidBy(unit, rare);
  const most = wording.kind === "paste" ? whole : Math.min(whole, ENOUGH);
  const enough = unit.kind === "prose" ? Math.max(most, LEAST) : most;
  const cover = unit.weight * Math.min(1, shared / enough);
  told = said ? (unit.weight * told) / said : 0;
  const worth = WEIGHT[wording.kind] * unit.weight;
  const value = ((worth * shared) / (shared + 12)) * (0.5 + cover) * (0.3 + told);
  return { unit, wording, value, shared, cover, told };
}

/** The information of a unit's own message, without CJK pairs that no entry has. */
function saidBy(unit, rare) {
  unit.information ??= rare.of(
    [...unit.said].filter(([term]) => term[0] < FIRST_CJK || rare.known(term)),
    "'",
  );
  return unit.information;
}
