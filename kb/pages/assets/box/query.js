// The question: what of a report is looked up, and what each part is worth.

const UNITS = 16;
const SHORT = 2;
const FIRST = 25;
const LAST = 60;

/** Units, terms and kind of a report, as kb/search/query.py has it. */
function* question(read) {
  const worth = rules.worth;
  const quiet = isQuiet(read);
  const prose = proseTerms(read, quiet);
  const found = yield* units(read);
  const together = new Map();
  for (const unit of found) merge(together, unit.terms, unit.weight);
  merge(together, prose, found.length ? worth.beside : 1);
  const context = new Map([...together].map(([term, weight]) => [term, weight * worth.context]));
  for (const unit of found) {
    unit.terms = new Map(unit.terms);
    merge(unit.terms, context);
  }
  if (prose.size) {
    const text = proseLines(read).map((line) => line.text).join("\n");
    const failed = found.some((unit) => unit.kind === "raised" && unit.weight >= 0.9);
    const weight = failed ? worth.around : 1;
    found.push({ kind: "prose", text, said: prose, terms: prose, line: 0, weight, linked: false });
  }
  return { units: found, terms: together, kind: kindOf(found, read, quiet) };
}

function kindOf(found, read, quiet) {
  const kinds = new Set(found.filter((unit) => unit.weight >= 0.9).map((unit) => unit.kind));
  if (kinds.has("raised")) return filledLines(read) <= SHORT ? "short" : "error";
  if (kinds.has("cut")) return "cut";
  if (!kinds.has("line") && proseLines(read).some(isOwn)) return "sentence";
  return quiet ? "quiet" : "prose";
}

function filledLines(read) {
  return read.lines.filter((line) => line.text).length;
}

/** Whether this is some program's output, and no line or fact of it tells of anything wrong. */
function isQuiet(read) {
  const calm = read.facts.every((fact) => rules.calm.includes(fact));
  return filledLines(read) > SHORT && calm && !proseLines(read).some(tells);
}

/** Whether a line speaks of a failure, or is a person's own. */
function tells(line) {
  return isOwn(line) || search(rules.failure, line.mark + line.text);
}

/** Whether a line is a person's own. */
function isOwn(line) {
  return !line.mark && search(rules.person, line.text);
}

function* units(read) {
  const told = new Set(read.raised.map((one) => one.line));
  const real = read.raised.filter((one) => one.role !== "info");
  const failed = real.some((one) => one.role === "root" && !warns(one));
  const { root } = rules.worth;
  const toldMore = real.some((one) => one.message);
  const weightOf = (one) => worthOf(one, failed, toldMore);
  const found = real.map((one) => [weightOf(one), () => raisedUnit(one, weightOf(one))]);
  read.lines.forEach((line, place) => {
    if (read.roles[place] === "root" && !told.has(line.number)) {
      found.push([root, () => lineUnit(line, root)]);
    }
  });
  found.sort(([one], [other]) => other - one);
  const kept = new Map();
  for (const [, unitOf] of found) {
    if (kept.size === UNITS) break;
    yield;
    const unit = unitOf();
    if (!kept.has(unit.text)) kept.set(unit.text, unit);
  }
  return [...kept.values()];
}

/** What an exception counts beside others, of which one failed, and one has a message. */
function worthOf(one, failed, toldMore) {
  const { worth } = rules;
  if (failed && warns(one)) return worth.warning;
  return Math.min(worth[one.role], toldMore && !one.message ? worth.cut : 1);
}

function warns(one) {
  return one.type.endsWith("Warning");
}

function raisedUnit(one, weight) {
  const [head, rest] = parted(withoutAdvice(one.message), "\n");
  const text = head ? `${one.type}: ${head}` : one.type;
  const said = new Map([...terms(text), ...pairs(text)]);
  const whole = new Map(said);
  merge(whole, terms(rest), 0.6);
  one.frames.slice(-6).reverse().forEach((frame, place) => {
    merge(whole, frameTerms(frame), 1 - 0.12 * place);
  });
  const linked = one.link !== "";
  if (!head && one.frames.length) {
    const shown = mask(one.frames.at(-1).source || text);
    return { kind: "cut", text: shown, said: new Map(whole), terms: whole, line: one.line, weight, linked };
  }
  return { kind: "raised", text: mask(text), said, terms: whole, line: one.line, weight, linked };
}

function lineUnit(line, weight) {
  const text = withoutAdvice(line.text);
  const said = new Map([...terms(text), ...pairs(text)]);
  const masked = mask(line.text);
  return { kind: "line", text: masked, said, terms: said, line: line.number, weight, linked: false };
}

function proseLines(read) {
  const wanted = ["prose", "info", "root"];
  const lines = read.lines.filter((line, place) => wanted.includes(read.roles[place]) && line.text);
  return lines.length <= FIRST + LAST ? lines : [...lines.slice(0, FIRST), ...lines.slice(-LAST)];
}

function proseTerms(read, quiet) {
  const found = new Map(quiet ? [] : read.facts.map((fact) => [`=${fact}`, 1]));
  for (const line of proseLines(read)) merge(found, terms(line.text), line.mark ? 0.5 : 0.9);
  return found;
}

function withoutAdvice(text) {
  return text.split("\n").map((line) => line.replace(compiled(rules.advice), "")).join("\n");
}

/** Whether anything is left beside values, and concepts and facts that were read from them. */
function speaks(asked) {
  const puts = rules.masks.map((rule) => rule.put).join(" ");
  const values = new Set(all("<([a-z]+)>", puts).map(([, name]) => stem(name)));
  return [...asked.terms.keys()].some((term) => !"~=^".includes(term[0]) && !values.has(term));
}

/** The same for pastes that say the same, as kb/search/query.py has it; empty for one that says
 * nothing but values. */
function fingerprint(asked) {
  if (!speaks(asked)) return "";
  const inPython = (text) =>
    JSON.stringify(text).replace(
      /[\x7f-\uffff]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  const told = asked.units.map((unit) => {
    const places = [...unit.terms.keys()].filter((term) => "@#".includes(term[0])).sort();
    return `[${inPython(mask(unit.text))}, [${places.map(inPython).join(", ")}]]`;
  });
  return sha256(`[${told.join(", ")}]`).slice(0, 16);
}
