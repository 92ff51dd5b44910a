import { CountersignError, errorText } from '../../common/index.ts';
import type { Account, GitHub, IssueComment, ThreadState } from '../../github/index.ts';
import type { ApprovalSession } from '../poll/approval-session.ts';
import { bodyKey } from '../request/boxes.ts';
import { stops } from './parse-answer.ts';
import { type AnswerSource, sourceOrder } from './answer-source.ts';
import { type AnswerDraft, type AnswerReview, needsFacts, reviewAnswer } from './review-answer.ts';
import {
  isEntitled,
  type CommentFacts,
  type LookupResult,
  namedApprovers,
  type PersonStatus,
} from './review-rules.ts';

/** People that one lookup asks GitHub about. The others are looked up by the next one. */
const PEOPLE_MAX = 40;
const AT_ONCE = 5;
/** How long a person whose answer did not count is not looked up again. */
const REFUSED_MS = 60_000;
/** Comments and reviews that one lookup asks for, besides the approval comment. */
const COMMENTS_MAX = 99;
/** How long after it was posted GitHub may not show a comment to every request. */
export const SHOWN_LATE_MS = 5_000;
const UNCHANGED: CommentFacts = { lastEdit: { ok: true, value: null }, isHidden: false };
type FailedLookup = Extract<LookupResult<never>, { ok: false }>;

/**
 * One lookup of the answers: GitHub is asked once about each person, and once about all comments and reviews that could count. Nothing of
 * it is used by a later lookup, except that somebody may not answer. A failed lookup refuses the answer; a lookup that is ended early
 * rejects with `cancelled`.
 */
export interface AnswerLookup {
  /** The client whose requests end with this lookup. */
  readonly github: GitHub;
  /** When the facts were fetched, by the monotonic clock. */
  readonly startedMs: number;
  /** Asks GitHub about these answers at once: whoever is likely to be an approver first, then the newest. */
  fetch(drafts: readonly AnswerDraft[]): Promise<void>;
  /**
   * `null`: the next lookup has to look up the author or the comment. Either there are too many for this one, or GitHub does not show a
   * new comment yet, or it did not answer about somebody who denies: an outage must not undo a denial.
   */
  review(draft: AnswerDraft): AnswerReview | null;
  /** Reviews that rest on what this lookup found, and not on what an earlier one did. */
  readonly reviewed: ReadonlySet<AnswerReview>;
  /** The issue, and a comment, as this lookup found them; fetched if it has not asked for them yet. Rejects with GitHub's error. */
  thread(nodeId?: string): Promise<ThreadState>;
  /** Whether this lookup found that a comment is gone. */
  isDeleted(comment: Pick<IssueComment, 'nodeId'>): boolean;
  /** Whether the policy lets the person answer at all, whatever they wrote. False if that is not known. */
  mayAnswer(author: Account): Promise<boolean>;
}

/** Starts a lookup. `github` sends its requests. */
export function startLookup(session: ApprovalSession, github: GitHub): AnswerLookup {
  const { clock, issue } = session.options;
  const startedMs = clock.monotonicMs();
  const people = new Map<number, PersonStatus>();
  /** The nodes that `thread` was asked for. */
  const asked = new Set<string>();
  const reviewed = new Set<AnswerReview>();
  let thread: ThreadState | null = null;
  /** Why `fetch` got no thread; `null` if it got one, or needs none. */
  let failure: FailedLookup | null = null;
  const factsOf = async (author: Account): Promise<PersonStatus> => {
    const known = people.get(author.id) ?? (await fetchPerson(session, github, author));
    people.set(author.id, known);
    return known;
  };
  const refusedBefore = ({ id }: Account): PersonStatus | null => {
    const before = session.refused.get(id);
    return before === undefined || startedMs - before.atMs > REFUSED_MS ? null : before.facts;
  };
  /** The review of an answer by somebody who was refused a moment ago, if that still refuses it. */
  const remembered = (draft: AnswerDraft): AnswerReview | null => {
    const { author } = draft.source;
    const facts = author === null ? null : refusedBefore(author);
    if (facts === null) return null;
    const review = reviewAnswer(draft, { ...facts, ...UNCHANGED });
    return mayCount(review) ? null : review;
  };
  /**
   * Who edited a comment last, and whether it or a review is hidden, as this lookup found it; another text than the reviewed one counts as
   * an edit.
   * `null`: the next lookup has to find it.
   */
  const factsOfText = (source: AnswerSource): CommentFacts | null => {
    const nodeId = nodeIdOf(source);
    if (nodeId === '' && source.kind !== 'comment') return UNCHANGED;
    // There are too many comments for one lookup.
    if (failure === null && nodeId !== '' && !asked.has(nodeId)) return null;
    const version = thread?.comments.get(nodeId);
    if (version === undefined) {
      // The list has it, and GitHub may not show it here yet: it was posted just now, by its clock.
      const isNew = Math.abs(github.now().getTime() - Date.parse(source.at)) < SHOWN_LATE_MS;
      if (isNew && thread !== null) return null;
      const lastEdit = failure ?? { ok: false, because: `the ${source.kind} was deleted` };
      return { lastEdit, isHidden: false };
    }
    const { isHidden } = version;
    // The state of a review answers, which no edit changes.
    if (source.kind !== 'comment') return { ...UNCHANGED, isHidden };
    const { body, updatedAt } = source.comment;
    const isSame = bodyKey(version.body) === bodyKey(body);
    const edit = version.edit ?? (isSame ? null : { at: updatedAt, editor: null });
    return { lastEdit: { ok: true, value: edit }, isHidden };
  };
  return {
    github,
    startedMs,
    reviewed,
    fetch: async (drafts) => {
      const open = drafts.filter(needsFacts);
      const authors = peopleOf(open.filter((draft) => remembered(draft) === null));
      for (let from = 0; from < Math.min(authors.length, PEOPLE_MAX); from += AT_ONCE)
        await Promise.all(authors.slice(from, Math.min(from + AT_ONCE, PEOPLE_MAX)).map(factsOf));
      const nodeIds = open.flatMap((draft) => nodeIdToCheck(draft, people)).slice(0, COMMENTS_MAX);
      if (nodeIds.length === 0) return;
      const ids = session.nodeId === '' ? nodeIds : [session.nodeId, ...nodeIds];
      const found = await lookUp(() => github.threadState(issue, ids));
      if (!found.ok) {
        failure = found;
        return;
      }
      thread = found.value;
      for (const id of ids) asked.add(id);
    },
    review: (draft) => {
      const { author } = draft.source;
      if (author === null || !needsFacts(draft)) return reviewAnswer(draft, null);
      const again = remembered(draft);
      if (again !== null) return again;
      const facts = people.get(author.id);
      if (facts === undefined || (stops(draft) && hasOutage(facts))) return null;
      const unedited = reviewAnswer(draft, { ...facts, ...UNCHANGED });
      if (!mayCount(unedited)) {
        if (isKnown(facts)) session.refused.set(author.id, { facts, atMs: startedMs });
        return unedited;
      }
      if (failure?.isOutage === true && stops(draft)) return null;
      const found = factsOfText(draft.source);
      if (found === null) return null;
      const review = reviewAnswer(draft, { ...facts, ...found });
      reviewed.add(review);
      return review;
    },
    thread: async (nodeId) => {
      const isAsked = nodeId === undefined || asked.has(nodeId);
      if (thread === null || !isAsked) {
        const ids = nodeId === undefined ? [] : [nodeId];
        thread = await github.threadState(issue, ids);
        for (const id of ids) asked.add(id);
      }
      return thread;
    },
    isDeleted: ({ nodeId }) => asked.has(nodeId) && thread?.comments.has(nodeId) === false,
    mayAnswer: async (author) => {
      const known = people.get(author.id) ?? refusedBefore(author);
      if (known === null && people.size >= PEOPLE_MAX) return false;
      return isEntitled(session, author, known ?? (await factsOf(author)));
    },
  };
}

