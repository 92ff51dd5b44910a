import { counted, crockford, isJsonObject, type Outcome, sha256 } from '../../../common/index.ts';
import { isRealTime } from '../../format/format.ts';
import type { Entry, EntryOf } from '../../format/entry.ts';
import { MAX_APPROVER_LISTS } from '../../format/limits.ts';
import { type SpendingEntry, tokenCountsOf } from '../../format/spent.ts';
import { BUDGET_CALL, CALL_STATES, type CallState } from '../../format/states.ts';
import { layersMismatch } from './layers.ts';
import { unapprovedRaise } from './limit-raises.ts';
import { COMMAND_TOOL } from '../../../policy/index.ts';
import { mayBeByHook, modeMismatch } from './mode.ts';
import type { CallReplay } from './calls/replay-calls.ts';
import {
  type Finding,
  finding,
  type Finish,
  type OpenCallState,
  type ProofFault,
  strictness,
} from './replay-state.ts';
import { NO_POLICY, type RunFacts } from './run-facts.ts';
import { RecordedText, sourceMismatch } from './verdict-source.ts';

/** What a rule compares an entry with: everything that the entries before it say. */
interface Before {
  readonly run: RunFacts;
  readonly calls: CallReplay;
  /** The call that the entry is about, in the state before it; `undefined` if there is none, or it begins here. */
  readonly open: OpenCallState | undefined;
}

interface Rule<E extends Entry> {
  readonly code: ProofFault;
  /** A sentence if the entry contradicts itself or an earlier one; `null` if it does not. */
  readonly broken: (entry: E, before: Before) => string | null;
}

function rule<E extends Entry>(code: ProofFault, broken: Rule<E>['broken']): Rule<E> {
  return { code, broken };
}

const RESULT = ['durationMs', 'resultSha256', 'resultBytes', 'result'];
const EFFECT = ['process.exit.code', 'network', 'sandbox', 'workTree'];

/** Fields of a change of state: those that it must have, and those that it may have. */
const FIELDS: Readonly<
  Record<CallState, { readonly must: readonly string[]; readonly may: readonly string[] }>
> = {
  PENDING: {
    must: ['turn', 'gen_ai.tool.name', 'gen_ai.tool.call.id', 'kind', 'argumentsSha256', 'parent'],
    may: ['gen_ai.tool.call.arguments', 'argumentsBlob'],
  },
  APPROVAL_REQUIRED: { must: [], may: ['because'] },
  APPROVED: { must: [], may: [] },
  EXECUTING: { must: ['argumentsSha256'], may: [] },
  COMPLETED: { must: RESULT, may: EFFECT },
  FAILED: { must: ['because', 'error.type'], may: [...RESULT, ...EFFECT] },
  DENIED: { must: ['because'], may: ['usedDefault'] },
  SEALED: { must: ['because'], may: [] },
};
const ENVELOPE = ['_schema', 'seq', 'time', 'run', 'type', 'prev', 'hash', 'call', 'state'];

/** The outcomes of a run that another job can resume: it was suspended, or it crashed. */
const RESUMABLE: readonly Outcome[] = ['awaiting-approval', 'error'];

/** The most calls that `run.end` counts by their ends. */
const MAX_COUNTED_CALLS = 2_000;
const USD_TOLERANCE = 1e-6;

/** Of every entry that says what a request to the model has used. */
const NEGATIVE_USE: Rule<SpendingEntry> = rule('counts-mismatch', (entry) => {
  const negative = [...tokenCountsOf(entry), entry.costUsd ?? 0].find((amount) => amount < 0);
  return negative === undefined ? null : `The reply to turn ${entry.turn} used ${negative}.`;
});

