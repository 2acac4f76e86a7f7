// Cleaning: what terminals, schedulers and containers put round a message is taken off.

const ALIKE = 40;
const EVERY = 64; // lines between two breaths

/** The lines that are left, each with text, number, mark and times, as kb/text/clean.py has it. */
function* clean(raw) {
  let lines = (yield* sift(raw)).map(([number, text]) => ({ text, number, mark: "", times: 1 }));
  for (;;) {
    const cleaned = yield* cleanedOnce(lines);
    if (sameLines(cleaned, lines)) return cleaned;
    lines = cleaned;
  }
}

function sameLines(some, others) {
  return (
    some.length === others.length &&
    some.every((one, place) => {
      const other = others[place];
      return (
        one.text === other.text && one.number === other.number &&
        one.mark === other.mark && one.times === other.times
      );
    })
  );
}

function* cleanedOnce(lines) {
  const marks = new Map(lines.map((line) => [line.number, line]));
  const prefixes = prefixesIn(lines.map((line) => line.text).join("\n"));
  const plain = [];
  for (const line of lines) {
    if (plain.length % EVERY === 0) yield;
    plain.push([line.number, plainText(line.text)]);
  }
  const kept = [];
  for (const [place, [number, text]] of unhyphenated(unwrapped(plain)).entries()) {
    if (place % EVERY === 0) yield;
    const line = bare({ ...marks.get(number), text }, prefixes);
    kept.push(...parts(line).filter((part) => !isNoise(part.text)));
  }
  return distinct(kept);
}

function plainText(text) {
  return strip(rules.plain.reduce((left, rule) => replaced(rule, left), text));
}

function parts(line) {
  const text = rules.splits.reduce((left, rule) => replaced(rule, left), line.text);
  if (text === line.text) return [line];
  return text.split("\n").map((part) => ({ ...line, text: strip(part) }));
}

function bare(line, prefixes) {
  const found = match(prefixes, line.text);
  if (!found?.[0]) return line;
  return { ...line, text: after(found, line.text), mark: first(line.mark + found[0], 200) };
}

function prefixesIn(text) {
  const likely = rules.prefixes.filter((rule) => hinted(rule, text));
  return `(?:${likely.map((rule) => `(?:${rule.pattern})`).join("|")})+`;
}

function isNoise(text) {
  return text !== "" && rules.noise.some((rule) => hinted(rule, text) && search(rule.pattern, text));
}

function distinct(lines) {
  const shapes = new Map();
  const kept = [];
  for (const line of lines) {
    const shape = line.text.replace(/[0-9]+/gu, "");
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
    const before = kept.at(-1);
    if (before && before.text === line.text) {
      kept[kept.length - 1] = { ...before, times: before.times + line.times };
    } else if (shapes.get(shape) <= ALIKE || !line.text) kept.push(line);
  }
  while (kept.length && !kept.at(-1).text) kept.pop();
  return kept.length && !kept[0].text ? kept.slice(1) : kept;
}
