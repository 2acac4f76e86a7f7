/* What the theme leaves out. The pages read without it. */
"use strict";

// the search dialog has no name for those who hear the page
for (const dialog of document.querySelectorAll('[role="dialog"]:not([aria-label])')) {
  const field = dialog.querySelector("input");
  dialog.setAttribute("aria-label", field ? field.placeholder || field.ariaLabel : document.title);
}

// the switch of languages leads to the same page, not to the first one: both sites have the same
const { base } = JSON.parse(document.getElementById("__config").textContent);
const root = new URL(base.replace(/\/?$/u, "/"), location.href);
const page = location.href.slice(root.href.length);
const missing = base.startsWith("/"); // the page of missing pages lies nowhere, so its base is absolute
for (const link of missing ? [] : document.querySelectorAll("a.md-select__link[hreflang]")) {
  link.href = new URL(page, new URL(".", link.href));
}

// the paste box of the first page has a script of its own
const box = document.querySelector(".kb-box");
if (box) {
  const script = document.createElement("script");
  script.src = box.dataset.script;
  document.head.append(script);
}