/** The rules of each type of entry. Every other type has none. */
const RULES: { readonly [T in Entry['type']]?: readonly Rule<EntryOf<T>>[] } = {
  'run.start': [
    rule('no-start', ({ start }, { run }) =>
      run.segment === 0 && start === 'resumed'
        ? 'The audit trail begins with a resumed run. The entries before it are missing.'
        : null,
    ),
    rule('second-start', ({ start }, { run }) =>
      run.segment > 0 && start === 'fresh' ? 'A second run starts in the same audit trail.' : null,
    ),
    rule('layers-mismatch', ({ policy }) => layersMismatch(policy)),
    rule('after-end', (_, { run: { end } }) =>
      end === null || RESUMABLE.includes(end.outcome)
        ? null
        : `The run resumes, although it ended as ${end.outcome}.`,
    ),
    rule('identity-changed', (entry, { run: { first, request } }) => {
      if (first === null) return null;
      const isWhole = entry.policy.source !== NO_POLICY;
      const changed = IDENTITY.find(
        ({ valueOf, always }) =>
          valueOf(first) !== undefined &&
          (always || isWhole) &&
          JSON.stringify(valueOf(entry)) !== JSON.stringify(valueOf(first)),
      );
      const isAsked = !isWhole || request.mayBe(new RecordedText(entry.request));
      const name = changed?.name ?? (isAsked ? null : 'request');
      return name === null ? null : `The run resumes with another ${name} than it started with.`;
    }),
    rule('no-checkpoint', ({ start }, { run }) =>
      start === 'fresh' || run.hasCheckpoint
        ? null
        : 'The run resumes, but the workflow run before saved no checkpoint (checkpoint.saved).',
    ),
  ],
  'turn.start': [
    rule('over-budget', ({ turn, parent }, { run }) => {
      // A turn may exceed a limit, because its price is unknown before. The next turn must not begin.
      const spent = overLimit(run, 'tokens', run.tokens) ?? overLimit(run, 'usd', run.usd);
      return parent === null ? (spent ?? overLimit(run, 'turns', turn)) : spent;
    }),
    rule('turn-mismatch', ({ turn, parent }, { run, calls }) => {
      if (run.endedEarly) return `Turn ${turn} begins in a workflow run that loaded no policy.`;
      const next = run.lastTurn + 1;
      if (turn !== next && !(run.mayJump && turn > next))
        return `Turn ${turn} begins, but the turn before it is ${run.lastTurn}.`;
      const before = run.conversation(parent);
      if (before !== null && before.open > 0)
        return `Turn ${turn} begins, but ${counted(before.open, 'call')} of turn ${before.turn} of the same conversation did not end.`;
      if (parent === null || calls.open.get(parent)?.state === 'EXECUTING') return null;
      return `Turn ${turn} is of a subagent that ${parent} started, but that call is not executing.`;
    }),
  ],
  'model.reply': [
    NEGATIVE_USE,
    rule('turn-mismatch', ({ turn, parent }, { run }) => {
      const conversation = run.conversation(parent);
      if (conversation?.turn !== turn) return `A reply names turn ${turn}, which has not begun.`;
      return conversation.replied ? `Turn ${turn} has a second reply.` : null;
    }),
  ],
  'model.broken': [
    NEGATIVE_USE,
    rule('turn-mismatch', ({ turn, parent }, { run }) => {
      const conversation = run.conversation(parent);
      return conversation?.turn === turn && !conversation.replied
        ? null
        : `A reply that broke off names turn ${turn}, which is not open.`;
    }),
  ],
  budget: [
    rule('unapproved', (entry, { calls }) => unapprovedRaise(entry, calls.open)),
    rule('counts-mismatch', ({ event, budget, used, limit }, { run }) => {
      if (event === 'spent' && used < limit)
        return `The limit of ${limit} ${budget} is reached, but ${used} are used.`;
      const most = spentOf(budget, run);
      return used > most ? `The run has used ${used} ${budget}, but its entries ${most}.` : null;
    }),
  ],
  'model.retry': [
    rule('turn-mismatch', ({ turn }, { run }) =>
      turn === run.lastTurn ? null : `A repeated request names turn ${turn}, which is not open.`,
    ),
  ],
  'model.fallback': [
    rule('turn-mismatch', ({ turn, parent }, { run }) =>
      run.conversation(parent)?.turn === turn
        ? null
        : `A change of the model names turn ${turn}, which has not begun.`,
    ),
    rule('model-mismatch', ({ from, to }, { run }) => {
      const [current, next] = run.models;
      if (current === from && next === to) return null;
      return `The model changes from ${from} to ${to}, but the run is at ${current ?? 'none'}, and ${next === undefined ? 'it is the last one' : `${next} is the next one`}.`;
    }),
  ],
  'call.state': [
    rule('fields-mismatch', (entry, { open }) => {
      const { must, may } = FIELDS[entry.state];
      const ran = open?.state === 'EXECUTING' && entry.state === 'FAILED';
      const needed = ran ? [...must, ...RESULT] : must;
      const missing = needed.find((name) => !Object.hasOwn(entry, name));
      if (missing !== undefined)
        return `The call ${entry.call} is ${entry.state} without ${missing}.`;
      const isKnown = (name: string): boolean =>
        ENVELOPE.includes(name) || must.includes(name) || may.includes(name);
      const other = Object.keys(entry).find((name) => !isKnown(name));
      return other === undefined
        ? null
        : `The call ${entry.call} is ${entry.state}, and has ${other}, which such an entry never has.`;
    }),
    rule('arguments-mismatch', (entry) => {
      if (entry.state !== 'PENDING') return null;
      const hasInline = entry['gen_ai.tool.call.arguments'] !== undefined;
      return hasInline === (entry.argumentsBlob !== undefined)
        ? `The call ${entry.call} must have its arguments once: in the entry, or in a blob.`
        : null;
    }),
    rule('turn-mismatch', (entry, { run, calls }) => {
      if (entry.state !== 'PENDING' || entry['gen_ai.tool.name'] === BUDGET_CALL) return null;
      const { call, turn, parent = null } = entry;
      const conversation = run.conversation(parent);
      if (conversation?.turn === turn)
        return conversation?.replied === true
          ? null
          : `The call ${call} is of turn ${turn}, which has no reply of the model.`;
      const outer = calls.open.get(parent ?? '');
      if (outer !== undefined && conversation === null)
        return outer.turn === turn && outer.state === 'EXECUTING'
          ? null
          : `The call ${call} is made by ${outer.call}, which is ${outer.state} in turn ${outer.turn}.`;
      // A tool that was abandoned after its time may still make calls.
      if (parent !== null && conversation === null && calls.hasExecuted(parent)) return null;
      return `The call ${call} names turn ${turn}, which has no reply of the model.`;
    }),
    rule('result-mismatch', ({ call, result, resultSha256, resultBytes }) => {
      if (typeof result !== 'string') return null;
      return sha256(result) === resultSha256 && Buffer.byteLength(result) === resultBytes
        ? null
        : `The result of ${call} does not have the digest and size that its entry records.`;
    }),
    rule('verdict-mismatch', ({ call, state }, { open }) => {
      const verdict = open?.verdict?.verdict ?? null;
      const allowed = AFTER_VERDICT[verdict ?? 'none'];
      // A call that an approver changed may no longer need an approval, and may still be refused.
      const wasAsked = state === 'DENIED' && verdict === 'auto' && open?.asked !== null;
      if (state === 'PENDING' || allowed.includes(state) || wasAsked) return null;
      const had = verdict === null ? 'it has no verdict' : `its verdict is ${verdict}`;
      return `The call ${call} is ${state}, but ${had}.`;
    }),
    rule('verdict-mismatch', ({ call, usedDefault }, { open }) => {
      const verdict = open?.verdict;
      // A question of a tool is decided by a built-in rule; an approval that a policy rule requires is no such question.
      const isQuestion = verdict?.verdict === 'requireApproval' && verdict.list === 'wall';
      return usedDefault === true && !isQuestion
        ? `The call ${call} used its default, but it is no question.`
        : null;
    }),
    rule('consumed-denied', ({ call, state }, { open }) =>
      state === 'DENIED' && open?.consumed === true
        ? `The call ${call} is DENIED, but its approval was consumed and is not void.`
        : null,
    ),
    rule('sandbox-mismatch', ({ call, sandbox, network = [] }, { open }) => {
      const profile = open?.verdict?.profile ?? null;
      if (profile === null || open?.tool !== COMMAND_TOOL) return null;
      const { name } = profile;
      if (sandbox !== undefined && sandbox.profile !== name)
        return `The command of ${call} ran with the profile ${sandbox.profile}, but its verdict allows ${name}.`;
      if (sandbox !== undefined && name !== 'writing' && sandbox.kept.length > 0)
        return `Writes of ${call} were kept by the profile ${name}.`;
      return !profile.network && network.some(({ verdict }) => verdict === 'allowed')
        ? `The command of ${call} reached a host, but its verdict allows no network.`
        : null;
    }),
  ],
  'call.verdict': [
    rule('arguments-mismatch', ({ call, argumentsSha256 }, { open }) => {
      if (open === undefined || open.wasHooked || argumentsSha256 === open.lastArgumentsSha256)
        return null;
      return `The verdict on ${call} is on other arguments than the call has, and no hook changed them.`;
    }),
    rule('verdict-mismatch', (entry, { run, open }) => {
      const { start } = run;
      const { call, verdict, list, commands = [] } = entry;
      if (start === null || open === undefined) return null;
      const { policy } = start;
      const { tool, parent } = open;
      const isByTool = parent !== null && run.conversation(parent) === null;
      const other = sourceMismatch(entry, { tool, isByTool });
      if (other !== null) return other;
      const looser = modeMismatch(entry, policy, open);
      if (looser !== null) return looser;
      // A hook or an approved plan may allow a command that would otherwise need an approval.
      const isByOther = list === 'plan' || mayBeByHook(entry, { mode: policy.mode, open });
      const mayAsk = isByOther ? strictness('requireApproval') : 0;
      const most = Math.max(strictness(verdict), mayAsk);
      return commands.some((one) => strictness(isJsonObject(one) ? one['verdict'] : null) > most)
        ? `The verdict on ${call} is ${verdict}, but one of its commands has a stricter one.`
        : null;
    }),
    rule('untrusted-lost', ({ call, untrusted }, { run }) =>
      run.untrusted && !untrusted
        ? `The verdict on ${call} knows of no untrusted content, which an earlier one does.`
        : null,
    ),
    rule('sandbox-mismatch', ({ call, verdict, list, sandboxed }, { open }) => {
      // The code of a tool can run what its own call declared (`wall`). That call was allowed by its own verdict.
      const isCommand = open?.tool === COMMAND_TOOL && list !== 'wall';
      return isCommand && verdict === 'auto' && !sandboxed
        ? `The verdict on ${call} is auto, but without a sandbox every command needs an approval.`
        : null;
    }),
    rule('sandbox-mismatch', ({ call, sandboxed, contained = false }, { run: { sandbox } }) => {
      if (sandbox === null) return null;
      const isContained = contained && (sandbox === 'none' || sandbox === 'off');
      return sandboxed === (sandbox !== 'none') && !isContained
        ? null
        : `The verdict on ${call} counts on another sandbox than the one that was started (${sandbox}).`;
    }),
  ],
  'call.service': [
    rule('unknown-call', ({ call }, { calls }) =>
      calls.hasExecuted(call) ? null : `A service names the call ${call}, which never ran.`,
    ),
  ],
  'hook.ran': [
    rule('unknown-call', ({ call, phase }, { open }) => {
      if (phase === 'messagesChanged') return null;
      const needed = phase === 'preToolUse' ? 'PENDING' : 'EXECUTING';
      // Hooks see a call that an approver changed, too.
      const isChanged = phase === 'preToolUse' && open?.isChanged;
      return open?.state === needed || (isChanged && open?.state === 'APPROVAL_REQUIRED')
        ? null
        : `The hook ran (${phase}) for the call ${call}, which is not ${needed}.`;
    }),
  ],
  'github.write': [
    rule('unknown-call', ({ call }, { calls }) =>
      call === null || calls.hasExecuted(call)
        ? null
        : `Something was written on GitHub by the call ${call}, which never ran.`,
    ),
  ],
  'approval.asked': [
    rule('approval-mismatch', ({ via, card, count, requests }, { calls, run }) => {
      if ((card !== null) !== (via === 'comment' || via === 'check-run'))
        return `People were asked by ${via}, ${card === null ? 'but no comment is named' : 'and a comment is named'}.`;
      if ((via === 'terminal' || via === 'callback') && run.start?.workflow !== null)
        return `People were asked by ${via}, which a workflow run does not have.`;
      // Every version that records the requester also records who can approve.
      const unnamed = requests.find(({ needs }) => needs === undefined);
      if (via === 'comment' && unnamed !== undefined && run.start?.requester !== undefined)
        return `People were asked by a comment, but the approval request ${unnamed.approval} does not say who can approve it.`;
      for (const { approval, call, digest } of requests) {
        if (approval !== approvalIdOf(digest))
          return `The approval request ${approval} has the digest of another one.`;
        const state = calls.open.get(call)?.state;
        if (state !== 'APPROVAL_REQUIRED')
          return `The approval request ${approval} asks for the call ${call}, which is ${state}.`;
      }
      const long = requests.find(({ needs }) => (needs?.from.length ?? 0) > MAX_APPROVER_LISTS);
      if (long !== undefined)
        return `The approval request ${long.approval} has more than ${MAX_APPROVER_LISTS} lists of approvers.`;
      const counts = requests.flatMap(({ needs }) => (needs === undefined ? [] : [needs.count]));
      if (counts.length === requests.length && count !== Math.max(...counts))
        return `The approval request says that ${count} must approve, but the calls need ${Math.max(...counts)}.`;
      return null;
    }),
    rule('bad-time', ({ expires, via, requests }) => {
      if (expires === null && via === 'comment') return 'An approval comment without an expiry.';
      return timeMismatch([expires, ...requests.map(({ needs }) => needs?.expires)]);
    }),
  ],
  'approval.decision': [
    rule('bad-time', ({ comment, check, review, edit }) =>
      timeMismatch([comment?.createdAt, check?.heardAt, review?.submittedAt, edit?.editedAt]),
    ),
  ],
  'checkpoint.saved': [
    rule('file-mismatch', ({ name, seq }) =>
      name === `checkpoint-${seq}.bin`
        ? null
        : `The checkpoint is named ${JSON.stringify(name)}, but that of entry ${seq} is checkpoint-${seq}.bin.`,
    ),
  ],
  'changes.saved': [
    rule('file-mismatch', ({ name }) =>
      name === 'changes.patch' ? null : `The changes are named ${JSON.stringify(name)}.`,
    ),
    rule('identity-changed', ({ base }, { run }) =>
      base === run.start?.headSha
        ? null
        : `The patch is for commit ${base}, but the run started on ${run.start?.headSha ?? 'none'}.`,
    ),
  ],
  'run.suspended': [
    rule('unknown-approval', ({ approvals }, { calls }) => {
      const unknown = approvals.find((approval) => !calls.approvals.has(approval));
      return unknown === undefined
        ? null
        : `The run waits for ${unknown}, which is not an open approval request.`;
    }),
    rule('no-checkpoint', (_, { run }) =>
      run.isSaved ? null : 'The run is suspended, but its state was not saved (checkpoint.saved).',
    ),
    rule('unknown-approval', ({ approvals }, { calls }) => {
      const named = new Set(approvals);
      const waiting = [...calls.open.values()].find(
        ({ state, asked }) => state === 'APPROVAL_REQUIRED' && !named.has(asked ?? ''),
      );
      return waiting === undefined
        ? null
        : `The run is suspended without the approval that the call ${waiting.call} waits for.`;
    }),
  ],
  'run.end': [
    rule('count-mismatch', ({ count, seq }) =>
      count === seq ? null : `run.end says that ${count} entries precede it, but ${seq} do.`,
    ),
    rule('outcome-inconsistent', ({ outcome }, { calls }) => inconsistency(outcome, calls)),
    rule('outcome-inconsistent', ({ outcome, workTree = null }, { run }) => {
      const [unmet] = outcome === 'done' ? run.work.unmet(workTree) : [];
      return unmet === undefined
        ? null
        : `The outcome is done, but the entries do not prove ${unmet.rule}: ${unmet.because}.`;
    }),
    rule('counts-mismatch', (entry, { run }) => {
      if (isEmptyEnd(entry) && run.endedEarly) return null;
      const said = new Map(Object.entries(entry.calls));
      const malformed = malformedCounts(said);
      if (malformed !== null) return malformed;
      const wrong = countsOf(run, said).find(
        ({ name, is }) => !is.includes(said.get(name) ?? (name === 'total' ? -1 : 0)),
      );
      if (wrong !== undefined)
        return `run.end counts ${said.get(wrong.name) ?? 'no'} calls as ${wrong.name}, but the entries ${wrong.is[0]}.`;
      if (entry.turns !== run.turns)
        return `run.end counts ${counted(entry.turns, 'turn')}, but the entries ${run.turns}.`;
      const mayBeMore = run.crashed && entry.tokens > run.tokens;
      if (entry.tokens !== run.tokens && !mayBeMore)
        return `run.end says ${entry.tokens} tokens, but the replies have ${run.tokens}.`;
      return costMismatch(entry.costUsd, run);
    }),
    rule('missing-call', ({ outcome }, { run, calls }) =>
      run.crashed || outcome === 'error' || calls.missing === 0
        ? null
        : `${calls.missing} of the calls that the run numbered have no entry.`,
    ),
    rule('outcome-inconsistent', (entry, { run }) => outcomeMismatch(entry, run)),
  ],
};

