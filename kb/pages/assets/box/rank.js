// Ranking: candidates by rare terms, then each of their wordings against each unit.

const WEIGHT = {
  error: 1, also: 1, paste: 1, title: 0.8, cause: 0.55, output: 0.45, fix: 0.35, limit: 0,
};
const OTHER_NAMES = 0.7;
const THIN = 17;
const TOLD = 0.99;
const CANDIDATES = 16;
const ENOUGH = 40;
const LEAST = 10;
const HALF = 0.6;
const FIRST_CJK = "\u3400";
const MOST = 4000;
const FITTED_ON = 116;
const FEW = 10;

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
  for (const one of scored) {
    one.told = one.found.card.told.includes(mark);
    if (one.told) one.confidence = TOLD;
  }
}

/** Term → information: the rarer among all entries, the more, and by the kind of term. */
class Rarity {
  values = new Map();

  constructor(total, seen, known) {
    this.total = total;
    this.seen = seen;
    this.known = known;
    this.scale = rarest(FITTED_ON) / rarest(Math.max(total, FEW));
  }

  get(term) {
    let value = this.values.get(term);
    if (value === undefined) {
      const seen = Math.max(1, this.seen(term));
      const bits = Math.log(1 + Math.max(0.5, this.total - seen + 0.5) / (seen + 0.5));
      value = bits * this.scale * (rules.kinds[term[0]] ?? 1);
      this.values.set(term, value);
    }
    return value;
  }

  of(terms, skip = "") {
    let sum = 0;
    for (const [term, weight] of terms) if (term[0] !== skip) sum += weight * this.get(term);
    return sum;
  }
}

function rarest(entries) {
  return Math.log(1 + (entries - 0.5) / 1.5);
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
        const other = pairOf(unit, wording, whole, rare, asked.kind === "quiet");
        if (other.value > pair.value) pair = other;
      }
    }
  }
  const like = pair.unit ? alike(pair.unit.text, pair.wording.text) : { ratio: 0, length: 0 };
  const against = Math.max(
    limited(found, asked.terms, rare),
    conflict(found, asked),
    otherNames(pair),
    partOfMore(pair),
  );
  const score = logit(asked.kind, mass, pair, like);
  const confidence = (1 - rules.against * against) / (1 + Math.exp(-score));
  return { found, asked: asked.kind, pair, like, against, score, confidence };
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

function pairOf(unit, wording, whole, rare, quiet) {
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
  const enough = quiet ? Math.max(most, LEAST) : most;
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

function ownTerms(found) {
  found.own ??= new Set(
    found.wordings.flatMap((one) => (one.kind === "limit" ? [] : [...one.terms.keys()])),
  );
  return found.own;
}

function limited(found, asked, rare) {
  let worst = 0;
  for (const one of found.wordings) {
    if (one.kind === "limit") {
      const alone = [...one.terms].filter(([term]) => !ownTerms(found).has(term));
      const cover = Math.min(share(one.terms, asked, rare), share(alone, asked, rare));
      worst = Math.max(worst, (cover - 0.5) * 2);
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
  if (!isMessage(pair) || !isBare(pair) || pair.cover >= HALF) return 0;
  return match(rules["any-program"], pair.unit.text) ? OTHER_NAMES : 0;
}

function isMessage({ unit, wording }) {
  return unit?.kind === "raised" && wording.kind !== "paste";
}

/** Whether little is shared, and neither a frame nor a line of source. */
function isBare({ unit, wording, shared }) {
  return shared < THIN && ![...wording.terms.keys()].some((term) => "@#".includes(term[0]) && unit.terms.has(term));
}

function conflict(found, asked) {
  for (const family of rules.exclusive) {
    const said = [...asked.terms.keys()].filter((term) => term.startsWith(family));
    const known = [...ownTerms(found)].filter((term) => term.startsWith(family));
    if (said.length && known.length && !said.some((term) => known.includes(term))) return 1;
  }
  return 0;
}
