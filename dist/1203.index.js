export const id=1203;export const ids=[1203];export const modules={99656:((e,t,n)=>{n.d(t,{U:()=>o,n:()=>exportTrail});var r=n(40218),i=n(85637),a=n(60871);let o=[`otlp`,`csv`,`sarif`];async function exportTrail(e,t,n={}){let r=await(0,a.MP)(t);switch(e){case`otlp`:return`${JSON.stringify(otlp(r,n))}\n`;case`csv`:return csv(r);case`sarif`:return`${JSON.stringify(sarif(r),null,2)}\n`}}function otlp(e,t){let n=(0,r.s)(e.run).slice(0,32),i=spanId(e,`run`),a=e.starts[0],o=[{traceId:n,spanId:i,name:`invoke_agent countersign`,kind:1,...times(e.firstTime,e.lastTime),attributes:attributes({"gen_ai.operation.name":`invoke_agent`,"gen_ai.provider.name":a?.[`gen_ai.provider.name`],"gen_ai.request.model":a?.[`gen_ai.request.model`],"gen_ai.conversation.id":e.run,"cicd.pipeline.run.id":a?.workflow?.runId,"vcs.ref.head.revision":a?.headSha??void 0,"countersign.outcome":e.end?.outcome??`none`,"countersign.audit.head":e.head}),status:{code:e.end?.outcome===`done`?1:2}},...e.turns.map(t=>turnSpan(e,t,{traceId:n,root:i})),...e.calls.map(t=>callSpan(e,t,{traceId:n,root:i}))];return{resourceSpans:[{resource:{attributes:attributes({"service.name":`countersign`,...t})},scopeSpans:[{scope:{name:`countersign`,version:a?.version??``},spans:o}]}]}}function turnSpan(e,t,{traceId:n,root:r}){let{reply:i}=t;return{traceId:n,spanId:spanId(e,`turn ${t.seq}`),parentSpanId:t.parent===null?r:spanId(e,`call ${t.parent}`),name:`chat ${i?.[`gen_ai.response.model`]??``}`.trim(),kind:3,...times(t.time,i?.time??t.time),attributes:attributes({"gen_ai.operation.name":`chat`,"gen_ai.response.id":i?.[`gen_ai.response.id`],"gen_ai.response.model":i?.[`gen_ai.response.model`],"gen_ai.usage.input_tokens":i?.[`gen_ai.usage.input_tokens`],"gen_ai.usage.output_tokens":i?.[`gen_ai.usage.output_tokens`],"gen_ai.usage.cache_read.input_tokens":i?.[`gen_ai.usage.cache_read.input_tokens`],"gen_ai.usage.cache_creation.input_tokens":i?.[`gen_ai.usage.cache_creation.input_tokens`],"countersign.cost_usd":i?.costUsd??void 0}),status:{code:i===null?2:1}}}function callSpan(e,t,{traceId:n,root:r}){let i=e.turns.find(e=>e.turn===t.turn&&e.parent===t.parent);return{traceId:n,spanId:spanId(e,`call ${t.call}`),parentSpanId:i===void 0?r:spanId(e,`turn ${i.seq}`),name:`execute_tool ${t.tool}`,kind:1,...times(t.states[0]?.time??null,t.states.at(-1)?.time??null),attributes:attributes({"gen_ai.operation.name":`execute_tool`,"gen_ai.tool.name":t.tool,"gen_ai.tool.call.id":t.call,"gen_ai.tool.call.arguments":t.input===null?void 0:JSON.stringify(t.input),"error.type":t.errorType??void 0,"process.exit.code":t.exitCode??void 0,"countersign.state":t.state,"countersign.verdict":t.verdict?.verdict,"countersign.allowed_by":(0,a.Q)(t)}),events:t.states.map(({state:e,time:t})=>({name:e,timeUnixNano:nanos(t)})),status:{code:t.state===`COMPLETED`?1:2}}}function spanId(e,t){return(0,r.s)(`${e.run} ${t}`).slice(0,16)}function times(e,t){return{startTimeUnixNano:nanos(e),endTimeUnixNano:nanos(t)}}function nanos(e){return e===null?`0`:`${Date.parse(e)}000000`}function attributes(e){return Object.entries(e).flatMap(([e,t])=>t===void 0?[]:[{key:e,value:attributeValue(t)}])}function attributeValue(e){return typeof e==`string`?{stringValue:e}:Number.isInteger(e)?{intValue:String(e)}:{doubleValue:e}}let s=[`run`,`call`,`seq`,`time`,`turn`,`tool`,`kind`,`verdict`,`rule`,`line`,`allowed_by`,`state`,`duration_ms`,`exit_code`,`error`,`because`,`arguments`];function csv(e){let t=e.calls.map(t=>[e.run,t.call,t.seq,t.states[0]?.time,t.turn,t.tool,t.kind,t.verdict?.verdict,t.verdict?.rule,t.verdict?.line,(0,a.Q)(t),t.state,t.durationMs,t.exitCode,t.errorType,t.because,t.input===null?null:JSON.stringify(t.input)]);return[s,...t].map(e=>`${e.map(csvField).join(`,`)}\r\n`).join(``)}function csvField(e){if(e==null)return``;let t=(0,i.RK)(String(e)),n=typeof e==`string`&&/^[=+\-@\t\r]/.test(e)?`'${t}`:t;return/[",\r\n]/.test(n)?`"${n.replaceAll(`"`,`""`)}"`:n}function sarif(e){let t=e.calls.filter(({state:e})=>e===`DENIED`||e===`FAILED`||e===`SEALED`),n=[...new Set(t.map(ruleIdOf))],{costUsd:r}=(0,a.Sd)(e);return{$schema:`https://json.schemastore.org/sarif-2.1.0.json`,version:`2.1.0`,runs:[{tool:{driver:{name:`Countersign`,version:e.starts[0]?.version??``,rules:n.map(e=>({id:e}))}},automationDetails:{id:e.run},properties:{outcome:e.end?.outcome??null,head:e.head,costUsd:r},results:t.map(t=>sarifResult(e,t))}]}}function ruleIdOf(e){return`call-${e.state.toLowerCase()}`}function sarifResult(e,t){let n=t.because??t.verdict?.because??`no reason was recorded`;return{ruleId:ruleIdOf(t),level:t.state===`DENIED`?`warning`:`error`,message:{text:`${t.tool} (${t.call}): ${n}`},locations:[{physicalLocation:{artifactLocation:{uri:t.verdict?.rule?policyPath(e):`audit.jsonl`},region:{startLine:(t.verdict?.rule?t.verdict.line:null)??t.seq+1}}}],partialFingerprints:{call:(0,r.s)(`${e.run} ${t.call}`)},properties:{call:t.call,seq:t.seq,verdict:t.verdict?.verdict??null,allowedBy:(0,a.Q)(t)}}}function policyPath(e){return encodeURI(e.starts[0]?.policy.source??`policy`)}}),466:((e,t,n)=>{n.d(t,{B:()=>renderReport});var r=n(77598),i=n(85637),a=n(40218);let o=String.raw`
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
`,s=`
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
.facts dd { margin: 0; min-width: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.words, .body p { white-space: pre-wrap; overflow-wrap: anywhere; }
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
.lanes rect { cursor: pointer; }
.chart { width: 100%; height: 8rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--panel); }
.chart polyline { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; }
@media (max-width: 40rem) { .filters { position: static; } .note { display: block; }
  .item > summary { flex-wrap: wrap; } .item > summary .what { flex-basis: 100%; order: 1; } }
@media print { body { max-width: none; padding: 0; } .filters, .lanes, .skip, .zoom { display: none;
  } .item { content-visibility: visible; break-inside: avoid; } pre { max-height: none; } }
`,c=/^[\w.-]+\/[\w.-]+$/,l=/^[0-9a-f]{40,64}$/;class GitHubLinks{#origin;#start;constructor(e){this.#start=e.starts[0];let t=this.#start?.workflow?.url??``;this.#origin=t.startsWith(`https://`)&&URL.canParse(t)?new URL(t).origin:null}link(e){if(typeof e!=`string`||this.#origin===null||!URL.canParse(e))return null;let{origin:t,href:n,username:r,password:i}=new URL(e);return t===this.#origin&&r===``&&i===``?n:null}repository(){let e=this.#start?.repository??``;return c.test(e)?this.link(`${this.#origin}/${e}`):null}commit(){let e=this.#start?.headSha??``,t=this.repository();return t===null||!l.test(e)?null:`${t}/commit/${e}`}}var u=n(72980),d=n(5602);function diffLines(e,t){let[n,r]=[linesOf(e),linesOf(t)],i=Math.min(n.length,r.length),a=0;for(;a<i&&n[a]===r[a];)a+=1;let o=0;for(;o<i-a&&n.at(-1-o)===r.at(-1-o);)o+=1;return[...marked(` `,n.slice(0,a)),...marked(`-`,n.slice(a,n.length-o)),...marked(`+`,r.slice(a,r.length-o)),...marked(` `,n.slice(n.length-o))]}function linesOf(e){let t=e.split(`
`);return t.at(-1)===``&&t.pop(),t}function marked(e,t){return t.map(t=>({mark:e,text:t}))}var f=n(69515),p=n(60871);let m=[[`old_string`,`new_string`],[`oldString`,`newString`],[`oldText`,`newText`],[`old`,`new`]],h=new Set([`warning`,`recovered`,`approval.void`]);function reportData(e,{blobs:t,links:n}){let r=Date.parse(e.firstTime??``);return{items:[...e.calls.map(e=>({seq:e.seq,item:callItem(e,{blobs:t,links:n})})),...e.turns.map(e=>({seq:e.seq,item:turnItem(e)})),...e.others.map(e=>({seq:e.seq,item:noteItem(e,n)}))].toSorted((e,t)=>e.seq-t.seq).map(({item:e})=>e),calls:e.calls.length,spanMs:e.lastTime===null?0:Date.parse(e.lastTime)-r,bars:[...e.turns.map(e=>turnBar(e,r)),...e.calls.flatMap(e=>callBars(e,r))],spend:runningSpend(e)}}function callItem(e,{blobs:t,links:n}){let{verdict:r}=e,i=inputText(e,t);return{is:`call`,seq:e.seq,call:e.call,tool:e.tool,state:e.state,verdict:r?.verdict??null,short:shortInput(e.input).slice(0,160),took:[...e.exitCode===null?[]:[`exit code ${e.exitCode}`],...e.durationMs===null?[]:[`${e.durationMs} ms`]].join(` · `),find:`${e.call} ${e.tool} ${i}`.slice(0,2e3).toLowerCase(),facts:factsOf(e),people:e.decisions.map(e=>personOf(e,n)),diff:changeOf(e.input),input:i,commands:r?.commands===void 0?``:cut(JSON.stringify(r.commands,null,2)),output:cut(blobOr(e.result,t))}}function shortInput(e){if(!(0,u.O)(e))return e===null?``:(0,d.d)(e);let{command:t,path:n,...r}=e,i=typeof t==`string`?t:typeof n==`string`?n:null;return i===null?(0,d.d)(e):Object.keys(r).length===0?i:`${i}  ${(0,d.d)(r)}`}function personOf(e,t){let n=`@${e.by.login} (${e.permission??`no permission`})`,r=e.note===void 0?``:` “${e.note}”`;return{decision:e.counted?e.decision:`${e.decision}, not counted`,text:`by ${n}, ${e.time}: ${e.because}${r}`,url:t.link(e.comment?.url??e.check?.url)??``}}function approvalsOf(e){return e.asked.flatMap(e=>e.requests).filter(t=>t.call===e.call).map(({approval:e})=>e).join(`, `)}function factsOf(e){let{verdict:t}=e;return[[`allowed by`,(0,p.Q)(e)],[`because`,t?.because??null],[`ended`,e.state===`COMPLETED`?null:e.because],[`error`,e.errorType],[`exit code`,e.exitCode===null?null:String(e.exitCode)],[`untrusted text in context`,t===null?null:t.untrusted?`yes`:`no`],[`sandboxed`,t===null?null:t.sandboxed?`yes`:`no`],[`sandbox profile`,t?.profile?.name??null],[`kept`,t?.profile?.write.join(`, `)??null],[`limits met`,e.sandbox?.limits.join(`, `)??null],[`discarded`,e.sandbox?.discarded.join(`, `)??null],[`states`,e.states.map(({state:e,time:t})=>`${e} ${t}`).join(` → `)],[`asked as`,approvalsOf(e)],[`arguments SHA-256`,t?.argumentsSha256??null]].flatMap(([e,t])=>t===null||t===``?[]:[[e,t]])}function inputText(e,t){return e.input===null?e.inputBlob===null?``:cut(blobOr(e.inputBlob,t)):cut(readableInput(e.input))}function readableInput(e){return(0,u.O)(e)?Object.entries(e).map(([e,t])=>typeof t==`string`&&t.includes(`
`)?`${e}:\n${t}`:`${e}: ${JSON.stringify(t,null,2)}`).join(`
`):JSON.stringify(e,null,2)}function blobOr(e,t){return e===null||typeof e==`string`?e??``:t.get(e.sha256)??`[${e.bytes} bytes, kept as blobs/${e.sha256}]`}function changeOf(e){if(!(0,u.O)(e))return null;let t=(Array.isArray(e.edits)?e.edits:[e]).flatMap(e=>{if(!(0,u.O)(e))return[];for(let[t,n]of m){let{[t]:r,[n]:i}=e;if(typeof r==`string`&&typeof i==`string`)return diffLines(cut(r),cut(i))}let{content:t}=e;return typeof t==`string`?diffLines(``,cut(t)):[]});return t.length===0?null:t.map(({mark:e,text:t})=>[e,t])}function turnItem(e){let{reply:t}=e,n=t===null?null:t[`gen_ai.usage.input_tokens`]+t[`gen_ai.usage.output_tokens`],r=t?.costUsd===null||t===null?``:`, $${t.costUsd.toFixed(4)}`;return{is:`turn`,seq:e.seq,title:`Turn ${e.turn}${e.parent===null?``:` of the subagent ${e.parent}`}`,cost:t===null?`no reply`:`${n} tokens in ${t.durationMs} ms${r}`,text:cut(t?.text??``)}}function noteItem(e,t){let{seq:n,type:r}=e,i=cut((0,f.u0)(e).trim()),a=e.type===`github.write`?t.link(e.url)??``:``;return{is:`note`,seq:n,type:r,tone:h.has(r)?`bad`:`soft`,text:i,url:a}}function turnBar(e,t){return{lane:0,from:Date.parse(e.time)-t,until:Date.parse(e.reply?.time??e.time)-t,cls:`turns`,to:`#turn-${e.seq}`,title:`turn ${e.turn}`}}function callBars(e,t){let n=`#call-${e.call}`,r=[];for(let[i,{state:a,time:o}]of e.states.entries()){let s=Date.parse(o)-t,c=Date.parse(e.states[i+1]?.time??o)-t,l=`${e.call} ${e.tool}: ${a}`,u=e.state!==`COMPLETED`;a===`EXECUTING`&&r.push({lane:1,from:s,until:c,cls:u?`fails`:`runs`,to:n,title:l}),a===`APPROVAL_REQUIRED`&&r.push({lane:2,from:s,until:c,cls:`waits`,to:n,title:l})}for(let{time:i,decision:a,by:o,counted:s}of e.decisions){let e=Date.parse(i)-t,c=s&&a===`approve`?`runs`:`fails`;r.push({lane:3,from:e,until:e,cls:c,to:n,title:`${a} by @${o.login}`})}return r}function runningSpend(e){let t=e.turns.flatMap(({reply:e})=>e===null?[]:[e]),n=t.every(({costUsd:e})=>e!==null),r=0;return t.map(e=>{let t=e[`gen_ai.usage.input_tokens`]+e[`gen_ai.usage.output_tokens`];return r+=n?e.costUsd??0:t,Math.round(r*1e6)/1e6})}function cut(e){if(e.length<=2e4)return e;let t=1e4;return`${e.slice(0,t)}\n… ${e.length-2*t} more characters …\n${e.slice(-1e4)}`}var g=n(64216);async function renderReport(e,t){let n=await(0,p.MP)(e),r=new GitHubLinks(n),i=await blobTexts(n,t),a=JSON.stringify(reportData(n,{blobs:i,links:r}),shown);return`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${html(`${n.end?.outcome??`unfinished`} · ${n.run}`)}</title>
<style>${s}</style>
</head>
<body>
<a class="skip" href="#list">To the calls</a>
${header(n,r)}
${report_frame()}
<script type="application/json" id="data">${inert(a)}<\/script>
<script>${o}<\/script>
</body>
</html>
`}function shown(e,t){return typeof t==`string`?(0,i.RK)(t):t}function contentPolicy(){return[`default-src 'none'`,`script-src ${sourceHash(o)}`,`style-src ${sourceHash(s)}`,`base-uri 'none'`,`form-action 'none'`].join(`; `)}function sourceHash(e){return`'sha256-${(0,r.createHash)(`sha256`).update(e).digest(`base64`)}'`}async function blobTexts(e,t){let n=new Map,r=16777216;if(t===void 0)return n;for(let{result:i,inputBlob:o}of e.calls)for(let e of[i,o]){if(e===null||typeof e==`string`||e.bytes>2e5||n.has(e.sha256)||e.bytes>r)continue;let i=await t(e.sha256);r-=e.bytes;let o=i!==null&&(0,a.s)(i)===e.sha256;n.set(e.sha256,o?i.toString(`utf8`):`[the value ${e.sha256} is missing or was changed]`)}return n}function inert(e){let t={"<":String.raw`\u003c`,">":String.raw`\u003e`,"&":String.raw`\u0026`,"\u2028":String.raw`\u2028`,"\u2029":String.raw`\u2029`};return e.replaceAll(/[<>&\u2028\u2029]/g,e=>t[e]??``)}function html(e){return(0,i.RK)(e).replaceAll(`&`,`&amp;`).replaceAll(`<`,`&lt;`).replaceAll(`>`,`&gt;`).replaceAll(`"`,`&quot;`).replaceAll(`'`,`&#39;`)}function linked(e,t){return t===null?html(e):`<a href="${html(t)}" rel="noreferrer noopener">${html(e)}</a>`}function header(e,t){let n=e.starts[0],r=e.end?.outcome??`unfinished`,i=r===`done`?`good`:r===`awaiting-approval`?`wait`:`bad`,a=facts(e,t).map(([e,t,n=null])=>`<dt>${html(e)}</dt><dd>${linked(t,n)}</dd>`);return`<header>
<h1><span class="badge ${i}">${html(r)}</span> ${linked(n?.repository??`A local run`,t.repository())}</h1>
${(e.end?.notices??[]).map(e=>`<p class="words wait">${html(e)}</p>`).join(`
`)}
<p class="words">${html(e.end?.summary??`The audit trail has no run.end: the run is still running, or it crashed.`)}</p>
<h2>Request</h2>
<pre>${html(n?.request??``)}</pre>
${asked(e,t)}
${written(e,t)}
<dl class="facts">${a.join(`
`)}</dl>
<p class="soft">This page shows the audit trail and does not verify it. To verify it, run <code>countersign audit verify</code>.</p>
</header>`}function asked(e,t){let n=e.calls.filter(e=>e.asked.length>0);return n.length===0?``:`<h2>Approvals</h2><ul>${n.map(e=>{let n=e.decisions.filter(({counted:e})=>e).map(({by:e,decision:n,comment:r,check:i})=>linked(`${n===`deny`?`denied`:`approved`} by @${e.login}`,t.link(r?.url??i?.url))),r=html(`#call-${encodeURIComponent(e.call)}`),i=n.length===0?`no answer`:n.join(`, `),a=`${html(e.tool)}: ${i}, ${html(e.state)}`;return`<li><a href="${r}">${html(e.call)}</a> ${a}</li>`}).join(`
`)}</ul>`}function written(e,t){let n=e.others.filter(({type:e})=>e===`github.write`).flatMap(e=>e.type!==`github.write`||e.call===null||e.url===null?[]:[`<li>${linked(`${(0,g.G)(e)}: ${e.url}`,t.link(e.url))}</li>`]);return n.length===0?``:`<h2>On GitHub</h2><ul>${n.join(`
`)}</ul>`}function facts(e,t){let n=e.starts[0],r=(0,p.Sd)(e),i=Object.entries(Object.groupBy(e.calls,({verdict:e})=>e?.verdict??`none`)),a=`${r.cacheReadTokens} cache read, ${r.cacheCreationTokens} cache written`,o=`${r.inputTokens} in, ${r.outputTokens} out, ${a}`;return[[`run`,`${e.run}, ${e.starts.length} workflow run${e.starts.length===1?``:`s`}`,t.link(n?.workflow?.url)],[`time`,`${e.firstTime??``} to ${e.lastTime??``}`],[`requested by`,requestedBy(e),t.link(n?.trigger.url)],[`commit`,n?.headSha??`none`,t.commit()],[`policy`,`${n?.policy.source??``} (${n?.policy.sha256??``})`],[`model`,n?.[`gen_ai.request.model`]??``],[`turns`,String(e.turns.length)],[`calls`,i.map(([e,t])=>`${t?.length??0} ${e}`).join(`, `)||`none`],[`tokens`,o],[`cost`,r.costUsd===null?`unknown`:`$${r.costUsd.toFixed(4)}`],[`audit trail`,`${e.count} entries, head hash ${e.head}`]]}function requestedBy(e){let t=e.starts[0]?.trigger;return t===void 0?``:t.actor===null?t.event:`@${t.actor.login} (${t.event})`}function report_frame(){return`<main>
<h2>Time</h2>
<div class="lanes" id="lanes" tabindex="0" role="region" aria-label="Timeline"></div>
<p class="zoom"><button type="button" id="zoom-in">Zoom in</button> <button type="button" id="zoom-out">Zoom out</button></p>
<section id="spent"><h2>Cost by turn</h2>
<svg class="chart" id="spend" viewBox="0 0 100 40" preserveAspectRatio="none"
 role="img" aria-label="Cost by turn"></svg></section>
<h2>Turns and calls</h2>
<div class="filters" role="search">${[`tool`,`verdict`,`state`].map(e=>`<label>${e}<select id="by-${e}"><option value="">all</option></select></label>`).join(``)}<label>text<input id="by-text" type="search"></label>
<button type="button" id="open-all">Expand all</button>
<span id="shown" class="soft" role="status" aria-live="polite"></span></div>
<div id="list" tabindex="-1"></div>
<noscript><p>The list of calls needs JavaScript.</p></noscript>
</main>`}}),69515:((e,t,n)=>{n.d(t,{Gi:()=>showTrail,u0:()=>entryText});var r=n(60871),i=n(64216);async function showTrail(e){let t=[];for await(let n of e)t.push(n);let n=await(0,r.MP)(t),i=t.map(e=>`${clockTime(e)} ${String(e.seq).padStart(5)}  ${oneLine(entryText(e))}`),a=n.end?.outcome??`unfinished: the run is still running, or it crashed`,o=Object.entries(Object.groupBy(n.calls,({state:e})=>e)).map(([e,t])=>`${t?.length??0} ${e}`).join(`, `),s=[`${n.run}: ${a}`,`calls: ${o===``?`none`:o}`,`head hash ${n.head}, ${n.count} entries`],c=(n.end?.notices??[]).map(e=>`! ${plainText(e)}`);return`${[...c.length===0?[]:[...c,``],...i,``,...s].join(`
`)}\n`}function clockTime(e){let t=e.time.indexOf(`T`)+1;return e.time.slice(t,t+8)}function oneLine(e){let t=Array.from(plainText(e));return t.length>160?`${t.slice(0,160).join(``)}…`:t.join(``)}function plainText(e){return e.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g,` `).trimEnd()}function entryText(e){switch(e.type){case`run.start`:return startText(e);case`run.suspended`:return`SUSPENDED, waiting for ${e.approvals.join(`, `)}`;case`run.end`:return`END ${e.outcome}: ${e.summary}`;case`turn.start`:return`turn ${e.turn}${ofParent(e.parent)}`;case`model.reply`:return`model: ${e.text===``?e[`gen_ai.response.finish_reasons`].join(`, `):e.text}`;case`model.retry`:return`model: attempt ${e.attempt} after ${e.delayMs} ms (${e.because})`;case`context.read`:return`read ${e.source} by ${e.author??`an unknown author`} (${e.trusted?`trusted`:`untrusted`})`;case`context.trimmed`:return`context trimmed by ${e.removedBytes} bytes: ${e.how}`;case`sandbox.probe`:return`sandbox ${e.sandbox}: ${e.results.map(({probe:e,held:t})=>`${e} ${t?`passed`:`FAILED`}`).join(`, `)}`;default:return callEntryText(e)}}function callEntryText(e){switch(e.type){case`call.state`:return`  ${e.call} ${e.state}${stateDetails(e)}`;case`call.verdict`:return verdictText(e);case`hook.ran`:return`  ${e.call} hook ${e.hook}: ${e.effect}`;case`call.service`:return`  ${e.call} ${e.service} ${e.target}: ${e.because}`;case`approval.asked`:return`  ASKED ${e.requests.map(({approval:e,call:t})=>`${e} for ${t}`).join(`, `)} via ${e.via}`;case`approval.notified`:return`${e.kind===`reminder`?`reminder of `:``}${e.approvals.join(`, `)} sent by ${e.via}`;case`approval.decision`:return`  ${e.approval} ${e.decision} by @${e.by.login}${e.counted?``:` does not count`}: ${e.because}`;case`approval.consumed`:return`  ${e.approval} used for ${e.call}`;case`approval.void`:return`  ${e.approval} void: ${e.because}`;case`github.write`:return`  GitHub: ${(0,i.G)(e)}${e.url===null?``:` ${e.url}`}`;case`budget`:return`budget of ${e.budget} ${e.event}: ${e.used} of ${e.limit}`;case`redaction`:return`redacted: ${Object.entries(e.counts).map(([e,t])=>`${t} ${e}`).join(`, `)}`;case`recovered`:return`RECOVERED: a truncated line of ${e.tornBytes} bytes was set aside`;case`checkpoint.saved`:return`checkpoint ${e.name}, ${e.bytes} bytes`;case`changes.saved`:return`changes to ${e.files} files stored as ${e.name}, SHA-256 ${e.sha256}`;case`warning`:return`WARNING ${e.code}: ${e.message}`}}function startText(e){let t=e.repository??`a local folder`,n=`model ${e[`gen_ai.request.model`]}, policy ${e.policy.source}`;return`RUN ${e.start} on ${t}, ${n}: ${e.request}`}function verdictText(e){let t=e.rule===null?` (${e.list})`:` by ${e.rule}`,n=e.line===null?``:`, line ${e.line}`,r=e.profile===void 0?``:`, sandbox profile ${e.profile.name}`;return`  ${e.call} verdict ${e.verdict}${t}${n}${r}: ${e.because}`}function stateDetails(e){let t=e[`gen_ai.tool.name`],n=e[`gen_ai.tool.call.arguments`];return[t===void 0?``:` ${t}`,n===void 0?``:` ${JSON.stringify(n)}`,exitText(e[`process.exit.code`]??null),e.durationMs===void 0?``:` in ${e.durationMs} ms`,sandboxLimits(e.sandbox),e.because===void 0?``:`: ${e.because}`].join(``)}function exitText(e){return e===null?``:`, exit code ${e}`}function sandboxLimits(e){if(e===void 0||e.limits.length===0)return``;let{limits:t,discarded:n}=e,r=n.length===0?``:`, ${n.length} paths discarded`;return`, limits met: ${t.join(`, `)}${r}`}function ofParent(e){return e===null?``:` of the subagent ${e}`}}),60871:((e,t,n)=>{n.d(t,{MP:()=>viewTrail,Q:()=>allowedBy,Sd:()=>totals});var r=n(23296);class ViewBuilder{calls=new Map;turns=[];starts=[];others=[];end=null;add(e){e.type===`run.start`?this.#start(e):e.type===`run.end`?this.end=e:e.type===`call.state`?this.#state(e):e.type===`call.verdict`?this.#with(e,t=>t.verdict=e):e.type===`approval.asked`?this.#asked(e):e.type===`approval.decision`?this.#with(e,t=>t.decisions.push(e)):e.type===`turn.start`?this.#turn(e):e.type===`model.reply`?this.#reply(e):this.others.push(e)}#start(e){this.starts.push(e),this.end=null}#state(e){let{call:t,state:n,time:r,seq:i}=e,a=this.calls.get(t)??newCall(t,i,n);this.calls.set(t,a),a.state=n,a.states.push({state:n,time:r,seq:i}),a.tool=e[`gen_ai.tool.name`]??a.tool,a.kind=e.kind??a.kind,a.turn=e.turn??a.turn,a.parent=e.parent??a.parent,a.input=e[`gen_ai.tool.call.arguments`]??a.input,a.inputBlob=e.argumentsBlob??a.inputBlob,a.result=e.result??a.result,a.because=e.because??a.because,a.durationMs=e.durationMs??a.durationMs,a.exitCode=e[`process.exit.code`]??a.exitCode,a.errorType=e[`error.type`]??a.errorType,a.usedDefault=e.usedDefault===!0,a.sandbox=e.sandbox??a.sandbox}#with(e,t){let n=this.calls.get(e.call);n!==void 0&&t(n)}#asked(e){for(let t of e.requests)this.#with(t,t=>t.asked.push(e))}#turn(e){let{turn:t,parent:n,seq:r,time:i}=e;this.turns.push({turn:t,parent:n,seq:r,time:i,reply:null})}#reply(e){let t=this.turns.findLast(({turn:t,parent:n})=>t===e.turn&&n===e.parent);t!==void 0&&(t.reply=e)}}function newCall(e,t,n){return{call:e,seq:t,tool:`unknown`,kind:null,turn:null,parent:null,input:null,inputBlob:null,state:n,states:[],verdict:null,asked:[],decisions:[],result:null,because:null,durationMs:null,exitCode:null,errorType:null,usedDefault:!1,sandbox:null}}async function viewTrail(e){let t=new ViewBuilder,[n,r,i]=[0,``,``],a=null,o=null;for await(let s of e)t.add(s),n+=1,a??=s.time,{run:r,hash:i,time:o}=s;let{starts:s,end:c,turns:l,others:u,calls:d}=t;return{run:r,starts:s,end:c,calls:[...d.values()],turns:l,others:u,count:n,head:i,firstTime:a,lastTime:o}}function totals(e){let t={inputTokens:0,outputTokens:0,cacheReadTokens:0,cacheCreationTokens:0},n=0;for(let{reply:i}of e.turns)i!==null&&(t.inputTokens+=i[`gen_ai.usage.input_tokens`],t.outputTokens+=i[`gen_ai.usage.output_tokens`],t.cacheReadTokens+=i[`gen_ai.usage.cache_read.input_tokens`],t.cacheCreationTokens+=i[`gen_ai.usage.cache_creation.input_tokens`],n=n===null||i.costUsd===null?null:(0,r.t)(n+i.costUsd));return{...t,costUsd:n}}function allowedBy(e){let{verdict:t}=e;if(t===null)return`nobody: it was not judged`;let n=t.line===null?``:` (line ${t.line})`,r=`${t.list}${t.rule===null?``:`: ${t.rule}`}${n}`,i=e.decisions.filter(({counted:e})=>e).map(({by:e,decision:t})=>`@${e.login} (${t})`);return i.length===0?r:`${r}; ${i.join(`, `)}`}}),64216:((e,t,n)=>{n.d(t,{G:()=>writeTitle});function writeTitle(e){let{what:t,id:n,branch:r,found:i}=e;return r===void 0?i===!0?`${t}, which was open before`:t:`branch ${r} at ${t} ${shortened(n)}`}function shortened(e){return String(e??``).slice(0,7)}}),23296:((e,t,n)=>{n.d(t,{t:()=>roundUsd});let r=1e10;function roundUsd(e){return Math.round(e*r)/r}})};