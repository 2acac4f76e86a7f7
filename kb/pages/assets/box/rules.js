// The rules, the same data that kb/text reads, and how they are applied.

let rules = {};
const compiledOnes = { gu: new Map(), uy: new Map() };

/** A pattern of the rules. `$` means what it means in Python: a last line break may follow. */
function compiled(pattern, flags = "gu") {
  let found = compiledOnes[flags].get(pattern);
  if (!found) {
    const ends = (part) => (part === "$" ? "(?=\\n?$)" : part);
    found = new RegExp(pattern.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\$/gsu, ends), flags);
    compiledOnes[flags].set(pattern, found);
  }
  found.lastIndex = 0;
  return found;
}

/** The first place where the pattern fits, or null. */
function search(pattern, text) {
  return compiled(pattern).exec(text);
}

/** Where the pattern fits from the start, or null. */
function match(pattern, text) {
  return compiled(pattern, "uy").exec(text);
}

/** All places where the pattern fits. */
function all(pattern, text) {
  return [...text.matchAll(compiled(pattern))];
}

function after(found, text) {
  return text.slice(found.index + found[0].length);
}

function hinted(rule, text) {
  return !rule.hint || rule.hint.length === 0 || rule.hint.some((hint) => text.includes(hint));
}

function filled(put, groups) {
  return put.replace(/\$([1-9])/gu, (_, place) => groups[Number(place)] ?? "");
}

function replaced(rule, text) {
  if (!hinted(rule, text)) return text;
  return text.replace(compiled(rule.pattern), (...found) =>
    rule.keep === undefined || found[rule.keep] === undefined ? filled(rule.put, found) : found[0],
  );
}

const wordSets = new Map();

/** The words of a rule that is a list of words. */
function wordsOf(name) {
  if (!wordSets.has(name)) wordSets.set(name, new Set(rules[name].split(" ")));
  return wordSets.get(name);
}

function maskLine(line) {
  for (;;) {
    const masked = rules.masks.reduce((text, rule) => replaced(rule, text), line);
    if (masked === line) return masked;
    line = masked;
  }
}

function mask(text) {
  return text.split("\n").map(maskLine).join("\n");
}
