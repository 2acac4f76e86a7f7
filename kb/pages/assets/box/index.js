// The index: the entries as kb/pages/box.py packs them, and the terms they are found by.

const READ = "[A-Za-z_](?:[A-Za-z_0-9]|\\.(?=[A-Za-z_]))*|[\\u3400-\\u9fff]+";

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

/** Entries and postings of a packed index; wordings are unpacked when they are asked for. */
class Index {
  words = new Map();
  lists = new Map();
  posted = 0;
  unpacked = [];

  constructor(packed) {
    this.packed = packed;
    this.terms = spelt(packed.terms);
    const common = Math.max(2, Math.floor(packed.entries.length / 200));
    const many = (term) => this.postings(term).length;
    const seen = (term) => (many(term) >= common ? many(term) : 0);
    this.rare = new Rarity(packed.entries.length, seen, (term) => many(term) > 0);
  }

  /** Posts the entries, in steps that may be paused; nothing is asked before they are. */
  *made() {
    while (this.posted < this.packed.entries.length) {
      this.post(this.packed.entries[this.posted], this.posted);
      this.posted += 1;
      yield;
    }
  }

  /** Puts an entry into the lists of its terms. */
  post(entry, number) {
    const together = new Map();
    for (const one of entry.wordings) merge(together, this.termsOf(one), WEIGHT[one[0]]);
    for (const [term, weight] of together) {
      const list = this.lists.get(term);
      if (list) list.push([number, weight]);
      else this.lists.set(term, [[number, weight]]);
    }
  }

  /** Number and weight of each entry that has `term`. */
  postings(term) {
    return this.lists.get(term) ?? [];
  }

  /** An entry with its wordings, each with kind, text and terms. */
  found(number) {
    const card = this.packed.entries[number];
    this.unpacked[number] ??= {
      card,
      wordings: card.wordings.map((one) => ({ kind: one[0], text: one[1], terms: this.termsOf(one) })),
    };
    return this.unpacked[number];
  }

  /** The terms of a wording: what is read off its text, put right by what is said of it. */
  termsOf([, text, reads, ...groups]) {
    const terms = reads ? this.read(text, reads > 1) : new Map();
    for (const group of groups) {
      for (let place = 1, term = 0; place < group.length; place += 1) {
        term += group[place];
        if (group[0]) terms.set(this.terms[term], group[0]);
        else terms.delete(this.terms[term]);
      }
    }
    return terms;
  }

  /** The terms that kb/pages/box.py reads off a text as well. */
  read(text, paired) {
    const found = new Map();
    let last = "";
    for (const each of text.match(compiled(READ)) ?? []) {
      const { lower, terms, weight } = this.words.get(each) ?? this.word(each);
      for (const term of terms) found.set(term, weight);
      if (paired && last && lower) found.set(`^${last} ${lower}`, PAIR);
      last = lower || last;
    }
    return found;
  }

  word(each) {
    const found = new Map();
    const lower = each < FIRST_CJK ? each.toLowerCase() : "";
    if (!lower) bigrams(found, each);
    else if (lower.length > 1 && !wordsOf("stop").has(lower)) found.set(stem(lower), WHOLE_NAME);
    const word = { lower, terms: [...found.keys()], weight: lower ? WHOLE_NAME : BIGRAM };
    this.words.set(each, word);
    return word;
  }
}