/** What makes a run this run. `always`: also of a workflow run that ended before it loaded its policy. */
const IDENTITY: readonly {
  readonly name: string;
  readonly valueOf: (entry: EntryOf<'run.start'>) => unknown;
  readonly always: boolean;
}[] = [
  { name: 'repository', valueOf: ({ repository }) => repository, always: true },
  { name: 'policy', valueOf: ({ policy }) => policy.sha256, always: true },
  { name: 'mode', valueOf: ({ policy }) => policy.mode, always: false },
  {
    name: 'requester',
    // A trail of an earlier version does not say.
    valueOf: ({ requester }) => (requester === undefined ? undefined : (requester?.id ?? null)),
    always: false,
  },
  { name: 'commit', valueOf: ({ headSha }) => headSha, always: false },
  {
    name: 'output schema',
    valueOf: ({ outputSchemaSha256 = '' }) => outputSchemaSha256,
    always: false,
  },
  { name: 'doneRequires', valueOf: ({ doneRequires = [] }) => doneRequires, always: false },
];

/** Why a run cannot continue with what it used under a limit; `null` if it can. */
export function overLimit({ limits }: RunFacts, name: string, used: number): string | null {
  const limit = limits.get(name);
  return limit === undefined || used <= limit
    ? null
    : `The run continues with ${used} ${name}, over its limit of ${limit}.`;
}

