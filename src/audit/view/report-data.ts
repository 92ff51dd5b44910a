import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../common/index.ts';
import { diffLines } from './line-diff.ts';
import type { Entry } from '../format/entry.ts';
import type { GitHubLinks } from './github-links.ts';
import { entryText } from './show.ts';
import { allowedBy, type CallView, type RunView, type TurnView } from './view.ts';

/** Characters of one text in the report; the trail and its blobs have the whole text. */
const MAX_TEXT_CHARS = 20_000;
const MAX_SHORT_CHARS = 160;
const MAX_FIND_CHARS = 2_000;
const OLD_AND_NEW = [
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['oldText', 'newText'],
  ['old', 'new'],
] as const;
const BAD_NOTES: ReadonlySet<string> = new Set(['warning', 'recovered', 'approval.void']);

/** The texts of blobs that were read, by digest. */
export type BlobTexts = ReadonlyMap<string, string>;

/** Everything that the page's script needs, already shortened. The script renders all of it as text. */
export function reportData(
  view: RunView,
  { blobs, links }: { readonly blobs: BlobTexts; readonly links: GitHubLinks },
): JsonObject {
  const startMs = Date.parse(view.firstTime ?? '');
  const items = [
    ...view.calls.map((call) => ({ seq: call.seq, item: callItem(call, { blobs, links }) })),
    ...view.turns.map((turn) => ({ seq: turn.seq, item: turnItem(turn) })),
    ...view.others.map((entry) => ({ seq: entry.seq, item: noteItem(entry, links) })),
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

function callItem(
  call: CallView,
  { blobs, links }: { readonly blobs: BlobTexts; readonly links: GitHubLinks },
): Json {
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
    took: [
      ...(call.exitCode === null ? [] : [`exit code ${call.exitCode}`]),
      ...(call.durationMs === null ? [] : [`${call.durationMs} ms`]),
    ].join(' · '),
    find: `${call.call} ${call.tool} ${input}`.slice(0, MAX_FIND_CHARS).toLowerCase(),
    facts: factsOf(call),
    people: call.decisions.map((decision) => personOf(decision, links)),
    diff: changeOf(call.input),
    input,
    commands: verdict?.commands === undefined ? '' : cut(JSON.stringify(verdict.commands, null, 2)),
    output: cut(blobOr(call.result, blobs)),
  };
}

/** The summary of a call: its command, or its path and other arguments. */
function shortInput(input: Json): string {
  if (!isJsonObject(input)) return input === null ? '' : canonicalJson(input);
  const { command, path, ...others } = input;
  const first = typeof command === 'string' ? command : typeof path === 'string' ? path : null;
  if (first === null) return canonicalJson(input);
  return Object.keys(others).length === 0 ? first : `${first}  ${canonicalJson(others)}`;
}

function personOf(entry: CallView['decisions'][number], links: GitHubLinks): Json {
  const who = `@${entry.by.login} (${entry.permission ?? 'no permission'})`;
  const note = entry.note === undefined ? '' : ` “${entry.note}”`;
  return {
    decision: entry.counted ? entry.decision : `${entry.decision}, not counted`,
    text: `by ${who}, ${entry.time}: ${entry.because}${note}`,
    url:
      links.link(entry.comment?.url ?? entry.check?.url ?? entry.review?.url ?? entry.edit?.url) ??
      '',
  };
}

function approvalsOf(call: CallView): string {
  const requests = call.asked.flatMap((asked) => asked.requests);
  const own = requests.filter((request) => request.call === call.call);
  return own.map(({ approval }) => approval).join(', ');
}

function factsOf(call: CallView): Json {
  const { verdict } = call;
  const facts: (readonly [string, string | null])[] = [
    ['allowed by', allowedBy(call)],
    ['because', verdict?.because ?? null],
    // A reason from while the call waited does not explain its end.
    ['ended', call.state === 'COMPLETED' ? null : call.because],
    ['error', call.errorType],
    ['exit code', call.exitCode === null ? null : String(call.exitCode)],
    ['untrusted text in context', verdict === null ? null : verdict.untrusted ? 'yes' : 'no'],
    ['sandboxed', verdict === null ? null : verdict.sandboxed ? 'yes' : 'no'],
    ['sandbox profile', verdict?.profile?.name ?? null],
    ['kept', verdict?.profile?.write.join(', ') ?? null],
    ['limits met', call.sandbox?.limits.join(', ') ?? null],
    ['discarded', call.sandbox?.discarded.join(', ') ?? null],
    ['states', call.states.map(({ state, time }) => `${state} ${time}`).join(' → ')],
    ['asked as', approvalsOf(call)],
    ['arguments SHA-256', verdict?.argumentsSha256 ?? null],
  ];
  return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]));
}

