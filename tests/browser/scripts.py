"""Scripts that the tests run in pages: bodies of functions, and parts of them."""

# A function that calls another one: at once, or when the page that is arriving has its elements.
WHEN_PARSED = """
((call) => document.readyState !== "loading" ? call()
  : new Promise((parsed) => addEventListener("DOMContentLoaded", parsed)).then(call))
"""

# The width of the page's content, once its window has the given width.
WIDTH = """
const [width] = arguments;
const page = document.documentElement;
const frame = () => new Promise(requestAnimationFrame);
return (async () => {
  do await frame(); while (page.clientWidth !== width);
  await frame();
  return page.scrollWidth;
})();
"""

# A page learns of a change of colours with its next frame.
NEXT_FRAME = (
    "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
)

WHEN_SETTLED = """
const whenSettled = async () => {
  while (!settled()) await new Promise((soon) => setTimeout(soon, 5));
};
"""

# Whether it is a person's turn, the game is over, or something went wrong; and the board's module,
# which is loaded when a game first needs it, has drawn it.
SETTLED = f"""
{WHEN_SETTLED}
const goesOn = () => / won$|your turn$/i.test(document.querySelector("#headline").innerText)
  && document.querySelector("#board [data-board]:not([hidden]) *")
  && document.querySelector(".status").getAttribute("aria-busy") !== "true";
const settled = () => goesOn() || document.querySelector("#problem").checkVisibility();
"""

# As read aloud: cells side by side, and no empty lines.
TEXTS = r"""
const plain = (text) => text.trim().replace(/\t/g, " ").replace(/\n+/g, "\n");
const read = (one) => one.checkVisibility() ? plain(one.innerText) : "";
return [...document.querySelectorAll(arguments[0])].map(read);
"""

# A click. A mouse, which some tests use, takes several times as long.
CHOOSE = """
const choose = (one) => (one.focus(), one.click());
"""

# A click if a mouse would hit the element, otherwise the element that it would hit.
CLICK = """
const [css] = arguments;
const one = document.querySelector(css);
if (!one) return "nothing, as there is none";
one.scrollIntoView({ block: "nearest", behavior: "instant" });
const { left, top, width, height } = one.getBoundingClientRect();
const hit = document.elementFromPoint(left + width / 2, top + height / 2);
if (!one.contains(hit)) return hit?.outerHTML ?? "nothing";
choose(one);
"""

TAKE = """
const [pile, remove] = arguments;
const count = +document.querySelectorAll(".pile-count")[pile].textContent;
choose(document.querySelector(`[data-pile="${pile}"] [data-index="${count - remove}"]`));
return whenSettled();
"""

# The events of a list or a slider when a person changes it.
SET = """
const [css, value] = arguments;
const field = document.querySelector(css);
field.value = value;
for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
"""

# Where a text is entered into a field: at the end, or replacing everything.
FOCUS = """
const [css, replace] = arguments;
const field = document.querySelector(css);
field.focus();
if (replace) field.select();
else if (field.selectionEnd !== null) {
  field.setSelectionRange(field.value.length, field.value.length);
}
"""

MIDDLE = """
const one = document.querySelector(arguments[0]);
one.scrollIntoView({ block: "center", behavior: "instant" });
const { left, top, width, height } = one.getBoundingClientRect();
return [left + width / 2, top + height / 2];
"""

# Touch targets that are smaller than a finger. Links in lists and sentences are exempt. Many
# targets side by side, which must be confirmed, need only 24 pixels (WCAG 2.2, 2.5.8).
TOO_SMALL = """
const touched = "main :is(button, select, input, textarea, summary, .button, nav a, li > a)";
return [...document.querySelectorAll(touched)]
  .map((one) => one.closest("label") ?? one)
  .filter((one) => one.checkVisibility()
    && !one.closest(".values, .contents, .links, .theory"))
  .map((one) => [
    one.outerHTML.slice(0, 80), one.getBoundingClientRect(), one.matches(".pin, .edge, .vertex"),
  ])
  .filter(([, { width }]) => width > 0)
  .filter(([, { width, height }, isOfMany]) => Math.min(width, height) < (isOfMany ? 24 : 43.5))
  .map(([html]) => html);
"""

