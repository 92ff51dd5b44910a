import * as z from 'zod';
import { type Json, OUTCOMES, SHA_256 } from '../../common/index.ts';
import { CALL_STATES } from './states.ts';

/** The name and version of the format. A reader refuses another major version. */
export const TRAIL_SCHEMA = 'countersign.audit/1';

/** Any JSON value. `z.json()` would drop the key `__proto__` of an object. */
const json = z.custom<Json>();
/** Numbers by any names. `z.record` would drop the name `__proto__`, whatever is there. */
const numbers = z
  .custom<Readonly<Record<string, number>>>(isNumbers, 'expected an object with numbers')
  .meta({
    type: 'object',
    propertyNames: { type: 'string' },
    additionalProperties: { type: 'number' },
  });
export const digest = z.string().regex(SHA_256);
const nullableText = z.string().nullable();
const verdictName = z.enum(['auto', 'requireApproval', 'deny']);

const actor = z.object({ login: z.string(), id: z.number().nullable() });

/** A large value, stored in `blobs/<sha256>` beside the trail. */
const blobRef = z.object({ sha256: digest, bytes: z.number().int().nonnegative() });

/** The id of a git tree: two are the same if and only if the files are. */
const workTree = z
  .string()
  .regex(/^[0-9a-f]{40,64}$/)
  .nullable();

/** The hosts that a command connected to, or tried to. */
export const networkUses = z.array(
  z.object({ to: z.string(), verdict: z.enum(['allowed', 'refused']), count: z.number().int() }),
);

const profile = z.object({
  name: z.enum(['reading', 'contained', 'writing', 'program', 'git']),
  /** With `writing`: the paths of the workspace whose changes are kept. */
  write: z.array(z.string()),
  /** Hidden files that this command could see. */
  show: z.array(z.string()),
  network: z.boolean(),
});

/** The sandbox of a command, and which of its limits the command met. */
export const sandboxReport = z.object({
  profile: z.enum(['reading', 'contained', 'writing', 'program', 'git']),
  /** Paths that it wrote and whose changes were discarded; the first fifty. */
  discarded: z.array(z.string()),
  /** Paths whose changes were kept; the first fifty. */
  kept: z.array(z.string()),
  /** How many files and folders were hidden from it. */
  hidden: z.number(),
  /** How many files and folders it could not write because a rule denies it. Absent: there is no such rule. */
  readOnly: z.number().optional(),
  git: z.enum(['whole', 'filtered', 'hidden', 'writable', 'none']),
  limits: z.array(z.enum(['network', 'write', 'read'])),
});

/** What a request to a model has used. */
const spent = {
  'gen_ai.usage.input_tokens': z.number(),
  'gen_ai.usage.output_tokens': z.number(),
  'gen_ai.usage.cache_read.input_tokens': z.number(),
  'gen_ai.usage.cache_creation.input_tokens': z.number(),
  costUsd: z.number().nullable(),
  /** The API did not report all tokens, and the rest is an estimate from bytes. */
  estimated: z.boolean().optional(),
};

function event<const T extends string, F extends z.ZodRawShape>(type: T, fields: F) {
  return z.object({ type: z.literal(type), ...fields });
}

