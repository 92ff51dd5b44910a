/**
 * The script of `report.html`. It decompresses the items that it shows, and sets untrusted text with `textContent` only. It
 * links only https addresses.
 */
export const REPORT_SCRIPT = String.raw`
'use strict';
const index = JSON.parse(document.getElementById('index').textContent);
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
  body.append(...section('Arguments', call.input), ...section('Arguments before an approver changed them', call.before));
  body.append(...section('Evaluated commands', call.commands));
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

// The items lie in compressed chunks, all of the same length but the last. The last few that were read stay in memory.
const PAGE = index.chunkItems;
const kept = new Map();
async function chunk(at) {
  const items = kept.get(at) || JSON.parse(await inflated(document.getElementById('chunk-' + at).textContent));
  kept.delete(at);
  kept.set(at, items);
  if (kept.size > 8) kept.delete(kept.keys().next().value);
  return items;
}
async function inflated(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return await new Response(stream).text();
}

const list = document.getElementById('list');
const status = document.getElementById('shown');
const pagers = [...document.querySelectorAll('.pager')];
// The numbers of the items that fit the filters; null if no filter is set, so that all do.
let found = null;
let page = 0;
let shown = [];
// What was asked for last: a search or a page that was asked for before ends without an effect.
let asked = 0;
const count = () => (found === null ? index.items : found.length);
const pageCount = () => Math.max(1, Math.ceil(count() / PAGE));
const called = (text) => text.replace(/\B(?=(?:\d{3})+$)/g, ',');

async function showPage(number) {
  const turn = (asked += 1);
  await drawPage(number, turn);
}
async function drawPage(number, turn) {
  const at = Math.min(Math.max(0, number), pageCount() - 1);
  const from = at * PAGE;
  const numbers = found === null
    ? Array.from({ length: Math.min(PAGE, index.items - from) }, (_, offset) => from + offset)
    : found.slice(from, from + PAGE);
  const made = [];
  for (const item of numbers) made.push((await chunk(Math.floor(item / PAGE)))[item % PAGE]);
  if (turn !== asked) return;
  page = at;
  shown = made.map((item) => ({ item, node: MAKE[item.is](item) }));
  list.replaceChildren(...shown.map(({ node }) => node));
  for (const pager of pagers) drawPager(pager);
}
function drawPager(pager) {
  pager.hidden = pageCount() < 2;
  const [first, before, input, after, last] = pager.querySelectorAll('button, input');
  first.disabled = before.disabled = page === 0;
  last.disabled = after.disabled = page === pageCount() - 1;
  input.max = String(pageCount());
  if (document.activeElement !== input) input.value = String(page + 1);
  pager.querySelector('.of').textContent = 'of ' + called(String(pageCount()));
}
async function turnPage(number, pager) {
  await showPage(number);
  // From below the list, go to its beginning.
  if (pager === pagers[0]) return;
  list.focus({ preventScroll: true });
  pagers[0].scrollIntoView();
}
for (const pager of pagers) {
  const button = (text, words, to) => {
    const node = el('button', { type: 'button', text, 'aria-label': words });
    node.addEventListener('click', () => void turnPage(to(), pager));
    return node;
  };
  const input = el('input', { type: 'number', min: '1', 'aria-label': 'page' });
  input.addEventListener('change', () => void turnPage((Number(input.value) || 1) - 1, pager));
  pager.append(
    button('«', 'first page', () => 0),
    button('‹', 'previous page', () => page - 1),
    el('label', {}, [el('span', { text: 'page ' }), input, el('span', { cls: 'of' })]),
    button('›', 'next page', () => page + 1),
    button('»', 'last page', () => pageCount() - 1),
  );
}

const picks = ['tool', 'verdict', 'state'].map((name) => {
  const select = document.getElementById('by-' + name);
  for (const value of [...index[name]].sort()) select.append(el('option', { value, text: value }));
  select.addEventListener('change', () => void filter());
  return { name, select };
});
const search = document.getElementById('by-text');
let typing = 0;
search.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(() => void filter(), 150);
});
const say = (calls, rest) => {
  status.textContent = called(String(calls)) + ' of ' + called(String(index.calls)) + ' calls' + rest;
};
function clearFilters() {
  clearTimeout(typing);
  for (const { select } of picks) select.value = '';
  search.value = '';
  found = null;
  say(index.calls, '');
}
// Goes through the chunks one after the other. The first page is there as soon as it is full.
async function filter() {
  const turn = (asked += 1);
  const text = search.value.toLowerCase();
  const wanted = picks.filter(({ select }) => select.value !== '').map(({ name, select }) => [name, select.value]);
  if (text === '' && wanted.length === 0) {
    clearFilters();
    return await drawPage(0, turn);
  }
  const fits = (item) =>
    item.is === 'call' &&
    wanted.every(([name, value]) => (item[name] || 'none') === value) &&
    (text === '' || searched(item).includes(text));
  const hits = [];
  let isDrawn = false;
  for (let at = 0; at < index.firsts.length; at += 1) {
    const items = await chunk(at);
    if (turn !== asked) return;
    items.forEach((item, offset) => {
      if (fits(item)) hits.push(at * PAGE + offset);
    });
    if (at % 50 === 49) say(hits.length, ', ' + Math.round((at / index.firsts.length) * 100) + ' % searched');
    if (isDrawn || hits.length < PAGE) continue;
    isDrawn = true;
    found = hits;
    await drawPage(0, turn);
  }
  found = hits;
  say(hits.length, '');
  if (isDrawn) for (const pager of pagers) drawPager(pager);
  else await drawPage(0, turn);
}
function searched(call) {
  return (call.call + ' ' + call.tool + ' ' + call.input).slice(0, 2000).toLowerCase();
}
function openShown() {
  for (const { item, node } of shown) {
    if (item.is !== 'call') continue;
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
  const x = (ms) => (ms / (index.spanMs || 1)) * (width - 10) + 2;
  for (const bar of index.bars) {
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
  const left = document.getElementById('bars-left');
  left.hidden = index.barsLeft === 0;
  left.textContent = called(String(index.barsLeft)) + ' more are in the list.';
}
drawLanes();
for (const [id, factor] of [['zoom-in', 2], ['zoom-out', 0.5]]) {
  document.getElementById(id).addEventListener('click', () => {
    zoom = Math.min(64, Math.max(1, zoom * factor));
    drawLanes();
  });
}
const spentSomething = index.spend.length > 1 && index.spend[index.spend.length - 1] > 0;
document.getElementById('spent').hidden = !spentSomething;
if (spentSomething) {
  const chart = document.getElementById('spend');
  const most = index.spend[index.spend.length - 1] || 1;
  const points = index.spend.map((value, at) => (at / (index.spend.length - 1)) * 100 + ',' + (40 - (value / most) * 38));
  chart.append(svg('polyline', { points: points.join(' ') }));
}
// The address of an item names its call, or its first entry by number.
async function follow() {
  const name = unescaped(location.hash.slice(1));
  const [, kind, value] = /^(call|turn|entry)-(.+)$/s.exec(name) || [];
  if (kind === undefined) return;
  const turn = (asked += 1);
  const number = kind === 'call' ? await findCall(value, turn) : await findEntry(Number(value));
  if (number === null || turn !== asked) return;
  if (found !== null && !found.includes(number)) clearFilters();
  await drawPage(Math.floor((found === null ? number : found.indexOf(number)) / PAGE), turn);
  const target = document.getElementById(name);
  if (target === null) return;
  if (target.tagName === 'DETAILS') target.open = true;
  target.scrollIntoView();
  (target.querySelector('summary') || target).focus({ preventScroll: true });
}
function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
// Calls are numbered in the order of the list, nearly: the search begins where the number should be.
async function findCall(call, turn) {
  const share = (parseInt(call.replace(/\D+/g, ''), 10) || 1) / Math.max(1, index.calls);
  const last = index.firsts.length - 1;
  const middle = Math.min(last, Math.floor(share * index.firsts.length));
  for (let away = 0; away <= last; away += 1) {
    for (const at of away === 0 ? [middle] : [middle - away, middle + away]) {
      if (at < 0 || at > last) continue;
      const offset = (await chunk(at)).findIndex((item) => item.is === 'call' && item.call === call);
      if (turn !== asked) return null;
      if (offset !== -1) return at * PAGE + offset;
    }
  }
  return null;
}
async function findEntry(seq) {
  const at = index.firsts.findLastIndex((first) => first <= seq);
  if (at === -1) return null;
  const offset = (await chunk(at)).findIndex((item) => item.seq === seq);
  return offset === -1 ? null : at * PAGE + offset;
}
addEventListener('hashchange', () => void follow());
async function begin() {
  say(index.calls, '');
  if (typeof DecompressionStream === 'undefined') {
    list.textContent = 'This browser is too old to show the list: it cannot decompress data.';
    return;
  }
  await showPage(0);
  await follow();
}
void begin();
`;