/** The most that a run can have used according to its entries; infinite for what no entry records, and after a crash. */
function spentOf(budget: string, run: RunFacts): number {
  if (run.crashed) return Number.POSITIVE_INFINITY;
  switch (budget) {
    case 'turns':
      return run.turns;
    case 'tokens':
      return run.tokens;
    case 'usd':
      return run.usd + USD_TOLERANCE * (run.replies + 1);
    default:
      return Number.POSITIVE_INFINITY;
  }
}

/** The states that a call may enter under its last verdict, beside those that `TRANSITIONS` excludes. */
const AFTER_VERDICT: Readonly<
  Record<'none' | 'auto' | 'requireApproval' | 'deny', readonly CallState[]>
> = {
  none: ['FAILED', 'SEALED'],
  auto: CALL_STATES.filter((state) => state !== 'APPROVAL_REQUIRED' && state !== 'DENIED'),
  requireApproval: CALL_STATES,
  deny: ['DENIED', 'SEALED'],
};

function timeMismatch(times: readonly (string | null | undefined)[]): string | null {
  const wrong = times.find((time) => typeof time === 'string' && !isRealTime(time));
  return wrong === undefined ? null : `${JSON.stringify(wrong)} is not a time.`;
}

/** Why a count has an unknown name, or the counts by state do not add up to the total; `null` if all is well. */
function malformedCounts(said: ReadonlyMap<string, number>): string | null {
  const names = said.has('auto') ? COUNTED : ['total', ...CALL_STATES];
  const unknown = [...said.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) return `run.end counts calls as ${JSON.stringify(unknown)}.`;
  if (said.has('auto')) return null;
  const total = said.get('total') ?? 0;
  const byState = [...said].filter(([name]) => name !== 'total');
  const sum = byState.reduce((one, [, next]) => one + next, 0);
  return sum === total
    ? null
    : `run.end counts ${counted(sum, 'call')} by their states, but ${total} in all.`;
}

