// The report: what was raised, in which chain, and what every other line is worth.

const MESSAGE_LINES = 14;
const MESSAGE = 2500;

/** Lines, roles, raised and facts of cleaned lines, as kb/text/reading.py has it. */
function* report(lines) {
  const roles = new Array(lines.length);
  let raised = [];
  for (const stream of streams(lines)) {
    const reader = new Reader();
    for (const place of stream) {
      if (place % EVERY === 0) yield;
      roles[place] = reader.read(lines[place]);
    }
    raised = raised.concat(reader.ended());
  }
  raised.sort((one, other) => one.line - other.line);
  return { lines, roles, raised: onceEach(raised), facts: facts(lines) };
}

/** The places of the lines, apart by the process that wrote them. */
function streams(lines) {
  const who = "\\[?(?:rank|Rank)[ _]?[0-9]+|\\[[0-9]+(?:,[0-9]+)?\\]|pid[= ][0-9]+";
  const found = new Map();
  lines.forEach((line, place) => {
    const key = (line.mark && search(who, line.mark)?.[0]) || "";
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(place);
  });
  return [...found.values()];
}

function onceEach(raised) {
  const seen = new Set();
  return raised.filter((one) => {
    const key = JSON.stringify([one.type, first(one.message, 300), one.frames.at(-1) ?? null]);
    return !seen.has(key) && seen.add(key);
  });
}

/** Reads the lines of one process. */
class Reader {
  frames = [];
  done = [];
  message = [];
  link = "";
  afterFrame = false;
  announced = false; // whether a message follows on the lines below
  place = 0; // the line of the last frame or of its source
  type = ""; // what the heading of the traceback names

  read(line) {
    const text = line.text;
    const link = linkOf(text);
    if (link) {
      this.link = link;
      if (link === "context" || link === "cause") {
        this.endMessage();
        return "noise";
      }
    }
    if (match(rules["begins-traceback"], text)) {
      this.start(this.heading());
      return "frame";
    }
    const found = frame(text);
    if (found) {
      this.endMessage();
      this.frames.push(found);
      this.afterFrame = true;
      this.place = line.number;
      return this.warning(line, found) ?? "frame";
    }
    const raised = exception(text) ?? this.exceptionOfFrames(text);
    return raised ? this.raise(line, ...raised) : this.other(line);
  }

  /** Below frames and their source a name and a colon are an exception, whatever its name. */
  exceptionOfFrames(text) {
    if (!this.frames.length || this.afterFrame) return null;
    const found = match(rules["exception-after-frames"], text);
    return found && [found[1], after(found, text)];
  }

  ended() {
    this.start();
    return this.done;
  }

  /** The type that a notebook prints before the word Traceback, where it is no failure yet. */
  heading() {
    const heads = this.isEmpty() && !this.done.at(-1).frames.length;
    if (heads) this.message = [];
    return heads ? this.done.pop().type : "";
  }

  start(type = "") {
    this.endMessage();
    if (this.frames.length) this.cut();
    this.frames = [];
    this.afterFrame = false;
    this.type = type;
  }

  /** A traceback without its last line; its last source line may quote the message. */
  cut() {
    const found = search(rules.raising, this.frames.at(-1).source);
    const message = (found?.[2] ?? found?.[3] ?? "").replace(compiled(rules["put-in"]), "0");
    const { frames, link, place } = this;
    this.done.push({ type: found ? found[1] : this.type, message, line: place, role: "root", frames, link });
  }

  warning(line, found) {
    const inside = search(rules["exception-inside"], line.text);
    if (!inside) return null;
    this.frames = [found];
    return this.raise(line, inside[1], after(inside, line.text));
  }

  raise(line, type, message) {
    this.endMessage();
    let worth = role(line);
    if (worth === "info" && this.frames.length) worth = "root"; // a logged traceback, whatever its level
    if (!["cascade", "info", "confirmation"].includes(worth)) worth = "root";
    const { frames, link } = this;
    this.done.push({ type, message, line: line.number, role: worth, frames, link });
    this.message = [message];
    this.frames = [];
    this.link = "";
    this.afterFrame = false;
    this.announced = line.text.endsWith(":");
    return worth;
  }

  other(line) {
    const text = line.text;
    if (this.message.length && text && this.message.length < MESSAGE_LINES && this.goesOn(line)) {
      this.message.push(text);
      return role(line);
    }
    if (!text && this.isEmpty() && this.announced) return "noise";
    this.endMessage();
    const shown = this.frames.length && match(rules.arrow, text);
    if (this.afterFrame || shown) {
      if (this.frames.length) {
        this.frames.push(withSource(this.frames.pop(), code(text)));
        this.place = line.number;
      }
      this.afterFrame = false;
      return "source";
    }
    return text ? role(line) : "noise";
  }

  isEmpty() {
    return this.message.length === 1 && this.message[0] === "";
  }

  /** A record with a mark of its own belongs to a message only where that has no word yet. */
  goesOn(line) {
    return !line.mark || (this.isEmpty() && role(line) !== "info");
  }

  endMessage() {
    if (!this.message.length) return;
    this.done.at(-1).message = first(strip(this.message.join("\n")), MESSAGE);
    this.message = [];
  }
}

function linkOf(text) {
  return rules.links.find((rule) => search(rule.pattern, text))?.name;
}

function exception(text) {
  const found = match(rules.exception, text) ?? search(rules["exception-inside"], text);
  if (!found && match(rules["exception-rest"], text)) return ["OSError", text.slice(2)];
  return found && [found[1], after(found, text)];
}

function withSource(found, source) {
  return { ...found, source: found.source ? `${found.source}\n${source}` : source };
}
