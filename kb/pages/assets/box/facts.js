// Facts: what the numbers of a paste say when no message does.

const UNIT = { b: 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };
const NUMBER = "(?:-?nan|[-+]?[0-9][0-9.,:/%]*(?:e[-+]?[0-9]+)?[KMG]?)$";
const CHANCE = [0.6931, 2.3026];
const SIZE = "([0-9]+(?:\\.[0-9]+)?) ?([KMG]i?B|[Bb]ytes)";

/** Names of what the numbers show, such as `lr:constant`, as kb/text/facts.py has it. */
function facts(lines) {
  const text = lines.map((line) => line.text).join("\n");
  const turned = text.includes("nan") ? ofColumns(lines) : [];
  const found = [...outOfMemory(text), ...ofSeries(lines), ...turned];
  return [...new Set([...found, ...ofRepeats(lines), ...ofServer(text)])];
}

function outOfMemory(lines) {
  const text = lines.replaceAll("\n", " ");
  if (!text.includes("ried to allocate")) return [];
  const asked = sizeIn(text, `[Tt]ried to allocate ${SIZE}`);
  const used = sizeIn(text, `${SIZE} already allocated`);
  const held = sizeIn(text, `${SIZE} reserved in total`);
  let free = sizeIn(text, `${SIZE} cached`) || sizeIn(text, `${SIZE} is reserved by PyTorch but`);
  if (held !== null && used !== null) free = held - used;
  return asked === null || free === null ? [] : [free >= asked ? "oom:fragmented" : "oom:full"];
}

function sizeIn(text, pattern) {
  const found = search(pattern, text);
  return found && Number(found[1]) * UNIT[found[2].toLowerCase()[0]];
}

function ofSeries(lines) {
  const series = new Map();
  for (const line of lines) {
    for (const [name, value] of valuesIn(line.text)) {
      if (!series.has(name)) series.set(name, []);
      series.get(name).push(value);
    }
  }
  const steps = series.get("steptime") ?? [];
  series.delete("steptime");
  return [
    ...waits(series.get("datatime") ?? [], steps),
    ...[...series].flatMap(([name, values]) => shapes(name, values).map((shape) => `${name}:${shape}`)),
  ];
}

function waits(data, steps) {
  if (!data.length || data.length !== steps.length) return [];
  const sum = (values) => values.reduce((one, other) => one + other, 0);
  return sum(data) > 0.6 * sum(steps) ? ["datatime:most"] : [];
}

function valuesIn(text) {
  const nameOf = (key) => (Object.hasOwn(rules.series, key) ? rules.series[key] : undefined);
  return all(rules.value, first(text, 2000)).flatMap((found) => {
    const short = afterLast(found[1].toLowerCase().replaceAll(" ", "_"), "/");
    const name = nameOf(short) ?? nameOf(afterLast(short, "_"));
    return name ? [[name, Number(found[2].replace("inf", "Infinity"))]] : [];
  });
}

function shapes(name, values) {
  const finite = values.filter(Number.isFinite);
  const found = [];
  if (finite.length < values.length) {
    found.push("nan", Number.isFinite(values[0]) ? "nan-later" : "nan-first");
  }
  if (values.length >= 2 && finite.length && finite.every((value) => value === 0)) found.push("zero");
  const near = (one) => finite.every((value) => Math.abs(value - one) < 0.005);
  if (name === "loss" && finite.length >= 2 && CHANCE.some(near)) found.push("chance");
  return finite.length >= 3 ? [...found, ...trends(name, finite)] : found;
}

function trends(name, values) {
  const found = [];
  const steps = values.slice(1).map((value, place) => value - values[place]);
  const largest = values.reduce((one, other) => Math.max(one, other));
  let least = Infinity;
  const jumps = values.some((value) => {
    least = Math.min(least, Math.abs(value));
    return value > 30 * Math.max(least, 1e-9);
  });
  const last = values.at(-1);
  const rising = steps.every((step) => step >= 0) && last > 1.2 * values[0];
  if (steps.every((step) => step === 0) && values.some((value) => value !== 0)) found.push("constant");
  else if ((name === "memory" || name === "metric") && rising) found.push("rises");
  if (jumps && name !== "lr") found.push("jumps");
  if (name === "gradnorm") found.push(largest > 100 ? "huge" : largest < 1e-3 ? "tiny" : "mild");
  const middle = [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
  if (name === "datatime" && middle > 1) found.push("long");
  return found;
}

function ofColumns(lines) {
  const finite = new Map();
  const turned = lines.some((line) => {
    const cells = first(line.text, 2000).split(" ").filter(Boolean);
    const bare = cells.map((cell) => cell.replace(/^[,;|]+|[,;|]+$/gu, ""));
    const words = bare.map((cell) => (match(NUMBER, cell) ? "" : cell));
    if (words.filter((word) => word === "").length < 3) return false;
    const now = bare.map((cell) => cell !== "nan" && cell !== "-nan");
    const row = words.join(" ");
    if (!finite.has(row)) finite.set(row, now);
    return finite.get(row).some((was, place) => was && !now[place]);
  });
  return turned ? ["loss:nan", "loss:nan-later"] : [];
}

function ofRepeats(lines) {
  const rows = lines.map((line) => parted(line.text, " ")[1]);
  const numbers = "[0-9.]{1,20}[ ,]{1,4}[0-9.]{1,20}[ ,]{1,4}[0-9.]{1,20}";
  const same = rows.slice(1).filter((row, place) => row === rows[place] && search(numbers, row));
  const told = lines.filter((line) => length(line.text) > 5 && !line.mark.includes("rank"));
  const twice = told.slice(1).filter((other, place) => {
    const one = told[place];
    if (one.times !== 1 || other.text === one.text) return false;
    return other.text.endsWith(one.text) || one.text.endsWith(other.text);
  }).length;
  const doubled = twice + told.filter((line) => line.times > 1).length;
  return [
    ...(same.length >= 2 ? ["values:repeated"] : []),
    ...(doubled >= 2 && doubled * 3 >= told.length ? ["lines:doubled"] : []),
  ];
}

function ofServer(text) {
  return search('HTTP/[0-9.]+" 500', text) && !text.includes("Traceback") ? ["http:500-silent"] : [];
}
