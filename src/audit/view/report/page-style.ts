/** What the pages over audit trails share: colours in light and dark, text, badges and fields. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --bg: #fff; --fg: #1f2328; --soft: #59636e; --line: #d1d9e0;
  --panel: #f6f8fa; --accent: #0969da; --good: #1a7f37; --bad: #b42318; --wait: #9a6700; }
@media (prefers-color-scheme: dark) { :root { --bg: #0d1117; --fg: #e6edf3; --soft: #9198a1;
  --line: #3d444d; --panel: #151b23; --accent: #58a6ff; --good: #3fb950; --bad: #ff7b72;
  --wait: #d29922; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; padding: 1.5rem; max-width: 76rem; background: var(--bg); color: var(--fg);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
h3 { font-size: .85rem; margin: .75rem 0 .25rem; color: var(--soft); }
a { color: var(--accent); }
.soft { color: var(--soft); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
pre, code { font: 12.5px/1.45 ui-monospace, SFMono-Regular, Menlo, monospace; }
.badge { display: inline-block; padding: 0 .5rem; border: 1px solid currentColor;
  border-radius: 1rem; font-size: .78rem; white-space: nowrap; }
.good { color: var(--good); }
.bad { color: var(--bad); }
.wait { color: var(--wait); }
.filters { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; position: sticky;
  top: 0; padding: .5rem 0; background: var(--bg); z-index: 1; }
.filters label { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 100%;
  font-size: .78rem; color: var(--soft); }
select, input, button { font: inherit; color: inherit; background: var(--panel);
  border: 1px solid var(--line); border-radius: 6px; padding: .2rem .5rem; }
`;

/** The style of `report.html`, after that of all pages. The browser renders long lists only when they are scrolled to. */
export const REPORT_STYLE = `
pre { margin: 0; padding: .6rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 32rem;
  overflow: auto; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; min-width: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.words, .body p { white-space: pre-wrap; overflow-wrap: anywhere; }
h1, li { overflow-wrap: anywhere; }
.item { content-visibility: auto; contain-intrinsic-size: auto 2.4rem;
  border-bottom: 1px solid var(--line); scroll-margin-top: 5rem; }
.item > summary { display: flex; gap: .6rem; align-items: baseline; padding: .35rem 0; cursor: pointer; }
.item > summary .what { flex: 1; min-width: 0; }
.item > summary :is(.what, strong, code) { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.item > summary :is(strong, code) { flex: none; max-width: 35%; }
.item > .body { padding: 0 0 .75rem 1rem; }
.turn, .note { padding: .5rem 0; }
.note { display: flex; gap: .6rem; align-items: baseline; }
.turn p, .note p { margin: .25rem 0; min-width: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
#list:focus { outline: none; }
.pager { display: flex; gap: .4rem; align-items: baseline; padding: .5rem 0; }
.pager input { width: 5.5rem; }
.pager label { white-space: nowrap; }
.pager .of { padding-left: .4rem; color: var(--soft); }
.add { color: var(--good); }
.del { color: var(--bad); }
.lanes { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); }
.lanes svg { display: block; height: 9rem; }
.lanes text { font-size: 11px; fill: var(--soft); }
.lanes .turns { fill: var(--accent); }
.lanes .runs { fill: var(--good); }
.lanes .fails { fill: var(--bad); }
.lanes .waits { fill: var(--wait); }
.lanes rect { cursor: pointer; }
.chart { width: 100%; height: 8rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--panel); }
.chart polyline { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
@media (max-width: 40rem) { .filters { position: static; } .facts { grid-template-columns: 1fr; }
  .facts dd { margin-bottom: .4rem; } .note { display: block; }
  .item > summary { flex-wrap: wrap; } .item > summary .what { flex-basis: 100%; order: 1; }
  .item > summary :is(strong, code) { max-width: 100%; } }
@media print { body { max-width: none; padding: 0; } .filters, .lanes, .skip, .zoom, .pager { display: none;
  } .item { content-visibility: visible; break-inside: avoid; } pre { max-height: none; } }
`;
