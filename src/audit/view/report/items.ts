import { canonicalJson, isJsonObject, type Json, visible } from '../../../common/index.ts';
import { answerOf } from '../../format/answers.ts';
import type { Entry } from '../../format/entry.ts';
import type { BlobRef } from '../../format/recorded.ts';
import type { BlobTexts } from '../blob-texts.ts';
import type { GitHubLinks } from './github-links.ts';
import { shortened } from './page.ts';
import {
  allowedBy,
  type CallView,
  lastArguments,
  type TrailPart,
  type TurnView,
} from '../parts.ts';
import { entryText } from '../show.ts';
import { isFinal } from '../../format/states.ts';

const MAX_SHORT_CHARS = 160;
const OLD_AND_NEW = [
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['oldText', 'newText'],
  ['old', 'new'],
] as const;
const BAD_NOTES: ReadonlySet<string> = new Set(['warning', 'recovered', 'approval.void']);

/**
 * The item of a part in a report's list, already shortened, as JSON; `null` for a part that the list does not have. The page's
 * script shows all of it as text; invisible and bidirectional characters are escaped.
 */
export async function reportItem(
  part: TrailPart,
  links: GitHubLinks,
  blobs: BlobTexts,
): Promise<string | null> {
  if (part.is === 'start') return null;
  const item =
    part.is === 'call'
      ? await callItem(part.call, links, blobs)
      : part.is === 'turn'
        ? turnItem(part.turn)
        : noteItem(part.entry, links);
  return JSON.stringify(item, withVisibleText);
}

/** For `JSON.stringify`: shortens untrusted text, and escapes its invisible and bidirectional characters. */
export function withVisibleText(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? visible(shortened(value)) : value;
}

async function callItem(call: CallView, links: GitHubLinks, blobs: BlobTexts): Promise<Json> {
  const { verdict, changed } = call;
  const last = lastArguments(call);
  return {
    is: 'call',
    seq: call.seq,
    call: call.call,
    tool: call.tool,
    state: call.state,
    verdict: verdict?.verdict ?? null,
    short: shortInput(last.input).slice(0, MAX_SHORT_CHARS),
    took: [
      ...(call.exitCode === null ? [] : [`exit code ${call.exitCode}`]),
      ...(call.durationMs === null ? [] : [`${call.durationMs} ms`]),
    ].join(' · '),
    facts: factsOf(call),
    people: call.decisions.map((decision) => personOf(decision, links)),
    diff: changeOf(last.input),
    input: await readableInput(last.input, last.blob, blobs),
    before: changed === null ? '' : await readableInput(call.input, call.inputBlob, blobs),
    commands: verdict?.commands === undefined ? '' : JSON.stringify(verdict.commands, null, 2),
    output: await blobs.text(call.result),
  };
}

/** The summary of a call: its command, or its path and other arguments. May be long, and is untrusted. */
export function shortInput(input: Json): string {
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
    url: links.link(answerOf(entry)?.url) ?? '',
  };
}

function factsOf(call: CallView): Json {
  const { verdict } = call;
  const asked = call.asked.flatMap(({ requests }) => requests);
  const facts: (readonly [string, string | null])[] = [
    ['allowed by', allowedBy(call)],
    ['because', verdict?.because ?? null],
    ['ended', isFinal(call.state) ? call.because : null],
    ['error', call.errorType],
    ['exit code', call.exitCode === null ? null : String(call.exitCode)],
    ['untrusted text in context', verdict === null ? null : verdict.untrusted ? 'yes' : 'no'],
    ['sandboxed', verdict === null ? null : verdict.sandboxed ? 'yes' : 'no'],
    ['sandbox profile', verdict?.profile?.name ?? null],
    ['kept', verdict?.profile?.write.join(', ') ?? null],
    ['limits reached', call.sandbox?.limits.join(', ') ?? null],
    ['discarded', call.sandbox?.discarded.join(', ') ?? null],
    ['states', call.states.map(({ state, time }) => `${state} ${time}`).join(' → ')],
    ['asked as', asked.map(({ approval }) => approval).join(', ')],
    ['arguments SHA-256', verdict?.argumentsSha256 ?? null],
  ];
  return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]));
}

/** Arguments for display: texts of several lines as they are, everything else as JSON, and the text of a blob that has all of them. */
async function readableInput(input: Json, blob: BlobRef | null, blobs: BlobTexts): Promise<string> {
  if (input === null) return await blobs.text(blob);
  if (!isJsonObject(input)) return JSON.stringify(input, null, 2);
  const parts = Object.entries(input).map(([name, value]) =>
    typeof value === 'string' && value.includes('\n')
      ? `${name}:\n${value}`
      : `${name}: ${JSON.stringify(value, null, 2)}`,
  );
  return parts.join('\n');
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
        return diffLines(shortened(before), shortened(after));
      }
    }
    // A written file: the trail does not have its former content.
    const { content } = edit;
    return typeof content === 'string' ? diffLines('', shortened(content)) : [];
  });
  return lines.length === 0 ? null : lines;
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
    text: reply?.text ?? '',
  };
}

function noteItem(entry: Entry, links: GitHubLinks): Json {
  const { seq, type } = entry;
  const text = entryText(entry).trim();
  const url = entry.type === 'github.write' ? (links.link(entry.url) ?? '') : '';
  return { is: 'note', seq, type, tone: BAD_NOTES.has(type) ? 'bad' : 'soft', text, url };
}

/** A line of a change: removed, added or unchanged. */
type DiffLine = readonly [mark: '+' | '-' | ' ', text: string];

/**
 * The change of an exact replacement: common lines at the beginning and end are unchanged, those between are removed and
 * added. An edit changes one place, so that no general diff is needed.
 */
function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const shortest = Math.min(old.length, now.length);
  let head = 0;
  while (head < shortest && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return [
    ...marked(' ', old.slice(0, head)),
    ...marked('-', old.slice(head, old.length - tail)),
    ...marked('+', now.slice(head, now.length - tail)),
    ...marked(' ', old.slice(old.length - tail)),
  ];
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function marked(mark: DiffLine[0], lines: readonly string[]): readonly DiffLine[] {
  return lines.map((text) => [mark, text]);
}
