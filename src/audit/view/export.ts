import { csvLine, type CsvValue, type Json, sha256, visible } from '../../common/index.ts';
import type { EntryOf } from '../format/entry.ts';
import { TRAIL_FILE } from '../format/format.ts';
import type { SpendingEntry } from '../format/spent.ts';
import { jsonText, JsonItems } from './json-text.ts';
import { partTexts } from './part-texts.ts';
import { allowedBy, type CallView, lastArguments, type TrailPart, type TurnView } from './parts.ts';
import { summarizeTrail, type TrailSource, type TrailSummary } from './summary.ts';

/** The formats for other tools. */
export const EXPORT_FORMATS = ['otlp', 'csv', 'sarif'] as const;
type ExportFormat = (typeof EXPORT_FORMATS)[number];

const TRACE_ID_CHARS = 32;
const SPAN_ID_CHARS = 16;
const SPAN_INTERNAL = 1;
const SPAN_CLIENT = 3;
const STATUS_OK = 1;
const STATUS_ERROR = 2;

/**
 * A trail in another tool's format, piece by piece: OTLP JSON (traces), CSV (one line a call) or SARIF 2.1.0 (denied and
 * failed calls). The whole chain is checked before the first piece. Throws `trail-unreadable` and `trail-broken`.
 */
export async function* exportTrail(
  format: ExportFormat,
  source: TrailSource,
): AsyncGenerator<string> {
  const summary = await summarizeTrail(source);
  if (format === 'csv') yield* csv(source, summary);
  else yield* format === 'otlp' ? otlp(source, summary) : sarif(source, summary);
}

async function* otlp(source: TrailSource, summary: TrailSummary): AsyncGenerator<string> {
  const spans = new JsonItems(otlpSpans(source, summary));
  yield* jsonText(traceRequest(summary, {}, spans));
  yield '\n';
}

/**
 * The trace of a trail as OTLP JSON requests of at most `maxChars` characters each (a larger span is a request of its own), with
 * attributes of `resource`.
 */
export async function* traceRequests(
  source: TrailSource,
  { resource, maxChars }: { readonly resource: Attributes; readonly maxChars: number },
): AsyncGenerator<{ readonly body: string; readonly spans: number }> {
  const summary = await summarizeTrail(source);
  const request = async (spans: readonly string[]) => {
    let body = '';
    const pieces = jsonText(traceRequest(summary, resource, new JsonItems(spans)));
    for await (const piece of pieces) body += piece;
    return { body, spans: spans.length };
  };
  let [spans, chars]: [string[], number] = [[], 0];
  for await (const span of otlpSpans(source, summary)) {
    if (chars + span.length > maxChars && spans.length > 0) {
      yield await request(spans);
      [spans, chars] = [[], 0];
    }
    spans.push(span);
    chars += span.length;
  }
  yield await request(spans);
}

type Attributes = Readonly<Record<string, string>>;

function traceRequest({ start }: TrailSummary, resource: Attributes, spans: JsonItems) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributes({ 'service.name': 'countersign', ...resource }) },
        scopeSpans: [{ scope: { name: 'countersign', version: start?.version ?? '' }, spans }],
      },
    ],
  };
}

/** Spans after OpenTelemetry's GenAI conventions; ids are derived from the run, so that exporting twice gives the same. */
async function* otlpSpans(source: TrailSource, summary: TrailSummary): AsyncGenerator<string> {
  const { run } = summary;
  yield JSON.stringify(runSpan(summary));
  yield* partTexts(source, summary, (part) => {
    if (part.is === 'turn') return JSON.stringify(turnSpan(run, part.turn));
    return part.is === 'other' && part.entry.type === 'model.broken'
      ? JSON.stringify(brokenSpan(run, part.entry))
      : null;
  });
  yield* partTexts(source, summary, (part) =>
    part.is === 'call' ? JSON.stringify(callSpan(run, part)) : null,
  );
}

function runSpan(summary: TrailSummary): Json {
  const { run, start, end } = summary;
  return {
    ...spanIds(run, RUN),
    name: 'invoke_agent countersign',
    kind: SPAN_INTERNAL,
    ...times(summary.firstTime, summary.lastTime),
    attributes: attributes({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': start?.['gen_ai.provider.name'],
      'gen_ai.request.model': start?.['gen_ai.request.model'],
      'gen_ai.conversation.id': summary.run,
      'cicd.pipeline.run.id': start?.workflow?.runId,
      'vcs.ref.head.revision': start?.headSha ?? undefined,
      'countersign.outcome': end?.outcome ?? 'none',
      'countersign.audit.head': summary.head,
    }),
    status: { code: end?.outcome === 'done' ? STATUS_OK : STATUS_ERROR },
  };
}

