import type { Trail } from '../../audit/index.ts';
import { type Clock, sha256 } from '../../common/index.ts';
import type { Account, GitHub, IssueComment } from '../../github/index.ts';
import type { ApprovalSettings } from '../../policy/index.ts';
import { renderApprovalComment } from '../request/card.ts';
import { type ButtonPlace, type ApprovalCheck, faceOf } from '../request/card-check.ts';
import type { ApprovalCommentState } from '../request/card-marker.ts';
import type {
  ApprovalCommentView,
  Circumstances,
  RequestState,
  WholePreviews,
} from '../request/card-view.ts';
import type { CodeOwners } from '../answers/codeowners.ts';
import type { ApprovalTimes, Parties } from '../answers/judge.ts';
import type { AnswerReview } from '../answers/judge-answer.ts';
import type { ApprovalRequest, ApprovalCommentRef, DecisionBy } from '../ports.ts';
import type { ApproverRule } from '../answers/settings.ts';
import type { HeardClick } from '../answers/answer-source.ts';
import { countVotes, stateOf } from '../answers/tally.ts';

/** What an approver that asks by comment is given. */
export interface CommentApproverOptions {
  readonly github: GitHub;
  /** The issue or pull request that people are asked on. */
  readonly issue: number;
  readonly trail: Trail;
  readonly clock: Clock;
  readonly run: string;
  readonly settings: ApprovalSettings;
  /** The login of who asked for this run; `null` where nobody did (a schedule). */
  readonly requester: string | null;
  /** The login of who wrote the pull request; `null` for an issue. */
  readonly pullAuthor: string | null;
  /** Their ids; absent where they are not known. */
  readonly requesterId?: number | null;
  readonly pullAuthorId?: number | null;
  readonly commitAuthors: readonly string[];
  /** The account that the token acts as; `null` where it cannot tell. The card's author is told from the card. */
  readonly self: Account | null;
  /** For a pull request: the head that was pinned; another one voids what is pending. Absent for an issue. */
  readonly pullHeadSha?: string | null;
  /** Absent where the repository has none: then `codeowners` in `approvals.from` is nobody. */
  readonly codeOwners?: CodeOwners | null;
  /** What the card says of taint and sandbox; absent where there is nothing to say. */
  readonly circumstances?: () => Circumstances;
  /** The policy file on GitHub, for links to its lines; `null` for the built-in policy. */
  readonly policyUrl: string | null;
  readonly runUrl?: string | null;
  /** Absent: the card is answered by comments alone. */
  readonly buttons?: ButtonPlace;
  readonly workflowRun?: { readonly id: number; readonly attempt: number };
  /** Told of a `/cancel` that counts, after the trail has it. The run is to end. */
  readonly onCancel?: (by: DecisionBy) => void;
  /** The first pause between two looks; absent: one second. */
  readonly pollFirstMs?: number;
}

/** One card while it is being watched. The only mutable thing here. */
export interface Session {
  readonly options: CommentApproverOptions;
  readonly from: readonly ApproverRule[];
  readonly requests: readonly ApprovalRequest[];
  readonly card: ApprovalTimes & { readonly ref: ApprovalCommentRef; readonly author: Account };
  readonly parties: Parties;
  /** The check run with the card's buttons; `null` where it has none. */
  readonly check: ApprovalCheck | null;
  /** Presses of them that were heard, by this job or an earlier one. */
  readonly clicks: readonly HeardClick[];
  /** False where the card is looked at before it was taken: two jobs may, and the edit of one would void it for the other. */
  readonly holds: boolean;
  /** The key of every body that this run gave the card: any other is somebody else's. */
  readonly bodies: Set<string>;
  /** By the answer's key, with what it was when it was judged. */
  readonly judged: Map<string, { readonly was: string; readonly judgement: AnswerReview }>;
  /** Where the whole previews lie beside the trail, by approval id, if the card cannot hold them. */
  readonly whole: WholePreviews;
  /** Comments that were told why they do not count. */
  readonly replied: Set<number>;
  /** Why the last click does not count, for the check run; `null` where there is nothing to say. */
  clickRefusal: string | null;
  shown: string;
}

