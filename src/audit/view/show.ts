import { counted } from '../../common/index.ts';
import { isSpending, tokensOf } from '../format/spent.ts';
import type { Entry, EntryOf } from '../format/entry.ts';
import { isFinal } from '../format/states.ts';
import { jsonText, JsonItems } from './json-text.ts';
import { partTexts } from './part-texts.ts';
import { listName, type TrailPart } from './parts.ts';
import { entriesAgain, summarizeTrail, type TrailSource } from './summary.ts';
import { budgetLine } from './budget-line.ts';
import { writeTitle } from './write-title.ts';

const TIME_CHARS = 'HH:MM:SS'.length;
const MAX_TEXT_CHARS = 160;
const JSON_INDENT = 2;

/**
 * A trail as a timeline for a terminal, line by line: what people should know first, one line for each entry, then the outcome.
 * The whole chain is checked before the first line. Throws `trail-unreadable` and `trail-broken`.
 */
export async function* showTrail(source: TrailSource): AsyncGenerator<string> {
  const summary = await summarizeTrail(source);
  const { end, run, states, head, count, lastTime } = summary;
  const notices = end?.notices ?? [];
  for (const notice of notices) yield `! ${plainText(notice)}\n`;
  if (notices.length > 0) yield '\n';
  const subagents = new SubagentCounts();
  for await (const entry of entriesAgain(source, summary)) {
    const line = `${entryText(entry)}${subagents.add(entry)}`;
    yield `${clockTime(entry)} ${String(entry.seq).padStart(5)}  ${oneLine(line)}\n`;
  }
  const calls = states.map(([state, number]) => `${number} ${state}`).join(', ');
  yield `\n${oneLine(run)}: ${end?.outcome ?? unfinishedText(lastTime)}\n`;
  yield `calls: ${calls === '' ? 'none' : calls}\n`;
  yield `head hash ${head}, ${counted(count, 'entry', 'entries')}\n`;
}

/** The time tells a run that works from one that ended long ago. */
function unfinishedText(lastTime: string | null): string {
  const last = lastTime === null ? '' : ` (last entry at ${oneLine(lastTime)})`;
  return `unfinished: the run is still running, it crashed, or the audit trail was truncated${last}`;
}

/** The same for programs: the run as JSON, its entries grouped by call and turn, piece by piece. */
export async function* trailJson(source: TrailSource): AsyncGenerator<string> {
  const summary = await summarizeTrail(source);
  const { run, end, count, head, firstTime, lastTime, totals } = summary;
  const list = (is: TrailPart['is']) =>
    new JsonItems(
      partTexts(source, summary, (part) =>
        part.is === is ? JSON.stringify(valueOf(part), null, JSON_INDENT) : null,
      ),
    );
  const [starts, calls, turns, others] = [list('start'), list('call'), list('turn'), list('other')];
  const fields = { count, head, firstTime, lastTime, totals };
  yield* jsonText({ run, starts, end, calls, turns, others, ...fields }, JSON_INDENT);
  yield '\n';
}

function valueOf(part: TrailPart): object {
  if (part.is === 'call') return part.call;
  return part.is === 'turn' ? part.turn : part.entry;
}

function clockTime(entry: Entry): string {
  const start = entry.time.indexOf('T') + 1;
  return entry.time.slice(start, start + TIME_CHARS);
}

/** One line without control characters, because entries contain untrusted text. */
function oneLine(text: string): string {
  const chars = Array.from(plainText(text));
  return chars.length > MAX_TEXT_CHARS
    ? `${chars.slice(0, MAX_TEXT_CHARS).join('')}…`
    : chars.join('');
}

function plainText(text: string): string {
  return text
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trimEnd();
}

