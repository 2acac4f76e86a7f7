// What strings do in Python and not here: white space of its own, and lengths in code points.

const NEITHER = /[\ud800-\udbff]/;

function isSpace(code) {
  return (
    code === 32 || (code >= 9 && code <= 13) || (code >= 28 && code <= 31) || code === 0x85 ||
    code === 0xa0 || (code >= 0x1680 &&
      (code === 0x1680 || (code >= 0x2000 && code <= 0x200a) || code === 0x2028 ||
        code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000))
  );
}

function strip(text) {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text.charCodeAt(from))) from += 1;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function withoutSpace(text) {
  return text.replace(/\s|[\x1c-\x1f\x85]/gu, (one) => (one === "\ufeff" ? one : ""));
}

function length(text) {
  return NEITHER.test(text) ? Array.from(text).length : text.length;
}

/** The first `most` code points. */
function first(text, most) {
  if (text.length <= most) return text;
  return NEITHER.test(text) ? Array.from(text).slice(0, most).join("") : text.slice(0, most);
}

/** What stands before, and after, the first `mark`; nothing after when it is not there. */
function parted(text, mark) {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** What stands after the last `mark`; all of it when it is not there. */
function afterLast(text, mark) {
  const at = text.lastIndexOf(mark);
  return at < 0 ? text : text.slice(at + mark.length);
}

/** `text` with what a screen would act on, or hide, shown as an escape. */
function printable(text) {
  const unsafe =
    /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
  return text.replace(unsafe, (one) => {
    const code = one.codePointAt(0);
    if (code <= 0xff) return `\\x${code.toString(16).padStart(2, "0")}`;
    return code <= 0xffff ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
  });
}