/** Who stands where to a run. `own`: the accounts that no answer may come from, the card's author and the token's. */
export function partiesOf(options: CommentApproverOptions, own: readonly Account[]): Parties {
  const { requester, pullAuthor, commitAuthors, settings } = options;
  const { requesterId = null, pullAuthorId = null } = options;
  return {
    own,
    requester,
    requesterId,
    pullAuthor,
    pullAuthorId,
    commitAuthors,
    self: settings.self,
  };
}

/** A card's view with each request's state. */
export function viewOf(
  options: CommentApproverOptions,
  of: {
    readonly requests: readonly ApprovalRequest[];
    readonly states: readonly RequestState[];
    readonly expires: string;
    readonly state: ApprovalCommentState;
    readonly whole: WholePreviews;
    readonly check: ApprovalCheck | null;
  },
): ApprovalCommentView {
  const { settings, workflowRun } = options;
  return {
    marker: {
      v: 1,
      run: options.run,
      ids: of.requests.map(({ id }) => id),
      state: of.state,
      workflowRun: workflowRun?.id ?? null,
      attempt: workflowRun?.attempt ?? null,
      check: of.check?.id ?? null,
    },
    requests: of.requests.map((request, index) => ({
      request,
      state: of.states[index] ?? { kind: 'waiting', have: [] },
    })),
    circumstances: options.circumstances?.() ?? { untrusted: [], sandbox: 'on' },
    whole: of.whole,
    count: settings.count,
    from: settings.from,
    expires: of.expires,
    policyUrl: options.policyUrl,
    runUrl: options.runUrl ?? null,
    ...(of.check === null ? {} : { checkUrl: of.check.url }),
    head: options.trail.head(),
  };
}

/** The states of a session's requests by the votes so far. */
export function statesOf(session: Session): readonly RequestState[] {
  const { count } = session.options.settings;
  return countVotes(session.requests, answerReviewsOf(session)).map((votes) =>
    stateOf(votes, count),
  );
}

export function answerReviewsOf(session: Session): readonly AnswerReview[] {
  return [...session.judged.values()].map(({ judgement }) => judgement);
}

/**
 * Writes the card again where its states changed. A card that cannot be updated stops nothing: the trail has it all,
 * and a warning says so.
 */
export async function updateApprovalComment(
  session: Session,
  states: readonly RequestState[],
  state: ApprovalCommentState,
): Promise<void> {
  const { options, requests, card, whole, check } = session;
  const shown = shownAs(states, state);
  if (shown === session.shown || (state === 'waiting' && !session.holds)) return;
  const view = viewOf(options, { requests, states, expires: card.expires, state, whole, check });
  const body = renderApprovalComment(view);
  // Remembered before it is sent: the answer may be lost, and the card is then still ours.
  session.bodies.add(bodyKey(body));
  try {
    remember(session, await options.github.updateComment(card.id, body));
    session.shown = shown;
  } catch (error) {
    await warn(options.trail, 'card-not-updated', error);
  }
  await updateCheck(session, view);
}

/** The check run shows what the card shows. It is a second door to the same question, and never the only one. */
async function updateCheck(session: Session, view: ApprovalCommentView): Promise<void> {
  const { check, clickRefusal, options } = session;
  if (check === null || options.buttons === undefined) return;
  const face = faceOf(view, { code: check.code, refusal: clickRefusal });
  try {
    await options.buttons.checks.updateCheckRun(check.id, face);
  } catch (error) {
    await warn(options.trail, 'check-not-updated', error);
  }
}

/** What a card shows, to tell whether it has to be written again. */
export function shownAs(states: readonly RequestState[], state: ApprovalCommentState): string {
  return JSON.stringify([state, states]);
}

export function remember(session: Session, card: IssueComment): void {
  session.bodies.add(bodyKey(card.body));
}

/** Tells bodies apart as GitHub may give them back: line ends and blank ends do not count. */
export function bodyKey(body: string): string {
  return sha256(body.replaceAll('\r\n', '\n').trim());
}

/** Records what went wrong without stopping anything. */
export async function warn(trail: Trail, code: string, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  await trail.append({ type: 'warning', code, message });
}