function turnSpan(run: string, turn: TurnView): Json {
  const { reply } = turn;
  return {
    ...spanIds(run, `turn ${turn.seq}`, turn.parent === null ? RUN : `call ${turn.parent}`),
    name: `chat ${reply?.['gen_ai.response.model'] ?? ''}`.trim(),
    kind: SPAN_CLIENT,
    ...times(turn.time, reply?.time ?? turn.time),
    attributes: attributes({
      'gen_ai.operation.name': 'chat',
      'gen_ai.response.id': reply?.['gen_ai.response.id'],
      'gen_ai.response.model': reply?.['gen_ai.response.model'],
      ...(reply === null ? {} : usage(reply)),
    }),
    status: { code: reply === null ? STATUS_ERROR : STATUS_OK },
  };
}

/** A reply that broke off: the trail does not say when it began. The usage of all spans is that of the run. */
function brokenSpan(run: string, entry: EntryOf<'model.broken'>): Json {
  return {
    ...spanIds(run, `broken ${entry.seq}`, entry.parent === null ? RUN : `call ${entry.parent}`),
    name: 'chat',
    kind: SPAN_CLIENT,
    ...times(entry.time, entry.time),
    attributes: attributes({ 'gen_ai.operation.name': 'chat', ...usage(entry) }),
    status: { code: STATUS_ERROR, message: entry.because },
  };
}

/** The attribute of a cost, which is a fraction for every program that gets it, also if it is a whole number. */
const COST = 'countersign.cost_usd';

function usage(entry: SpendingEntry): Readonly<Record<string, number | undefined>> {
  return {
    'gen_ai.usage.input_tokens': entry['gen_ai.usage.input_tokens'],
    'gen_ai.usage.output_tokens': entry['gen_ai.usage.output_tokens'],
    'gen_ai.usage.cache_read.input_tokens': entry['gen_ai.usage.cache_read.input_tokens'],
    'gen_ai.usage.cache_creation.input_tokens': entry['gen_ai.usage.cache_creation.input_tokens'],
    [COST]: entry.costUsd ?? undefined,
  };
}

function callSpan(run: string, { call, turnSeq }: Extract<TrailPart, { is: 'call' }>): Json {
  return {
    ...spanIds(run, `call ${call.call}`, turnSeq === null ? RUN : `turn ${turnSeq}`),
    name: `execute_tool ${call.tool}`,
    kind: SPAN_INTERNAL,
    ...times(call.states[0]?.time ?? null, call.states.at(-1)?.time ?? null),
    attributes: attributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.tool,
      'gen_ai.tool.call.id': call.call,
      'gen_ai.tool.call.arguments': argumentsText(call) ?? undefined,
      'error.type': call.errorType ?? undefined,
      'process.exit.code': call.exitCode ?? undefined,
      'countersign.state': call.state,
      'countersign.verdict': call.verdict?.verdict,
      'countersign.allowed_by': allowedBy(call),
    }),
    events: call.states.map(({ state, time }) => ({ name: state, timeUnixNano: nanos(time) })),
    status: { code: call.state === 'COMPLETED' ? STATUS_OK : STATUS_ERROR },
  };
}

/** What the span of the run is derived from. */
const RUN = 'run';

/** The ids of what a span is about, and of the span that it is part of. */
function spanIds(run: string, what: string, within: string | null = null) {
  const spanId = (one: string): string => sha256(`${run} ${one}`).slice(0, SPAN_ID_CHARS);
  const traceId = sha256(run).slice(0, TRACE_ID_CHARS);
  return {
    traceId,
    spanId: spanId(what),
    ...(within === null ? {} : { parentSpanId: spanId(within) }),
  };
}

function times(start: string | null, end: string | null) {
  return { startTimeUnixNano: nanos(start), endTimeUnixNano: nanos(end) };
}

/** The years 1970 to 2554: what OTLP has room for. A collector refuses a whole request because of one other time. */
const MAX_TIME_MS = 18_446_744_073_709;

/** `0`: the time is not known. */
function nanos(time: string | null): string {
  const ms = time === null ? 0 : Date.parse(time);
  return ms > 0 && ms <= MAX_TIME_MS ? `${ms}000000` : '0';
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): Json[] {
  return Object.entries(values).flatMap(([key, value]): Json[] =>
    value === undefined ? [] : [{ key, value: attributeValue(key, value) }],
  );
}

