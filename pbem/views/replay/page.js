"use strict";
// The page without this script is whole and readable.  With it: a film of the match, and an order panel.
document.documentElement.classList.add("js");
// Head and score are painted first.  The rest is folded into noscript: raw text for a browser that runs scripts,
// which takes it up after its first paint; all there for others.
if (location.hash || matchMedia("(max-width:820px)").matches) start();
else {
  let waits = true;
  const go = () => { if (waits) { waits = false; start(); } };
  try { new PerformanceObserver(seen => { if (seen.getEntriesByName("first-contentful-paint").length) go(); }).observe({ type: "paint", buffered: true }); }
  catch (_) { requestAnimationFrame(() => setTimeout(go)); }
  setTimeout(go, 600);  // a page in the background is not painted
}
function start() {
document.querySelector(".hold").remove();
for (const fold of document.querySelectorAll("noscript.fold")) fold.outerHTML = fold.textContent;
const D = JSON.parse(document.getElementById("data").textContent);
const $ = (s, r = document) => r.querySelector(s), $$ = (s, r = document) => [...r.querySelectorAll(s)];
const S = D.steps, last = S.length - 1, P = D.panel, live = $("#live");
const board = Object.fromEntries(["w", "n"].map(L => [L, $(`#board svg.${L}`)]));
let at = -1, timer = 0;
for (const turn of $$(".turn")) turn.removeAttribute("id");  // the address opens a turn; it does not scroll to it

// ---- small things
const say = words => { live.textContent = words; };
const wide = () => !matchMedia("(max-width:820px)").matches;
function make(name, attributes, ...children) {
  const svg = /^(g|path|rect|circle|text|mask)$/.test(name);
  const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [k, v] of Object.entries(attributes || {}))
    if (k.startsWith("on")) e[k] = v; else if (v !== null && v !== false) e.setAttribute(k, v);
  e.append(...children);
  return e;
}
const button = (words, label, onclick, more) =>
  make("button", { type: "button", class: "ib", "aria-label": label, title: label, onclick, ...more }, words);
function corners(x, y, w, h) {
  const a = x - 3, b = y - 3, c = x + w + 3, d = y + h + 3, k = 8;
  return `M${a} ${b + k}V${b}H${a + k}M${c - k} ${b}H${c}V${b + k}M${c} ${d - k}V${d}H${c - k}M${a + k} ${d}H${a}V${d - k}`;
}

// ---- the film: drawings are put into their places
function lay(layer, film, set, kind) {
  const here = new Map([...layer.children].map(e => [e.dataset.id, e]));
  for (const [id, art, x, y] of film.sets[set].map(n => film.spots[n])) {
    let e = here.get(id);
    if (!e) {
      e = make("g", { class: `${kind} ${D.sides[id] || ""}`, "data-id": id }, make("g", { class: "art", "aria-hidden": "true" }));
      if (kind === "piece") e.append(make("rect", { class: "ring" }), make("path", { class: "aim" }));
      e.append(make("rect", { class: "hit", role: "img" }));
      layer.append(e);
    }
    here.delete(id);
    if (e.art !== art) {
      const [drawn, bx, by, bw, bh, r, words] = film.art[art], hit = $(".hit", e), box = { x: bx, y: by, width: bw, height: bh };
      e.art = art; e.box = [bx, by, bw, bh];
      $(".art", e).innerHTML = drawn;
      for (const k in box) hit.setAttribute(k, box[k]);
      hit.setAttribute("aria-label", words);
      const ring = $(".ring", e);
      if (ring) {
        for (const [k, v] of [["x", bx - 2.5], ["y", by - 2.5], ["width", bw + 5], ["height", bh + 5], ["rx", r + 2.5]]) ring.setAttribute(k, v);
        $(".aim", e).setAttribute("d", corners(bx, by, bw, bh));
      }
    }
    e.spot = [x, y];
    e.style.transform = `translate(${x}px,${y}px)`;
  }
  for (const e of here.values()) e.remove();
}
const put = (e, part) => { if (e && e.part !== part) { e.part = part; e.innerHTML = D.parts[part]; } };
function frame(i) {
  at = Math.max(0, Math.min(last, i));
  const step = S[at];
  for (const L of ["w", "n"]) {
    const film = D.films[L], [places, pieces, under, over] = film.steps[at], svg = board[L];
    lay($(".places", svg), film, places, "place");
    lay($(".pieces", svg), film, pieces, "piece");
    for (const [name, n] of [["under", under], ["over", over]]) {
      const g = $(`:scope>.${name}`, svg);
      if (g.strip !== n) { g.strip = n; g.innerHTML = film.strips[n]; }
    }
  }
  put($("#score-a"), step.strip[0]); put($("#score-b"), step.strip[1]);
  put($("#rounds"), step.rounds); put($("#trays"), step.trays); put($("#hand"), step.hand);
  const rows = D.lists[step.rows], notes = D.lists[step.notes];
  for (const body of $$("tbody[data-u]")) {
    const i = D.units.indexOf(body.dataset.u);
    put(body.rows[0], rows[i]); put(body.rows[1], notes[i]);
    body.classList.toggle("dead", step.gone.includes(body.dataset.u));
  }
  for (const turn of $$(".turn")) {
    turn.classList.toggle("cur", +turn.dataset.turn === step.t);
    turn.classList.toggle("later", +turn.dataset.turn > step.t);
  }
  const slider = $("#turn"), small = document.createElement("small");
  slider.value = at; slider.setAttribute("aria-valuetext", step.say);
  small.textContent = step.label; $("#said").replaceChildren(step.name + " ", small);
  $("#where").textContent = step.label;
  $("#here").hidden = true;
  if (P) show();
  ranges();
  const log = $("#story"), current = $(".cur", log);
  if (current && wide()) {
    const tall = current.offsetHeight >= log.clientHeight;
    log.scrollTop = Math.max(0, current.offsetTop - (tall ? 2 : log.clientHeight - current.offsetHeight - 8));
  }
}
const now = () => at === last;
function go(i) { frame(i); history.replaceState(null, "", `#turn=${S[at].t}`); say(S[at].say); }
function stop() { clearInterval(timer); timer = 0; const b = $("#play"); b.setAttribute("aria-pressed", "false"); b.setAttribute("aria-label", "Play"); }
function play() {
  if (timer) return stop();
  if (now()) go(0);
  const b = $("#play"); b.setAttribute("aria-pressed", "true"); b.setAttribute("aria-label", "Pause");
  timer = setInterval(() => { if (now()) stop(); else { go(at + 1); if (now()) stop(); } }, 1100);
}
const step = by => { stop(); go(at + by); };
const mine = () => { stop(); go(Math.max(0, S.findLastIndex(s => s.t <= D.since))); if (!now()) play(); };
$("#play").onclick = play; $("#back").onclick = () => step(-1); $("#on").onclick = () => step(1);
$("#turn").oninput = e => { stop(); go(+e.target.value); };
if ($("#since")) $("#since").onclick = mine;
addEventListener("keydown", e => {
  const field = /^(INPUT|TEXTAREA)$/.test(e.target.tagName);
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if ((e.key === "Enter" || e.key === " ") && e.target.matches(".hit,.spot")) { e.preventDefault(); touch(e.target); return; }
  if (e.key === "Escape") { $("#here").hidden = true; if (P) select(null); return; }
  if (field || e.target.closest("pre,.log") && /Arrow|Home|End| /.test(e.key) && /Up|Down|Home|End| /.test(e.key)) return;
  const does = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-last), End: () => step(last), m: () => $("#since") && mine() }[e.key];
  if (does) { e.preventDefault(); does(); }
  else if (e.key === " " && !/^(BUTTON|A|SUMMARY)$/.test(e.target.tagName)) { e.preventDefault(); play(); }
});

