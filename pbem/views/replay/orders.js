// The order panel: the page offers, the program judges.  Part of page.js, where there is something to decide.
sel = Object.keys(P.root).length === 1 ? Object.keys(P.root)[0] : null;
let orders = [], other = null, only = null;  // other: the step that gets an alternative; only: one place of many offers
const C = P.choices.map(([unit, verb, where, label, hint, toml, end, effect], n) => ({
  n, unit: P.words[unit], verb: P.words[verb], at: P.words[where], label: P.words[label], hint: P.words[hint],
  toml: P.words[toml], end: !!end, effect: effect < 0 ? null : P.effects[effect] }));
const sure = P.kind === "orders";
const drag = { after: () => [], fits: () => false, from: () => null, ghost: () => null, select() {}, draw: () => [], chips: () => [], hint: () => "" };  // where units move freely: drag.js
function opened() {
  // What is open to each unit after all orders so far: effects of choices, one after the other.
  const open = new Map(Object.entries(P.root).map(([u, m]) => [u, P.menus[m]])), odd = new Set();
  let over = false, waits = false;
  for (const group of orders) for (const s of group.steps) {
    if (over || waits || !(s.c.free ? drag.fits(s) : (open.get(group.unit) || []).includes(s.c.n))) odd.add(s);
    const [own, closed, more] = s.c.effect || [-1, [], {}];
    open.set(group.unit, s.c.free ? drag.after(s) : own < 0 ? [] : P.menus[own]);
    const shut = new Set(closed);
    if (shut.size) for (const [u, menu] of open) if (u !== group.unit) open.set(u, menu.filter(n => !shut.has(n)));
    for (const [u, m] of Object.entries(more)) if (u === "" || !orders.some(g => g.unit === u)) open.set(u, [...new Set([...(open.get(u) || []), ...P.menus[m]])]);
    waits = waits || s.wait;  // what follows is dropped when its author gets control back
    over = over || (s.c.end && (sure || P.single));
  }
  const acted = new Set(orders.map(g => g.unit).filter(Boolean));
  if (over) open.clear();
  if (P.most && acted.size >= P.most) for (const u of open.keys()) if (u && !acted.has(u)) open.set(u, []);
  return { open, odd, acted };
}
function menu() {
  if (!now() || sel === null) return [];
  if (other) return other.menu.filter(n => n !== other.c.n && !other.or.some(c => c.n === n) && C[n].toml.startsWith("{"));
  if (!sure && orders.some(g => g.unit === sel)) return P.menus[P.root[sel]];
  return opened().open.get(sel) || [];
}
const offers = () => menu().map(n => C[n]).filter(c => only === null || c.at === only);
function select(id) {
  sel = id; other = only = null; drag.select(id); show();
  if (id) say(`${id} ${D.names[id] || ""} selected, ${offers().length} choices`);
}
function choose(place) {
  const found = offers().filter(c => c.at === place);
  if (found.length > 1) { only = place; show(); say(`${found.length} choices at ${place}`); const b = $("#chips button"); if (b) b.focus(); }
  else if (found.length) add(found[0]);
}
function add(c) {
  if (other) { other.or.push(c); other = null; }
  else {
    const from = menu();
    let group = orders.find(g => g.unit === c.unit && (c.unit || g === orders.at(-1)));
    if (!group) orders.push(group = { unit: c.unit, steps: [] });
    if (!sure) group.steps = [];
    group.steps.push({ c, menu: from, or: [], wait: false });
    drag.select(c.unit);
  }
  only = null;
  if (!sure) sel = Object.keys(P.root).find(u => !orders.some(g => g.unit === u)) ?? null;  // the next one that has no place
  else if (!menu().length) sel = null;
  say(`Order added: ${c.unit} ${c.label}`);
  show();
}

