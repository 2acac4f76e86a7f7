// Rarity: how much a term tells, by how many entries have it.

const FITTED_ON = 116;
const FEW = 10;

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
      const kind = Object.hasOwn(rules.kinds, term) ? term : term[0]; // a term may be "constructor"
      value = bits * this.scale * (rules.kinds[kind] ?? 1);
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
