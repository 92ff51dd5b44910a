import { parseTick, type Tick } from '../approvals/index.ts';
import {
  requestersOf,
  parseClick,
  type ParsedClick,
  decideStart,
  parseStartRequest,
  type StartDecision,
  type Trigger,
} from '../github/index.ts';
import type { ActionContext, ActionRequest, AnswerContext } from './context.ts';
import { answerIn, misplacedReason } from './event/answer-in.ts';
import { prefetch, prefetchPermissions } from './event/prefetch.ts';
import type { Inputs } from './inputs/inputs.ts';

/** What the event asks this step to do. */
export type Decision =
  /** `refused`: the author may not start a run. */
  | { readonly kind: 'skip'; readonly reason: string; readonly refused: boolean }
  | { readonly kind: 'policy-diff' | 'plan' | 'collect' }
  | { readonly kind: 'start'; readonly request: ActionRequest }
  | { readonly kind: 'apply'; readonly request: ActionRequest; readonly changes: ChangesReference }
  | ({ readonly kind: 'resume' } & Pick<AnswerContext, 'answer' | 'trigger'>);

/** The artifact of the agent's job, and the head hash that the job published. */
export interface ChangesReference {
  readonly artifact: string;
  readonly head: string;
}

/**
 * Decides what the event asks for. Irrelevant events end here without a request. For a likely start, prefetches what a
 * run reads from GitHub while it looks up the author's permission. Until that is decided, it only reads. Throws
 * GitHub's errors, and the reason of a cancelled step.
 */
export async function decide(context: ActionContext): Promise<Decision> {
  const { inputs, trigger } = context;
  if (inputs.mode === 'policy-diff' || inputs.mode === 'plan' || inputs.mode === 'collect')
    return { kind: inputs.mode };
  const tick = parseTick(trigger);
  if (tick !== null) return await resumeByTick(tick, context);
  const click = await clickIn(context);
  if (click.kind === 'foreign') return skip(click.reason);
  if (click.kind === 'click') return await resumeByClick(click, context);
  const input = startInput(context);
  const request = parseStartRequest(input);
  if (request.kind === 'skip') return skip(misplacedReason(trigger) ?? request.reason);
  if (request.kind === 'request') {
    prefetchPermissions(context.cachedGithub, requestersOf(request, input));
    if (request.resumes === null && mayLikelyStart(trigger)) prefetch(context);
  }
  const self = await context.self();
  const decision = await decideStart({ ...input, self }, context.cachedGithub);
  // A cancelled look-up refuses, but the outcome of a cancelled step is `cancelled`.
  context.signal.throwIfAborted();
  return decisionOf(decision, context);
}

/** The click that the event is about. Only a click needs the account of the token: an event without one asks GitHub nothing. */
async function clickIn({ trigger, environment, self }: ActionContext): Promise<ParsedClick> {
  const repository = `${environment.owner}/${environment.repo}`;
  const unchecked = parseClick(trigger, { self: null, repository });
  if (unchecked.kind === 'none') return unchecked;
  return parseClick(trigger, { self: await self(), repository });
}

/** The events that people with write access cause. */
const WRITERS_EVENTS: ReadonlySet<Trigger['event']> = new Set([
  'push',
  'release',
  'repository_dispatch',
  'schedule',
  'workflow_dispatch',
  'workflow_run',
]);

/**
 * Whether the account behind an event most likely starts a run, so that what a run reads is worth requesting at once. Whoever
 * most likely does not must not use up the rate limit: outsiders, and senders of whom the event says nothing.
 */
function mayLikelyStart({ event, actor, requestText }: Trigger): boolean {
  if (WRITERS_EVENTS.has(event)) return true;
  return requestText?.byOutsider === false && requestText.author?.id === actor?.id;
}

function startInput({ trigger, inputs }: ActionContext) {
  const { triggerPhrase: phrase, allowActors, runFor } = inputs;
  const prompt = promptOf(inputs);
  return {
    trigger,
    phrase,
    prompt,
    allowActors,
    runFor,
    answers: answerIn({ trigger, phrase, prompt }),
  };
}

/** In mode `apply`, the changes that an earlier job left are the request, on every event. */
function promptOf({ mode, applyArtifact, prompt }: Inputs): string | undefined {
  if (mode !== 'apply') return prompt ?? undefined;
  return applyArtifact === null ? undefined : 'Apply the changes.';
}

/** A box of an approval comment was ticked: its run resumes, if the run's own account wrote the comment. */
async function resumeByTick(tick: Tick, context: ActionContext): Promise<Decision> {
  const { trigger } = context;
  const self = await context.self();
  const author = trigger.requestText?.author ?? null;
  if (trigger.event !== 'issue_comment' || self === null || author?.id !== self.id)
    return skip('The edited comment is no approval comment of this run.');
  return { kind: 'resume', trigger, answer: { kind: 'tick', tick } };
}

/** A button of an approval's check run was clicked: the run that it belongs to resumes. */
async function resumeByClick(
  { click, trigger }: Extract<ParsedClick, { kind: 'click' }>,
  { github, clock }: ActionContext,
): Promise<Decision> {
  const { number, isPullRequest } = await github.issue(click.issue);
  const now = clock.now().toISOString();
  return {
    kind: 'resume',
    trigger: { ...trigger, number, isPullRequest },
    answer: { kind: 'click', click: { ...click, at: now } },
  };
}

function decisionOf(decision: StartDecision, { inputs, trigger }: ActionContext): Decision {
  switch (decision.kind) {
    case 'skip':
      return skip(decision.reason);
    case 'refuse':
      return { kind: 'skip', reason: decision.reason, refused: true };
    case 'answer':
    case 'resume': {
      if (trigger.event === 'pull_request_review')
        return { kind: 'resume', trigger, answer: { kind: 'review' } };
      const { commentId: id } = decision.requestText;
      if (trigger.event !== 'issue_comment' || id === null)
        return skip('Only comments on an issue or pull request can answer an approval request.');
      const mayResume = decision.kind === 'resume';
      return { kind: 'resume', trigger, answer: { kind: 'comment', id, mayResume } };
    }
    case 'run': {
      const request = { request: decision.request, by: decision.by };
      if (inputs.mode !== 'apply') return { kind: 'start', request };
      const { applyArtifact: artifact, applyHead: head } = inputs;
      return artifact === null || head === null
        ? skip("The agent's job left no changes to apply.")
        : { kind: 'apply', request, changes: { artifact, head } };
    }
  }
}

function skip(reason: string): Decision {
  return { kind: 'skip', reason, refused: false };
}
