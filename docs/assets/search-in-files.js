/* Search where the pages were opened as files: browsers then let them neither fetch the index nor start a worker.
   The index comes as a script, and the worker's code runs in a frame that nobody sees. Elsewhere this does nothing. */
(function () {
  if (location.protocol !== "file:") return;
  var base = new URL(JSON.parse(document.getElementById("__config").textContent).base + "/", location.href);

  window.__search = { index: new Promise(function (found) {
    var script = document.createElement("script");
    script.src = new URL("search/search_index.js", base);
    script.onload = function () { found(window.warner_search_index); };
    document.head.appendChild(script);
  }) };

  window.Worker = function (url) {
    var worker = new EventTarget(), waiting = [], frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.appendChild(frame);
    var inside = frame.contentWindow;
    inside.postMessage = function (data) { worker.dispatchEvent(new MessageEvent("message", { data: data })); };
    function hand(data) {
      var event = new inside.MessageEvent("message", { data: data });
      if (inside.onmessage) inside.onmessage(event);
      inside.dispatchEvent(event);
    }
    worker.addEventListener("message", function (event) { if (worker.onmessage) worker.onmessage(event); });
    worker.postMessage = function (data) { if (waiting) waiting.push(data); else setTimeout(hand, 0, data); };
    worker.terminate = function () { frame.remove(); };
    var script = inside.document.createElement("script");
    script.src = url;
    script.onload = function () { var early = waiting; waiting = null; early.forEach(hand); };
    inside.document.body.appendChild(script);
    return worker;
  };
})();
