import type { Trail } from '../../audit/index.ts';
import { type Clock, defined } from '../../common/index.ts';
import type { Account, GitHub, IssueComment, Person } from '../../github/index.ts';
import type { ApprovalSettings } from '../../policy/index.ts';
import { renderApprovalComment } from '../request/approval-comment.ts';
import { bodyKey } from '../request/boxes.ts';
import { type ApprovalCheck, type ButtonOptions, renderCheck } from '../request/approval-check.ts';
import { type ApprovalCommentState, jobFields, type MarkedJob } from '../request/comment-marker.ts';
import type {
  ApprovalCommentView,
  Circumstances,
  RequestOrigin,
  RequestState,
  WholePreviews,
} from '../request/comment-view.ts';
import { type CodeOwners, mentions } from '../answers/codeowners.ts';
import type {
  ApprovalTimes,
  AskedFacts,
  Parties,
  Party,
  PersonStatus,
} from '../answers/review-rules.ts';
import type { AnswerReview } from '../answers/review-answer.ts';
import { type GivenReplies, givenReplies } from '../answers/given-replies.ts';
import { type ApprovalCommentRef, type DecisionBy, isQuestion } from '../approver.ts';
import type { ReceivedClick, Tick } from '../answers/answer-source.ts';
import type { Webhook } from '../notify/webhook.ts';
import { countVotes, requestState } from '../answers/votes.ts';

/** What an approver that asks by comment needs. */
export interface CommentApproverOptions {
  readonly github: GitHub;
  /** The issue or pull request that gets the approval comment. */
  readonly issue: number;
  readonly trail: Trail;
  readonly clock: Clock;
  readonly run: string;
  readonly settings: ApprovalSettings;
  /** Who requested this run; `null` if nobody did (a schedule). */
  readonly requester: Party | null;
  /** The pull request's author; `null` for an issue. */
  readonly pullAuthor: Person | null;
  /** Authors, committers and co-authors of the pull request's commits. */
  readonly commitAuthors: readonly Person[];
  /** The account of the token; `null` if the token cannot say. The approval comment's author is then the only own account. */
  readonly self: Account | null;
  /**
   * The head of a pull request as the job began, and then those that the run itself pushed, in their order. A head that is not the
   * last of them voids open requests, unless GitHub may be late. Empty for an issue.
   */
  readonly pullHeads: () => readonly string[];
  /** `null` if the repository has no CODEOWNERS: `codeowners` in `approvals.from` then matches nobody. */
  readonly codeOwners: CodeOwners | null;
  /** Untrusted content and sandbox status for the approval comment. */
  readonly circumstances: () => Circumstances;
  /** The policy file on GitHub, for links to its lines; `null` for the built-in policy. */
  readonly policyUrl: string | null;
  readonly runUrl: string | null;
  /** Who wanted what, for the comment. Absent: unknown. */
  readonly origin?: RequestOrigin;
  /** What the agent wrote last, redacted. */
  readonly agentWords: () => string;
  /** The artifact that the run's audit trail is uploaded as; `null` if there is none. */
  readonly artifact: string | null;
  /** Notifies people outside of GitHub. Absent: nobody is notified there. */
  readonly webhook?: Webhook;
  /** Absent: people answer by comments alone. */
  readonly buttons?: ButtonOptions;
  readonly workflowRun?: MarkedJob;
  /** The commit that the run works on. Absent: not known. */
  readonly commit?: string;
  /** Called for a `/cancel` that counts, once the trail has it. The run must end. */
  readonly onCancel?: (by: DecisionBy) => void;
  /** The first pause between two polls; absent: one second. */
  readonly pollFirstMs?: number;
}

/** What was asked, by which approval comment. */
interface AskedSession extends AskedFacts {
  readonly options: CommentApproverOptions;
  readonly comment: ApprovalTimes & { readonly ref: ApprovalCommentRef };
  /** The check run with the buttons; `null` if there are no buttons. */
  readonly check: ApprovalCheck | null;
  /** False for the comment of an earlier job: two jobs may read it before one claims it, and an edit by one would void it for the other. */
  readonly mayUpdate: boolean;
  /** The key of every body that this run wrote. Any other body is somebody else's edit. */
  readonly bodies: Set<string>;
  /** Blobs with the whole previews, by approval id, if the comment has no room for them. */
  readonly whole: WholePreviews;
  /** What the agent had written when the comment was posted. */
  readonly agentWords: string;
}