// ---- what the orders look like on the board
function spotOf(L, place) {
  const svg = board[L];
  for (const e of $$(".piece,.place", svg)) if (e.dataset.id === place && e.box) {
    const [x, y, w, h] = e.box;
    return { e, x: e.spot[0] + x + w / 2, y: e.spot[1] + y + h / 2, w, h, piece: e.matches(".piece") };
  }
  const m = D.films[L].m, p = /^(-?\d+),(-?\d+)$/.exec(place);
  return p && m.length ? { x: m[0] * p[1] + m[2] * p[2] + m[4], y: m[1] * p[1] + m[3] * p[2] + m[5], w: 20, h: 20 } : null;
}
function way(a, b, back, class_) {
  const dx = b.x - a.x, dy = b.y - a.y, l = Math.hypot(dx, dy) || 1;
  let [x, y, u, v] = [a.x + dx * Math.min(14 / l, .25), a.y + dy * Math.min(14 / l, .25), b.x - dx * back / l, b.y - dy * back / l];
  if (a.tile && b.tile) {  // from tile to tile it crosses the edges only, through the heads, so that it covers no unit
    const w = a.tile.w / 2, h = a.tile.h / 2, sx = Math.sign(Math.round(dx)), sy = Math.sign(Math.round(dy));
    x = a.x + (sx ? sx * (w - 12) : w * .25); u = b.x - (sx ? sx * (w - 7) : -w * .25);
    y = sy ? a.y + sy * (sy > 0 ? h - 3 : h - 16) : a.y - h + 11; v = sy ? b.y - sy * (sy > 0 ? h - 16 : h - 4) : b.y - h + 11;
  }
  return make("path", { class: class_, "marker-end": "url(#to)", d: `M${x.toFixed(1)} ${y.toFixed(1)}L${u.toFixed(1)} ${v.toFixed(1)}` });
}
function tileOf(L, place) {
  const t = document.body.className === "tiles" && place && spotOf(L, place);
  return t && !t.piece ? { x: t.x, y: t.y, tile: t } : null;
}
const tag = (x, y, n) => make("g", { class: "tag" }, make("circle", { cx: x, cy: y, r: 8 }), make("text", { class: "t11 mi", x, y: y + 4 }, n));
function ghost(L, c, to, nth, goes) {
  const unit = c.unit;
  const formed = drag.ghost(L, c);
  if (formed) return formed;
  const kind = document.body.className, own = spotOf(L, unit), g = make("g", { class: "ghost" });
  if (kind === "table" && own) {
    const art = $(".art", own.e).cloneNode(true);
    for (const more of $$(":scope>g,:scope>use", art)) more.remove();  // its flag stays where it stands
    art.setAttribute("transform", `translate(${(to.x - own.x + own.e.spot[0]).toFixed(1)} ${(to.y - own.y + own.e.spot[1]).toFixed(1)})`);
    g.append(art);
    return { g, x: to.x, y: to.y };
  }
  if (kind === "chequer") {
    g.append(make("circle", { cx: to.x, cy: to.y, r: to.w * .4 }), make("text", { class: "w7 mi f-ink", x: to.x, y: to.y + 4 }, unit));
    return { g, x: to.x, y: to.y };
  }
  // In a tile the ghost stands in the next free slot, else on the lower edge.
  const slots = D.films[L].slots, n = Object.values(S[at].at).filter(p => p === to.e.dataset.id).length + nth - 1;
  const [sx, sy, w, h] = n < slots.length ? slots[n] : [to.w / 2 - 19 + (nth % 4) * 20, to.h - 9, 38, 18];
  const x = to.x - to.w / 2 + sx, y = to.y - to.h / 2 + sy;
  g.append(make("rect", { x, y, width: w, height: h, rx: 9 }), make("text", { class: "w7 f-ink", x: x + (w > 60 ? 17 : 9), y: y + h / 2 + 4 }, w > 120 && !goes ? `${unit} arrives` : unit));
  return { g, x: x + w / 2, y: y + h / 2, left: x, top: y };
}
function plan() {
  for (const L of ["w", "n"]) {
    const layer = $(".plan", board[L]), drawn = [], taken = {};
    if (now()) orders.forEach((group, i) => {
      let here = drag.from(L, group.unit) || spotOf(L, group.unit), tile = tileOf(L, S[at].at[group.unit]), number = String(i + 1);
      for (const s of group.steps) {
        const to = s.c.at && spotOf(L, s.c.at);
        if (!to) continue;
        if (to.piece) {
          const target = tileOf(L, S[at].at[s.c.at]);
          if (tile && target && tile.x === target.x && tile.y === target.y) { /* in one tile there is no way to draw */ }
          else if (here) drawn.push(way(tile || here, target || to, Math.min(to.w, to.h) / 2 + 2, "way aimed"));
          drawn.push(tag(to.x + to.w / 2 - 4, to.y - to.h / 2 + 2, number));
        } else {
          const made = ghost(L, s.c, to, taken[s.c.at] = (taken[s.c.at] || 0) + 1, s !== group.steps.findLast(t => t.c.verb === s.c.verb)), there = tileOf(L, s.c.at);
          if (here) drawn.push(way(tile || here, there || made, 13, "way"));
          drawn.push(made.g, tag(made.left === undefined ? made.x - 19 : made.left + 2, made.top === undefined ? made.y - 10 : made.top + 2, number));
          here = made; tile = there;
        }
      }
    });
    for (const c of offers()) {
      const to = c.at && spotOf(L, c.at);
      if (to && !to.e) drawn.push(make("g", { class: "spot", role: "button", tabindex: 0, "aria-label": c.label, "data-at": c.at },
        make("circle", { cx: to.x, cy: to.y, r: 12 }), make("path", { class: "nf s-black", "stroke-width": 1.6, d: `M${to.x - 3.5} ${to.y}h6m-2.6-2.8 2.8 2.8-2.8 2.8` })));
    }
    drawn.push(...drag.draw(L));
    layer.replaceChildren(...drawn);
    if ($("[role=button]", layer)) layer.removeAttribute("aria-hidden"); else layer.setAttribute("aria-hidden", "true");
  }
}

