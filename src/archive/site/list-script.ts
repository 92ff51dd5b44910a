/**
 * The script of a site's lists. It draws only the rows that are on the screen, reads the files of rows that it needs through script
 * elements (a page that was opened from a disk may fetch nothing), and searches one file of rows at a time, so that the page
 * answers between two. It sets untrusted text with `textContent` only, and links nothing but the site's own reports.
 */
export const LIST_SCRIPT = String.raw`
'use strict';
const index = JSON.parse(document.getElementById('index').textContent);
const list = document.getElementById('list');
const status = document.getElementById('shown');
const form = document.getElementById('filters');
const ROWS = index.fileRows;
const FILES = Math.ceil(index.rows / ROWS);
const SPARE = 8;
const AHEAD = 6;
const KEPT_FILES = 16;
const MAX_HEIGHT = 15e6;
const grouped = (number) => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
function el(name, cls, text) {
  const node = document.createElement(name);
  if (cls) node.className = cls;
  if (text !== undefined) node.textContent = text;
  return node;
}

// Files of rows: packed text as it was loaded, and the rows of the last few that were read.
const packed = new Map();
const waiting = new Map();
const unpacked = new Map();
globalThis.countersignRows = (name, at, text) => {
  if (name === index.list && waiting.has(at)) waiting.get(at)(text);
};
function load(at) {
  if (!packed.has(at)) packed.set(at, new Promise((done, fail) => {
    const script = el('script');
    const path = 'data/' + index.list + '-' + at + '.js';
    const missing = () => fail(new Error('The file ' + path + ' of this site is missing or damaged.'));
    waiting.set(at, done);
    script.src = path;
    // After the file has run this is too late to matter.
    script.addEventListener('load', () => { waiting.delete(at); script.remove(); missing(); });
    script.addEventListener('error', () => { waiting.delete(at); script.remove(); missing(); });
    document.head.append(script);
  }));
  return packed.get(at);
}
async function rowsOf(at) {
  const rows = unpacked.get(at) || JSON.parse(await inflated(await load(at)));
  unpacked.delete(at);
  unpacked.set(at, rows);
  if (unpacked.size > KEPT_FILES) unpacked.delete(unpacked.keys().next().value);
  return rows;
}
async function inflated(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return await new Response(stream).text();
}

// What a row looks like: title, badges, text in the middle, and the line below.
const TONE = { COMPLETED: 'good', DENIED: 'bad', FAILED: 'bad', SEALED: 'bad', auto: 'good', deny: 'bad', done: 'good', 'awaiting-approval': 'wait',
  requireApproval: 'wait', PENDING: 'wait', APPROVAL_REQUIRED: 'wait', APPROVED: 'wait', EXECUTING: 'wait', expired: 'wait', waiting: 'wait' };
const time = (text) => text.slice(0, 19).replace('T', ' ');
const money = (usd) => (usd === null ? 'price unknown' : '$' + (usd < 1 ? usd.toFixed(4) : usd.toFixed(2)));
const DECIDED = { approve: 'approved by @', deny: 'denied by @' };
const SHOWN = {
  calls: (row) => ({
    title: row.tool || 'unknown tool', what: row.input, isCode: true, badges: [row.verdict || 'no verdict', row.state],
    rest: [time(row.time), row.repository, row.actor && '@' + row.actor, row.untrusted && 'untrusted content in context',
      ...row.people.map(([decision, login]) => (DECIDED[decision] || decision + ' @') + login), row.rule && 'rule ' + row.rule, row.because],
    to: 'runs/' + row.digest + '.html#call-' + encodeURIComponent(row.call),
  }),
  runs: (row) => ({
    title: row.repository || 'a local run', what: row.request, badges: [row.outcome],
    rest: [time(row.time), row.actor && '@' + row.actor, row.event, grouped(row.calls) + ' calls',
      row.denied > 0 && grouped(row.denied) + ' denied', row.asked > 0 && grouped(row.asked) + ' asked', money(row.cost), row.model, row.run, row.summary],
    to: 'runs/' + row.digest + '.html',
  }),
  problems: (row) => ({
    title: row.repository || 'unknown repository', what: row.because, badges: [row.problem],
    rest: [row.time && time(row.time), row.run, row.workflowRun && 'workflow run ' + row.workflowRun, row.folder && 'kept in ' + row.folder],
    to: null,
  }),
};
function fill(main, named) {
  const row = Object.fromEntries(index.columns.map((name, at) => [name, named[at]]));
  const { title, what, isCode, badges, rest, to } = SHOWN[index.list](row);
  const first = el('span', 'first');
  first.append(el('strong', '', title));
  const words = el('span', isCode ? 'what code' : 'what', what);
  const marks = badges.map((text) => el('span', 'badge ' + (TONE[text] || 'bad'), text));
  // A long reason has lines of its own.
  if (index.list === 'problems') first.append(...marks);
  else first.append(words, ...marks);
  const below = el('span', 'rest', rest.filter(Boolean).join(' · '));
  main.replaceChildren(first, ...(index.list === 'problems' ? [words] : []), below);
  if (to !== null && /^runs\/[0-9a-f]{64}\.html(?:#|$)/.test(to)) main.href = to;
}

// The rows that fit the filters, the newest first, by their numbers; null if no filter is set, so that all do.
let found = null;
let height = 1;
let active = 0;
const nodes = new Map();
const most = () => Math.floor(MAX_HEIGHT / height);
const total = () => Math.min(most(), found === null ? index.rows : found.length);
const numberAt = (place) => (found === null ? index.rows - 1 - place : found[place]);
function make(place) {
  const node = el('div', 'row');
  node.setAttribute('role', 'listitem');
  const main = el('a', 'main', '…');
  main.tabIndex = -1;
  node.append(main);
  const number = numberAt(place);
  const [file, offset] = [Math.floor(number / ROWS), number % ROWS];
  const ready = unpacked.get(file);
  if (ready) fill(main, ready[offset]);
  else rowsOf(file).then((rows) => fill(main, rows[offset]), refuse);
  return { node, main };
}
function draw() {
  const count = total();
  const box = list.getBoundingClientRect();
  const first = Math.max(0, Math.min(count, Math.floor(-box.top / height) - SPARE));
  const last = Math.max(first, Math.min(count, Math.ceil((innerHeight - box.top) / height) + SPARE));
  const isFocused = list.contains(document.activeElement);
  if (!isFocused && (active < first || active >= last)) active = Math.min(Math.max(0, count - 1), first === 0 ? 0 : first + SPARE);
  for (const [place, { node }] of nodes) {
    const isKept = (place >= first && place < last) || (place === active && isFocused && place < count);
    if (!isKept) { node.remove(); nodes.delete(place); }
  }
  let next = null;
  for (let place = last - 1; place >= first; place -= 1) {
    if (!nodes.has(place)) nodes.set(place, make(place));
    const { node, main } = nodes.get(place);
    if (node.parentNode !== list || node.nextSibling !== next) list.insertBefore(node, next);
    next = node;
    node.style.top = place * height + 'px';
    node.setAttribute('aria-setsize', String(count));
    node.setAttribute('aria-posinset', String(place + 1));
    main.tabIndex = place === active ? 0 : -1;
  }
}
function redraw() {
  nodes.forEach(({ node }) => node.remove());
  nodes.clear();
  active = 0;
  resize();
}
function resize() {
  list.style.height = total() * height + 'px';
  draw();
}
function measure() {
  const probe = el('div', 'row probe');
  list.append(probe);
  height = probe.offsetHeight || 1;
  probe.remove();
  resize();
}
let isDue = false;
function soon() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => { isDue = false; draw(); });
}
addEventListener('scroll', soon, { passive: true });
addEventListener('resize', measure);

// The keys of a list, while one of its rows has the focus.
function go(place) {
  const count = total();
  if (count === 0) return;
  active = Math.max(0, Math.min(count - 1, place));
  const top = list.getBoundingClientRect().top + active * height;
  const bar = getComputedStyle(form).position === 'sticky' ? form.offsetHeight : 0;
  if (top < bar) scrollBy(0, top - bar);
  if (top + height > innerHeight) scrollBy(0, top + height - innerHeight);
  draw();
  nodes.get(active).main.focus({ preventScroll: true });
}
list.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const page = Math.max(1, Math.floor(innerHeight / height) - 3);
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
  if (!Object.hasOwn(steps, event.key)) return;
  event.preventDefault();
  go(active + steps[event.key]);
});
list.addEventListener('focusin', (event) => {
  for (const [place, { main }] of nodes) {
    if (main === event.target) active = place;
    main.tabIndex = main === event.target ? 0 : -1;
  }
});
addEventListener('keydown', (event) => {
  const isTyping = /^(?:INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
  if (event.key !== '/' || isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  form.elements.text.focus();
});

// Searching. What was asked for last: a search that was asked for before ends without an effect.
let asked = 0;
const fields = [...form.elements].filter((field) => field.name !== '');
const column = (name) => index.columns.indexOf(name);
function say(count, rest) {
  const cut = found !== null && found.length > most() || found === null && index.rows > most();
  status.textContent = grouped(count) + ' of ' + grouped(index.rows) + ' ' + index.noun + rest + (cut ? ', the newest ' + grouped(most()) + ' of them are listed' : '');
}
function refuse(error) {
  status.textContent = error.message;
}
/** Whether a row fits; null if no filter is set. A name that is known is that name alone, every other text a part of names. */
function wanted() {
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, value.trim()]));
  const tests = [];
  const words = values.text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0) tests.push((row) => {
    const text = index.searched.map((name) => row[column(name)]).join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  for (const [name, key] of index.names) {
    const value = (values[name] || '').replace(/^@/, '');
    if (value === '') continue;
    const known = document.getElementById('known-' + name);
    const isKnown = known !== null && [...known.options].some((option) => option.value === value);
    const part = value.toLowerCase();
    const fits = (text) => (isKnown ? text === value : (text || '').toLowerCase().includes(part));
    const [at, people] = [column(key), name === 'person' ? column('people') : -1];
    tests.push((row) => fits(row[at]) || (people !== -1 && row[people].some(([, login]) => fits(login))));
  }
  for (const name of index.choices) {
    const at = column(name);
    if (values[name]) tests.push((row) => (row[at] || 'none') === values[name]);
  }
  const [from, to] = [values.from, values.to];
  const day = (text) => (text || '').slice(0, 10);
  const at = column('time');
  if (from || to) tests.push((row) => row[at] && (!from || day(row[at]) >= from) && (!to || day(row[at]) <= to));
  if (tests.length === 0) return null;
  return {
    fits: (row) => tests.every((test) => test(row)),
    // Rows lie in the files by time, so that a file can be left out by its first and last.
    mayHave: (file) => (!from || day(index.last[file]) >= from) && (!to || day(index.first[file]) <= to),
  };
}
async function search() {
  const turn = (asked += 1);
  const want = wanted();
  const hits = [];
  found = want === null ? null : hits;
  const isBelow = list.getBoundingClientRect().top < 0;
  redraw();
  if (isBelow) scrollTo(0, 0);
  if (want === null) return say(index.rows, '');
  list.setAttribute('aria-busy', 'true');
  let drawn = 0;
  for (let file = FILES - 1; file >= 0; file -= 1) {
    if (!want.mayHave(file)) continue;
    for (let ahead = file - 1; ahead >= Math.max(0, file - AHEAD); ahead -= 1) if (want.mayHave(ahead)) load(ahead).catch(() => undefined);
    const rows = await rowsOf(file);
    if (turn !== asked) return;
    for (let offset = rows.length - 1; offset >= 0; offset -= 1) if (want.fits(rows[offset])) hits.push(file * ROWS + offset);
    if (hits.length > drawn && (drawn < 100 || file % 8 === 0)) { drawn = hits.length; resize(); }
    if (file % 8 === 0) say(hits.length, ', ' + Math.round(((FILES - file) / FILES) * 100) + ' % searched');
    // Lets the page answer keys and draw before the next file.
    await new Promise((done) => setTimeout(done));
    if (turn !== asked) return;
  }
  list.removeAttribute('aria-busy');
  resize();
  say(hits.length, '');
}
function changed() {
  const set = fields.filter(({ value }) => value.trim() !== '').map(({ name, value }) => [name, value.trim()]);
  history.replaceState(null, '', set.length === 0 ? location.pathname : '#' + new URLSearchParams(set));
  search().catch(refuse);
}
let typing = 0;
form.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(changed, 150);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  clearTimeout(typing);
  changed();
});
document.getElementById('clear').addEventListener('click', () => {
  clearTimeout(typing);
  form.reset();
  for (const field of fields) field.value = '';
  changed();
  form.elements.text.focus();
});
function follow() {
  const given = new URLSearchParams(location.hash.slice(1));
  for (const field of fields) field.value = given.get(field.name) || '';
  search().catch(refuse);
}
addEventListener('hashchange', follow);
if (typeof DecompressionStream === 'undefined') status.textContent = 'This browser is too old to show the list: it cannot decompress data.';
else {
  measure();
  follow();
}
`;