function inputText(call: CallView, blobs: BlobTexts): string {
  if (call.input !== null) return cut(readableInput(call.input));
  return call.inputBlob === null ? '' : cut(blobOr(call.inputBlob, blobs));
}

/** Arguments for display: texts of several lines as they are, everything else as JSON. */
function readableInput(input: Json): string {
  if (!isJsonObject(input)) return JSON.stringify(input, null, 2);
  const parts = Object.entries(input).map(([name, value]) =>
    typeof value === 'string' && value.includes('\n')
      ? `${name}:\n${value}`
      : `${name}: ${JSON.stringify(value, null, 2)}`,
  );
  return parts.join('\n');
}

function blobOr(value: CallView['result'], blobs: BlobTexts): string {
  if (value === null || typeof value === 'string') return value ?? '';
  return blobs.get(value.sha256) ?? `[${value.bytes} bytes, kept as blobs/${value.sha256}]`;
}

/** The change of an editing call, as marked lines; `null` for other calls. */
function changeOf(input: Json): Json {
  if (!isJsonObject(input)) return null;
  const edits = Array.isArray(input['edits']) ? input['edits'] : [input];
  const lines = edits.flatMap((edit: Json) => {
    if (!isJsonObject(edit)) return [];
    for (const [oldName, newName] of OLD_AND_NEW) {
      const { [oldName]: before, [newName]: after } = edit;
      if (typeof before === 'string' && typeof after === 'string') {
        return diffLines(cut(before), cut(after));
      }
    }
    // A written file: the trail does not have its former content.
    const { content } = edit;
    return typeof content === 'string' ? diffLines('', cut(content)) : [];
  });
  return lines.length === 0 ? null : lines.map(({ mark, text }) => [mark, text]);
}

function turnItem(turn: TurnView): Json {
  const { reply } = turn;
  const tokens =
    reply === null
      ? null
      : reply['gen_ai.usage.input_tokens'] + reply['gen_ai.usage.output_tokens'];
  const cost = reply?.costUsd === null || reply === null ? '' : `, $${reply.costUsd.toFixed(4)}`;
  return {
    is: 'turn',
    seq: turn.seq,
    title: `Turn ${turn.turn}${turn.parent === null ? '' : ` of the subagent ${turn.parent}`}`,
    cost: reply === null ? 'no reply' : `${tokens} tokens in ${reply.durationMs} ms${cost}`,
    text: cut(reply?.text ?? ''),
  };
}

function noteItem(entry: Entry, links: GitHubLinks): Json {
  const { seq, type } = entry;
  const text = cut(entryText(entry).trim());
  const url = entry.type === 'github.write' ? (links.link(entry.url) ?? '') : '';
  return { is: 'note', seq, type, tone: BAD_NOTES.has(type) ? 'bad' : 'soft', text, url };
}

function turnBar(turn: TurnView, startMs: number): Json {
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

function callBars(call: CallView, startMs: number): Json[] {
  const to = `#call-${call.call}`;
  const bars: Json[] = [];
  for (const [at, { state, time }] of call.states.entries()) {
    const from = Date.parse(time) - startMs;
    const until = Date.parse(call.states[at + 1]?.time ?? time) - startMs;
    const title = `${call.call} ${call.tool}: ${state}`;
    const failed = call.state !== 'COMPLETED';
    if (state === 'EXECUTING')
      bars.push({ lane: 1, from, until, cls: failed ? 'fails' : 'runs', to, title });
    if (state === 'APPROVAL_REQUIRED') bars.push({ lane: 2, from, until, cls: 'waits', to, title });
  }
  for (const { time, decision, by, counted } of call.decisions) {
    const at = Date.parse(time) - startMs;
    const cls = counted && decision === 'approve' ? 'runs' : 'fails';
    bars.push({ lane: 3, from: at, until: at, cls, to, title: `${decision} by @${by.login}` });
  }
  return bars;
}

/** Dollars spent after each turn; tokens if the price is unknown. */
function runningSpend(view: RunView): Json {
  const replies = view.turns.flatMap(({ reply }) => (reply === null ? [] : [reply]));
  const priced = replies.every(({ costUsd }) => costUsd !== null);
  let sum = 0;
  return replies.map((reply) => {
    const tokens = reply['gen_ai.usage.input_tokens'] + reply['gen_ai.usage.output_tokens'];
    sum += priced ? (reply.costUsd ?? 0) : tokens;
    return Math.round(sum * 1e6) / 1e6;
  });
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT_CHARS) return text;
  const half = Math.floor(MAX_TEXT_CHARS / 2);
  return `${text.slice(0, half)}\n… ${text.length - 2 * half} more characters …\n${text.slice(-half)}`;
}
