import { type Json, sha256, visible } from '../../common/index.ts';
import type { Entry } from '../format/entry.ts';
import {
  allowedBy,
  type CallView,
  type RunView,
  totals,
  type TurnView,
  viewTrail,
} from './view.ts';

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
 * A trail in another tool's format: OTLP JSON (traces, with attributes of `resource`), CSV (one line a call) or SARIF 2.1.0
 * (denied and failed calls).
 */
export async function exportTrail(
  format: ExportFormat,
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  resource: Readonly<Record<string, string>> = {},
): Promise<string> {
  const view = await viewTrail(entries);
  switch (format) {
    case 'otlp':
      return `${JSON.stringify(otlp(view, resource))}\n`;
    case 'csv':
      return csv(view);
    case 'sarif':
      return `${JSON.stringify(sarif(view), null, 2)}\n`;
  }
}

/** Spans after OpenTelemetry's GenAI conventions; ids are derived from the run, so that exporting twice gives the same. */
function otlp(view: RunView, resource: Readonly<Record<string, string>>): Json {
  const traceId = sha256(view.run).slice(0, TRACE_ID_CHARS);
  const root = spanId(view, 'run');
  const start = view.starts[0];
  const runSpan = {
    traceId,
    spanId: root,
    name: 'invoke_agent countersign',
    kind: SPAN_INTERNAL,
    ...times(view.firstTime, view.lastTime),
    attributes: attributes({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': start?.['gen_ai.provider.name'],
      'gen_ai.request.model': start?.['gen_ai.request.model'],
      'gen_ai.conversation.id': view.run,
      'cicd.pipeline.run.id': start?.workflow?.runId,
      'vcs.ref.head.revision': start?.headSha ?? undefined,
      'countersign.outcome': view.end?.outcome ?? 'none',
      'countersign.audit.head': view.head,
    }),
    status: { code: view.end?.outcome === 'done' ? STATUS_OK : STATUS_ERROR },
  };
  const spans = [
    runSpan,
    ...view.turns.map((turn) => turnSpan(view, turn, { traceId, root })),
    ...view.calls.map((call) => callSpan(view, call, { traceId, root })),
  ];
  return {
    resourceSpans: [
      {
        resource: { attributes: attributes({ 'service.name': 'countersign', ...resource }) },
        scopeSpans: [{ scope: { name: 'countersign', version: start?.version ?? '' }, spans }],
      },
    ],
  };
}

interface Trace {
  readonly traceId: string;
  readonly root: string;
}

function turnSpan(view: RunView, turn: TurnView, { traceId, root }: Trace): Json {
  const { reply } = turn;
  return {
    traceId,
    spanId: spanId(view, `turn ${turn.seq}`),
    parentSpanId: turn.parent === null ? root : spanId(view, `call ${turn.parent}`),
    name: `chat ${reply?.['gen_ai.response.model'] ?? ''}`.trim(),
    kind: SPAN_CLIENT,
    ...times(turn.time, reply?.time ?? turn.time),
    attributes: attributes({
      'gen_ai.operation.name': 'chat',
      'gen_ai.response.id': reply?.['gen_ai.response.id'],
      'gen_ai.response.model': reply?.['gen_ai.response.model'],
      'gen_ai.usage.input_tokens': reply?.['gen_ai.usage.input_tokens'],
      'gen_ai.usage.output_tokens': reply?.['gen_ai.usage.output_tokens'],
      'gen_ai.usage.cache_read.input_tokens': reply?.['gen_ai.usage.cache_read.input_tokens'],
      'gen_ai.usage.cache_creation.input_tokens':
        reply?.['gen_ai.usage.cache_creation.input_tokens'],
      'countersign.cost_usd': reply?.costUsd ?? undefined,
    }),
    status: { code: reply === null ? STATUS_ERROR : STATUS_OK },
  };
}

