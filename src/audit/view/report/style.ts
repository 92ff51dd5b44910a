/** The style of `report.html`, after that of all pages. The browser renders long lists only when they are scrolled to. */
export const REPORT_STYLE = `
pre { margin: 0; padding: .6rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 32rem;
  overflow: auto; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; min-width: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.words, .body p { white-space: pre-wrap; overflow-wrap: anywhere; }
.item { content-visibility: auto; contain-intrinsic-size: auto 2.4rem;
  border-bottom: 1px solid var(--line); scroll-margin-top: 5rem; }
.item > summary { display: flex; gap: .6rem; align-items: baseline; padding: .35rem 0; cursor: pointer; }
.item > summary .what { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }
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
  .item > summary { flex-wrap: wrap; } .item > summary .what { flex-basis: 100%; order: 1; } }
@media print { body { max-width: none; padding: 0; } .filters, .lanes, .skip, .zoom, .pager { display: none;
  } .item { content-visibility: visible; break-inside: avoid; } pre { max-height: none; } }
`;
