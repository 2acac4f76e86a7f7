// The answer as elements. Every text is put in as text.

let said = {};
let domains = {};

function say(key, values = {}) {
  return said[key].replace(/\{(\w+)\}/gu, (_, name) => values[name]);
}

function made(tag, about = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(about)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

function percent(match) {
  return Math.round(match.confidence * 100);
}

/** The sentence that those who hear the page are told. */
function spoken({ verdict, matches }) {
  if (verdict === "none") return say("box_none");
  const [best] = matches;
  return `${verdictOver(verdict, matches)}: ${best.card.title}, ${say("box_sure", { percent: percent(best) })}`;
}

function verdictOver(verdict, [best, other]) {
  if (verdict === "none") return say("box_none");
  if (best.card.instead) return say("box_said");
  const rivals = verdict === "maybe" && best.confidence >= rules.verdict.match;
  return say(rivals && other ? "box_rivals" : `box_${verdict}`);
}

/** The whole answer; the pages of entries lie as seen from `home`. */
function answerShown({ verdict, matches, domain }, home) {
  const head = made("p", { class: "kb-box-verdict" }, verdictOver(verdict, matches));
  const answer = made("div", { class: `kb-box-card kb-box-${verdict}` }, head);
  if (verdict === "none") {
    answer.append(made("p", {}, say("box_none_next"), " ", made("code", {}, "kb add")));
    answer.append(firstAction(domains[domain], home));
    answer.append(others(say("box_near"), matches.slice(0, 2), home));
    return answer;
  }
  const [best, ...rest] = matches;
  const likely = rest.filter((one) => one.confidence >= 0.05);
  if (best.card.instead) answer.classList.add("kb-box-refuted");
  head.append(meter(best));
  answer.append(entryShown(best, home));
  const more = likely.filter((one) => anotherFault(best, one));
  const less = likely.filter((one) => !more.includes(one));
  answer.append(others(say("box_more_faults"), more, home));
  answer.append(others(say(verdict === "match" ? "box_less" : "box_also"), less, home));
  return answer;
}

/** Whether both are meant: the other is as good as sure too, for another line of the paste. */
function anotherFault(best, other) {
  return Math.min(best.confidence, other.confidence) >= rules.verdict.match && best.matched !== other.matched;
}

/** What to do first in the likeliest domain, when the tree says so. */
function firstAction(domain, home) {
  if (!domain?.first) return "";
  const link = made("a", { href: new URL(domain.page, home).href }, domain.title);
  const label = made("span", {}, say("first_action"), " · ", link);
  return made("p", { class: "kb-box-first" }, label, ...spans(domain.first));
}

function entryShown(match, home) {
  const { card, matched, line } = match;
  const page = new URL(card.page, home).href;
  const seen = line ? say("box_seen", { line }) : "";
  return made(
    "div",
    { class: "kb-box-entry" },
    made("h3", {}, made("a", { href: page }, card.title)),
    made("p", { class: "kb-box-under" }, badge(card), ` ${card.proof} `, made("span", {}, domains[card.domain].title)),
    matched ? made("p", { class: "kb-box-seen" }, made("span", {}, seen), made("mark", {}, matched)) : null,
    made(
      "dl",
      {},
      ...field(say(card.instead ? "box_refuted" : "box_cause"), prose(card.instead || card.root_cause)),
      ...field(say("box_check"), command(card.verify), values(card.values)),
      ...(card.instead ? [] : field(say("box_fix"), prose(card.fix))),
    ),
    made("p", { class: "kb-box-more" }, made("a", { href: page }, say("box_more"))),
  );
}

function field(name, ...value) {
  return [made("dt", {}, name), made("dd", {}, ...value)];
}

/** A text with what stands between single backticks as code. */
function spans(text) {
  return text.split(/(?<!`)`([^`\n]+)`(?!`)/u).map((part, n) => (n % 2 ? made("code", {}, part) : part));
}

function prose(text) {
  return made("p", {}, ...spans(text));
}

function badge(card) {
  return made("span", { class: `kb-status kb-${card.standing}` }, say(`status_${card.standing}`));
}

function meter(match) {
  const bar = made("span", { class: "kb-box-meter", "aria-hidden": "true" }, made("i"));
  bar.firstChild.style.width = `${percent(match)}%`;
  return made("span", { class: "kb-box-sure" }, bar, say("box_sure", { percent: percent(match) }));
}

function others(title, matches, home) {
  const rows = matches.map((match) => {
    const page = new URL(match.card.page, home).href;
    return made("li", {}, made("a", { href: page }, match.card.title), badge(match.card), meter(match));
  });
  if (!rows.length) return "";
  return made("div", { class: "kb-box-others" }, made("h3", {}, title), made("ul", {}, ...rows));
}

function command(line) {
  const button = made("button", { type: "button" }, say("box_copy"));
  const code = made("code", { tabindex: "0" }, line);
  button.addEventListener("click", () => copied(code, button));
  return made("div", { class: "kb-box-command" }, code, button);
}

function values(names) {
  if (!names.length) return "";
  const codes = names.flatMap((name) => [" ", made("code", {}, name)]);
  return made("span", { class: "kb-box-values" }, say("check_replace"), ...codes);
}

/** Copies the line; where the page may not, it is marked for Ctrl-C. */
async function copied(code, button) {
  getSelection().selectAllChildren(code);
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    if (!document.execCommand("copy")) return;
  }
  button.textContent = say("box_copied");
}