/** The authors to look up, each once. */
function peopleOf(drafts: readonly AnswerDraft[]): readonly Account[] {
  const ordered = drafts.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) || sourceOrder(other.source) - sourceOrder(one.source),
  );
  const authors = ordered.flatMap(({ source }) => source.author ?? []);
  return [...Map.groupBy(authors, ({ id }) => id).values()].flatMap(([first]) => first ?? []);
}

/** Members before outsiders, and of the outsiders those who deny: a decision waits for them. */
function rankOf(draft: AnswerDraft): number {
  const { source } = draft;
  const isOutsider =
    source.kind === 'comment'
      ? source.comment.byOutsider
      : source.kind === 'review' && source.review.byOutsider;
  if (!isOutsider) return 0;
  return stops(draft) ? 1 : 2;
}

/** The node of a comment or review; empty for an answer without one, and if GitHub does not say. */
function nodeIdOf(source: AnswerSource): string {
  if (source.kind === 'comment') return source.comment.nodeId;
  return source.kind === 'review' ? source.review.nodeId : '';
}

/** The node of a comment that counts unless somebody edited or hid it, or of such a review. */
function nodeIdToCheck(
  draft: AnswerDraft,
  people: ReadonlyMap<number, PersonStatus>,
): readonly string[] {
  const facts = people.get(draft.source.author?.id ?? 0);
  const nodeId = nodeIdOf(draft.source);
  if (nodeId === '' || facts === undefined) return [];
  const review = reviewAnswer(draft, { ...facts, ...UNCHANGED });
  return mayCount(review) ? [nodeId] : [];
}

function mayCount(review: AnswerReview): boolean {
  return review.cancels || review.decisions.some(({ counted }) => counted);
}

async function fetchPerson(
  { requests, codeOwners }: ApprovalSession,
  github: Pick<GitHub, 'permissionOf' | 'isTeamMember'>,
  author: Account,
): Promise<PersonStatus> {
  const permission = await lookUp(() => github.permissionOf(author));
  const teams = new Map<string, LookupResult<boolean>>();
  for (const team of namedApprovers(requests, codeOwners).teams) {
    const [org = '', slug = ''] = team.split('/');
    teams.set(team, await lookUp(() => github.isTeamMember({ org, slug }, author.login)));
  }
  return { permission, teams };
}

async function lookUp<T>(request: () => Promise<T>): Promise<LookupResult<T>> {
  try {
    return { ok: true, value: await request() };
  } catch (error) {
    // A lookup that was ended early says nothing about anybody.
    if (error instanceof CountersignError && error.code === 'cancelled') throw error;
    return { ok: false, because: errorText(error), isOutage: isOutage(error) };
  }
}

/** `input-invalid`: GitHub does not accept the token any more. Those of Apps expire. */
const OUTAGES = ['github-unreachable', 'github-limit', 'input-invalid'];

/** Whether GitHub does not answer for now: a later request may get an answer, or that of another job. */
export function isOutage(error: unknown): boolean {
  return error instanceof CountersignError && OUTAGES.includes(error.code);
}

function isKnown({ permission, teams }: PersonStatus): boolean {
  return permission.ok && [...teams.values()].every(({ ok }) => ok);
}

function hasOutage({ permission, teams }: PersonStatus): boolean {
  return [permission, ...teams.values()].some((found) => !found.ok && found.isOutage === true);
}
