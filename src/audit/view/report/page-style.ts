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
.filters label { display: grid; font-size: .78rem; color: var(--soft); }
select, input, button { font: inherit; color: inherit; background: var(--panel);
  border: 1px solid var(--line); border-radius: 6px; padding: .2rem .5rem; }
`;