// ---- a unit is lit everywhere at once
function lit(id, on) {
  for (const e of $$(".piece,[data-u],.place")) if ((e.dataset.u || e.dataset.id) === id) e.classList.toggle("hov", on);
}
document.addEventListener("focusin", e => { if (e.target.matches(".hit:focus-visible")) e.target.parentNode.classList.add("foc"); });
document.addEventListener("focusout", e => { if (e.target.matches(".hit")) e.target.parentNode.classList.remove("foc"); });
for (const [name, on] of [["mouseover", true], ["mouseout", false], ["focusin", true], ["focusout", false]])
  document.addEventListener(name, e => { const p = e.target.closest && e.target.closest("[data-u],.piece"); if (p) { lit(p.dataset.u || p.dataset.id, on); if (on) look(p.dataset.u || p.dataset.id); } });

// ---- touching the board
function touch(hit) {
  if (hit.matches(".spot")) return choose(hit.dataset.at);
  const e = hit.closest(".piece,.place"), id = e.dataset.id;
  if (P && offers().some(c => c.at === id)) return choose(id);
  if (id.startsWith("+") && e.matches(".piece")) return list(id.slice(1));
  if (e.matches(".place")) { if (!wide() || crowded(id)) list(id); return; }
  if (P && now() && D.sides[id] === D.me) select(id === sel ? null : id);
}
const crowded = place => Object.values(S[at].at).filter(p => p === place).length > 2;
function list(place) {
  const units = Object.keys(S[at].at).filter(u => S[at].at[u] === place), here = $("#here");
  if (!units.length) return;
  $("#hereh").textContent = `In ${place}`;
  $("ul", here).replaceChildren(...units.map(u => make("li", {}, make("button", {
    type: "button", class: "ch", "data-u": u,
    onclick: () => { if (P && offers().some(c => c.at === u)) choose(u); else if (P && now() && D.sides[u] === D.me) select(u); },
  }, `${u} ${D.names[u] || ""}`))));
  here.hidden = false;
}
$("#here>.ib").onclick = () => { $("#here").hidden = true; };
for (const svg of Object.values(board)) svg.addEventListener("click", e => { const hit = e.target.closest(".hit,.spot"); if (hit) touch(hit); });

// ---- ranges and the order panel
let sel = null, ranges = () => {}, look = () => {}, ahead = () => null, below = () => [];
//@rings.js
//@orders.js

// ---- begin where the address says
function asked() {
  const found = /^#turn=(\d+)$/.exec(location.hash);
  return found ? Math.max(0, S.findLastIndex(s => s.t <= +found[1])) : null;
}
addEventListener("hashchange", () => { const i = asked(); if (i !== null) { stop(); frame(i); say(S[at].say); } });
$("#story").classList.add("film");
frame(asked() ?? last);
}
