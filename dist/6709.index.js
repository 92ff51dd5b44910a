export const id = 6709;
export const ids = [6709];
export const modules = {

/***/ 66709:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  renderReport: () => (/* binding */ renderReport)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(77598);
// EXTERNAL MODULE: ./build/base/text.js
var base_text = __webpack_require__(91497);
// EXTERNAL MODULE: ./build/base/digest.js
var digest = __webpack_require__(30742);
;// CONCATENATED MODULE: ./build/audit/report-script.js
/**
 * What runs in `report.html`. It reads the data from the page and builds everything with `textContent`: whatever the
 * model or strangers wrote stays text. Links are made for https addresses only.
 */
const REPORT_SCRIPT = String.raw `
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
  body.append(...section('Arguments', call.input), ...section('Commands as judged', call.commands));
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
    el('p', { text: note.text }),
  ]);
}
const MAKE = { call: callItem, turn: turnItem, note: noteItem };

const list = document.getElementById('list');
const nodes = data.items.map((item) => MAKE[item.is](item));
list.append(...nodes);

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
    // The event of opening comes too late for a printer.
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
    const anchor = svg('a', { href: bar.to, tabindex: -1 });
    const size = { x: x(bar.from), y: bar.lane * 36 + 16, width: Math.max(2, x(bar.until) - x(bar.from)), height: 16 };
    const rect = svg('rect', { ...size, rx: 2, class: bar.cls });
    const title = svg('title', {});
    title.textContent = bar.title;
    rect.append(title);
    anchor.append(rect);
    picture.append(anchor);
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

;// CONCATENATED MODULE: ./build/audit/report-style.js
/** The style of `report.html`: light, dark, print; long lists cost nothing until they are seen. */
const REPORT_STYLE = `
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
pre { margin: 0; padding: .6rem; background: var(--panel); border: 1px solid var(--line);
  border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 32rem;
  overflow: auto; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .5rem 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
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
.item { content-visibility: auto; contain-intrinsic-size: auto 2.4rem;
  border-bottom: 1px solid var(--line); scroll-margin-top: 5rem; }
.item > summary { display: flex; gap: .6rem; align-items: baseline; padding: .35rem 0; cursor: pointer; }
.item > summary .what { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }
.item > .body { padding: 0 0 .75rem 1rem; }
.turn, .note { padding: .5rem 0; }
.note { display: flex; gap: .6rem; align-items: baseline; }
.turn p, .note p { margin: .25rem 0; min-width: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.add { color: var(--good); }
.del { color: var(--bad); }
.lanes { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--panel); }
.lanes svg { display: block; height: 9rem; }
.lanes text { font-size: 11px; fill: var(--soft); }
.lanes .turns { fill: var(--accent); }
.lanes .runs { fill: var(--good); }
.lanes .fails { fill: var(--bad); }
.lanes .waits { fill: var(--wait); }
.lanes a:focus rect { stroke: var(--fg); stroke-width: 2; }
.chart { width: 100%; height: 8rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--panel); }
.chart polyline { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
@media (max-width: 40rem) { .filters { position: static; } .note { display: block; } }
@media print { body { max-width: none; padding: 0; } .filters, .lanes, .skip, .zoom { display: none;
  } .item { content-visibility: visible; break-inside: avoid; } pre { max-height: none; } }
`;

// EXTERNAL MODULE: ./build/base/json.js
var json = __webpack_require__(10768);
// EXTERNAL MODULE: ./build/base/canonical.js
var canonical = __webpack_require__(1158);
;// CONCATENATED MODULE: ./build/audit/line-diff.js
/**
 * What an exact replacement changes: the lines that both texts begin and end with stay, what is between goes and comes.
 * An edit names the one place that it changes, so that no more cleverness is needed.
 */
function diffLines(before, after) {
    const [old, now] = [linesOf(before), linesOf(after)];
    const shortest = Math.min(old.length, now.length);
    let head = 0;
    while (head < shortest && old[head] === now[head])
        head += 1;
    let tail = 0;
    while (tail < shortest - head && old.at(-1 - tail) === now.at(-1 - tail))
        tail += 1;
    return [
        ...marked(' ', old.slice(0, head)),
        ...marked('-', old.slice(head, old.length - tail)),
        ...marked('+', now.slice(head, now.length - tail)),
        ...marked(' ', old.slice(old.length - tail)),
    ];
}
function linesOf(text) {
    const lines = text.split('\n');
    if (lines.at(-1) === '')
        lines.pop();
    return lines;
}
function marked(mark, lines) {
    return lines.map((text) => ({ mark, text }));
}

// EXTERNAL MODULE: ./build/audit/show.js
var show = __webpack_require__(95619);
// EXTERNAL MODULE: ./build/audit/view.js
var audit_view = __webpack_require__(81263);
;// CONCATENATED MODULE: ./build/audit/report-data.js




/** Characters of one text in the report; the trail and its blobs hold the whole. */
const MAX_TEXT_CHARS = 20_000;
const MAX_SHORT_CHARS = 160;
const MAX_FIND_CHARS = 2_000;
const OLD_AND_NEW = [
    ['old_string', 'new_string'],
    ['oldString', 'newString'],
    ['oldText', 'newText'],
    ['old', 'new'],
];
const BAD_NOTES = new Set(['warning', 'recovered', 'approval.void']);
/** Everything that the page's script needs, already cut to size. All of it is text and stays text. */
function reportData(view, blobs) {
    const startMs = Date.parse(view.firstTime ?? '');
    const items = [
        ...view.calls.map((call) => ({ seq: call.seq, item: callItem(call, blobs) })),
        ...view.turns.map((turn) => ({ seq: turn.seq, item: turnItem(turn) })),
        ...view.others.map((entry) => ({ seq: entry.seq, item: noteItem(entry) })),
    ].toSorted((a, b) => a.seq - b.seq);
    return {
        items: items.map(({ item }) => item),
        calls: view.calls.length,
        spanMs: view.lastTime === null ? 0 : Date.parse(view.lastTime) - startMs,
        bars: [
            ...view.turns.map((turn) => turnBar(turn, startMs)),
            ...view.calls.flatMap((call) => callBars(call, startMs)),
        ],
        spend: runningSpend(view),
    };
}
function callItem(call, blobs) {
    const { verdict } = call;
    const input = inputText(call, blobs);
    return {
        is: 'call',
        seq: call.seq,
        call: call.call,
        tool: call.tool,
        state: call.state,
        verdict: verdict?.verdict ?? null,
        short: shortInput(call.input).slice(0, MAX_SHORT_CHARS),
        took: call.durationMs === null ? '' : `${call.durationMs} ms`,
        find: `${call.call} ${call.tool} ${input}`.slice(0, MAX_FIND_CHARS).toLowerCase(),
        facts: factsOf(call),
        people: call.decisions.map(personOf),
        diff: changeOf(call.input),
        input,
        commands: verdict?.commands === undefined ? '' : cut(JSON.stringify(verdict.commands, null, 2)),
        output: cut(blobOr(call.result, blobs)),
    };
}
/** What a reader looks for first: the command, or the path with what else there is. */
function shortInput(input) {
    if (!(0,json/* isJsonObject */.O)(input))
        return input === null ? '' : (0,canonical/* canonicalJson */.d)(input);
    const { command, path, ...others } = input;
    const first = typeof command === 'string' ? command : typeof path === 'string' ? path : null;
    if (first === null)
        return (0,canonical/* canonicalJson */.d)(input);
    return Object.keys(others).length === 0 ? first : `${first}  ${(0,canonical/* canonicalJson */.d)(others)}`;
}
function personOf(entry) {
    const who = `@${entry.by.login} (${entry.permission ?? 'no permission'})`;
    const note = entry.note === undefined ? '' : ` “${entry.note}”`;
    return {
        decision: entry.counted ? entry.decision : `${entry.decision}, not counted`,
        text: `by ${who}, ${entry.time}: ${entry.because}${note}`,
        url: entry.comment?.url ?? entry.check?.url ?? '',
    };
}
function approvalsOf(call) {
    const requests = call.asked.flatMap((asked) => asked.requests);
    const own = requests.filter((request) => request.call === call.call);
    return own.map(({ approval }) => approval).join(', ');
}
function factsOf(call) {
    const { verdict } = call;
    const facts = [
        ['allowed by', (0,audit_view/* allowedBy */.Q)(call)],
        ['because', verdict?.because ?? null],
        // What was said while it waited is no word about how it ended.
        ['ended', call.state === 'COMPLETED' ? null : call.because],
        ['error', call.errorType],
        ['exit code', call.exitCode === null ? null : String(call.exitCode)],
        ['untrusted text in context', verdict === null ? null : verdict.untrusted ? 'yes' : 'no'],
        ['sandboxed', verdict === null ? null : verdict.sandboxed ? 'yes' : 'no'],
        ['states', call.states.map(({ state, time }) => `${state} ${time}`).join(' → ')],
        ['asked as', approvalsOf(call)],
        ['arguments SHA-256', verdict?.argumentsSha256 ?? null],
    ];
    return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]));
}
function inputText(call, blobs) {
    if (call.input !== null)
        return cut(readableInput(call.input));
    return call.inputBlob === null ? '' : cut(blobOr(call.inputBlob, blobs));
}
/** Arguments for reading: texts of several lines as they are, everything else as JSON. */
function readableInput(input) {
    if (!(0,json/* isJsonObject */.O)(input))
        return JSON.stringify(input, null, 2);
    const parts = Object.entries(input).map(([name, value]) => typeof value === 'string' && value.includes('\n')
        ? `${name}:\n${value}`
        : `${name}: ${JSON.stringify(value, null, 2)}`);
    return parts.join('\n');
}
function blobOr(value, blobs) {
    if (value === null || typeof value === 'string')
        return value ?? '';
    return blobs.get(value.sha256) ?? `[${value.bytes} bytes, kept as blobs/${value.sha256}]`;
}
/** What an editing call changed, as marked lines; `null` for other calls. */
function changeOf(input) {
    if (!(0,json/* isJsonObject */.O)(input))
        return null;
    const edits = Array.isArray(input['edits']) ? input['edits'] : [input];
    const lines = edits.flatMap((edit) => {
        if (!(0,json/* isJsonObject */.O)(edit))
            return [];
        for (const [oldName, newName] of OLD_AND_NEW) {
            const { [oldName]: before, [newName]: after } = edit;
            if (typeof before === 'string' && typeof after === 'string') {
                return diffLines(cut(before), cut(after));
            }
        }
        // A file that is written whole: what it replaces is not in the trail.
        const { content } = edit;
        return typeof content === 'string' ? diffLines('', cut(content)) : [];
    });
    return lines.length === 0 ? null : lines.map(({ mark, text }) => [mark, text]);
}
function turnItem(turn) {
    const { reply } = turn;
    const tokens = reply === null
        ? null
        : reply['gen_ai.usage.input_tokens'] + reply['gen_ai.usage.output_tokens'];
    const cost = reply?.costUsd === null || reply === null ? '' : `, $${reply.costUsd.toFixed(4)}`;
    return {
        is: 'turn',
        seq: turn.seq,
        title: `Turn ${turn.turn}${turn.parent === null ? '' : ` of the helper ${turn.parent}`}`,
        cost: reply === null ? 'no reply' : `${tokens} tokens in ${reply.durationMs} ms${cost}`,
        text: cut(reply?.text ?? ''),
    };
}
function noteItem(entry) {
    const { seq, type } = entry;
    const text = cut((0,show/* entryText */.u)(entry).trim());
    return { is: 'note', seq, type, tone: BAD_NOTES.has(type) ? 'bad' : 'soft', text };
}
function turnBar(turn, startMs) {
    const from = Date.parse(turn.time) - startMs;
    const until = Date.parse(turn.reply?.time ?? turn.time) - startMs;
    return {
        lane: 0,
        from,
        until,
        cls: 'turns',
        to: `#turn-${turn.seq}`,
        title: `turn ${turn.turn}`,
    };
}
function callBars(call, startMs) {
    const to = `#call-${call.call}`;
    const bars = [];
    for (const [at, { state, time }] of call.states.entries()) {
        const from = Date.parse(time) - startMs;
        const until = Date.parse(call.states[at + 1]?.time ?? time) - startMs;
        const title = `${call.call} ${call.tool}: ${state}`;
        const failed = call.state !== 'COMPLETED';
        if (state === 'EXECUTING')
            bars.push({ lane: 1, from, until, cls: failed ? 'fails' : 'runs', to, title });
        if (state === 'APPROVAL_REQUIRED')
            bars.push({ lane: 2, from, until, cls: 'waits', to, title });
    }
    for (const { time, decision, by, counted } of call.decisions) {
        const at = Date.parse(time) - startMs;
        const cls = counted && decision === 'approve' ? 'runs' : 'fails';
        bars.push({ lane: 3, from: at, until: at, cls, to, title: `${decision} by @${by.login}` });
    }
    return bars;
}
/** Dollars spent after each turn; tokens where the price is not known. */
function runningSpend(view) {
    const replies = view.turns.flatMap(({ reply }) => (reply === null ? [] : [reply]));
    const priced = replies.every(({ costUsd }) => costUsd !== null);
    let sum = 0;
    return replies.map((reply) => {
        const tokens = reply['gen_ai.usage.input_tokens'] + reply['gen_ai.usage.output_tokens'];
        sum += priced ? (reply.costUsd ?? 0) : tokens;
        return Math.round(sum * 1e6) / 1e6;
    });
}
function cut(text) {
    if (text.length <= MAX_TEXT_CHARS)
        return text;
    const half = Math.floor(MAX_TEXT_CHARS / 2);
    return `${text.slice(0, half)}\n… ${text.length - 2 * half} characters more …\n${text.slice(-half)}`;
}