# The sizes of type, except in what is drawn to fit: a chessboard, a table of numbers.
SIZES = """
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const sizes = new Map();
while (walker.nextNode()) {
  const { data, parentElement: one } = walker.currentNode;
  const isLeft = one.closest(".unseen, .chessboard, [role=grid]");
  if (!data.trim() || !one.checkVisibility() || isLeft) continue;
  const { fontSize } = getComputedStyle(one);
  if (fontSize !== "0px") sizes.set(fontSize, one.outerHTML.slice(0, 80));
}
return [...sizes];
"""

# What one presses next that a window shows whole from its top: what moves, leads on, or sets up.
PRESSED_NEXT = """
const move = "#board :is(button, input):enabled:not([aria-disabled=true])";
const next = {
  play: move, sent: "#send-move", visit: "#from-here", over: "#again", look: "#play-here",
};
const others =
  `${move}, #next, #back, #answers button, #none, #print, #game-name, #search, .theory a, .games a`;
const { phase } = document.querySelector("main").dataset;
scrollTo(0, 0);
return [...document.querySelectorAll(next[phase] ?? others)].filter((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return one.checkVisibility() && bottom > top && top >= 0 && bottom <= innerHeight
    && left >= 0 && right <= innerWidth;
}).length;
"""

# Texts that overflow.
CLIPPED = """
return [...document.querySelectorAll("main *, header *")].filter((one) => one.checkVisibility())
  .filter((one) => one.childElementCount === 0 && one.textContent.trim() && !one.closest(".unseen"))
  .filter((one) => !one.closest(
    ".presets, .squares, .pins, .columns, .chessboard, .dots, [role=grid], svg, .map"))
  .filter((one) => !one.matches("select, textarea, pre, pre *"))
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1 || one.scrollWidth > one.clientWidth + 1
      && getComputedStyle(one).display !== "inline";
  })
  .map((one) => one.outerHTML.slice(0, 100));
"""

USED = r"""
const found = [];
const moods = [
  ":(?:hover|focus-visible|focus|active|enabled|disabled|checked|empty|target)",
  "\\.(?:going|chosen|hinted|advised|shown|played|just|lost)(?![\\w-])",
  "\\[data-(?:loading|settling|scripts|language|fate|view)[^\\]]*\\]",
  "\\[aria-(?:pressed|disabled|busy)[^\\]]*\\]",
].join("|");
const bare = (selector) => selector
  .replace(/::[\w-]+(\([^)]*\))?/g, "")
  .replace(new RegExp(`:not\\((?:${moods})\\)|${moods}`, "g"), "")
  .replace(/:(?:is|not)\([\s,]*\)/g, "").trim();
const parts = (list) => {
  let depth = 0;
  return [...list].reduce((all, letter) => {
    depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
    if (letter === "," && depth === 0) all.push("");
    else all[all.length - 1] += letter;
    return all;
  }, [""]).map((part) => part.trim());
};
const look = (rules) => {
  for (const rule of rules) {
    if (rule.selectorText) {
      for (const selector of parts(rule.selectorText)) {
        found.push([selector, document.querySelectorAll(bare(selector) || "*").length]);
      }
    } else if (rule.cssRules && !rule.name) look(rule.cssRules);
  }
};
for (const sheet of document.styleSheets) look(sheet.cssRules);
return found;
"""
"""Each selector of the page's style sheets, with the number of elements that it applies to now,
whatever is pointed at, chosen or advised, and whatever way the page is shown."""

# Marks one text of each new look, that is its classes, colour and size and what is behind it.
LOOKS = """
const [known] = arguments;
const grounds = new Map([[null, ""]]);
const ground = (one) => {
  if (!grounds.has(one)) {
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(one);
    const own = [one.className, backgroundColor, backgroundImage, opacity, position];
    grounds.set(one, `${ground(one.parentElement)}/${own}`);
  }
  return grounds.get(one);
};
const look = (one) => {
  const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(one);
  return `${[one.localName, color, fontSize, fontWeight, textDecorationLine]}${ground(one)}`;
};
const isText = (one) => one.matches("input, select, textarea")
  || [...one.childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.data.trim());
const looks = new Set(known);
for (const one of document.querySelectorAll("body *")) {
  const isNew = one.checkVisibility() && isText(one) && !looks.has(look(one));
  one.toggleAttribute("data-look", isNew);
  if (isNew) looks.add(look(one));
}
return [...looks].slice(known.length);
"""

# Lets rules of axe see these texts alone.
ONLY_LOOKS = """
const [rules] = arguments;
axe.configure({ rules: rules.map((id) => ({ id, selector: "[data-look]" })) });
"""
