// Applies each rule of rules.json to texts, as the site's paste box does, and prints the results.
import { readFileSync } from "node:fs";

const [rulesFile, textsFile] = process.argv.slice(2);
const rules = JSON.parse(readFileSync(rulesFile, "utf8"));
const texts = JSON.parse(readFileSync(textsFile, "utf8"));

function replaced(rule, text) {
  const put = (groups) => rule.put.replace(/\$([1-9])/g, (_, n) => groups[Number(n) - 1] ?? "");
  return text.replace(new RegExp(rule.pattern, "gu"), (...found) => {
    const groups = found.slice(1, found.findIndex((part) => typeof part === "number"));
    return rule.keep && groups[rule.keep - 1] !== undefined ? found[0] : put(groups);
  });
}

const applied = {};
for (const [section, given] of Object.entries(rules)) {
  if (section === "examples" || !Array.isArray(given)) continue;
  for (const [place, rule] of given.entries()) {
    if (typeof rule !== "object") continue;
    applied[`${section} ${place}`] = texts.map((text) =>
      "put" in rule && section !== "numbers"
        ? replaced(rule, text)
        : [...text.matchAll(new RegExp(rule.pattern, "gu"))].map((found) => found[0]),
    );
  }
}
for (const name of Object.keys(rules.examples)) {
  applied[name] = texts.map((text) =>
    [...text.matchAll(new RegExp(rules[name], "gu"))].map((found) => found[0]),
  );
}
console.log(JSON.stringify(applied));