;// CONCATENATED MODULE: ./build/audit/report.js






/** Bytes of blobs that one report takes in; larger ones, and those after, are named by their digest. */
const MAX_BLOB_CHARS = 200_000;
const MAX_BLOBS_CHARS = 16 * 1024 * 1024;
/**
 * A trail as one self-contained page: no network, a policy that lets only this page's own script and style run, and
 * whatever others wrote as inert text. It shows what the entries say and verifies nothing; the page says so.
 */
async function renderReport(entries, blobs) {
    const view = await (0,audit_view/* viewTrail */.MP)(entries);
    const data = JSON.stringify(reportData(view, await blobTexts(view, blobs)), shown);
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${html(`${view.end?.outcome ?? 'unfinished'} · ${view.run}`)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<a class="skip" href="#list">To the calls</a>
${header(view)}
${report_frame()}
<script type="application/json" id="data">${inert(data)}</script>
<script>${REPORT_SCRIPT}</script>
</body>
</html>
`;
}
/** Others wrote most texts: what a reader would not see, or would see in another order, is written out. */
function shown(_key, value) {
    return typeof value === 'string' ? (0,base_text/* visible */.RK)(value) : value;
}
function contentPolicy() {
    return [
        "default-src 'none'",
        `script-src ${sourceHash(REPORT_SCRIPT)}`,
        `style-src ${sourceHash(REPORT_STYLE)}`,
        "base-uri 'none'",
        "form-action 'none'",
    ].join('; ');
}
function sourceHash(text) {
    return `'sha256-${(0,external_node_crypto_.createHash)('sha256').update(text).digest('base64')}'`;
}
async function blobTexts(view, blobs) {
    const texts = new Map();
    let room = MAX_BLOBS_CHARS;
    if (blobs === undefined)
        return texts;
    for (const { result, inputBlob } of view.calls) {
        for (const ref of [result, inputBlob]) {
            if (ref === null || typeof ref === 'string' || ref.bytes > MAX_BLOB_CHARS)
                continue;
            if (texts.has(ref.sha256) || ref.bytes > room)
                continue;
            const bytes = await blobs(ref.sha256);
            room -= ref.bytes;
            const isWhole = bytes !== null && (0,digest/* sha256 */.s)(bytes) === ref.sha256;
            texts.set(ref.sha256, isWhole ? bytes.toString('utf8') : `[the value ${ref.sha256} is missing or was changed]`);
        }
    }
    return texts;
}
/** JSON that cannot end the script element it stands in, nor begin a comment or another element. */
function inert(json) {
    const escapes = {
        '<': String.raw `\u003c`,
        '>': String.raw `\u003e`,
        '&': String.raw `\u0026`,
        '\u2028': String.raw `\u2028`,
        '\u2029': String.raw `\u2029`,
    };
    return json.replaceAll(/[<>&\u2028\u2029]/g, (character) => escapes[character] ?? '');
}
function html(text) {
    return (0,base_text/* visible */.RK)(text)
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;');
}
/** Outcome and request come without script: they are what most people open the page for. */
function header(view) {
    const start = view.starts[0];
    const outcome = view.end?.outcome ?? 'unfinished';
    const tone = outcome === 'done' ? 'good' : outcome === 'awaiting-approval' ? 'wait' : 'bad';
    const rows = facts(view).map(([name, value]) => `<dt>${html(name)}</dt><dd>${html(value)}</dd>`);
    return `<header>
<h1><span class="badge ${tone}">${html(outcome)}</span> ${html(start?.repository ?? 'A local run')}</h1>
<p>${html(view.end?.summary ?? 'The trail has no end: the run goes on, or was killed.')}</p>
<h2>What was asked</h2>
<pre>${html(start?.request ?? '')}</pre>
${asked(view)}
<dl class="facts">${rows.join('\n')}</dl>
<p class="soft">This page shows what the trail says. That nobody changed it: <code>countersign audit verify</code>.</p>
</header>`;
}
function asked(view) {
    const calls = view.calls.filter((call) => call.asked.length > 0);
    if (calls.length === 0)
        return '';
    const lines = calls.map((call) => {
        const by = call.decisions
            .filter(({ counted }) => counted)
            .map(({ by: who, decision }) => `${decision === 'deny' ? 'denied' : 'approved'} by @${who.login}`);
        const said = by.length === 0 ? 'no answer' : by.join(', ');
        const place = html(`#call-${encodeURIComponent(call.call)}`);
        const rest = html(`${call.tool}: ${said}, ${call.state}`);
        return `<li><a href="${place}">${html(call.call)}</a> ${rest}</li>`;
    });
    return `<h2>Approvals</h2><ul>${lines.join('\n')}</ul>`;
}
function facts(view) {
    const start = view.starts[0];
    const sums = (0,audit_view/* totals */.Sd)(view);
    const verdicts = Object.entries(Object.groupBy(view.calls, ({ verdict }) => verdict?.verdict ?? 'none'));
    const cached = `${sums.cacheReadTokens} cache read, ${sums.cacheCreationTokens} cache written`;
    const tokens = `${sums.inputTokens} in, ${sums.outputTokens} out, ${cached}`;
    return [
        [
            'run',
            `${view.run}, ${view.starts.length} workflow run${view.starts.length === 1 ? '' : 's'}`,
        ],
        ['time', `${view.firstTime ?? ''} to ${view.lastTime ?? ''}`],
        ['asked by', askedBy(view)],
        ['commit', start?.headSha ?? 'none'],
        ['policy', `${start?.policy.source ?? ''} (${start?.policy.sha256 ?? ''})`],
        ['model', start?.['gen_ai.request.model'] ?? ''],
        ['turns', String(view.turns.length)],
        [
            'calls',
            verdicts.map(([verdict, calls]) => `${calls?.length ?? 0} ${verdict}`).join(', ') || 'none',
        ],
        ['tokens', tokens],
        ['cost', sums.costUsd === null ? 'not known' : `$${sums.costUsd.toFixed(4)}`],
        ['trail', `${view.count} entries, head ${view.head}`],
    ];
}
function askedBy(view) {
    const trigger = view.starts[0]?.trigger;
    if (trigger === undefined)
        return '';
    return trigger.actor === null ? trigger.event : `@${trigger.actor.login} (${trigger.event})`;
}
function report_frame() {
    const selects = ['tool', 'verdict', 'state'].map((name) => `<label>${name}<select id="by-${name}"><option value="">all</option></select></label>`);
    return `<main>
<h2>Time</h2>
<div class="lanes" id="lanes" tabindex="0" role="region" aria-label="Timeline"></div>
<p class="zoom"><button type="button" id="zoom-in">Zoom in</button> <button type="button" id="zoom-out">Zoom out</button></p>
<section id="spent"><h2>Spent over the turns</h2>
<svg class="chart" id="spend" viewBox="0 0 100 40" preserveAspectRatio="none"
 role="img" aria-label="What was spent, turn by turn"></svg></section>
<h2>What happened</h2>
<div class="filters" role="search">${selects.join('')}<label>text<input id="by-text" type="search"></label>
<button type="button" id="open-all">Open those shown</button>
<span id="shown" class="soft" role="status" aria-live="polite"></span></div>
<div id="list" tabindex="-1"></div>
<noscript><p>The list of calls needs the page's own script.</p></noscript>
</main>`;
}


