// The box itself: what is pasted into it is looked up at once, and never leaves the page.

const SLICE = 12; // milliseconds of work between two breaths
const PATIENCE = 250; // milliseconds after a key
const HOME = globalThis.document?.currentScript.src; // links to entries go from here

/** Makes the section of the first page work. */
class Box {
  run = 0;
  whole = null; // the paste, where the field shows only its ends
  line = 0; // the first row of the field that is lit
  rows = 1; // and how many are
  shownExamples = 0;

  constructor(section) {
    const one = (css) => section.querySelector(css);
    this.section = section;
    this.field = one("textarea");
    this.lit = one(".kb-box-lit");
    this.status = one(".kb-box-said");
    this.answer = one(".kb-box-answer");
    this.clear = one(".kb-box-clear");
    this.field.addEventListener("focus", () => this.load().catch(() => {}));
    this.field.addEventListener("input", (event) => this.typed(event));
    this.field.addEventListener("scroll", () => this.light());
    this.field.addEventListener("keydown", (event) => event.key === "Escape" && this.take(""));
    this.clear.addEventListener("click", () => this.take(""));
    one(".kb-box-try").addEventListener("click", () => this.example());
    document.addEventListener("paste", (event) => this.pasted(event));
    section.addEventListener("dragover", (event) => event.preventDefault());
    section.addEventListener("drop", (event) => this.dropped(event));
    section.hidden = false;
  }

  /** The entries, fetched once, when they are first needed, and made ready while nobody waits. */
  load() {
    this.loading ??= new Promise((resolve, reject) => {
      const script = made("script", { src: this.section.dataset.index });
      script.addEventListener("load", () => {
        resolve();
        this.atEase(index.made());
      });
      script.addEventListener("error", () => reject((this.loading = null)));
      document.head.append(script);
    });
    return this.loading;
  }

  typed(event) {
    clearTimeout(this.timer);
    this.whole = null;
    if (event.inputType === "insertFromPaste") this.find(true);
    else this.timer = setTimeout(() => this.find(false), PATIENCE);
  }

  /** A paste takes the place of the one before it, wherever on the page it is made. */
  pasted(event) {
    const text = event.clipboardData?.getData("text/plain");
    const inside = event.target === this.field;
    if (!text || (!inside && event.target.closest?.("input, textarea, [contenteditable]"))) return;
    if (inside && text.length <= 2 * SHOWN) this.field.select();
    else {
      event.preventDefault();
      this.take(text);
    }
  }

  async dropped(event) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    this.take(await file.text());
  }

  async example() {
    if (!(await this.ready())) return;
    this.take(examples[this.shownExamples % examples.length]);
    this.shownExamples += 1;
  }

  /** Puts a text into the box, and looks it up. */
  take(given) {
    const text = oneNewline(given);
    const long = text.length > 2 * SHOWN;
    this.whole = long ? text : null;
    this.field.value = long ? `${text.slice(0, SHOWN)}\n…\n${text.slice(-SHOWN)}` : text;
    this.field.scrollTo(0, 0);
    this.field.focus({ preventScroll: true });
    clearTimeout(this.timer);
    this.find(true);
  }

  async find(whole) {
    this.run += 1;
    const mine = this.run;
    const text = this.whole ?? oneNewline(this.field.value);
    this.clear.hidden = !text;
    if (!strip(text)) return this.show(null);
    if (!(await this.ready()) || mine !== this.run) return null;
    const found = await this.atEase(answer(text), mine);
    return mine === this.run ? this.show(found, text, whole) : null;
  }

  async ready() {
    try {
      if (!index) this.tell("loading");
      await this.load();
      return true;
    } catch {
      this.tell("unloaded");
      return false;
    }
  }

  /** Walks through the steps, of the run `mine` or none, and lets the page breathe. */
  async atEase(steps, mine = 0) {
    let until = performance.now() + SLICE;
    for (;;) {
      const { done, value } = steps.next();
      if (done || (mine && mine !== this.run)) return value;
      if (performance.now() > until) {
        if (mine) this.tell("reading");
        await new Promise((next) => setTimeout(next));
        until = performance.now() + SLICE;
      }
    }
  }

  tell(what) {
    this.section.classList.add("kb-box-busy");
    this.status.textContent = this.status.dataset[what];
  }

  show(found, text, whole) {
    this.section.classList.remove("kb-box-busy");
    this.status.textContent = found ? spoken(found) : "";
    const cut = this.whole ? made("p", { class: "kb-box-cut" }, say("box_seen_cut")) : "";
    this.answer.replaceChildren(...(found ? [cut, answerShown(found, HOME)] : []));
    const sure = found && found.verdict !== "none" ? found.matches[0].line : 0;
    this.line = sure ? rowOf(text, sure, this.field.value, this.whole !== null) : 0;
    this.rows = sure ? rowsOf(found.matches[0].matched, this.field.value, this.line) : 1;
    if (this.line && whole) this.field.scrollTo(0, (this.line - 4) * this.high());
    this.light(); // a busy page tells of the scrolling late
  }

  high() {
    return parseFloat(getComputedStyle(this.field).lineHeight);
  }

  light() {
    this.lit.hidden = !this.line;
    const top = parseFloat(getComputedStyle(this.field).paddingTop) - this.field.scrollTop;
    const high = this.high();
    this.lit.style.height = `${this.rows * high}px`;
    this.lit.style.transform = `translateY(${top + (this.line - 1) * high}px)`;
  }
}

const place = globalThis.document?.querySelector(".kb-box");
if (place) new Box(place);

globalThis.kbBox = {
  load,
  answer: (text) => atOnce(answer(text)),
  clean: (text) => atOnce(clean(text)),
  report: (text) => atOnce(report(atOnce(clean(text)))),
  fingerprint: (text) => fingerprint(atOnce(question(atOnce(report(atOnce(clean(text))))))),
  wordings: (number) => index.found(number).wordings.map((one) => [...one.terms]),
  terms,
  alike,
};
