// Says what to do if a script of the page cannot be loaded, or the browser is too old to run it, and keeps the
// addresses of the page's icons. Written in the oldest JavaScript, so that every browser runs this script.

(function () {
  "use strict";

  function fail() {
    var notice = document.getElementById("failed");
    if (!notice || !document.documentElement.hasAttribute("data-loading")) return;
    notice.hidden = false;
    document.documentElement.removeAttribute("data-scripts"); // what is read without scripts, is now
  }

  // Errors of elements do not bubble, but they can be caught on their way down.
  addEventListener("error", fail, true);
  addEventListener("unhandledrejection", fail);

  // Browsers load these late, when a script may have changed the page's address.
  var links = document.querySelectorAll('link[rel*="icon"], link[rel="manifest"]');
  for (var i = 0; i < links.length; i += 1) links[i].setAttribute("href", links[i]["href"]); // absolute

  // Only a page whose scripts run says that it is loading.
  document.documentElement.setAttribute("data-scripts", "");

  // The position of the day is another one than the page's, and comes late.
  if (location.hash === "#today") document.documentElement.setAttribute("data-today", "");

  // Nobody who has made a move of a game on this device is invited to make one: see play.js.
  try {
    var named = /\/(?:play|embed)\/([a-z-]+)/.exec(location.pathname);
    var known = JSON.parse(localStorage.getItem("nim-known") || "[]");
    if (known.indexOf(named ? named[1] : "nim") >= 0) document.documentElement.setAttribute("data-known", "");
  } catch (error) {
    // Nothing is kept here.
  }

  // A browser without modules loads none, and says nothing.
  addEventListener("DOMContentLoaded", function () {
    var reload = document.getElementById("reload");
    if (reload) reload.onclick = function () { location.reload(); };
    if (!("noModule" in document.createElement("script"))) fail();
  });
})();