const COUNTED = ['total', 'auto', 'approved', 'failed', 'denied'];

/** The values that `run.end` may have for each count. */
function countsOf(
  { counts, defaults, completed }: RunFacts,
  said: ReadonlyMap<string, number>,
): readonly { readonly name: string; readonly is: readonly number[] }[] {
  const { total, denied, failed, auto, approved } = counts;
  if (!said.has('auto')) {
    // The post step of a crashed job counts by state.
    return [
      { name: 'total', is: [total] },
      { name: 'COMPLETED', is: [completed] },
      { name: 'FAILED', is: [failed] },
      { name: 'DENIED', is: [denied + defaults.now + defaults.earlier] },
    ];
  }
  if (total > MAX_COUNTED_CALLS) return [{ name: 'total', is: [total, MAX_COUNTED_CALLS] }];
  return [
    { name: 'total', is: [total] },
    { name: 'auto', is: [auto] },
    { name: 'approved', is: [approved] },
    { name: 'failed', is: [failed] },
    { name: 'denied', is: [denied, denied + defaults.earlier] },
  ];
}

function costMismatch(said: number | null, run: RunFacts): string | null {
  if (said === null) return run.isPriced ? UNPRICED : null;
  if (!run.isPriced) return 'run.end has a cost, but that of a reply is not known.';
  const tolerance = USD_TOLERANCE * (run.replies + 1);
  if (Math.abs(said - run.usd) <= tolerance) return null;
  return `run.end says ${said} USD, but the replies cost ${run.usd}.`;
}

