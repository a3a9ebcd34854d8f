// Makes the contract's page work: the search, the language of the samples, and sending requests.

import { all, byId, radios, read, write } from "../../core/dom.js";

const LANGUAGE = "language"; // what the samples are shown in
const FEW = 4;

const parts = all(document, ".operation, .errors article");
const links = new Map(all(document, ".contents li a").map((link) => [link.getAttribute("href").slice(1), link.parentElement]));
const texts = new Map(parts.map((part) => [part, part.textContent.toLowerCase()]));

byId("search").addEventListener("input", search);
for (const radio of radios("language")) {
  radio.addEventListener("change", () => show(radio.value));
}
for (const form of all(document, "form.try")) {
  form.addEventListener("submit", (event) => (event.preventDefault(), send(form)));
  const examples = form.querySelector("select");
  examples?.addEventListener("change", () => (sentIn(form).value = examples.value));
}

addEventListener("hashchange", unfold);
addEventListener("beforeprint", () => all(document, "main details").forEach((one) => one.setAttribute("open", "")));
unfold();
byId("listed").open = matchMedia("(min-width: 60rem)").matches; // elsewhere it would come before all else
show(kept());
delete document.documentElement.dataset.loading;

/** Unfold what the address names. */
function unfold() {
  const named = document.getElementById(location.hash.slice(1));
  const folded = named?.querySelector("details") ?? named?.closest("details");
  if (!folded || folded.open) return;
  folded.open = true;
  named.scrollIntoView();
}

function unfoldPart(part) {
  part.querySelector("details")?.setAttribute("open", "");
}

/** Show only the entries that contain all the words of the search, unfolded if they are few. */
function search() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const part of parts) {
    part.hidden = !words.every((word) => texts.get(part).includes(word));
    if (links.has(part.id)) links.get(part.id).hidden = part.hidden;
    found += part.hidden ? 0 : 1;
  }
  if (words.length > 0) byId("listed").open = true;
  if (words.length > 0 && found <= FEW) parts.filter(({ hidden }) => !hidden).forEach(unfoldPart);
  for (const guide of all(document, ".guide")) guide.hidden = words.length > 0;
  byId("found").textContent = words.length === 0 ? "" : found === 1 ? "1 entry contains these words." : `${found} entries contain these words.`;
}

function show(language) {
  document.documentElement.dataset.language = language;
  for (const radio of radios("language")) radio.checked = radio.value === language;
  write(LANGUAGE, language);
}

function kept() {
  const known = radios("language").map(({ value }) => value);
  const language = read(LANGUAGE);
  return known.includes(language) ? language : known[0];
}

/**
 * The field of a form with what is sent, if it has one.
 *
 * @returns {HTMLInputElement | HTMLTextAreaElement | null}
 */
const sentIn = (form) => form.querySelector(".sent");

/** Send the request in the form, and show the response. */
async function send(form) {
  const { method, path } = form.dataset;
  const sent = sentIn(form)?.value.trim() ?? "";
  const [status, output] = [form.querySelector(".status"), form.querySelector(".received")];
  status.textContent = "Waiting for the response …";
  const options = method === "post" ? { method: "POST", headers: { "Content-Type": "application/json" }, body: sent } : {};
  try {
    const response = await fetch(method === "get" && sent ? `${path}?${sent}` : path, options);
    const text = await response.text();
    status.textContent = `${response.status} · ${response.headers.get("Content-Type") ?? ""}`;
    output.firstElementChild.textContent = readable(text);
    output.hidden = false;
  } catch (error) {
    if (error.name !== "TypeError") throw error;
    status.textContent = "Can’t reach the service.";
    output.hidden = true;
  }
}

/** JSON in lines; other texts as they are. */
function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