/** Who ticked which box of the approval comment, as its edits say. */
interface BoxTicks {
  /** Ticks that an earlier job read, for when GitHub does not show the edits. */
  readonly earlier: readonly Tick[];
  /** The tick whose event started this job; `null` if none did. */
  readonly received: Tick | null;
  /** The ticks that were there when the edits were last read. */
  ticks: readonly Tick[];
  /** Whether the comment had a ticked box then, which the next update empties: another person can then tick it. */
  isTicked: boolean;
  /** Whether people were told to comment because nobody knows who ticked a box. */
  isExplained: boolean;
}

/** No box was ticked so far. */
export const NO_TICKS: Readonly<BoxTicks> = {
  earlier: [],
  received: null,
  ticks: [],
  isTicked: false,
  isExplained: false,
};

/** What came of it so far. The only mutable state of this module. */
interface SessionProgress {
  /** Clicks on the buttons that this job or an earlier one received. */
  readonly clicks: readonly ReceivedClick[];
  /** By the answer's key, with the answer's content at the time of the review. */
  readonly reviews: Map<string, { readonly content: string; readonly review: AnswerReview }>;
  readonly replies: GivenReplies;
  readonly boxes: BoxTicks;
  /** Which version of the approval comment was last checked for edits by others. */
  readVersion: string;
  /** By account: what GitHub reported of people who may not answer, and when by the monotonic clock. */
  readonly refused: Map<number, { readonly facts: PersonStatus; readonly atMs: number }>;
  /** The approval comment's node; `''` until it is known. */
  nodeId: string;
  /** How many heads the run had at the last check, since when by the monotonic clock, and the last of them that GitHub has shown. */
  heads: { readonly count: number; readonly sinceMs: number; readonly shown: number };
  /** When what the answers rest on was last looked up as a whole, by the monotonic clock. */
  confirmedMs: number;
  /** Why the last click does not count, for the check run; `null` if it counts. */
  clickRefusal: string | null;
  displayed: string;
  isReminded: boolean;
  /** This job's claim of the approval comment of an earlier job; `null` until it has one. */
  claim: number | null;
  /** Comments that count, and get their 👍 once this job has that claim; `null`: it needs none, or has it. */
  unclaimed: Set<number> | null;
}

/** One approval comment while it is polled. */
export type ApprovalSession = AskedSession & SessionProgress;

/** A session to which nobody has answered yet, but for what `known` says. */
export function openSession(known: AskedSession & Partial<SessionProgress>): ApprovalSession {
  return {
    clicks: [],
    reviews: new Map(),
    replies: givenReplies(),
    boxes: { ...NO_TICKS },
    readVersion: '',
    refused: new Map(),
    nodeId: '',
    heads: { count: 0, sinceMs: 0, shown: 0 },
    confirmedMs: -Infinity,
    clickRefusal: null,
    displayed: '',
    isReminded: false,
    claim: null,
    unclaimed: null,
    ...known,
  };
}

/** The parties of a run. `own`: the accounts whose answers never count, the comment's author and the token's. */
export function partiesOf(options: CommentApproverOptions, own: readonly Account[]): Parties {
  const { requester, pullAuthor, commitAuthors } = options;
  return { own, requester, pullAuthor, commitAuthors };
}

/** True if reviews of the pull request answer: the policy says so, and the requests are about its head. */
export function countsReviews({ settings, pullHeads }: CommentApproverOptions): boolean {
  return settings.reviews && pullHeads().length > 0;
}

