// The index: the entries as kb/pages/box.py packs them, and the terms they are found by.

const MOST = 4000;

/** Entries and postings of a packed index; wordings are unpacked when they are first asked for. */
class Index {
  constructor(packed) {
    this.packed = packed;
    this.numbers = new Map(packed.terms.map((term, number) => [term, number]));
    this.lists = packed.terms.map(() => []);
    this.unpacked = [];
    packed.entries.forEach((entry, number) => this.post(entry, number));
    const common = Math.max(2, Math.floor(packed.entries.length / 200));
    const many = (term) => this.lists[this.numbers.get(term)]?.length ?? 0;
    const seen = (term) => (many(term) >= common ? many(term) : 0);
    this.rare = new Rarity(packed.entries.length, seen, (term) => many(term) > 0);
  }

  post(entry, number) {
    const together = new Map();
    for (const [kind, , ...groups] of entry.wordings) {
      for (const [weight, ...steps] of groups) {
        for (const term of walked(steps)) most(together, term, weight * WEIGHT[kind]);
      }
    }
    for (const [term, weight] of together) this.lists[term].push([number, weight]);
  }

  /** Number and weight of each entry that has `term`. */
  postings(term) {
    const number = this.numbers.get(term);
    return number === undefined ? [] : this.lists[number].slice(0, MOST);
  }

  /** An entry with its wordings, each with kind, text and terms. */
  found(number) {
    this.unpacked[number] ??= {
      card: this.packed.entries[number],
      wordings: this.packed.entries[number].wordings.map((wording) => this.wording(wording)),
    };
    return this.unpacked[number];
  }

  wording([kind, text, ...groups]) {
    const terms = new Map();
    for (const [weight, ...steps] of groups) {
      for (const term of walked(steps)) terms.set(this.packed.terms[term], weight);
    }
    return { kind, text, terms };
  }
}

/** The numbers that steps from one to the next lead to. */
function walked(steps) {
  let number = 0;
  return steps.map((step) => (number += step));
}
