// Terms: what a text is looked up by. Words, names, error numbers, concepts, CJK bigrams.

const WORD = "[A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9]+)*";
const CJK = "[\\u3400-\\u9fff]+";
const QUOTED = "(^|[ (\\[=,:{])(?:'([^' \\n]{1,160})'|\"([^\" \\n]{1,160})\")";
const LONGEST_PHRASE = 8;
const SYSTEM = "/(?:dev/shm|tmp|proc|sys|var|etc|usr|dev)\\b";
const PART = "[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+";
const WHOLE_NAME = 1;
const PART_OF_NAME = 0.4;
const CONCEPT = 0.55;
const BIGRAM = 0.7;
const PAIR = 0.5;
const START = 1500;
const END = 500;

/** Term → weight of a text outside tracebacks, as kb/text/terms.py has it for a paste. */
function terms(whole) {
  const found = new Map();
  const text = withoutMiddle(whole);
  for (const name of quoted(text)) most(found, `'${name.toLowerCase()}`, WHOLE_NAME);
  const plain = text.replace(compiled(QUOTED), "$1 ");
  numbers(found, plain);
  words(found, maskLine(plain));
  bigrams(found, plain);
  concepts(found, plain);
  return found;
}

function withoutMiddle(text) {
  if (length(text) <= START + END) return text;
  const points = Array.from(text);
  return `${points.slice(0, START).join("")} ${points.slice(-END).join("")}`;
}

/** The terms of one frame: its library file and function, and the shape of its source. */
function frameTerms(frame) {
  const found = new Map();
  const name = frame.function.toLowerCase();
  if (frame.library) {
    const file = `@${frame.library.toLowerCase().replace(compiled("\\.pyx?$"), "")}`;
    found.set(file, 0.7);
    found.set(`@${afterLast(file, "/").replace(/^@+/u, "")}:${name}`, 0.8);
  } else if (frame.function.startsWith("__") || ["forward", "collate_fn"].includes(frame.function)) {
    found.set(`@:${name}`, 0.5);
  }
  if (frame.source && !frame.library) {
    for (const line of frame.source.split("\n", 6)) found.set(`#${sourceShape(line)}`, 0.5);
  }
  return found;
}

function sourceShape(line) {
  const known = wordsOf("known-names");
  const names = compiled("[A-Za-z_][A-Za-z0-9_]*|[0-9][0-9.e]*");
  return line.replace(names, (name) => (known.has(name) ? name : "_")).replaceAll(" ", "");
}

/** Neighbouring words of a message. */
function pairs(text) {
  const plain = text.replace(compiled(QUOTED), "$1 <name> ");
  const found = all("[A-Za-z_](?:[A-Za-z_0-9]|\\.(?=[A-Za-z_]))*", first(maskLine(plain), 600));
  const lower = found.map(([word]) => {
    const small = word.toLowerCase();
    return wordsOf("dtypes").has(small) ? "dtype" : small;
  });
  return new Map(lower.slice(1).map((word, place) => [`^${lower[place]} ${word}`, PAIR]));
}

function most(found, term, weight) {
  if (weight > (found.get(term) ?? 0)) found.set(term, weight);
}

/** Puts `more`, each weight times `factor`, into `into`, the greater weight winning. */
function merge(into, more, factor = 1) {
  for (const [term, weight] of more) most(into, term, weight * factor);
}

function* quoted(text) {
  for (const found of all(QUOTED, text)) {
    const name = found[2] || found[3];
    const root = match(SYSTEM, name);
    if (root) yield root[0];
    else if (!name.includes("/") && !name.includes("\\")) {
      yield name;
      yield* name.split(".").filter((part) => part !== name && length(part) > 2);
    }
  }
}

function numbers(into, text) {
  for (const rule of rules.numbers) {
    if (hinted(rule, text)) {
      for (const found of all(rule.pattern, text)) most(into, filled(rule.put, found), WHOLE_NAME);
    }
  }
}

function words(into, text) {
  const stop = wordsOf("stop");
  for (const [word] of all(WORD, text)) {
    const lower = word.toLowerCase().replace(/^_+|_+$/gu, "");
    if (lower.length < 2 || stop.has(lower)) continue;
    most(into, stem(lower), wordsOf("dtypes").has(lower) ? PART_OF_NAME : WHOLE_NAME);
    if (/(?:error|exception|warning)$/u.test(lower)) continue;
    if (/[_-]/u.test(word) || mixed(word)) {
      for (const [part] of all(PART, word)) {
        const small = part.toLowerCase();
        if (part.length > 2 && !stop.has(small)) most(into, stem(small), PART_OF_NAME);
      }
    }
  }
}

/** Whether a word is neither small nor capital nor Title letters throughout. */
function mixed(word) {
  const title = /^[^A-Za-z]*(?:[A-Z][a-z]*(?:[^A-Za-z]+|$))*$/u.test(word);
  return word !== word.toLowerCase() && word !== word.toUpperCase() && !title;
}

function stem(word) {
  if (word.length < 5 || !/^[A-Za-z]+$/u.test(word)) return word;
  for (const [ending, put] of Object.entries(rules.endings)) {
    const left = word.length - ending.length;
    if (word.endsWith(ending) && !word.endsWith("ss") && left >= 3) {
      const bare = word.slice(0, left) + put;
      const twice = ["ing", "ed"].includes(ending) && bare.at(-1) === bare.at(-2);
      return twice && !"lsz".includes(bare.at(-1)) ? bare.slice(0, -1) : bare;
    }
  }
  return word;
}

function bigrams(into, text) {
  for (const [run] of all(CJK, text)) {
    for (let i = 0; i < Math.max(1, run.length - 1); i += 1) most(into, run.slice(i, i + 2), BIGRAM);
  }
}

let conceptOf = new Map();

function concepts(into, text) {
  const lower = text.toLowerCase();
  const known = (phrase) => {
    const concept = conceptOf.get(phrase);
    if (concept) most(into, `~${concept}`, CONCEPT);
  };
  const found = all("[a-z0-9_][a-z0-9_/-]*", lower).map(([word]) => word);
  for (let i = 0; i < found.length; i += 1) {
    for (const size of [1, 2, 3]) known(found.slice(i, i + size).join(" "));
  }
  for (const [run] of all(CJK, lower)) {
    for (let i = 0; i < run.length; i += 1) {
      for (let size = 1; size < LONGEST_PHRASE; size += 1) known(run.slice(i, i + size));
    }
  }
}