/** The schema of each type of entry that this version writes. */
export const EVENTS = [
  event('run.start', {
    start: z.enum(['fresh', 'resumed']),
    version: z.string(),
    repository: nullableText,
    headSha: nullableText,
    trigger: z.object({
      event: z.string(),
      actor: actor.nullable(),
      number: z.number().nullable(),
      url: nullableText,
    }),
    /** Who asked for the run, and may not approve its calls; `null` if nobody did. Absent where no policy was loaded. */
    requester: actor.nullable().optional(),
    workflow: z
      .object({ runId: z.string(), attempt: z.string(), job: z.string(), url: nullableText })
      .nullable(),
    policy: z.object({
      source: z.string(),
      ref: nullableText,
      /** Over the policy file; with `layers`, over the digests of them all. */
      sha256: digest,
      mode: z.string(),
      /** Of a policy with baselines: its own file first, then each baseline. */
      layers: z
        .array(
          z.object({
            /** The file; of a baseline `OWNER/REPO/PATH@REF`, or the path of a file of the machine. */
            address: z.string(),
            /** The commit that it was read at; `null` for a file of the machine. */
            commit: nullableText,
            sha256: digest,
          }),
        )
        .min(2)
        .optional(),
    }),
    'gen_ai.provider.name': z.string(),
    /** The model that the workflow run starts with. */
    'gen_ai.request.model': z.string(),
    /** The models after it, in their order, if any. */
    fallbackModels: z.array(z.string()).min(1).optional(),
    /** What was asked, redacted. */
    request: z.string(),
    budget: numbers,
    /** Over canonical JSON of the schema that the result must fit, where the run has one. */
    outputSchemaSha256: digest.optional(),
    /** The rules of the policy's `done.requires`, where it has them: what must be proved before the outcome is `done`. */
    doneRequires: z.array(z.string()).optional(),
  }),
  event('sandbox.probe', {
    sandbox: z.enum(['bubblewrap', 'sandbox-exec', 'none', 'off']),
    /** Each isolation check, and whether it passed. */
    results: z.array(z.object({ probe: z.string(), held: z.boolean(), detail: z.string() })),
  }),
  event('context.read', {
    /** Where text came from: `issue #7`, `comment 123`, `file src/a.ts`, `https://…`. */
    source: z.string(),
    author: nullableText,
    trusted: z.boolean(),
    because: z.string(),
    sha256: digest,
    /** What was hidden in it and was taken out or made plain before the model read it, by kind. */
    removed: numbers.optional(),
  }),
  event('turn.start', {
    turn: z.number().int().positive(),
    parent: nullableText,
    messages: z.number().int().nonnegative(),
  }),
  event('model.reply', {
    turn: z.number().int().positive(),
    parent: nullableText,
    'gen_ai.response.id': z.string(),
    'gen_ai.response.model': z.string(),
    'gen_ai.response.finish_reasons': z.array(z.string()),
    ...spent,
    durationMs: z.number(),
    requestSha256: digest,
    replySha256: digest,
    text: z.string(),
  }),
  /** A reply that began and broke off: its tokens are spent, and nothing of it was used. */
  event('model.broken', {
    turn: z.number().int().positive(),
    parent: nullableText,
    attempt: z.number().int().positive(),
    because: z.string(),
    ...spent,
  }),
  event('model.retry', {
    turn: z.number().int().positive(),
    attempt: z.number().int().positive(),
    because: z.string(),
    delayMs: z.number(),
  }),
  /** The run continues with the next of its models, and never back. */
  event('model.fallback', {
    turn: z.number().int().positive(),
    parent: nullableText,
    from: z.string(),
    to: z.string(),
    reason: z.enum(['unavailable', 'refused', 'too-long']),
    /** The error of the request, or the stop reason of the reply. */
    because: z.string(),
  }),
  event('call.state', {
    call: z.string(),
    state: z.enum(CALL_STATES),
    /** The reason, if the state needs one: the error, who denied, why it was interrupted. */
    because: z.string().optional(),
    /** With `PENDING`. */
    turn: z.number().int().positive().optional(),
    parent: nullableText.optional(),
    'gen_ai.tool.name': z.string().optional(),
    'gen_ai.tool.call.id': z.string().optional(),
    'gen_ai.tool.call.arguments': json.optional(),
    /** In place of arguments that are too long or too deep for a line: their canonical JSON, redacted. */
    argumentsBlob: blobRef.optional(),
    kind: z.string().optional(),
    /** Over canonical JSON of the exact, unredacted arguments; of what is executed, with `EXECUTING`. */
    argumentsSha256: digest.optional(),
    /** With `COMPLETED` and `FAILED`. */
    durationMs: z.number().optional(),
    resultSha256: digest.optional(),
    resultBytes: z.number().optional(),
    result: z.union([z.string(), blobRef]).optional(),
    'error.type': z.string().optional(),
    'process.exit.code': z.number().nullable().optional(),
    network: networkUses.optional(),
    /** With `COMPLETED` and `FAILED` of a command that ran in a sandbox. */
    sandbox: sandboxReport.optional(),
    /**
     * With the end of a command that `doneRequires` names: the git tree of the work tree then; `null` if it is unknown.
     * Absent if a command in the background could change files meanwhile: then it proves nothing.
     */
    workTree: workTree.optional(),
    /** With `DENIED` of a question that nobody answered: the run continued with the default of the question. */
    usedDefault: z.boolean().optional(),
  }),
  event('call.verdict', {
    call: z.string(),
    verdict: verdictName,
    rule: nullableText,
    list: z.string(),
    line: z.number().nullable(),
    because: z.string(),
    /** The layer that decided, by its address in `run.start`, if there are several. */
    layer: z.string().optional(),
    /** The page of the deciding line. */
    link: z.string().optional(),
    /** What each layer said: the verdict is at least as strict as each of them. */
    layers: z
      .array(
        z.object({
          layer: z.string(),
          verdict: verdictName,
          rule: nullableText,
          list: z.string(),
          line: z.number().nullable(),
        }),
      )
      .optional(),
    policySha256: digest,
    argumentsSha256: digest,
    untrusted: z.boolean(),
    sandboxed: z.boolean(),
    /** Whether the profile of commands that only read was proved by then. */
    contained: z.boolean().optional(),
    /** For a command that may run: what its sandbox is made from. */
    profile: profile.optional(),
    commands: z.array(json).optional(),
    /** With `requireApproval` by rules that say who can approve: what the approval needs. */
    needs: z
      .object({
        from: z.array(z.array(z.string())),
        count: z.number().int().positive(),
        self: z.boolean(),
        expireMs: z.number(),
      })
      .optional(),
    /** The lines of the approved plan that let the call run. */
    plan: z
      .object({ call: z.string(), sha256: digest, lines: z.array(z.number().int().positive()) })
      .optional(),
  }),
  event('call.changed', {
    call: z.string(),
    /** The approval request that was answered with the change. */
    approval: z.string(),
    by: actor,
    /** The argument with the text that they gave. */
    argument: z.string(),
    textSha256: digest,
    /** Over canonical JSON of the arguments before and after. */
    fromSha256: digest,
    argumentsSha256: digest,
    /** The arguments from then on, redacted, as with `PENDING`. */
    arguments: json,
  }),
  event('plan.approved', {
    /** The call that submitted the plan, which people approved. */
    call: z.string(),
    /** Over canonical JSON of `lines`. */
    sha256: digest,
    /** One exact call, or a rule; verdicts count them from 1. */
    lines: z.array(
      z.union([
        z.object({ tool: z.string(), argumentsSha256: digest }),
        z.object({ rule: z.string() }),
      ]),
    ),
  }),
  event('call.service', {
    call: z.string(),
    service: z.enum(['write', 'secret']),
    target: z.string(),
    because: z.string(),
  }),
  event('call.request', {
    call: z.string(),
    /** Its number among the requests of the call, from 1. */
    request: z.number().int().positive(),
    name: z.string(),
    /** The question as JSON, redacted: what hooks and the program saw. */
    data: z.string(),
  }),
  event('call.answer', {
    call: z.string(),
    request: z.number().int().positive(),
    by: z.enum(['hook', 'program', 'nobody']),
    /** The name of the hook, if one answered or refused. */
    hook: z.string().optional(),
    /** The answer as JSON, redacted: what the tool got. */
    answer: z.string().optional(),
    /** Why there is none. */
    because: z.string().optional(),
  }),
  event('hook.ran', {
    call: z.string(),
    hook: z.string(),
    phase: z.enum(['preToolUse', 'postToolUse', 'messagesChanged']),
    effect: z.string(),
  }),
  event('approval.asked', {
    /** The approval comment, where people were asked. The field keeps its name in stored trails. */
    card: z.object({ commentId: z.number(), url: z.string() }).nullable(),
    via: z.enum(['comment', 'terminal', 'callback', 'check-run', 'nobody']),
    count: z.number().int().positive(),
    expires: nullableText,
    /** The accounts that had the logins of `@user` entries then, by login in lower case. */
    named: z.array(z.object({ login: z.string(), id: z.number() })).optional(),
    requests: z.array(
      z.object({
        approval: z.string(),
        call: z.string(),
        digest,
        /** With a call that submits a plan: over canonical JSON of its lines. */
        plan: digest.optional(),
        /** Who can approve this call, where people were asked by a comment. */
        needs: z
          .object({
            /** An approver has one entry of each list. */
            from: z.array(z.array(z.string())),
            count: z.number().int().positive(),
            self: z.boolean(),
            expires: z.string(),
            /** The files of the call, each of which needs an owner's approval; absent if code owners do not decide. */
            files: z.array(z.string()).optional(),
          })
          .optional(),
      }),
    ),
  }),
  event('approval.notified', {
    via: z.enum(['webhook']),
    kind: z.enum(['asked', 'reminder']),
    approvals: z.array(z.string()),
  }),
  event('approval.decision', {
    approval: z.string(),
    call: z.string(),
    decision: z.enum(['approve', 'deny']),
    /** False for a command that does not count; `because` then says why. */
    counted: z.boolean(),
    because: z.string(),
    by: actor,
    permission: nullableText,
    comment: z.object({ id: z.number(), url: z.string(), createdAt: z.string() }).nullable(),
    /** Where a button was pressed in place of a comment: its check run, the App behind that, and when it was heard of. */
    check: z
      .object({ id: z.number(), url: z.string(), app: z.number(), heardAt: z.string() })
      .optional(),
    /** The review of the pull request that answered in place of a comment, and the head that it is about. */
    review: z
      .object({ id: z.number(), url: z.string(), submittedAt: z.string(), commit: z.string() })
      .optional(),
    /** The edit of the approval comment that ticked a box in place of a comment. */
    edit: z.object({ comment: z.number(), url: z.string(), editedAt: z.string() }).optional(),
    note: z.string().optional(),
    /** With an approval that counts: the entry of each list of `from` that the person has. */
    as: z.array(z.string()).optional(),
    /** The files of the call that the person owns; absent if the approval is for the whole call. */
    files: z.array(z.string()).optional(),
    /** They also asked for a rule that allows such calls. It lets nothing run. */
    always: z.literal(true).optional(),
    /** With an approval of another text than the call had: the digest of that text. */
    changeSha256: digest.optional(),
  }),
  event('approval.consumed', { approval: z.string(), call: z.string(), digest }),
  event('approval.void', { approval: z.string(), call: z.string(), because: z.string() }),
  event('github.write', {
    call: nullableText,
    what: z.string(),
    /** It was there before: the run created nothing. */
    found: z.boolean().optional(),
    id: z.union([z.number(), z.string()]).nullable(),
    url: nullableText,
    /** The branch that a commit was pushed to. */
    branch: z.string().optional(),
    /** The files of that commit as they were pushed; a digest of `null` deletes the file. */
    files: z
      .array(
        z.object({
          path: z.string(),
          sha256: digest.nullable(),
          /** Git's mode of the file. Absent for a deletion. */
          mode: z.enum(['100644', '100755', '120000']).exactOptional(),
        }),
      )
      .optional(),
  }),
  event('budget', {
    budget: z.enum(['turns', 'calls', 'tokens', 'usd', 'minutes', 'limits']),
    event: z.enum(['near', 'spent', 'raised']),
    used: z.number(),
    limit: z.number(),
    /** With `raised`: the call of the run that a person approved. */
    call: z.string().optional(),
  }),
  event('redaction', { counts: numbers }),
  event('recovered', {
    /** The truncated last line, stored as `torn-<seq>.bin` beside the trail. */
    tornBytes: z.number(),
    tornSha256: digest,
  }),
  event('checkpoint.saved', {
    name: z.string(),
    sha256: digest,
    bytes: z.number(),
    /** What the run left in the checkout that the checkpoint does not contain, and why; the first hundred. */
    leftOut: z.array(z.object({ path: z.string(), because: z.string() })).optional(),
  }),
  event('changes.saved', {
    /** The patch beside the trail. */
    name: z.string(),
    sha256: digest,
    bytes: z.number(),
    /** The commit that it applies to. */
    base: z.string(),
    files: z.number(),
    /** What changed and is not in it, and why; the first hundred. */
    leftOut: z.array(z.object({ path: z.string(), because: z.string() })),
  }),
  event('context.trimmed', { turn: z.number(), how: z.string(), removedBytes: z.number() }),
  event('warning', { code: z.string(), message: z.string() }),
  event('run.suspended', { approvals: z.array(z.string()) }),
  event('run.end', {
    outcome: z.enum(OUTCOMES),
    summary: z.string(),
    /** Entries before this one; the writer puts it right when it gives the entry its place. */
    count: z.number().int().nonnegative(),
    turns: z.number(),
    calls: numbers,
    tokens: z.number(),
    costUsd: z.number().nullable(),
    /** The result for programs, as canonical JSON. */
    result: blobRef.optional(),
    /** Under `doneRequires`: the git tree of the work tree at the end; `null` if it is unknown. */
    workTree: workTree.optional(),
    /** What people should know before they rely on the outcome: failed tests, changes that were not pushed. */
    notices: z.array(z.string()).optional(),
  }),
] as const;

/** An entry of the trail before it is chained. */
export type TrailEvent = DeepReadonly<z.infer<EventSchema>>;

/** All parts read-only, so that an entry can name what a run has without a copy. JSON is so already. */
type DeepReadonly<T> = [Json] extends [T]
  ? T
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;
type EventSchema = (typeof EVENTS)[number];

const BY_TYPE: ReadonlyMap<string, EventSchema> = new Map(
  EVENTS.map((schema) => [schema.shape.type.value, schema]),
);

/** The schema of one type; `undefined` for a type that this version does not know. */
export function eventSchema(type: string): EventSchema | undefined {
  return BY_TYPE.get(type);
}

function isNumbers(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => Number.isFinite(one))
  );
}