// ---- what the orders look like in the panel
const SIGNS = { move: "M1 6h8M6 2.5 9.5 6 6 9.5", attack: "M1.5 4V1.5H4M8 1.5h2.5V4M10.5 8v2.5H8M4 10.5H1.5V8", other: "M6 2.2a3.8 3.8 0 1 0 .01 0" };
function sign(verb) {
  const s = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  s.setAttribute("viewBox", "0 0 12 12"); s.setAttribute("aria-hidden", "true");
  s.append(make("path", { d: SIGNS[verb] || SIGNS.other }));
  return s;
}
const called = unit => unit ? `${unit} ${D.names[unit] || ""}`.trim() : "First";
const idle = "Click one of your units on the board, or a button here.";
const ask = "Click a highlighted place or unit on the board, or a button here.";
function show() {
  const { open, odd, acted } = opened(), offered = offers(), can = new Set(offered.map(c => c.at).filter(Boolean));
  for (const e of $$(".piece,.place")) {
    const id = e.dataset.id, hit = $(".hit", e), own = e.matches(".piece") && D.sides[id] === D.me && now();
    const legal = can.has(id), more = id.startsWith("+");
    e.classList.toggle("can", legal); e.classList.toggle("sel", now() && id === sel);
    hit.setAttribute("role", own || legal || more ? "button" : "img");
    if (own || legal || more) hit.setAttribute("tabindex", "0"); else hit.removeAttribute("tabindex");
    if (own) hit.setAttribute("aria-pressed", String(id === sel)); else hit.removeAttribute("aria-pressed");
  }
  for (const e of $$(".u,tbody[data-u]")) e.classList.toggle("sel", now() && e.dataset.u === sel && sel !== null);
  plan();
  $("#olist").replaceChildren(...orders.map((group, i) => item(group, i, odd)));
  $("#past").hidden = now();
  const next = $("#next"), units = [...open].filter(([, m]) => m.length).map(([u]) => u);
  const placed = !sure ? Object.keys(P.root).filter(u => !acted.has(u)) : [];
  next.hidden = !now() || !(offered.length || units.length || P.ends || drag.draw("w").length);
  $("#nexth").textContent = other ? `${called(other.c.unit)}: ${other.c.label}, or else` : only !== null ? `${called(sel)}: ${only}, how?` : sel !== null ? `${called(sel)}: what ${(orders.find(g => g.unit === sel) || {}).steps ? "next" : "now"}?` : "Which unit?";
  const chips = [...offered.map(c => chip(c)), ...drag.chips()];
  if (sel === null) {
    const names = new Set([...units, ...placed]);
    for (const u of names) chips.push(make("button", { type: "button", class: "ch", "data-u": u || null, onclick: () => select(u) }, called(u)));
    if (P.ends && !orders.length) chips.push(make("button", { type: "button", class: "ch", onclick: () => { orders = [{ unit: "", steps: [], end: true }]; show(); } }, "end the turn"));
  } else chips.push(make("button", { type: "button", class: "ch", onclick: () => { if (only !== null) { only = null; show(); } else if (other) { other = null; show(); } else select(null); } }, only !== null || other ? "back" : "other units"));
  const kept = document.activeElement && document.activeElement.matches("#chips :focus-visible");
  $("#chips").replaceChildren(...chips);
  if (kept && chips[0]) chips[0].focus({ preventScroll: true });
  $("#hint").textContent = sel === null ? idle : drag.hint() || (offered.length ? ask : "Nothing more is offered here; the order file may say more.");
  $("#count").textContent = counted(acted.size);
  $("#toml").textContent = text() || "# nothing is ordered yet\n";
  ranges();
  const body = $(".ordp .body"), cur = $(".olist>.now");
  body.hidden = !orders.length;
  if (cur) body.scrollTop = cur.offsetTop + cur.offsetHeight - body.clientHeight;
}
function counted(n) {
  if (P.kind === "orders") return P.most ? `${n} of ${P.most} units` : n ? `${n} unit${n > 1 ? "s" : ""}` : "";
  return P.kind === "react" ? "" : `${n} of ${P.most || Object.keys(P.root).length} units`;
}
function chip(c) {
  const b = make("button", { type: "button", class: "ch", onclick: () => add(c) }, sign(c.verb), c.label);
  b.onmouseenter = b.onfocus = () => { $("#hint").textContent = c.hint || ask; if (c.at) lit(c.at, true); };
  b.onmouseleave = b.onblur = () => { if (c.at) lit(c.at, false); };
  return b;
}
function item(group, i, odd) {
  const move = by => { const [g] = orders.splice(i, 1); orders.splice(i + by, 0, g); show(); };
  const name = group.end ? "end the turn" : called(group.unit);
  const head = make("button", { type: "button", class: `pick u ${D.me}`, "data-u": group.unit || null, onclick: () => select(group.unit) }, name);
  const tools = make("span", { class: "tools" });
  if (i) tools.append(button("↑", `earlier: ${name}`, () => move(-1)));
  if (i < orders.length - 1) tools.append(button("↓", `later: ${name}`, () => move(1)));
  tools.append(button("×", `remove: ${name}`, () => { orders.splice(i, 1); select(null); }));
  const steps = make("ol", {}, ...group.steps.map((s, j) => line(group, s, j, odd.has(s))));
  return make("li", { class: group.unit === sel ? "now" : null }, make("span", { class: "no", "aria-hidden": "true" }, String(i + 1)), head, tools, steps);
}
function line(group, s, j, odd) {
  const li = make("li", {}, make("span", {}, s.c.label)), table = s.c.toml.startsWith("{");
  const tools = make("span", { class: "tools" });
  if (sure && table && s.menu.length > 1 && s.or.length < 10) tools.append(button("else", `an alternative to: ${s.c.label}`, () => { sel = group.unit; other = s; only = null; show(); say("choose the alternative"); }, { "aria-pressed": String(other === s) }));
  if (P.pause && table) tools.append(button("wait", `stop after this and show me the result: ${s.c.label}`, () => { s.wait = !s.wait; show(); }, { "aria-pressed": String(s.wait) }));
  if (group.steps.length > 1) tools.append(button("×", `remove this and what follows: ${s.c.label}`, () => { group.steps.splice(j); other = only = null; sel = group.unit; drag.select(sel); show(); }));
  li.append(tools);
  s.or.forEach((c, k) => li.append(make("span", { class: "or" }, `else ${c.label} `, button("×", `remove the alternative: ${c.label}`, () => { s.or.splice(k, 1); show(); }))));
  if (odd) li.append(make("span", { class: "odd" }, "may not be possible in this order"));
  return li;
}

