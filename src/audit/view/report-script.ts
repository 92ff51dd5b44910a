/**
 * The script of `report.html`. It reads the data from the page and sets untrusted text with `textContent` only. It links
 * only https addresses.
 */
export const REPORT_SCRIPT = String.raw`
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const NS = 'http://www.w3.org/2000/svg';
function el(name, options, children) {
  const node = document.createElement(name);
  const { text, cls, ...attributes } = options || {};
  if (text !== undefined) node.textContent = text;
  if (cls) node.className = cls;
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  for (const child of children || []) if (child) node.append(child);
  return node;
}
function svg(name, attributes) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}
function link(url, text) {
  return /^https:\/\//.test(url || '') ? el('a', { href: url, rel: 'noreferrer noopener', text }) : el('span', { text });
}
const TONE = { COMPLETED: 'good', DENIED: 'bad', FAILED: 'bad', SEALED: 'bad', auto: 'good', deny: 'bad' };
const badge = (text) => el('span', { cls: 'badge ' + (TONE[text] || 'wait'), text });
const section = (title, text) =>
  text === null || text === '' ? [] : [el('h3', { text: title }), el('pre', { text, tabindex: '0' })];

function diffPre(change) {
  const pre = el('pre', { tabindex: '0', 'aria-label': 'change' });
  for (const [mark, text] of change) {
    const cls = mark === '+' ? 'add' : mark === '-' ? 'del' : '';
    pre.append(el('span', { cls, text: mark + ' ' + text + '\n' }));
  }
  return pre;
}
function callBody(call) {
  const body = el('div', { cls: 'body' });
  const facts = el('dl', { cls: 'facts' });
  for (const [name, value] of call.facts) facts.append(el('dt', { text: name }), el('dd', { text: value }));
  body.append(facts);
  for (const { decision, text, url } of call.people) {
    body.append(el('p', {}, [badge(decision), el('span', { text: ' ' + text + ' ' }), link(url, url ? 'answer' : '')]));
  }
  if (call.diff) body.append(el('h3', { text: 'Change' }), diffPre(call.diff));
  body.append(...section('Arguments', call.input), ...section('Evaluated commands', call.commands));
  body.append(...section('Output', call.output));
  return body;
}
function callItem(call) {
  const summary = el('summary', {}, [
    el('code', { text: call.call }),
    el('strong', { text: call.tool }),
    el('span', { cls: 'what soft', text: call.short }),
    call.verdict ? badge(call.verdict) : null,
    badge(call.state),
    el('span', { cls: 'soft', text: call.took }),
  ]);
  const item = el('details', { cls: 'item', id: 'call-' + call.call }, [summary]);
  item.addEventListener('toggle', () => {
    if (item.open && item.childElementCount === 1) item.append(callBody(call));
  });
  return item;
}
function turnItem(turn) {
  return el('div', { cls: 'item turn', id: 'turn-' + turn.seq }, [
    el('strong', { text: turn.title }),
    el('span', { cls: 'soft', text: '  ' + turn.cost }),
    turn.text ? el('p', { text: turn.text }) : null,
  ]);
}
function noteItem(note) {
  return el('div', { cls: 'item note', id: 'entry-' + note.seq }, [
    el('span', { cls: 'badge ' + note.tone, text: note.type }),
    el('p', {}, [link(note.url, note.text)]),
  ]);
}
const MAKE = { call: callItem, turn: turnItem, note: noteItem };

const list = document.getElementById('list');
const nodes = data.items.map((item) => MAKE[item.is](item));
// One by one: a function call allows only some ten thousand arguments.
for (const node of nodes) list.append(node);

const picks = ['tool', 'verdict', 'state'].map((name) => {
  const select = document.getElementById('by-' + name);
  const values = [...new Set(data.items.filter((item) => item.is === 'call').map((item) => item[name] || 'none'))].sort();
  for (const value of values) select.append(el('option', { value, text: value }));
  select.addEventListener('change', filter);
  return { name, select };
});
const search = document.getElementById('by-text');
search.addEventListener('input', filter);
function filter() {
  const text = search.value.toLowerCase();
  const narrowed = text !== '' || picks.some(({ select }) => select.value !== '');
  let shown = 0;
  const picked = (item) => picks.every(({ name, select }) => select.value === '' || (item[name] || 'none') === select.value);
  data.items.forEach((item, at) => {
    const fits = item.is === 'call' ? picked(item) && (text === '' || item.find.includes(text)) : !narrowed;
    nodes[at].hidden = !fits;
    if (fits && item.is === 'call') shown += 1;
  });
  document.getElementById('shown').textContent = shown + ' of ' + data.calls + ' calls';
}
filter();
function openShown() {
  const shown = data.items.map((item, at) => ({ item, node: nodes[at] })).filter(({ item, node }) => item.is === 'call' && !node.hidden);
  for (const { item, node } of shown.slice(0, 500)) {
    node.open = true;
    // The toggle event comes too late for printing.
    if (node.childElementCount === 1) node.append(callBody(item));
  }
}
document.getElementById('open-all').addEventListener('click', openShown);
addEventListener('beforeprint', openShown);

const lanes = document.getElementById('lanes');
let zoom = 1;
function drawLanes() {
  const width = Math.max(300, lanes.clientWidth - 2) * zoom;
  const words = 'Turns, calls, waits and approvals over time; the list below has them all';
  const picture = svg('svg', { width, height: 144, role: 'img', 'aria-label': words });
  ['turns', 'calls', 'waits', 'approvals'].forEach((name, lane) => {
    const label = svg('text', { x: 4, y: lane * 36 + 12 });
    label.textContent = name;
    picture.append(label);
  });
  const x = (ms) => (ms / (data.spanMs || 1)) * (width - 10) + 2;
  for (const bar of data.bars) {
    const size = { x: x(bar.from), y: bar.lane * 36 + 16, width: Math.max(2, x(bar.until) - x(bar.from)), height: 16 };
    const rect = svg('rect', { ...size, rx: 2, class: bar.cls });
    // No link: a picture has no parts that take the focus. The list below is for the keyboard.
    rect.addEventListener('click', () => { location.hash = bar.to; });
    const title = svg('title', {});
    title.textContent = bar.title;
    rect.append(title);
    picture.append(rect);
  }
  lanes.replaceChildren(picture);
}
drawLanes();
for (const [id, factor] of [['zoom-in', 2], ['zoom-out', 0.5]]) {
  document.getElementById(id).addEventListener('click', () => {
    zoom = Math.min(64, Math.max(1, zoom * factor));
    drawLanes();
  });
}
const spentSomething = data.spend.length > 1 && data.spend[data.spend.length - 1] > 0;
document.getElementById('spent').hidden = !spentSomething;
if (spentSomething) {
  const chart = document.getElementById('spend');
  const most = data.spend[data.spend.length - 1] || 1;
  const points = data.spend.map((value, at) => (at / (data.spend.length - 1)) * 100 + ',' + (40 - (value / most) * 38));
  chart.append(svg('polyline', { points: points.join(' ') }));
}
function follow() {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  if (target === null) return;
  if (target.tagName === 'DETAILS') target.open = true;
  target.hidden = false;
  target.scrollIntoView();
}
addEventListener('hashchange', follow);
follow();
`;
