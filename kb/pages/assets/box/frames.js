// Frames of tracebacks, as Python, notebooks and pytest print them, and what other lines are worth.

const FRAME_MARKS = [".py", "File ", "ipython-input", "Cell In", "Input In"];

function frame(line) {
  if (!FRAME_MARKS.some((mark) => line.includes(mark))) return null;
  for (const rule of rules.frames) {
    const found = match(rule.pattern, line);
    if (found) {
      const path = found[rule.path];
      const name = rule.function ? (found[rule.function] ?? "") : "";
      return { path, function: name, library: library(path), source: "" };
    }
  }
  return null;
}

function library(path) {
  const found = search(rules.library, path);
  return found ? found.slice(1).find(Boolean).replaceAll("\\", "/") : "";
}

function code(line) {
  return line.replace(compiled(rules.arrow), "");
}

function role(line) {
  if (rules.healthy.some((rule) => search(rule.pattern, line.text))) return "noise";
  if (line.mark && rules.roles.some((rule) => rule.mark && search(rule.mark, line.mark))) return "info";
  const given = rules.roles.find((rule) => search(rule.pattern, line.text));
  if (given) return given.role;
  const loud = line.mark && search(rules.loud, line.mark);
  return loud || search(rules.failure, line.text) ? "root" : "prose";
}
