import * as z from 'zod';
import { suspendedRequestSchema } from '../approvals/index.ts';
import { json, message } from './messages.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
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
  input: json,
});

const llmBlock = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), mediaType: z.string(), base64: z.string() }),
  z.strictObject({
    type: z.literal('document'),
    mediaType: z.literal('application/pdf'),
    base64: z.string(),
  }),
]);

const toolError = z.strictObject({
  type: z.enum(['validation', 'permission', 'timeout', 'execution', 'not_found', 'cancelled']),
  message: z.string(),
  recommendations: z.array(z.string()),
});

/** A call of the parked turn that has ended: it is not run again. */
const settledCall = z.strictObject({
  request: callRequest,
  state: z.enum(['COMPLETED', 'FAILED', 'DENIED']),
  content: z.union([z.string(), z.array(llmBlock)]),
  isError: z.boolean(),
  refusal: z.enum(['policy', 'person', 'unanswered']).exactOptional(),
  error: toolError.exactOptional(),
  metadata: json.exactOptional(),
});

/** A call of the parked turn that waits for people. Its input is parsed, judged and digested again on resuming. */
const gatedCall = z.strictObject({
  request: callRequest,
  nonce: z.string(),
  /** A hook's ready-made result, which does not skip the approval. */
  ready: z.string().nullable(),
  approval: z.string(),
  digest: sha256,
});

const workTree = z.strictObject({
  /** The commit that the changes stand on. */
  base: commit,
  /** A git bundle of one commit on `base` that holds the whole work tree, untracked files included; base64. */
  bundle: z.base64(),
  /** The bundle's tip. */
  commit,
  staged: commit.exactOptional(),
  branch: z.string().exactOptional(),
  get submodules() {
    return z
      .array(z.strictObject({ path: z.string(), changes: workTree }))
      .max(100)
      .readonly()
      .exactOptional();
  },
});

/**
 * Everything that a run needs to go on in another job, version 1. What is sealed is this and nothing else, and it is
 * parsed again when it is opened: only the parsed value travels on.
 */
export const checkpointState = z.strictObject({
  version: z.literal(1),
  run: z.string(),
  repository: z.string(),
  /** The workflow file that the run is of, such as `.github/workflows/agent.yml`. */
  workflow: z.string(),
  headSha: commit,
  policySha256: sha256,
  trailHead: z.strictObject({ hash: sha256, count }),
  savedAt: z.iso.datetime(),
  /** What the run was asked to do, and by whom. */
  request: z.string(),
  requester: z.string().nullable(),
  /** Instruction files as the system prompt had them: its bytes stay the same. */
  instructions: z.array(z.strictObject({ path: z.string(), text: z.string() })).max(10),
  /** The schema that the result must fit, as the run began with it; absent where there is none. */
  outputSchema: z.string().exactOptional(),
  messages: z.array(message).max(MESSAGES_MAX),
  /** SHA-256 of each file as the conversation last saw it, by path. */
  reads: z.record(z.string(), sha256),
  /** Long results that the messages hold, by a digest of call and result: the call that brought each. */
  repeats: z.record(sha256, z.string()).optional(),
  turns: count,
  calls: count,
  lastText: z.string(),
  /** The turn of the last reply. */
  lastReply: count.optional(),
  /** A plan that the policy wants was approved. */
  planApproved: z.boolean().optional(),
  /** What tools remember over the calls of the run, by the tool's name; each parses its own. */
  memory: z.record(z.string(), json).optional(),
  /** What marks text by strangers in the messages; the marks must mean the same after resuming. */
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
    .max(CALLS_MAX),
  settled: z.array(settledCall).max(CALLS_MAX),
  gated: z.array(gatedCall).max(CALLS_MAX),
  /** `null` for a state that is saved between turns, with nobody asked. */
  card: suspendedRequestSchema.nullable(),
  used: z.strictObject({
    turns: amount,
    calls: amount,
    tokens: amount,
    usd: amount,
    minutes: amount,
    byTool: z.record(z.string(), count),
  }),
  /** Walls of the budget that people moved, where they stand now. */
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
    .max(CALLS_MAX),
  /** `null` where nothing in the work tree differs from the head. */
  workTree: workTree.nullable(),
});
export type CheckpointState = z.infer<typeof checkpointState>;
