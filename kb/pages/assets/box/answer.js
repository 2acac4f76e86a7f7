// The answer: a confidence, one of three verdicts, and at most five entries.

let index = null;
let examples = [];
const LAST_LINES = 2000;

/** Takes the rules and the packed entries. */
function load(packed) {
  rules = packed.rules;
  said = packed.words;
  examples = packed.examples;
  domains = packed.domains;
  conceptOf = new Map(
    Object.entries(rules.concepts).flatMap(([concept, phrases]) =>
      phrases.map((phrase) => [phrase, concept]),
    ),
  );
  index = new Index(packed);
}

/** Verdict and matches for a paste, as kb/search/answer.py has it, in steps that may be paused. */
function* answer(raw) {
  yield* index.made();
  const read = yield* report(yield* clean(raw.toWellFormed?.() ?? raw));
  const asked = yield* question(read);
  const found = asked.terms.size ? yield* rank(asked, index) : [];
  const ranked = causeFirst(found.filter((one) => one.found.card.standing !== "retired"));
  const matches = ranked.slice(0, 5).map((one) => ({
    card: one.found.card,
    confidence: one.confidence,
    ...matchedIn(read, one),
  }));
  const verdict = verdictOf(ranked);
  const lost = verdict === "none" && asked.terms.size > 0 && asked.kind !== "quiet";
  return { verdict, matches, domain: lost ? likelyDomain(read) : "" };
}

/** What a walk through steps comes to, without a pause. */
function atOnce(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function causeFirst(ranked) {
  if (ranked.length < 2 || ranked[1].confidence < rules.verdict.match || ranked[0].told) return ranked;
  const [one, other] = [ranked[0].pair.unit, ranked[1].pair.unit];
  if (!one || !other || one.linked || other.linked) return ranked;
  const raised = one.kind === "raised" || other.kind === "raised";
  const earlier = other.line > 0 && other.line < one.line;
  return earlier && raised ? [ranked[1], ranked[0], ...ranked.slice(2)] : ranked;
}

function verdictOf(ranked) {
  if (!ranked.length) return "none";
  const by = rules.verdict;
  const lineOf = (one) => one.pair.unit?.line ?? 0;
  const [best, ...others] = ranked;
  const rivals = others.filter((one) => lineOf(one) === lineOf(best));
  const rival = best.told ? 0 : Math.max(0, ...rivals.map((one) => one.confidence));
  if (best.confidence >= by.match && best.confidence - rival >= by.lead) return "match";
  const alone = others.every((one) => best.confidence >= 2 * one.confidence);
  const least = { ...by.maybe, ...(alone ? by.alone : {}) };
  return best.confidence >= least[best.asked] ? "maybe" : "none";
}

/** The domain of whose keywords the paste holds more than of any other; empty without one. */
function likelyDomain(read) {
  const text = read.lines.slice(-LAST_LINES).map((line) => line.text).join("\n");
  const held = Object.entries(domains).map(([id, { keywords }]) => [
    id,
    keywords.filter((keyword) => holds(text, keyword)).length,
  ]);
  const most = Math.max(0, ...held.map(([, count]) => count));
  const likely = held.filter(([, count]) => count === most);
  return most && likely.length === 1 ? likely[0][0] : "";
}

function holds(text, keyword) {
  if (!text.includes(keyword)) return false;
  const left = /^[A-Za-z0-9]/u.test(keyword) ? "(?<![A-Za-z0-9])" : "";
  const right = /[A-Za-z0-9]$/u.test(keyword) ? "(?![A-Za-z0-9])" : "";
  const plain = keyword.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
  return new RegExp(left + plain + right, "u").test(text);
}

/** The line of the paste that decided: its number (0 for none) and its text. */
function matchedIn(read, { pair }) {
  if (!pair.unit) return { line: 0, matched: "" };
  const found = pair.unit.line
    ? read.lines.find((line) => line.number === pair.unit.line)
    : mostTelling(read.lines, pair.wording.terms);
  return { line: found?.number ?? 0, matched: found ? printable(found.text) : "" };
}

function mostTelling(lines, wording) {
  let [best, most] = [null, 0];
  for (const line of lines) {
    const weight = [...terms(line.text).keys()].filter((term) => wording.has(term)).length;
    if (weight > most) [best, most] = [line, weight];
  }
  return best;
}
