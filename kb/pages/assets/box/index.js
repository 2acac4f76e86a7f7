// The index: the entries as kb/pages/box.py packs them, and the terms they are found by.

/** The terms in full; a pair without its first word goes on from the pair before it. */
function spelt(terms) {
  let last = "";
  return terms.map((term) => {
    if (!term.startsWith("^")) return term;
    const whole = term[1] === " " ? `^${last}${term.slice(1)}` : term;
    last = whole.slice(whole.indexOf(" ") + 1);
    return whole;
  });
}

/** Entries and postings of a packed index; wordings are unpacked when they are first asked for. */
class Index {
  constructor(packed) {
    this.packed = packed;
    this.terms = spelt(packed.terms);
    this.numbers = new Map(this.terms.map((term, number) => [term, number]));
    this.lists = new Array(packed.terms.length);
    this.unpacked = [];
    const weights = new Float64Array(packed.terms.length);
    packed.entries.forEach((entry, number) => this.post(entry, number, weights));
    const common = Math.max(2, Math.floor(packed.entries.length / 200));
    const many = (term) => this.postings(term).length;
    const seen = (term) => (many(term) >= common ? many(term) : 0);
    this.rare = new Rarity(packed.entries.length, seen, (term) => many(term) > 0);
  }

  /** Puts an entry into the lists of its terms; `weights` is all zero before and after. */
  post(entry, number, weights) {
    const touched = [];
    for (const [kind, , ...groups] of entry.wordings) {
      for (const group of groups) {
        const weight = group[0] * WEIGHT[kind];
        for (let place = 1, term = 0; place < group.length; place += 1) {
          term += group[place];
          if (weights[term] === 0) touched.push(term);
          if (weight > weights[term]) weights[term] = weight;
        }
      }
    }
    for (const term of touched) {
      if (weights[term]) (this.lists[term] ??= []).push([number, weights[term]]);
      weights[term] = 0;
    }
  }

  /** Number and weight of each entry that has `term`. */
  postings(term) {
    return this.lists[this.numbers.get(term)] ?? [];
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
      let term = 0;
      for (const step of steps) {
        term += step;
        terms.set(this.terms[term], weight);
      }
    }
    return { kind, text, terms };
  }
}
