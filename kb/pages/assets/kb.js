/* What the theme leaves out: the search dialog has no name for those who hear the page. */
"use strict";

for (const dialog of document.querySelectorAll('[role="dialog"]:not([aria-label])')) {
  const field = dialog.querySelector("input");
  dialog.setAttribute("aria-label", field ? field.placeholder || field.ariaLabel : document.title);
}
