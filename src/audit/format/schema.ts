import * as z from 'zod';
import { type JsonObject, isJsonObject } from '../../common/index.ts';
import { EVENTS, TRAIL_SCHEMA, type TrailEvent } from './events.ts';

const SHA_256 = '^[0-9a-f]{64}$';

/** What each type of entry records, for the published schema and the page generated from it. */
const DESCRIPTIONS: Readonly<Record<TrailEvent['type'], string>> = {
  'run.start':
    'A workflow run starts or resumes the run: the request, the requester, the policy and the budget.',
  'sandbox.probe': 'The sandbox was self-tested: each isolation check, and whether it passed.',
  'context.read':
    'Content entered the context: its source, its author, and whether the author may write.',
  'turn.start': 'A request to the model starts.',
  'model.reply':
    'The reply of the model: tokens by kind, cost, duration, digests of request and reply.',
  'model.broken':
    'A reply of the model broke off: what it had used until then, and why. Nothing of it was used.',
  'model.retry': 'The request to the model is repeated, and why.',
  'model.fallback': 'The run continues with the next of its models, and why. It never goes back.',
  'call.state':
    'A call changes its state. `EXECUTING` is on disk before the effect begins. `SEALED` means interrupted, with an unknown effect.',
  'call.verdict':
    'The verdict of the policy on a call, by which rule and line, with the parsed commands.',
  'call.changed':
    'An approver changed the text of a call before it ran. Verdicts and effects after it are about the changed call.',
  'plan.approved':
    'A plan that people approved was adopted: its lines let calls run without another question.',
  'call.service':
    'The tool of an executing call wrote a file, or received a secret that the policy names.',
  'call.request':
    'The tool of an executing call asked the hooks of the run and the program that embeds it.',
  'call.answer': 'Such a question was answered or refused: by whom, and what the tool got.',
  'hook.ran': 'A hook of the repository ran for a call.',
  'approval.asked': 'Approval requests were posted, in the approval comment `card`.',
  'approval.notified': 'People were notified of approval requests outside of GitHub.',
  'approval.decision':
    'Somebody answered: who, with which permission at that moment, and whether it counts.',
  'approval.consumed': 'An approval is used, once, for exactly what was asked.',
  'approval.void': 'An approval request can no longer be answered, and why.',
  'github.write':
    'Something was written on GitHub, by a call or by the run itself (`call` is then null).',
  budget: 'A limit of the budget is near, reached, or was raised.',
  redaction: 'Secrets were removed, by kind and number, never their values.',
  recovered: 'A truncated last line was set aside; the chain continues from the entry before it.',
  'checkpoint.saved': 'The state of the run was encrypted and stored beside the audit trail.',
  'changes.saved':
    'The changes that the run left in the work tree were stored as a patch beside the audit trail.',
  'context.trimmed': 'The conversation was shortened.',
  warning: 'A problem that did not stop the run.',
  'run.suspended': 'The run waits for answers, and no job runs meanwhile.',
  'run.end': 'The workflow run ends, with its outcome.',
};

/** The JSON Schema (draft 2020-12) of one entry: the envelope with the fields of each type, from the Zod schemas. */
export function trailJsonSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: TRAIL_SCHEMA,
    title: 'An entry of a Countersign audit trail',
    description:
      'One line of audit.jsonl: canonical JSON (RFC 8785). Later versions may add fields that are not listed here.',
    type: 'object',
    properties: {
      _schema: { const: TRAIL_SCHEMA },
      seq: { type: 'integer', minimum: 0 },
      time: { type: 'string', format: 'date-time' },
      run: { type: 'string', minLength: 1 },
      type: { type: 'string' },
      prev: { type: 'string', pattern: SHA_256 },
      hash: { type: 'string', pattern: SHA_256 },
    },
    required: ['_schema', 'seq', 'time', 'run', 'type', 'prev', 'hash'],
    oneOf: EVENTS.map((event) => ({
      description: DESCRIPTIONS[event.shape.type.value],
      ...openSchema(event),
    })),
  };
}

/** Accepts fields that a later version adds, as the verifier does. */
function openSchema(type: z.ZodType): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: 'output', unrepresentable: 'any' });
  const text = JSON.stringify(schema).replaceAll(
    '"additionalProperties":false',
    '"additionalProperties":true',
  );
  const open: unknown = JSON.parse(text);
  return isJsonObject(open) ? open : {};
}
