// Free movement: a formation is dragged over open ground as far as it may go.  Part of orders.js.
// Measured are the directions that the program has walked; between two of them the shorter one counts.
const free = P.reach, [per, inchName] = D.ruler;
let hold = null;  // the step that the handle moves
const inch = n => String(+(n / per).toFixed(2));
const stepsOf = unit => (orders.find(g => g.unit === unit) || { steps: [] }).steps;
const spotIn = c => { const p = /^(-?\d+),(-?\d+)$/.exec(c.at); return p && [+p[1], +p[2]]; };
const pixels = (L, x, y) => { const m = D.films[L].m; return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]]; };
function units(L, x, y) {
  const [a, b, c, d, e, f] = D.films[L].m, det = a * d - b * c;
  return [(d * (x - e) - c * (y - f)) / det, (a * (y - f) - b * (x - e)) / det];
}
function before(unit, step) {  // where its steps before this one have led it; null: where it stands
  let here = null;
  for (const s of stepsOf(unit)) { if (s === step) break; here = spotIn(s.c) || here; }
  return here;
}
function mayDrag(unit) {
  const reach = free[unit], steps = stepsOf(unit);
  return !!reach && sure && now() && !other && (hold ? steps.at(-1) === hold : steps.length < reach.actions && steps.every(s => spotIn(s.c)));
}
function clamp(unit, k, x, y, from) {  // the place nearest to what is wanted, what the way measures, why not farther
  const reach = free[unit], shape = reach.stances[k], start = from || shape.start, turn = from ? 0 : shape.turn;
  const far = Math.hypot(x - start[0], y - start[1]), n = shape.ways.length;
  let most = reach.most, end = most, allow = most, why = "";
  if (!from) {
    const a = (Math.atan2(x - start[0], y - start[1]) / (2 * Math.PI) + 1) % 1 * n, i = Math.floor(a), part = a - i;
    const long = w => Math.hypot(w[0] - start[0], w[1] - start[1]), [one, two] = [shape.ways[i % n], shape.ways[(i + 1) % n]];
    const way = part < .05 ? one : part > .95 ? two : long(one) <= long(two) ? one : two;
    [most, end, allow, why] = [long(way), way[2], way[3], P.reasons[way[4]]];
  }
  const over = far > most, cut = over ? most / far : 1, s = reach.snap;
  const at = [start[0] + (x - start[0]) * cut, start[1] + (y - start[1]) * cut];
  const round = tight => at.map((v, i) => tight ? start[i] + Math.trunc((v - start[i]) / s) * s : Math.round(v / s) * s);
  const long = p => Math.hypot(p[0] - start[0], p[1] - start[1]);
  let to = round(false);
  if (long(to) > most) to = round(true);
  const low = shape.models.map(([u, v]) => [u, v]), [w, h] = D.size, r = reach.radius;
  if (from) to = to.map((v, i) => Math.min(Math.max(v, Math.ceil((r - Math.min(...low.map(p => p[i]))) / s) * s), Math.floor(([w, h][i] - r - Math.max(...low.map(p => p[i]))) / s) * s));
  const used = most > 0 ? turn + (end - turn) * Math.min(1, long(to) / most) : turn;
  return { to, used: Math.ceil(used - 1e-6), allow, why: over ? why : "", full: over };
}
const shapeNow = unit => { const s = stepsOf(unit).filter(s => s.c.free).at(-1); return hold ? hold.c.free.k : s ? s.c.free.k : 0; };
function place(unit, k, x, y) {  // the step that leads there: a new one, or the one that is held
  const from = before(unit, hold), found = clamp(unit, k, x, y, from), shape = free[unit].stances[k], [X, Y] = found.to.map(inch);
  if (found.used > found.allow) { $("#hint").textContent = `${shape.label}: not there. ${found.why || P.reasons[shape.ways[0][4]]}.`; return found; }
  const words = { at: found.to.join(), label: `move to (${X}, ${Y})${k ? `, ${shape.label}` : ""}`, toml: shape.toml.replace("{x}", X).replace("{y}", Y),
    free: { k, from, used: found.used, allow: found.allow, why: found.why }, hint: found.full && !found.why ? "That is as far as it goes." : from ? "Measured from where it would then stand; the program judges." : "" };
  if (hold) Object.assign(hold.c, words);
  else {
    const c = { n: C.length, unit, verb: "move", end: false, effect: null, ...words };
    C.push(c);
    let group = orders.find(g => g.unit === unit);
    if (!group) orders.push(group = { unit, steps: [] });
    group.steps.push(hold = { c, menu: menu(), or: [], wait: false });
  }
  only = null;
  show();
  return found;
}
const basesAt = (L, unit, k, to) => free[unit].stances[k].models.map(([u, v]) => [...pixels(L, to[0] + u, to[1] + v), free[unit].radius * scaleOf(L)]);
const shapeOf = c => {  // the stance in which a choice arrives
  const to = spotIn(c), reach = free[c.unit];
  if (!to || !reach) return null;
  const k = c.free ? c.free.k : reach.stances.findIndex(s => s.toml.replace("{x}", inch(to[0])).replace("{y}", inch(to[1])) === c.toml);
  return k < 0 ? null : { k, to };
};
function aimsFrom(c) {  // what may be done from the new place, as far as a ruler tells
  const made = shapeOf(c), found = [];
  for (const foe of Object.keys(D.sides)) if (D.sides[foe] !== D.me && !S[at].gone.includes(foe)) {
    let gap = Infinity;
    for (const [x, y, r] of basesAt("w", c.unit, made.k, made.to)) for (const [u, v, s] of basesOf("w", foe)) gap = Math.min(gap, Math.hypot(x - u, y - v) - r - s);
    gap /= scaleOf("w");
    for (const [label, distance, toml] of free[c.unit].aims) if (gap <= distance) {
      const said = label.replace("{unit}", foe);
      let n = C.findIndex(o => o.guess && o.unit === c.unit && o.label === said);
      if (n < 0) n = C.push({ n: C.length, guess: true, unit: c.unit, verb: "attack", at: foe, label: said, hint: "", toml: toml.replace("{unit}", foe), end: false, effect: null }) - 1;
      C[n].hint = `About ${inch(Math.max(0, Math.round(gap / 10) * 10))} ${inchName} from there; sight and the way are the program's to judge.`;
      found.push(n);
    }
  }
  return found;
}
Object.assign(drag, {
  after: s => stepsOf(s.c.unit).indexOf(s) + 1 < free[s.c.unit].actions ? aimsFrom(s.c) : [],
  fits: s => stepsOf(s.c.unit).indexOf(s) < free[s.c.unit].actions,
  from: (L, unit) => { if (!free[unit]) return null; const [x, y] = pixels(L, ...free[unit].stances[0].start); return { x, y, w: 20, h: 20 }; },
  ghost(L, c) {
    const made = shapeOf(c);
    if (!made) return null;
    const [x, y] = pixels(L, ...made.to), g = make("g", { class: "ghost" });
    for (const [cx, cy, r] of basesAt(L, c.unit, made.k, made.to)) g.append(make("circle", { cx, cy, r: r - .8 }));
    if (c.free) {
      const low = Math.max(...basesAt(L, c.unit, made.k, made.to).map(b => b[1] + b[2])), text = `${c.unit} ${inch(c.free.used)} of ${inch(c.free.allow)} ${inchName}`;
      g.append(make("text", { class: `w7 mi halo s-ground ${c.free.why ? "f-red-ink" : "f-ink"}`, x, y: low + 14 }, text));
      if (c.free.why) { g.classList.add("stopped"); g.append(make("text", { class: "t11 mi halo s-ground f-red-ink", x, y: low + 28 }, c.free.why)); }
    }
    return { g, x, y };
  },
  select(unit) { const s = stepsOf(unit).at(-1); hold = s && s.c.free ? s : null; },
  draw(L) {  // the handle
    if (sel === null || !mayDrag(sel)) return [];
    const k = shapeNow(sel), here = hold ? spotIn(hold.c) : before(sel, hold) || free[sel].stances[k].start, [x, y] = pixels(L, ...here);
    return [make("g", { class: "grab", role: "button", tabindex: 0, "data-u": sel, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      "aria-label": `${called(sel)}: drag it, or move it half an inch by the arrow keys` },
      make("circle", { r: 16, class: "room" }), make("circle", { r: 9 }), make("path", { class: "nf s-black", "stroke-width": 1.4, d: "M-5.5 0h11M0-5.5v11M-3.7-1.8-5.5 0l1.8 1.8M3.7-1.8 5.5 0 3.7 1.8M-1.8-3.7 0-5.5l1.8 1.8M-1.8 3.7 0 5.5l1.8-1.8" }))];
  },
  chips() {
    if (sel === null || !free[sel] || !hold || !mayDrag(sel)) return [];
    const k = hold.c.free.k, [x, y] = spotIn(hold.c), made = free[sel].stances.map((s, i) =>
      make("button", { type: "button", class: "ch", "aria-pressed": String(i === k), onclick: () => { place(sel, i, x, y); say(s.label); } }, s.label));
    if (stepsOf(sel).length < free[sel].actions) made.push(make("button", { type: "button", class: "ch", onclick: () => { hold = null; show(); say("move on from here"); } }, sign("move"), "move on from here"));
    return made;
  },
  hint: () => sel !== null && mayDrag(sel) ? hold && hold.c.free.why ? `${hold.c.free.why[0].toUpperCase()}${hold.c.free.why.slice(1)}.` : hold && hold.c.hint ? hold.c.hint : "Drag the unit by its handle; or click a highlighted place, or a button here." : "",
});
ahead = () => sel !== null && hold && mayDrag(sel) ? { unit: sel, spots: L => basesAt(L, sel, hold.c.free.k, spotIn(hold.c)) } : null;
below = L => {  // how far the middle of the front of the selected unit may be dragged
  if (sel === null || !mayDrag(sel) || before(sel, hold)) return [];
  const { ways } = free[sel].stances[hold ? hold.c.free.k : 0];
  return [make("path", { class: "field", d: `M${ways.map(w => pixels(L, w[0], w[1]).map(v => v.toFixed(1)).join(" ")).join("L")}Z` })];
};
for (const [L, svg] of Object.entries(board)) {
  let grip = null;
  const where = e => { const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM().inverse()); return units(L, p.x, p.y); };
  svg.addEventListener("pointerdown", e => {
    const grab = e.target.closest(".grab"), own = e.target.closest(".piece");
    if (e.button || !(grab || own && own.dataset.id === sel) || sel === null || !mayDrag(sel)) return;
    const here = hold ? spotIn(hold.c) : before(sel, null) || free[sel].stances[0].start, [x, y] = where(e);
    e.preventDefault();
    grip = { dx: here[0] - x, dy: here[1] - y, x: e.clientX, y: e.clientY, moved: false };
  });
  svg.addEventListener("pointermove", e => {
    if (!grip) return;
    if (!grip.moved && Math.hypot(e.clientX - grip.x, e.clientY - grip.y) < 4) return;
    if (!grip.moved) { grip.moved = true; svg.setPointerCapture(e.pointerId); svg.classList.add("dragging"); }
    const [x, y] = where(e), k = shapeNow(sel);
    place(sel, k, x + grip.dx, y + grip.dy);
  });
  const drop = e => {
    if (grip && grip.moved && hold) { svg.classList.remove("dragging"); const c = hold.c; say(`${c.unit} ${c.label}, ${inch(c.free.used)} of ${inch(c.free.allow)} ${inchName}${c.free.why ? `: ${c.free.why}` : ""}`); e.preventDefault(); const grab = $(".grab", svg); if (grab) grab.focus({ preventScroll: true }); }
    svg.classList.remove("dragging");
    grip = null;
  };
  svg.addEventListener("pointerup", drop); svg.addEventListener("pointercancel", drop);
  svg.addEventListener("keydown", e => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    if (!by || !e.target.closest(".grab") || sel === null) return;
    e.preventDefault(); e.stopPropagation();
    const k = shapeNow(sel), here = hold ? spotIn(hold.c) : before(sel, null) || free[sel].stances[k].start, p = pixels(L, ...here), far = per / 2 * scaleOf(L);
    const found = place(sel, k, ...units(L, p[0] + by[0] * far, p[1] + by[1] * far));
    say(`(${found.to.map(inch).join(", ")}), ${inch(found.used)} of ${inch(found.allow)} ${inchName}${found.why ? `: ${found.why}` : ""}`);
    const again = $(".grab", svg);
    if (again) again.focus();
  });
}