/** An entry as text, which may contain unescaped untrusted text. */
export function entryText(entry: Entry): string {
  switch (entry.type) {
    case 'run.start':
      return startText(entry);
    case 'run.suspended':
      return `SUSPENDED, waiting for ${entry.approvals.join(', ')}`;
    case 'run.end':
      return `END ${entry.outcome}: ${entry.summary}`;
    case 'turn.start':
      return `turn ${entry.turn}${entry.parent === null ? '' : ` of the subagent ${entry.parent}`}`;
    case 'model.reply':
      return `model: ${entry.text === '' ? entry['gen_ai.response.finish_reasons'].join(', ') : entry.text}`;
    case 'model.retry':
      return `model: attempt ${entry.attempt} after ${entry.delayMs} ms (${entry.because})`;
    case 'model.fallback':
      return `model: ${entry.to} in place of ${entry.from} (${entry.reason}: ${entry.because})`;
    case 'model.broken':
      return `model: attempt ${entry.attempt} broke off after about ${tokensOf(entry)} tokens (${entry.because})`;
    case 'context.read':
      return `read ${entry.source} by ${entry.author ?? 'an unknown author'} (${entry.trusted ? 'trusted' : 'untrusted'})`;
    case 'context.trimmed':
      return `context trimmed by ${entry.removedBytes} bytes: ${entry.how}`;
    case 'sandbox.probe':
      return `sandbox ${entry.sandbox}: ${isolationText(entry.results)}`;
    case 'call.state':
      return `  ${entry.call} ${entry.state}${typeof entry.parent === 'string' ? ` under ${entry.parent}` : ''}${stateDetails(entry)}`;
    case 'call.verdict':
      return verdictText(entry);
    case 'hook.ran':
      return `  ${entry.call} hook ${entry.hook}: ${entry.effect}`;
    case 'call.service':
      return `  ${entry.call} ${entry.service} ${entry.target}: ${entry.because}`;
    case 'call.request':
      return `  ${entry.call} asks ${entry.name} (${entry.request}): ${entry.data}`;
    case 'call.answer':
      return `  ${entry.call} answer ${entry.request} by ${entry.hook ?? entry.by}: ${entry.answer ?? `none, ${entry.because ?? ''}`}`;
    case 'call.changed':
      return `  ${entry.call} changed by @${entry.by.login}, its ${entry.argument}: ${JSON.stringify(entry.arguments)}`;
    case 'plan.approved':
      return `  ${entry.call} plan of ${counted(entry.lines.length, 'call')} adopted`;
    case 'approval.asked':
      return `  ASKED ${entry.requests.map(({ approval, call }) => `${approval} for ${call}`).join(', ')} via ${entry.via}`;
    case 'approval.notified':
      return `${entry.kind === 'reminder' ? 'reminder of ' : ''}${entry.approvals.join(', ')} sent by ${entry.via}`;
    case 'approval.decision':
      return `  ${entry.approval} ${entry.decision} by @${entry.by.login}${entry.counted ? '' : ' does not count'}: ${entry.because}`;
    case 'approval.consumed':
      return `  ${entry.approval} used for ${entry.call}`;
    case 'approval.void':
      return `  ${entry.approval} void: ${entry.because}`;
    case 'github.write':
      return `  GitHub: ${writeTitle(entry)}${entry.url === null ? '' : ` ${entry.url}`}`;
    case 'budget':
      return budgetLine(entry);
    case 'redaction':
      return `redacted: ${Object.entries(entry.counts)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(', ')}`;
    case 'recovered':
      return `RECOVERED: a truncated line of ${counted(entry.tornBytes, 'byte')} was set aside`;
    case 'checkpoint.saved':
      return `checkpoint ${entry.name}, ${entry.bytes} bytes`;
    case 'changes.saved':
      return `changes to ${counted(entry.files, 'file')} stored as ${entry.name}, SHA-256 ${entry.sha256}`;
    case 'warning':
      return `WARNING ${entry.code}: ${entry.message}`;
    case 'unknown':
      return `an entry of the type ${JSON.stringify(entry.typeName)}, which this version does not know`;
  }
}

