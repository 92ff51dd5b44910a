import type { CallForApproval, EvaluatedCall } from '../call.ts';
import {
  approvalDigest,
  approvalId,
  type ApprovalRequest,
  newNonce,
} from '../../approvals/index.ts';
import { defined, isJsonObject } from '../../common/index.ts';
import { dependsOn, profileSentence, touchedFiles, type Verdict } from '../../policy/index.ts';
import { type PlanReading, readPlan } from '../plan.ts';
import { planDigest } from '../plan-record.ts';
import type { CallContext } from '../context.ts';

/** An approval is bound to the content of at most this many files. A call that names more never matches its approval. */
const MAX_BOUND_FILES = 2_000;

/** The approval request for a call: what people see, and the digest of what they approve. */
export async function requestFor(
  context: CallContext,
  call: CallForApproval,
): Promise<ApprovalRequest> {
  const situation = context.situation();
  const { facts, input, asks } = call.prepared;
  const { profile, places = new Map<string, string>() } = call.verdict;
  const digest = await digestFor(context, call);
  const description = isJsonObject(input) ? input['description'] : undefined;
  const plan = await readPlan(context, call);
  const { diff: published = null, ...own } = await call.prepared.preview({ places });
  const preview = plan.ok ? { ...own, text: `${own.text}${plan.shown}` } : own;
  const diff = published ?? (publishesCommits(call.verdict) ? await context.changesDiff() : null);
  return {
    id: approvalId(digest),
    digest,
    call: call.request.id,
    tool: call.tool.name,
    preview,
    ...(diff === null ? {} : { diff: { form: 'diff', text: context.redactor.redact(diff) } }),
    verdict: call.verdict,
    ...(profile === undefined || situation.contained !== true
      ? {}
      : { sandbox: profileSentence(profile, context.policy.networkHosts) }),
    ...(typeof description === 'string' && asks === undefined
      ? { description: context.redactor.redact(description) }
      : {}),
    // A rule that opens what a built-in rule guards is for the policy's author to think of.
    rules:
      asks === undefined && call.verdict.list !== 'wall'
        ? context.suggestedRules(facts, situation).map((rule) => context.redactor.redact(rule))
        : [],
    needs: context.policy.approvalNeeds(call.verdict),
    paths: touchedFiles(facts, situation, call.verdict),
    ...planField(call, plan),
    ...(call.prepared.changeable === undefined || asks !== undefined ? {} : { changeable: true }),
    expects: asks ?? 'approval',
    ...(call.prepared.otherwise === undefined ? {} : { hasDefault: true as const }),
    ...defined({ waitMs: call.prepared.waitMs }),
  };
}

/** Whether a command commits or pushes: with it, changes of the work tree may reach others. */
function publishesCommits({ commands = [] }: Verdict): boolean {
  return commands.some(
    ({ words: [program = '', ...rest] }) =>
      /(?:^|\/)git$/.test(program) && rest.some((word) => word === 'commit' || word === 'push'),
  );
}

async function boundFiles(
  context: CallContext,
  paths: readonly string[],
): Promise<Record<string, string | null>> {
  const names = [...new Set(paths)].sort();
  // A nonce makes the digest differ each time: what cannot be bound must not look bound.
  if (names.length > MAX_BOUND_FILES) return { 'more files than can be bound': newNonce() };
  const digests = await Promise.all(names.map((name) => context.fileSha256(name)));
  return Object.fromEntries(names.map((name, index) => [name, digests[index] ?? null]));
}

/** The digest of what would be executed now: what an approval of the call binds. */
export async function digestFor(context: CallContext, call: CallForApproval): Promise<string> {
  const { profile, approvals, places } = call.verdict;
  return approvalDigest({
    tool: call.tool.name,
    input: call.prepared.input,
    policySha256: context.policy.sha256,
    headSha: context.headSha,
    run: context.run,
    call: call.request.id,
    nonce: call.nonce,
    files: await boundFiles(context, dependsOn(call.prepared.facts, context.situation())),
    ...defined({ profile }),
    ...(places === undefined ? {} : { places: Object.fromEntries(places) }),
    ...(approvals === undefined ? {} : { needs: context.policy.approvalNeeds(call.verdict) }),
    ...ownedFiles(context, call),
    ...planField(call, await readPlan(context, call)),
  });
}

/** The digest of what an approval of a plan lets run; nothing for any other call. */
function planField(
  { prepared: { plans = [] } }: EvaluatedCall,
  plan: PlanReading,
): { readonly plan?: string } {
  return plans.length === 0 ? {} : { plan: planDigest(plan.ok ? plan.lines : []) };
}

/** The files whose code owners decide about a call, to be bound; nothing if code owners do not decide. */
function ownedFiles(
  context: CallContext,
  { prepared, verdict }: EvaluatedCall,
): { readonly owned?: readonly string[] | null } {
  const { from } = context.policy.approvalNeeds(verdict);
  if (!from.some((entries) => entries.includes('codeowners'))) return {};
  const { facts } = prepared;
  return { owned: touchedFiles(facts, context.situation(), verdict) };
}
