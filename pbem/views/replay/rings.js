// Ranges: the outline of all ground within a distance of the bases of a unit, where somebody asks.
let ranged = false, looked = null;
const scaleOf = L => Math.hypot(D.films[L].m[0], D.films[L].m[1]);
for (const svg of Object.values(board)) {
  svg.insertBefore(make("g", { class: "ranges", "aria-hidden": "true" }), $(":scope>.under", svg));
  svg.append(make("g", { class: "ranges", "aria-hidden": "true" }));
}
function basesOf(L, id) {  // pixels and radius of each base
  const e = $$(".piece", board[L]).find(p => p.dataset.id === id);
  return e ? $$(".art>.shape", e).filter(c => c.tagName === "circle").map(c => [e.spot[0] + +c.getAttribute("cx"), e.spot[1] + +c.getAttribute("cy"), +c.getAttribute("r") + .8]) : [];
}
ranges = () => {  // around the unit that is asked about; around the selected one where it would be
  const asked = ranged && looked, elsewhere = asked && looked !== sel ? null : ahead();
  const id = elsewhere ? elsewhere.unit : asked || (P && now() ? sel : null);
  for (const L of ["w", "n"]) {
    const [low, high] = $$(".ranges", board[L]), lines = [], words = [];
    const spots = elsewhere ? elsewhere.spots(L) : basesOf(L, id), box = $(".still rect", board[L]);
    if (spots.length) [...(D.rings[id] || [])].sort((a, b) => b[1] - a[1]).forEach(([label, distance], i) => {
      const name = `range-${L}${i}`, round = more => spots.map(([cx, cy, r]) => make("circle", { cx, cy, r: r + distance * scaleOf(L) + more }));
      const cut = make("g", { fill: "#000" }, ...round(0)), whole = box.cloneNode();
      whole.setAttribute("class", ""); whole.setAttribute("fill", "#fff");
      const mask = make("mask", { id: name, maskUnits: "userSpaceOnUse" }, whole, cut);
      for (const k of ["x", "y", "width", "height"]) mask.setAttribute(k, box.getAttribute(k));
      lines.push(mask, make("g", { class: "f-mark", opacity: .08 }, ...round(0)), make("g", { class: "f-mark-line", mask: `url(#${name})` }, ...round(1.5)));
      const [left, top, w, h] = ["x", "y", "width", "height"].map(k => +box.getAttribute(k)), far = distance * scaleOf(L);
      const up = spots.reduce((a, b) => a[1] < b[1] ? a : b), down = spots.reduce((a, b) => a[1] > b[1] ? a : b);
      const [x, y] = up[1] - up[2] - far > top + 12 ? [up[0], up[1] - up[2] - far] : [down[0], down[1] + down[2] + far];
      const half = label.length * 3 + 4;
      words.push(make("text", { class: "t11 mi halo s-ground f-mark-line", x: Math.min(Math.max(x, left + half), left + w - half), y: Math.min(Math.max(y + 4, top + 12), top + h - 6) }, label));
    });
    low.setAttribute("clip-path", `url(#table-${L})`);
    low.replaceChildren(...lines, ...below(L)); high.replaceChildren(...words);
  }
};
look = id => { if (D.rings[id] && looked !== id) { looked = id; if (ranged) ranges(); } };
$("#ranges").onclick = () => { ranged = !ranged; $("#ranges").setAttribute("aria-pressed", String(ranged)); if (ranged && !looked) looked = P && sel || null; ranges(); say(ranged ? "Ranges are shown for the unit that you point at" : "Ranges are hidden"); };
