import * as z from 'zod';
import { suspendedRequestSchema } from '../approvals/index.ts';
import { contentBlock, TOOL_ERROR_TYPES } from '../tools/index.ts';
import { jsonValue, SHA_256 } from '../common/index.ts';
import { VERDICT_LISTS } from '../policy/index.ts';
import { workTreeChanges } from '../sandbox/index.ts';
import type { Message } from '../model/index.ts';

const jsonObject = z.record(z.string(), jsonValue);

const text = z.strictObject({
  type: z.literal('text'),
  text: z.string(),
  citations: z.array(jsonObject).exactOptional(),
});
const image = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
});
const document = z.strictObject({
  type: z.literal('document'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.literal('application/pdf'),
    data: z.string(),
  }),
});
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image, document]))]),
  is_error: z.boolean().exactOptional(),
});
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: jsonValue,
});
const opaque = z.strictObject({ type: z.literal('opaque'), block: jsonObject });

const message: z.ZodType<Message> = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('user'),
    content: z.array(z.discriminatedUnion('type', [text, image, document, toolResult])),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.array(z.discriminatedUnion('type', [text, toolUse, opaque])),
  }),
]);

const sha256 = z.string().regex(SHA_256);
const commit = z.string().regex(/^[0-9a-f]{40,64}$/);
const count = z.number().int().nonnegative();
const amount = z.number().nonnegative();
const CALLS_MAX = 100_000;
const MESSAGES_MAX = 100_000;

const callRequest = z.strictObject({
  id: z.string(),
  turn: z.number().int().positive(),
  parent: z.string().nullable(),
  toolUseId: z.string(),
  name: z.string(),
  input: jsonValue,
});

const toolError = z.strictObject({
  type: z.enum(TOOL_ERROR_TYPES),
  message: z.string(),
  recommendations: z.array(z.string()).readonly(),
});

/** A call of the suspended turn that has finished and does not run again. */
const finishedCall = z.strictObject({
  request: callRequest,
  state: z.enum(['COMPLETED', 'FAILED', 'DENIED']),
  content: z.union([z.string(), z.array(contentBlock).readonly()]),
  isError: z.boolean(),
  refusal: z.enum(['policy', 'person', 'unanswered']).exactOptional(),
  error: toolError.exactOptional(),
  metadata: jsonObject.exactOptional(),
});

/** A call of the suspended turn that waits for an approval. On resume its input is parsed, evaluated and digested again. */
const gatedCall = z.strictObject({
  request: callRequest,
  nonce: z.string(),
  /** A hook's own result, which does not skip the approval. */
  ready: z.string().nullable(),
  /** What an approver changed, if others had to approve that. */
  changed: z
    .strictObject({ login: z.string(), argument: z.string(), text: z.string() })
    .exactOptional(),
  approval: z.string(),
  digest: sha256,
  /** Why it needs an approval, which only a hook may have said. Absent in checkpoints of earlier versions. */
  asked: z
    .strictObject({
      list: z.enum(VERDICT_LISTS),
      rule: z.string().nullable(),
      line: z.number().int().nullable(),
      because: z.string(),
    })
    .exactOptional(),
});

/**
 * Everything that another job needs to resume a run, version 1. The encrypted content is this object and nothing else. It
 * is parsed again after decryption, and only the parsed value is used.
 */
export const checkpointState = z.strictObject({
  version: z.literal(1),
  run: z.string(),
  repository: z.string(),
  /** The workflow file of the run, such as `.github/workflows/agent.yml`. */
  workflow: z.string(),
  headSha: commit,
  policySha256: sha256,
  /** The baselines of the policy, which a resumed run reads at the same commits; absent if it has none. */
  baselines: z
    .array(z.strictObject({ address: z.string(), commit: commit.nullable() }))
    .max(100)
    .exactOptional(),
  trailHead: z.strictObject({ hash: sha256, count }),
  savedAt: z.iso.datetime(),
  request: z.string(),
  requester: z.string().nullable(),
  /** The requester's account; absent if it is unknown. */
  requesterId: z.number().int().exactOptional(),
  /** Instruction files as they are in the system prompt, whose bytes must not change. */
  instructions: z
    .array(z.strictObject({ path: z.string(), text: z.string() }))
    .max(10)
    .readonly(),
  /** The schema of the result, as text; absent if the run has no output schema. */
  outputSchema: z.string().exactOptional(),
  messages: z.array(message).max(MESSAGES_MAX).readonly(),
  /** SHA-256 of each file when the conversation last read it, by path. */
  reads: z.record(z.string(), sha256),
  /** Long results in the messages: a digest of call and result, with the call that returned it first. */
  repeats: z.record(sha256, z.string()).optional(),
  turns: count,
  calls: count,
  /** The names of the model that the run was at, and of the one that its conversation was made for. */
  model: z.strictObject({ run: z.string(), conversation: z.string().nullable() }).exactOptional(),
  lastText: z.string(),
  lastReply: count.optional(),
  /** True if people approved the plan that the policy requires. */
  planApproved: z.boolean().optional(),
  /** State that tools keep between calls, by the tool's name; each tool parses its own. */
  memory: z.record(z.string(), jsonValue).optional(),
  /** The marker of untrusted text in the messages, which must stay the same after a resume. */
  marker: z.string(),
  idleReplies: count,
  refused: z
    .array(
      z.strictObject({
        call: z.string(),
        tool: z.string(),
        refusal: z.enum(['policy', 'person', 'unanswered']),
        key: z.string(),
      }),
    )
    .max(CALLS_MAX)
    .readonly(),
  settled: z.array(finishedCall).max(CALLS_MAX).readonly(),
  gated: z.array(gatedCall).max(CALLS_MAX),
  /** The open approval comment; `null` for a state between turns. */
  suspendedRequest: suspendedRequestSchema.nullable(),
  used: z.strictObject({
    turns: amount,
    calls: amount,
    tokens: amount,
    usd: amount,
    minutes: amount,
    byTool: z.record(z.string(), count),
  }),
  /** Limits of the budget that people raised, with their current values. */
  raised: z
    .strictObject({
      turns: amount.exactOptional(),
      calls: amount.exactOptional(),
      tokens: amount.exactOptional(),
      usd: amount.exactOptional(),
    })
    .optional(),
  untrusted: z
    .array(
      z.strictObject({
        source: z.string(),
        author: z.string().nullable(),
        because: z.string(),
        sha256,
      }),
    )
    .max(CALLS_MAX)
    .readonly(),
  /** `null` if the work tree does not differ from the head. */
  workTree: workTreeChanges.nullable(),
  /** Why the changes of the work tree could not be saved; absent if they were. */
  workTreeMissing: z.string().exactOptional(),
});
export type CheckpointState = z.infer<typeof checkpointState>;