// ---- the order file
const quoted = s => JSON.stringify(s).replace(/\u007f/g, "\\u007f");
function fragment(s) {
  const keys = [];
  if (s.or.length) keys.push(`else = [${s.or.map(c => c.toml).join(", ")}]`);
  if (s.wait) keys.push("pause = true");
  return keys.length ? `${s.c.toml.slice(0, -1).trimEnd()}, ${keys.join(", ")} }` : s.c.toml;
}
function many(rows) { return rows.join(", ").length < 60 ? `[${rows.join(", ")}]` : `[\n  ${rows.join(",\n  ")},\n]`; }
function text() {
  const out = [], message = $("#message").value.trim(), standing = $("#standing").value.trim();
  const groups = orders.filter(g => g.steps.length), all = groups.flatMap(g => g.steps);
  if (message) out.push(`message = ${quoted(message)}`);
  if (orders.some(g => g.end) && !groups.length) out.push("end = true");
  if (P.head && all.length) out.push(P.head);
  if (P.form === "lines") out.push(...all.map(s => s.c.toml));
  else if (P.form !== "units") { if (all.length) out.push(`${P.form} = ${many(all.map(fragment))}`); }
  else {
    out.push(...groups.filter(g => !g.unit).flatMap(g => g.steps.map(s => s.c.toml)));
    for (const g of groups.filter(g => g.unit)) out.push(`[[activate]]\nunit = ${quoted(g.unit)}\ndo = ${many(g.steps.map(fragment))}`);
  }
  if (P.before) out.push(P.before);
  if (standing) out.push(`[standing]\n${standing}`);
  return out.length ? out.join("\n") + "\n" : "";
}
$("#message").oninput = $("#standing").oninput = () => { $("#toml").textContent = text() || "# nothing is ordered yet\n"; };
$("#now").onclick = () => { stop(); go(last); };
$("#copy").onclick = async () => {
  const b = $("#copy");
  try { await navigator.clipboard.writeText($("#toml").textContent); b.textContent = "Copied"; }
  catch (_) { getSelection().selectAllChildren($("#toml")); b.textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl+C"; }
  say(b.textContent);
  setTimeout(() => { b.textContent = "Copy"; }, 1500);
};
$("#save").onclick = () => {
  const url = URL.createObjectURL(new Blob([$("#toml").textContent], { type: "application/toml" }));
  make("a", { href: url, download: P.file }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
};
//@drag.js