function callSpan(view: RunView, call: CallView, { traceId, root }: Trace): Json {
  const turn = view.turns.find((one) => one.turn === call.turn && one.parent === call.parent);
  return {
    traceId,
    spanId: spanId(view, `call ${call.call}`),
    parentSpanId: turn === undefined ? root : spanId(view, `turn ${turn.seq}`),
    name: `execute_tool ${call.tool}`,
    kind: SPAN_INTERNAL,
    ...times(call.states[0]?.time ?? null, call.states.at(-1)?.time ?? null),
    attributes: attributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.tool,
      'gen_ai.tool.call.id': call.call,
      'gen_ai.tool.call.arguments': call.input === null ? undefined : JSON.stringify(call.input),
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

function spanId(view: RunView, what: string): string {
  return sha256(`${view.run} ${what}`).slice(0, SPAN_ID_CHARS);
}

function times(
  start: string | null,
  end: string | null,
): { startTimeUnixNano: string; endTimeUnixNano: string } {
  return { startTimeUnixNano: nanos(start), endTimeUnixNano: nanos(end) };
}

function nanos(time: string | null): string {
  return time === null ? '0' : `${Date.parse(time)}000000`;
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): Json[] {
  return Object.entries(values).flatMap(([key, value]): Json[] =>
    value === undefined ? [] : [{ key, value: attributeValue(value) }],
  );
}

function attributeValue(value: string | number): Json {
  if (typeof value === 'string') return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

const COLUMNS = [
  'run',
  'call',
  'seq',
  'time',
  'turn',
  'tool',
  'kind',
  'verdict',
  'rule',
  'line',
  'allowed_by',
  'state',
  'duration_ms',
  'exit_code',
  'error',
  'because',
  'arguments',
];

function csv(view: RunView): string {
  const rows = view.calls.map((call) => [
    view.run,
    call.call,
    call.seq,
    call.states[0]?.time,
    call.turn,
    call.tool,
    call.kind,
    call.verdict?.verdict,
    call.verdict?.rule,
    call.verdict?.line,
    allowedBy(call),
    call.state,
    call.durationMs,
    call.exitCode,
    call.errorType,
    call.because,
    call.input === null ? null : JSON.stringify(call.input),
  ]);
  return [COLUMNS, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('');
}

/**
 * RFC 4180. Arguments are untrusted: a field that a spreadsheet would evaluate as a formula gets an apostrophe, and
 * invisible characters are escaped.
 */
function csvField(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  const shown = visible(String(value));
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${shown}` : shown;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function sarif(view: RunView): Json {
  const shown = view.calls.filter(
    ({ state }) => state === 'DENIED' || state === 'FAILED' || state === 'SEALED',
  );
  const rules = [...new Set(shown.map(ruleIdOf))];
  const { costUsd } = totals(view);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Countersign',
            version: view.starts[0]?.version ?? '',
            rules: rules.map((id) => ({ id })),
          },
        },
        automationDetails: { id: view.run },
        properties: { outcome: view.end?.outcome ?? null, head: view.head, costUsd },
        results: shown.map((call) => sarifResult(view, call)),
      },
    ],
  };
}

function ruleIdOf(call: CallView): string {
  return `call-${call.state.toLowerCase()}`;
}

function sarifResult(view: RunView, call: CallView): Json {
  const why = call.because ?? call.verdict?.because ?? 'no reason was recorded';
  return {
    ruleId: ruleIdOf(call),
    level: call.state === 'DENIED' ? 'warning' : 'error',
    message: { text: `${call.tool} (${call.call}): ${why}` },
    locations: [
      {
        // The rule of the policy that decided, or the entry in the trail.
        physicalLocation: {
          artifactLocation: { uri: call.verdict?.rule ? policyPath(view) : 'audit.jsonl' },
          region: { startLine: (call.verdict?.rule ? call.verdict.line : null) ?? call.seq + 1 },
        },
      },
    ],
    partialFingerprints: { call: sha256(`${view.run} ${call.call}`) },
    properties: {
      call: call.call,
      seq: call.seq,
      verdict: call.verdict?.verdict ?? null,
      allowedBy: allowedBy(call),
    },
  };
}

function policyPath(view: RunView): string {
  return encodeURI(view.starts[0]?.policy.source ?? 'policy');
}