function attributeValue(key: string, value: string | number): Json {
  if (typeof value === 'string') return { stringValue: value };
  const isWhole = key !== COST && Number.isSafeInteger(value);
  return isWhole ? { intValue: String(value) } : { doubleValue: value };
}

/** The columns of the CSV after the run. */
const COLUMNS: readonly (readonly [name: string, valueOf: (call: CallView) => CsvValue])[] = [
  ['call', ({ call }) => call],
  ['seq', ({ seq }) => seq],
  ['time', ({ states }) => states[0]?.time],
  ['turn', ({ turn }) => turn],
  ['tool', ({ tool }) => tool],
  ['kind', ({ kind }) => kind],
  ['verdict', ({ verdict }) => verdict?.verdict],
  ['rule', ({ verdict }) => verdict?.rule],
  ['line', ({ verdict }) => verdict?.line],
  ['allowed_by', allowedBy],
  ['state', ({ state }) => state],
  ['duration_ms', ({ durationMs }) => durationMs],
  ['exit_code', ({ exitCode }) => exitCode],
  ['error', ({ errorType }) => errorType],
  ['because', ({ because }) => because],
  ['arguments', argumentsText],
];

/** The last arguments of a call as JSON; `null` if they are in a blob. */
function argumentsText(call: CallView): string | null {
  const { input } = lastArguments(call);
  return input === null ? null : JSON.stringify(input);
}

async function* csv(source: TrailSource, summary: TrailSummary): AsyncGenerator<string> {
  yield csvLine(['run', ...COLUMNS.map(([name]) => name)]);
  yield* partTexts(source, summary, (part) => {
    if (part.is !== 'call') return null;
    return csvLine([summary.run, ...COLUMNS.map(([, valueOf]) => valueOf(part.call))]);
  });
}

const SHOWN_STATES: ReadonlySet<string> = new Set(['DENIED', 'FAILED', 'SEALED']);

async function* sarif(source: TrailSource, summary: TrailSummary): AsyncGenerator<string> {
  const policyFile = summary.start?.policy.source ?? 'policy';
  const texts = partTexts(source, summary, (part) => {
    if (part.is !== 'call' || !SHOWN_STATES.has(part.call.state)) return null;
    // The default of a question that nobody answered is no denial.
    if (part.call.usedDefault) return null;
    const result = sarifResult(part.call, { run: summary.run, policyFile });
    return JSON.stringify(result, null, SARIF_INDENT);
  });
  const rules = summary.states.filter(([state]) => SHOWN_STATES.has(state));
  const driver = {
    name: 'Countersign',
    version: summary.start?.version ?? '',
    rules: rules.map(([state]) => ({ id: ruleIdOf(state) })),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver },
        automationDetails: { id: summary.run },
        properties: {
          outcome: summary.end?.outcome ?? null,
          head: summary.head,
          costUsd: summary.totals.costUsd,
        },
        results: new JsonItems(texts),
      },
    ],
  };
  yield* jsonText(log, SARIF_INDENT);
  yield '\n';
}

const SARIF_INDENT = 2;

function ruleIdOf(state: string): string {
  return `call-${state.toLowerCase()}`;
}

/** A message of SARIF has links and images, `[text](address)`. Untrusted text has neither, and no invisible characters. */
function sarifText(text: string): string {
  return visible(text).replaceAll('](', '] (');
}

/** The line of the repository's own policy that decided; otherwise the entry in the trail. A line of a baseline is of another repository. */
function placeOf({ verdict, seq }: CallView, policyFile: string): Json {
  const { line = null, layer = policyFile } = verdict ?? {};
  // GitHub refuses a whole file because of one line that is none.
  const isOfPolicy =
    layer === policyFile && line !== null && Number.isSafeInteger(line) && line > 0;
  return {
    artifactLocation: { uri: isOfPolicy ? encodeURI(policyFile) : TRAIL_FILE },
    region: { startLine: isOfPolicy ? line : seq + 1 },
  };
}

function sarifResult(
  call: CallView,
  { run, policyFile }: { readonly run: string; readonly policyFile: string },
): Json {
  const why = call.because ?? call.verdict?.because ?? 'no reason was recorded';
  return {
    ruleId: ruleIdOf(call.state),
    level: call.state === 'DENIED' ? 'warning' : 'error',
    message: { text: sarifText(`${call.tool} (${call.call}): ${why}`) },
    locations: [{ physicalLocation: placeOf(call, policyFile) }],
    partialFingerprints: { call: sha256(`${run} ${call.call}`) },
    properties: {
      call: call.call,
      seq: call.seq,
      verdict: call.verdict?.verdict ?? null,
      allowedBy: allowedBy(call),
    },
  };
}