const UNPRICED = 'run.end has no cost, but that of each reply is known.';

function isEmptyEnd({ turns, calls, tokens, costUsd }: EntryOf<'run.end'>): boolean {
  return turns === 0 && Object.keys(calls).length === 0 && tokens === 0 && costUsd === 0;
}

/** Why a run with these calls cannot have this outcome; `null` if it can. */
function inconsistency(outcome: Outcome, { open, executed }: CallReplay): string | null {
  const calls = [...open.values()];
  const executing = calls.find(({ state }) => state === 'EXECUTING');
  if (executing !== undefined)
    return `The run ended while the call ${executing.call} was executing. It must be marked as interrupted (SEALED).`;
  const [first] = calls;
  if (outcome === 'done' && first !== undefined)
    return `The outcome is done, but the call ${first.call} is still ${first.state}.`;
  if (outcome === 'awaiting-approval' && calls.every(({ state }) => state !== 'APPROVAL_REQUIRED'))
    return 'The outcome is awaiting-approval, but no call waits for an approval.';
  return outcome === 'skipped' && executed > 0
    ? `The outcome is skipped, but the run executed ${counted(executed, 'call')}.`
    : null;
}

/** Outcomes at a limit: the run could not continue, or was ended from outside. */
const AT_LIMIT = ['over-budget', 'timed-out', 'awaiting-approval', 'cancelled', 'error'];