/***/ }),

/***/ 95619:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ showTrail),
/* harmony export */   u: () => (/* binding */ entryText)
/* harmony export */ });
/* harmony import */ var _view_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(81263);

const TIME_CHARS = 'HH:MM:SS'.length;
const MAX_TEXT_CHARS = 160;
/** A trail as a timeline to be read in a terminal: one line an entry that says something, then how it ended. */
async function showTrail(entries) {
    const kept = [];
    for await (const entry of entries)
        kept.push(entry);
    const view = await (0,_view_js__WEBPACK_IMPORTED_MODULE_0__/* .viewTrail */ .MP)(kept);
    const lines = kept.map((entry) => `${clockTime(entry)} ${String(entry.seq).padStart(5)}  ${oneLine(entryText(entry))}`);
    const outcome = view.end?.outcome ?? 'no end: it goes on, or was killed';
    const counts = Object.entries(Object.groupBy(view.calls, ({ state }) => state));
    const calls = counts.map(([state, list]) => `${list?.length ?? 0} ${state}`).join(', ');
    const ending = [
        `${view.run}: ${outcome}`,
        `calls: ${calls === '' ? 'none' : calls}`,
        `head ${view.head}, ${view.count} entries`,
    ];
    return `${[...lines, '', ...ending].join('\n')}\n`;
}
function clockTime(entry) {
    const start = entry.time.indexOf('T') + 1;
    return entry.time.slice(start, start + TIME_CHARS);
}
/** On one line, without anything that a terminal obeys: entries hold text by strangers. */
function oneLine(text) {
    const tame = text
        .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
        .trimEnd();
    const chars = Array.from(tame);
    return chars.length > MAX_TEXT_CHARS ? `${chars.slice(0, MAX_TEXT_CHARS).join('')}…` : tame;
}
/** What an entry says, in words. It may hold text by strangers, as they wrote it. */
function entryText(entry) {
    switch (entry.type) {
        case 'run.start':
            return toldOfStart(entry);
        case 'run.suspended':
            return `SUSPENDED, waiting for ${entry.approvals.join(', ')}`;
        case 'run.end':
            return `END ${entry.outcome}: ${entry.summary}`;
        case 'turn.start':
            return `turn ${entry.turn}${ofParent(entry.parent)}`;
        case 'model.reply':
            return `model: ${entry.text === '' ? entry['gen_ai.response.finish_reasons'].join(', ') : entry.text}`;
        case 'model.retry':
            return `model: attempt ${entry.attempt} after ${entry.delayMs} ms (${entry.because})`;
        case 'context.read':
            return `read ${entry.source} by ${entry.author ?? 'nobody known'} (${entry.trusted ? 'trusted' : 'untrusted'})`;
        case 'context.trimmed':
            return `context trimmed by ${entry.removedBytes} bytes: ${entry.how}`;
        case 'sandbox.probe':
            return `sandbox ${entry.sandbox}: ${entry.results.map(({ probe, held }) => `${probe} ${held ? 'held' : 'OPEN'}`).join(', ')}`;
        default:
            return toldOfCalls(entry);
    }
}
function toldOfCalls(entry) {
    switch (entry.type) {
        case 'call.state':
            return `  ${entry.call} ${entry.state}${stateDetails(entry)}`;
        case 'call.verdict':
            return toldOfVerdict(entry);
        case 'hook.ran':
            return `  ${entry.call} hook ${entry.hook}: ${entry.effect}`;
        case 'approval.asked':
            return `  ASKED ${entry.requests.map(({ approval, call }) => `${approval} for ${call}`).join(', ')} via ${entry.via}`;
        case 'approval.decision':
            return `  ${entry.approval} ${entry.decision} by @${entry.by.login}${entry.counted ? '' : ' does not count'}: ${entry.because}`;
        case 'approval.consumed':
            return `  ${entry.approval} used for ${entry.call}`;
        case 'approval.void':
            return `  ${entry.approval} void: ${entry.because}`;
        case 'github.write':
            return `  GitHub: ${entry.what}${entry.url === null ? '' : ` ${entry.url}`}`;
        case 'budget':
            return `budget of ${entry.budget} ${entry.event}: ${entry.used} of ${entry.limit}`;
        case 'redaction':
            return `redacted: ${Object.entries(entry.counts)
                .map(([kind, count]) => `${count} ${kind}`)
                .join(', ')}`;
        case 'recovered':
            return `RECOVERED: a torn line of ${entry.tornBytes} bytes was set aside`;
        case 'checkpoint.saved':
            return `checkpoint ${entry.name}, ${entry.bytes} bytes`;
        case 'changes.saved':
            return `changes of ${entry.files} files kept as ${entry.name}, sha256 ${entry.sha256}`;
        case 'warning':
            return `WARNING ${entry.code}: ${entry.message}`;
    }
}
function toldOfStart(entry) {
    const where = entry.repository ?? 'a local folder';
    const how = `model ${entry['gen_ai.request.model']}, policy ${entry.policy.source}`;
    return `RUN ${entry.start} on ${where}, ${how}: ${entry.request}`;
}
function toldOfVerdict(entry) {
    const by = entry.rule === null ? ` (${entry.list})` : ` by ${entry.rule}`;
    const line = entry.line === null ? '' : `, line ${entry.line}`;
    return `  ${entry.call} verdict ${entry.verdict}${by}${line}: ${entry.because}`;
}
function stateDetails(entry) {
    const tool = entry['gen_ai.tool.name'];
    const input = entry['gen_ai.tool.call.arguments'];
    const parts = [
        tool === undefined ? '' : ` ${tool}`,
        input === undefined ? '' : ` ${JSON.stringify(input)}`,
        entry.durationMs === undefined ? '' : ` in ${entry.durationMs} ms`,
        entry.because === undefined ? '' : `: ${entry.because}`,
    ];
    return parts.join('');
}
function ofParent(parent) {
    return parent === null ? '' : ` of the helper ${parent}`;
}