function startText(entry: EntryOf<'run.start'>): string {
  const where = entry.repository ?? 'a local folder';
  const [, ...baselines] = entry.policy.layers ?? [];
  const on = baselines.map(
    ({ address, commit }) => ` on ${address}${commit === null ? '' : ` (${commit})`}`,
  );
  const how = `model ${entry['gen_ai.request.model']}, policy ${entry.policy.source}${on.join('')}`;
  return `RUN ${entry.start} on ${where}, ${how}: ${entry.request}`;
}

/** How many isolation checks passed, and each that failed. The names come first: a long line is cut off. */
function isolationText(
  results: readonly { readonly probe: string; readonly held: boolean; readonly detail: string }[],
): string {
  const failed = results.filter(({ held }) => !held);
  const passed = `${results.length - failed.length} of ${results.length} isolation checks passed`;
  if (failed.length === 0) return passed;
  const names = failed.map(({ probe }) => probe).join(', ');
  return `${passed}; FAILED: ${names} (${failed.map(({ detail }) => detail).join('; ')})`;
}

function verdictText(entry: EntryOf<'call.verdict'>): string {
  const by = entry.rule === null ? ` (${listName(entry.list)})` : ` by ${entry.rule}`;
  const layer = entry.layer === undefined ? '' : ` of ${entry.layer}`;
  const line = entry.line === null ? layer : `, line ${entry.line}${layer}`;
  const profile = entry.profile === undefined ? '' : `, sandbox profile ${entry.profile.name}`;
  return `  ${entry.call} verdict ${entry.verdict}${by}${line}${profile}: ${entry.because}`;
}

function stateDetails(entry: EntryOf<'call.state'>): string {
  const tool = entry['gen_ai.tool.name'];
  const input = entry['gen_ai.tool.call.arguments'];
  const exitCode = entry['process.exit.code'] ?? null;
  const parts = [
    tool === undefined ? '' : ` ${tool}`,
    input === undefined ? '' : ` ${JSON.stringify(input)}`,
    exitCode === null ? '' : `, exit code ${exitCode}`,
    entry.durationMs === undefined ? '' : ` in ${entry.durationMs} ms`,
    sandboxLimits(entry.sandbox),
    entry.because === undefined ? '' : `: ${entry.because}`,
  ];
  return parts.join('');
}

/** The limits of its sandbox that a command reached, and how many of its changes were discarded. */
function sandboxLimits(sandbox: EntryOf<'call.state'>['sandbox']): string {
  if (sandbox === undefined || sandbox.limits.length === 0) return '';
  const { limits, discarded } = sandbox;
  const lost = discarded.length === 0 ? '' : `, ${counted(discarded.length, 'path')} discarded`;
  return `, limits reached: ${limits.join(', ')}${lost}`;
}

/** What each subagent has used, counted from the entries under the call that started it. */
class SubagentCounts {
  readonly #open = new Map<string, { turns: number; calls: number; tokens: number }>();

  /** Counts the next entry. Returns the text to append to its line: the counts if the entry ends the call of a subagent, or nothing. */
  add(entry: Entry): string {
    if (entry.type === 'turn.start') this.#of(entry.parent).turns += 1;
    if (isSpending(entry)) this.#of(entry.parent).tokens += tokensOf(entry);
    if (entry.type !== 'call.state') return '';
    const { call, parent, state } = entry;
    const isInner = state === 'PENDING' && typeof parent === 'string';
    const outer = isInner ? this.#open.get(parent) : undefined;
    if (outer !== undefined) outer.calls += 1;
    const counts = this.#open.get(call);
    if (!isFinal(state) || counts === undefined) return '';
    this.#open.delete(call);
    return `; the subagent had ${counted(counts.turns, 'turn')}, ${counted(counts.calls, 'call')} and ${counted(counts.tokens, 'token')}`;
  }

  #of(parent: string | null): { turns: number; calls: number; tokens: number } {
    const unused = { turns: 0, calls: 0, tokens: 0 };
    // What the run itself has used is not kept.
    if (parent === null) return unused;
    const counts = this.#open.get(parent) ?? unused;
    this.#open.set(parent, counts);
    return counts;
  }
}