function outcomeMismatch(entry: EntryOf<'run.end'>, run: RunFacts): string | null {
  const { outcome } = entry;
  const is = `The outcome is ${outcome}, but`;
  const suspended = outcome === 'awaiting-approval';
  if (suspended && !run.isSuspended) return `${is} the run was not suspended (run.suspended).`;
  if (!suspended && run.isSuspended) return `${is} the run was suspended (run.suspended).`;
  if (run.isAtLimit && !AT_LIMIT.includes(outcome)) return `${is} the run ended at a limit.`;
  const hasSchema = run.start?.outputSchemaSha256 !== undefined;
  if (entry.result !== undefined && !hasSchema) return `${is} its result has no output schema.`;
  if (entry.workTree !== undefined && run.start?.doneRequires === undefined)
    return `${is} nothing had to be proved about its work tree.`;
  switch (outcome) {
    case 'done':
      if (hasSchema && entry.result === undefined) return `${is} there is no result.`;
      if (run.deniedByPeople.size > 0) return `${is} a person denied a call that it needed.`;
      return endedWith(entry, run) ? null : `${is} the model did not end the work with it.`;
    case 'incomplete':
      if (finishesOf(run).length === 0 || run.start?.doneRequires !== undefined) return null;
      if (finishesOf(run).some((finish) => finish.outcome !== 'done')) return null;
      return hasSchema && entry.result === undefined
        ? null
        : `${is} the model ended the work as done.`;
    case 'denied':
      // A job that could not resume a crashed run denied no call.
      if (run.unapproved > 0 || run.endedEarly) return null;
      return run.counts.denied > 0 && finishesOf(run).length === 0
        ? null
        : `${is} no call was denied that it needed.`;
    case 'over-budget':
      return run.limitReached ? null : `${is} no limit was reached.`;
    case 'timed-out':
      return run.start?.budget['minutes'] === undefined
        ? `${is} it had no limit of minutes.`
        : null;
    case 'skipped':
      return run.turns === 0 ? null : `${is} the model was asked.`;
    case 'awaiting-approval':
    case 'cancelled':
    case 'error':
      return null;
  }
}