/***/ }),

/***/ 81263:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   MP: () => (/* binding */ viewTrail),
/* harmony export */   Q: () => (/* binding */ allowedBy),
/* harmony export */   Sd: () => (/* binding */ totals)
/* harmony export */ });
class Gathering {
    calls = new Map();
    turns = [];
    starts = [];
    others = [];
    end = null;
    add(entry) {
        if (entry.type === 'run.start')
            this.#start(entry);
        else if (entry.type === 'run.end')
            this.end = entry;
        else if (entry.type === 'call.state')
            this.#state(entry);
        else if (entry.type === 'call.verdict')
            this.#with(entry, (call) => (call.verdict = entry));
        else if (entry.type === 'approval.asked')
            this.#asked(entry);
        else if (entry.type === 'approval.decision')
            this.#with(entry, (call) => call.decisions.push(entry));
        else if (entry.type === 'turn.start')
            this.#turn(entry);
        else if (entry.type === 'model.reply')
            this.#reply(entry);
        else
            this.others.push(entry);
    }
    #start(entry) {
        this.starts.push(entry);
        this.end = null;
    }
    #state(entry) {
        const { call, state, time, seq } = entry;
        const view = this.calls.get(call) ?? newCall(call, seq, state);
        this.calls.set(call, view);
        view.state = state;
        view.states.push({ state, time, seq });
        view.tool = entry['gen_ai.tool.name'] ?? view.tool;
        view.kind = entry.kind ?? view.kind;
        view.turn = entry.turn ?? view.turn;
        view.parent = entry.parent ?? view.parent;
        view.input = entry['gen_ai.tool.call.arguments'] ?? view.input;
        view.inputBlob = entry.argumentsBlob ?? view.inputBlob;
        view.result = entry.result ?? view.result;
        view.because = entry.because ?? view.because;
        view.durationMs = entry.durationMs ?? view.durationMs;
        view.exitCode = entry['process.exit.code'] ?? view.exitCode;
        view.errorType = entry['error.type'] ?? view.errorType;
    }
    #with(entry, change) {
        const view = this.calls.get(entry.call);
        if (view !== undefined)
            change(view);
    }
    #asked(entry) {
        for (const request of entry.requests)
            this.#with(request, (call) => call.asked.push(entry));
    }
    #turn(entry) {
        const { turn, parent, seq, time } = entry;
        this.turns.push({ turn, parent, seq, time, reply: null });
    }
    #reply(entry) {
        const turn = this.turns.findLast(({ turn: n, parent }) => n === entry.turn && parent === entry.parent);
        if (turn !== undefined)
            turn.reply = entry;
    }
}
function newCall(call, seq, state) {
    return {
        call,
        seq,
        tool: 'unknown',
        kind: null,
        turn: null,
        parent: null,
        input: null,
        inputBlob: null,
        state,
        states: [],
        verdict: null,
        asked: [],
        decisions: [],
        result: null,
        because: null,
        durationMs: null,
        exitCode: null,
        errorType: null,
    };
}
/** Gathers the entries of a trail by call and turn. */
async function viewTrail(entries) {
    const gathering = new Gathering();
    let [count, run, head] = [0, '', ''];
    let firstTime = null;
    let lastTime = null;
    for await (const entry of entries) {
        gathering.add(entry);
        count += 1;
        firstTime ??= entry.time;
        ({ run, hash: head, time: lastTime } = entry);
    }
    const { starts, end, turns, others, calls } = gathering;
    return {
        run,
        starts,
        end,
        calls: [...calls.values()],
        turns,
        others,
        count,
        head,
        firstTime,
        lastTime,
    };
}
/** Sums over all turns. */
function totals(view) {
    const sums = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };
    let costUsd = 0;
    for (const { reply } of view.turns) {
        if (reply === null)
            continue;
        sums.inputTokens += reply['gen_ai.usage.input_tokens'];
        sums.outputTokens += reply['gen_ai.usage.output_tokens'];
        sums.cacheReadTokens += reply['gen_ai.usage.cache_read.input_tokens'];
        sums.cacheCreationTokens += reply['gen_ai.usage.cache_creation.input_tokens'];
        // One price that is not known makes the sum unknown, not smaller.
        costUsd = costUsd === null || reply.costUsd === null ? null : costUsd + reply.costUsd;
    }
    return { ...sums, costUsd };
}
/** Who let a call run, in a few words: a rule with its line, or the people who approved it. */
function allowedBy(call) {
    const { verdict } = call;
    if (verdict === null)
        return 'nobody: it was not judged';
    const where = verdict.line === null ? '' : ` (line ${verdict.line})`;
    const rule = `${verdict.list}${verdict.rule === null ? '' : `: ${verdict.rule}`}${where}`;
    const people = call.decisions
        .filter(({ counted }) => counted)
        .map(({ by, decision }) => `@${by.login} (${decision})`);
    return people.length === 0 ? rule : `${rule}; ${people.join(', ')}`;
}


/***/ })

};