/** What the approval comment shows. */
export function commentView(
  options: CommentApproverOptions,
  content: Pick<ApprovalSession, 'requests' | 'whole' | 'agentWords' | 'check'> & {
    readonly states: readonly RequestState[];
    readonly expires: string;
    readonly state: ApprovalCommentState;
  },
): ApprovalCommentView {
  const { workflowRun } = options;
  const { requests, states, check } = content;
  const questions = requests.filter(isQuestion).map(({ id }) => id);
  return {
    marker: {
      v: 1,
      run: options.run,
      ids: requests.map(({ id }) => id),
      ...(questions.length === 0 ? {} : { questions }),
      ...(countsReviews(options) ? { reviews: true } : {}),
      state: content.state,
      ...jobFields(workflowRun),
      ...defined({ commit: options.commit }),
      check: check?.id ?? null,
    },
    requests: requests.map((request, index) => ({
      request,
      state: states[index] ?? { kind: 'waiting', have: [] },
    })),
    ...defined({ origin: options.origin }),
    agentWords: content.agentWords,
    circumstances: options.circumstances(),
    excludesAuthors: options.pullAuthor !== null || options.commitAuthors.length > 0,
    whole: content.whole,
    notify: mentions(options, requests),
    expires: content.expires,
    policyUrl: options.policyUrl,
    runUrl: options.runUrl,
    artifact: options.artifact,
    ...(check === null ? {} : { checkUrl: check.url }),
    ...(options.settings.boxes ? { boxes: true } : {}),
    head: options.trail.head(),
  };
}

/** The state of each request by the votes so far. */
export function requestStates(session: ApprovalSession): readonly RequestState[] {
  return countVotes(session.requests, allReviews(session)).map(requestState);
}

export function allReviews(session: ApprovalSession): readonly AnswerReview[] {
  return [...session.reviews.values()].map(({ review }) => review);
}

/**
 * Updates the approval comment if a state changed. A failed update stops nothing: the trail has the decisions, and a
 * warning reports the failure. Resolves with whether the comment certainly shows these states.
 */
export async function updateApprovalComment(
  session: ApprovalSession,
  states: readonly RequestState[],
  state: ApprovalCommentState,
  github: Pick<GitHub, 'updateComment'> = session.options.github,
): Promise<boolean> {
  const { options, comment } = session;
  const key = displayKey(states, state);
  const isShown = key === session.displayed && !session.boxes.isTicked;
  if (isShown || (state === 'waiting' && !session.mayUpdate)) return isShown;
  const { expires } = comment;
  const view = commentView(options, { ...session, states, expires, state });
  const body = renderApprovalComment(view);
  // Added before the request: its response may be lost, and the body is still ours.
  session.bodies.add(bodyKey(body));
  try {
    const updated = await github.updateComment(comment.id, body);
    session.bodies.add(bodyKey(updated.body));
    session.displayed = key;
    session.boxes.isTicked = false;
  } catch (error) {
    await warn(options.trail, 'approval-comment-not-updated', error);
  }
  await updateCheck(session, view);
  return session.displayed === key;
}

/** Updates the check run to show what the comment shows. */
async function updateCheck(session: ApprovalSession, view: ApprovalCommentView): Promise<void> {
  const { check, clickRefusal, options } = session;
  if (check === null || options.buttons === undefined) return;
  const content = renderCheck(view, { code: check.code, refusal: clickRefusal });
  try {
    await options.buttons.checks.updateCheckRun(check.id, content);
  } catch (error) {
    await warn(options.trail, 'check-not-updated', error);
  }
}

/** Changes whenever the comment must be updated. */
export function displayKey(states: readonly RequestState[], state: ApprovalCommentState): string {
  return JSON.stringify([state, states]);
}

/** Records a problem, an error or a sentence, that stops nothing. */
export async function warn(trail: Trail, code: string, problem: unknown): Promise<void> {
  const message = problem instanceof Error ? problem.message : String(problem);
  await trail.append({ type: 'warning', code, message });
}

/** Posts a reply and records it; `null`: another job replied. A failure is recorded and stops nothing. */
export async function postReply(
  trail: Trail,
  what: string,
  post: () => Promise<IssueComment | null>,
): Promise<void> {
  try {
    const posted = await post();
    if (posted === null) return;
    const { id, url } = posted;
    await trail.append({ type: 'github.write', call: null, what, id, url });
  } catch (error) {
    await warn(trail, 'reply-not-posted', error);
  }
}