/** Whether the model ended the work by a call of `finish` with this outcome, summary and result, or by a reply without calls. */
function endedWith({ outcome, summary, result }: EntryOf<'run.end'>, run: RunFacts): boolean {
  const own = run.conversation(null);
  if (own === null) return false;
  const said = new RecordedText(summary);
  const isSummary = (text: RecordedText | null): boolean => text === null || text.mayBe(said);
  if (own.calls === 0) return own.replied && run.refused.size === 0 && isSummary(own.text);
  return own.finishes.some(
    (finish) =>
      (finish.outcome ?? outcome) === outcome &&
      isSummary(finish.summary) &&
      (result === undefined || (finish.resultSha256 ?? result.sha256) === result.sha256),
  );
}

function finishesOf(run: RunFacts): readonly Finish[] {
  return run.conversation(null)?.finishes ?? [];
}

/** The id of an approval request: `ap-` and the first 40 bits of its digest in Crockford base32. */
function approvalIdOf(digest: string): string {
  return `ap-${crockford(Buffer.from(digest, 'hex'), APPROVAL_ID_CHARS)}`;
}

const APPROVAL_ID_CHARS = 8;

/** The first rule that an entry breaks; `null` if it keeps all rules of its type. */
export function brokenRule<T extends Entry['type']>(
  type: T,
  entry: EntryOf<T>,
  before: Before,
): Finding | null {
  for (const { code, broken } of RULES[type] ?? []) {
    const because = broken(entry, before);
    if (because !== null) return finding(code, because);
  }
  return null;
}
