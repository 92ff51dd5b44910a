/** The style of an archive's site, after that of all pages: figures, charts, and lists whose rows all have one height. */
export const SITE_STYLE = `
:root { --row: 3.7rem; }
body { padding-top: 0; }
.top { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; padding: 1rem 0;
  margin-bottom: 1.5rem; border-bottom: 1px solid var(--line); }
.top strong { margin-right: auto; }
.top ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 0; list-style: none; }
.top a { color: var(--soft); text-decoration: none; padding: .2rem 0; border-bottom: 2px solid transparent; }
.top a:hover { color: var(--fg); text-decoration: underline; }
.top a[aria-current] { color: var(--fg); font-weight: 600; border-bottom-color: var(--accent); }
.skip:focus { top: .5rem; padding: .25rem .5rem; background: var(--bg); z-index: 2; }
h1, .lead { margin: 0; }
.lead { margin-top: .25rem; }
.notice { margin: 1.25rem 0 0; padding: .6rem .9rem; border: 1px solid var(--line); border-left: 4px solid var(--good);
  border-radius: 6px; background: var(--panel); }
.notice ul { margin: .25rem 0 0; padding-left: 1.2rem; }
.notice.open { border-left-color: var(--bad); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); gap: .75rem; margin: 1.25rem 0 0;
  padding: 0; list-style: none; }
.tiles li { padding: .7rem .9rem; border: 1px solid var(--line); border-radius: 6px; }
.tiles strong { display: block; font-size: 1.4rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; line-height: 1.3; font-variant-numeric: tabular-nums; }
.tiles span { display: block; overflow-wrap: anywhere; }
.charts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.75rem 2rem; }
.charts h3 { margin: 0 0 .35rem; font-size: 1rem; color: var(--fg); }
.chart { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 .5rem; font-size: .75rem; color: var(--soft); }
.chart .scale { display: flex; flex-direction: column; justify-content: space-between; text-align: right;
  height: 9.5rem; margin: -.55rem 0; font-variant-numeric: tabular-nums; }
.chart svg { width: 100%; height: 8.4rem; display: block; }
.chart .dates { grid-column: 2; display: flex; justify-content: space-between; padding-top: .3rem; }
.lines { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.bars rect { stroke: var(--bg); stroke-width: 1; vector-effect: non-scaling-stroke; }
.bars .all { fill: transparent; stroke: none; }
.bars g:hover .all { fill: var(--panel); }
.mark { stroke: var(--fg); stroke-width: 2; vector-effect: non-scaling-stroke; }
.accent { fill: var(--accent); background: var(--accent); } .done { fill: var(--good); background: var(--good); }
.held { fill: var(--wait); background: var(--wait); } .failed { fill: var(--bad); background: var(--bad); }
.faint { fill: var(--soft); background: var(--soft); } .slow { background: var(--fg); }
.legend { display: flex; flex-wrap: wrap; gap: .1rem .9rem; margin: 0 0 .6rem; padding: 0; list-style: none; font-size: .85rem; }
.legend i { display: inline-block; width: .7rem; height: .7rem; margin-right: .35rem; border-radius: 2px; }
.legend .slow { height: 2px; vertical-align: middle; }
details { font-size: .85rem; margin-top: .4rem; }
summary { cursor: pointer; color: var(--soft); }
.wide { overflow-x: auto; max-height: 24rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { font-weight: 400; color: var(--soft); text-align: left; vertical-align: bottom; }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); }
td { overflow-wrap: anywhere; min-width: 4rem; }
td.number, th.number { text-align: right; white-space: nowrap; }
.tables { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 2rem; }
.filters { padding: .6rem 0; gap: .5rem .75rem; border-bottom: 1px solid var(--line); }
.filters label { flex: 1 1 6rem; min-width: 0; }
.filters .text { flex: 3 1 9rem; }
.filters .day { flex-basis: 8.2rem; }
.filters input, .filters select { width: 100%; min-width: 0; height: 2.1rem; color: var(--fg); }
.filters button { height: 2.1rem; color: var(--fg); cursor: pointer; }
#list { position: relative; }
.row { position: absolute; left: 0; right: 0; height: var(--row); overflow: hidden; border-bottom: 1px solid var(--line);
  contain: strict; }
.row .main { display: flex; flex-direction: column; justify-content: center; height: 100%; padding: 0 .25rem; color: inherit;
  text-decoration: none; }
.row a.main:hover { background: var(--panel); }
.row .main:focus-visible { outline-offset: -2px; }
.row .first { display: flex; gap: .6rem; align-items: baseline; min-width: 0; }
.row .what { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.row .code { font: 12.5px/1.45 ui-monospace, SFMono-Regular, Menlo, monospace; }
.row strong { max-width: 40%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; flex: none; }
.row .rest { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: .82rem; color: var(--soft); }
.tall { --row: 6.2rem; }
.tall .what { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-clamp: 2; white-space: normal;
  overflow-wrap: anywhere; flex: none; }
.tall .first { flex-wrap: nowrap; }
.probe { visibility: hidden; }
@media (prefers-reduced-motion: no-preference) { .row a.main, .top a { transition: background-color .1s, color .1s; } }
@media (max-width: 52rem) { .charts, .tables { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 40rem) { body { padding: 0 1rem 1rem; } :root { --row: 5.4rem; } .tall { --row: 7.4rem; }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); } .filters label { flex-basis: 40%; }
  .filters .text { flex-basis: 100%; } .row .first { flex-wrap: wrap; gap: .1rem .5rem; } .row strong { max-width: 100%; flex: 1; }
  .row .badge { padding: 0 .35rem; font-size: .68rem; }
  .row:not(.tall *) .what { flex-basis: 100%; order: 1; } }
@media print { .filters, .skip { display: none; } body { max-width: none; } }
@media (forced-colors: active) { .bars rect, .legend i { forced-color-adjust: none; } }
`;
