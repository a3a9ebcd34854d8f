// Says what to do if a script of the page cannot be loaded, or the browser is too old to run it. Written
// in the oldest JavaScript, so that every browser runs this script.

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

  // Only a page whose scripts run says that it is loading.
  document.documentElement.setAttribute("data-scripts", "");

  // A browser without modules loads none, and says nothing.
  addEventListener("DOMContentLoaded", function () {
    var reload = document.getElementById("reload");
    if (reload) reload.onclick = function () { location.reload(); };
    if (!("noModule" in document.createElement("script"))) fail();
  });
})();
