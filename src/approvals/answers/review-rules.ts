import {
  type Account,
  atLeast,
  type IssueComment,
  type LastEdit,
  type Permission,
  type Person,
} from '../../github/index.ts';
import { type CodeOwners, ownersOf } from './codeowners.ts';
import type { ApprovalRequest } from '../approver.ts';
import { type ApproverRule, parseApprovers } from './approvers.ts';

/** The result of a lookup. A failed lookup keeps its error text and refuses; it never counts as an answer. `isOutage`: GitHub did not answer. */
export type LookupResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly because: string; readonly isOutage?: boolean };

/** What GitHub reports now of a comment and its author. */
export interface PersonFacts {
  readonly permission: LookupResult<Permission>;
  /** By GraphQL; `null` if nobody edited the comment. */
  readonly lastEdit: LookupResult<LastEdit | null>;
  /** Whether somebody hid the comment or review: then it approves nothing, and still denies. */
  readonly isHidden: boolean;
  /** By `org/slug` in lower case. A team that is absent does not have the person as a member. */
  readonly teams: ReadonlyMap<string, LookupResult<boolean>>;
}

/** What GitHub says of a person, without their comment. */
export type PersonStatus = Omit<PersonFacts, keyof CommentFacts>;

/** What GitHub says of a comment that may count. */
export type CommentFacts = Pick<PersonFacts, 'lastEdit' | 'isHidden'>;

/** A person behind a run. `id: null`: it is not known which account has the login. */
export interface Party {
  readonly login: string;
  readonly id: number | null;
}

/** The people and accounts behind a run. They are compared by id: a login can change, and pass to somebody else. */
export interface Parties {
  /** The accounts that the run itself writes as: the token's, and the approval comment's author. */
  readonly own: readonly Account[];
  /** `null`: nobody asked for the run. */
  readonly requester: Party | null;
  /** `null`: there is no pull request, or its author's account is gone. */
  readonly pullAuthor: Person | null;
  /** Authors, committers and co-authors of its commits. */
  readonly commitAuthors: readonly Person[];
}

/** When the approval comment was posted, by GitHub's clock and order, and when its last request expires. */
export interface ApprovalTimes {
  readonly id: number;
  readonly createdAt: string;
  /** When it was asked, by the run's clock: what `expire` of each request counts from. */
  readonly asked: string;
  readonly expires: string;
}

/** The accounts that the logins in `approvals.from` and CODEOWNERS meant when people were asked: ids by login in lower case. */
export type NamedAccounts = ReadonlyMap<string, number>;

/** What was asked, and who is behind the run: what every review of an answer depends on. */
export interface AskedFacts {
  readonly comment: ApprovalTimes;
  readonly requests: readonly ApprovalRequest[];
  readonly parties: Parties;
  readonly codeOwners: CodeOwners | null;
  /** The accounts that the policy names; `null` if they could not be looked up, so that nobody counts by name. */
  readonly named: NamedAccounts | null;
  /** The ids of calls that people were asked about and that are no longer possible: nobody can answer them any more. */
  readonly gone: ReadonlySet<string>;
}

/** When a request can no longer be answered, in milliseconds since 1970. */
export function expiresAt(
  { asked }: Pick<ApprovalTimes, 'asked'>,
  { needs }: Pick<ApprovalRequest, 'needs'>,
): number {
  return Date.parse(asked) + needs.expireMs;
}

/** Whether an answer at a time counts for a request that ends. An invalid date compares as false: such an answer does not count. */
export function isInTime(at: string, endMs: number): boolean {
  return Date.parse(at) <= endMs;
}

/** `late`, unless a request had ended before it was posted: the clock of its runner is then behind GitHub's, and no answer can count. */
export function lateReason(
  { createdAt }: Pick<ApprovalTimes, 'createdAt'>,
  endMs: number,
  late: string,
): string {
  return isInTime(createdAt, endMs) ? late : CLOCK_BEHIND;
}

const CLOCK_BEHIND =
  "by GitHub's clock the request had expired when it was posted; set the clock of the runner, which is behind, and start the run again";

/** What one person's approval is worth. */
export interface Standing {
  /** An entry of each list of `from` that the person has, `codeowners` among them. */
  readonly as: readonly string[];
  /** The files of the call that the person owns, if only that lets them approve; `all` otherwise. */
  readonly covers: 'all' | readonly string[];
}

/** GitHub's type for a person's account. */
const PERSON = 'User';

/**
 * Why a comment alone does not count; `null` if it is by a person, not by the run, posted after the approval comment, and never
 * edited. `createdAt` has a resolution of one second, so ids, which GitHub assigns in order, decide within a second.
 */
export function commentRefusal(
  comment: IssueComment,
  request: ApprovalTimes,
  parties: Parties,
): string | null {
  const author = authorRefusal(comment.author, parties);
  if (author !== null) return author;
  if (comment.viaApp !== null) return `an app (${comment.viaApp}) wrote it, not a person`;
  // An invalid date compares as false: such a comment does not count.
  const createdMs = Date.parse(comment.createdAt);
  const isAfter = comment.id > request.id && createdMs >= Date.parse(request.createdAt);
  if (!isAfter) return 'it was not posted after the approval comment';
  const endMs = Date.parse(request.expires);
  if (!isInTime(comment.createdAt, endMs))
    return lateReason(request, endMs, 'it was posted after the approval request expired');
  return comment.createdAt === comment.updatedAt ? null : 'it was edited; write a new comment';
}

/** The same of an answer that nobody can edit, and that is known to follow its approval request. */
export function timedRefusal(
  answer: { readonly author: Account | null; readonly at: string },
  request: ApprovalTimes,
  parties: Parties,
): string | null {
  const author = authorRefusal(answer.author, parties);
  if (author !== null) return author;
  const endMs = Date.parse(request.expires);
  if (isInTime(answer.at, endMs)) return null;
  return lateReason(request, endMs, 'it was made after the approval request expired');
}

function authorRefusal(author: Account | null, parties: Parties): string | null {
  if (author === null) return 'its author no longer exists';
  if (author.type !== PERSON || author.login.endsWith('[bot]'))
    return 'its author is a bot, not a person';
  return parties.own.some(({ id }) => id === author.id) ? 'the run cannot answer itself' : null;
}

/**
 * By what the author of an answer may decide one request, as GitHub reports now, or why they may not. A denial needs the same
 * permission as an approval, but people who may not approve their own work may deny it.
 */
export function standingOf(
  asked: AskedFacts,
  answer: {
    readonly author: Account;
    readonly decision: 'approve' | 'deny';
    readonly facts: PersonFacts;
    readonly request: Pick<ApprovalRequest, 'needs' | 'paths'>;
  },
): Standing | string {
  const { author, decision, facts, request } = answer;
  const { needs, paths } = request;
  if (!facts.lastEdit.ok) return `its edits could not be looked up (${facts.lastEdit.because})`;
  if (facts.lastEdit.value !== null) return 'it was edited; write a new comment';
  if (decision === 'approve' && facts.isHidden) return 'it was hidden; write a new comment';
  if (decision === 'approve' && !needs.self) {
    const conflict = conflictOfInterest(author, asked.parties);
    if (conflict !== null)
      return `${conflict}, so somebody else has to approve, unless the policy says approvals: { self: true }`;
  }
  if (!facts.permission.ok)
    return `the permission could not be looked up (${facts.permission.because})`;
  const permission = facts.permission.value;
  const status = { asked, author, facts, permission, paths };
  const standings: Standing[] = [];
  for (const entries of needs.from) {
    const standing = standingBy(entries, status);
    if (typeof standing === 'string') return standing;
    standings.push(standing);
  }
  if (standings.length === 0) return 'the policy names nobody who can approve';
  const covers = standings.map((standing) => standing.covers).reduce(inBoth);
  // Somebody who owns one file by one rule and another file by the next may decide about neither.
  if (covers !== 'all' && covers.length === 0)
    return 'there is no file of the call for which its author meets every rule';
  return { as: standings.flatMap(({ as }) => as), covers };
}

/** Whether the policy lets a person answer one of the requests, whatever their part in the run. */
export function isEntitled(asked: AskedFacts, author: Account, facts: PersonStatus): boolean {
  if (!facts.permission.ok) return false;
  const status = { asked, author, facts, permission: facts.permission.value };
  return asked.requests.some(({ needs, paths }) =>
    needs.from.every((entries) => typeof standingBy(entries, { ...status, paths }) !== 'string'),
  );
}

/** Whom to look up for requests: teams as `org/slug`, and people by their logins. */
export function namedApprovers(
  requests: readonly Pick<ApprovalRequest, 'needs' | 'paths'>[],
  codeOwners: CodeOwners | null,
): { readonly teams: ReadonlySet<string>; readonly users: ReadonlySet<string> } {
  const rules = requests.flatMap(({ needs, paths }) => {
    const asked = parseApprovers(needs.from.flat());
    const byOwners = asked.some(({ kind }) => kind === 'codeowners') && codeOwners !== null;
    return byOwners
      ? [...asked, ...(paths ?? []).flatMap((path) => ownersOf(codeOwners, path))]
      : asked;
  });
  return {
    teams: new Set(
      rules.flatMap((rule) => (rule.kind === 'team' ? [`${rule.org}/${rule.slug}`] : [])),
    ),
    users: new Set(rules.flatMap((rule) => (rule.kind === 'user' ? [keyOf(rule.login)] : []))),
  };
}

interface ApproverStatus {
  readonly asked: Pick<AskedFacts, 'codeOwners' | 'named'>;
  readonly author: Account;
  readonly facts: Pick<PersonFacts, 'teams'>;
  readonly permission: Permission;
  readonly paths: readonly string[] | null;
}

/** What the entries of one `from` make of a person. An entry that covers the whole call comes before `codeowners`. */
function standingBy(entries: readonly string[], status: ApproverStatus): Standing | string {
  let owner: Standing | null = null;
  let reason = '';
  for (const [index, rule] of parseApprovers(entries).entries()) {
    const result = rule.kind === 'codeowners' ? ownedFiles(status) : ruleRefusal(rule, status);
    if (result === null) return { as: entries.slice(index, index + 1), covers: 'all' };
    if (typeof result === 'string') reason ||= result;
    else owner = result;
  }
  if (owner !== null) return owner;
  const asked = entries.length === 0 ? 'nobody' : entries.join(' or ');
  return (
    reason || `its author has the permission ${status.permission}, and the policy asks for ${asked}`
  );
}

function inBoth(one: Standing['covers'], other: Standing['covers']): Standing['covers'] {
  if (one === 'all') return other;
  return other === 'all' ? one : one.filter((path) => other.includes(path));
}

/** Why a rule does not let a person approve: empty if it just means others, `null` if it does. */
function ruleRefusal(
  rule: Exclude<ApproverRule, { kind: 'codeowners' }>,
  { asked: { named }, author, facts, permission }: ApproverStatus,
): string | null {
  switch (rule.kind) {
    case 'level':
      return atLeast(permission, rule.level) ? null : '';
    case 'user':
      // It means the account that had this login when people were asked, even if it was renamed since.
      if (named === null) return `it is not known whose account @${rule.login} was`;
      return named.get(keyOf(rule.login)) === author.id ? null : '';
    case 'team': {
      const team = `${rule.org}/${rule.slug}`;
      const answer = facts.teams.get(team) ?? { ok: true, value: false };
      if (!answer.ok) return `membership of @${team} could not be looked up (${answer.because})`;
      return answer.value ? null : '';
    }
  }
}

/**
 * The files of a call that a person owns by CODEOWNERS. Every file needs an owner's approval, as GitHub's own reviews do, so
 * different people can approve for different files. A file that nobody owns, a call that touches no file, and one whose
 * files are not known can be approved by no code owner.
 */
function ownedFiles(status: ApproverStatus): Standing | string {
  const { paths } = status;
  const { codeOwners } = status.asked;
  if (codeOwners === null)
    return 'the policy asks for code owners, and the repository has no CODEOWNERS file';
  if (paths === null)
    return 'the policy asks for code owners, and the files that the call touches are not known';
  if (paths.length === 0) return 'the policy asks for code owners, and the call touches no file';
  const owned: string[] = [];
  let failure = '';
  for (const path of paths) {
    const owners = ownersOf(codeOwners, path);
    if (owners.length === 0) return `the policy asks for code owners, and nobody owns ${path}`;
    const refusals = owners.map((owner) =>
      owner.kind === 'codeowners' ? '' : ruleRefusal(owner, status),
    );
    if (refusals.includes(null)) owned.push(path);
    else failure ||= refusals.join('');
  }
  if (owned.length > 0) return { as: ['codeowners'], covers: owned };
  const all = paths.length === 1 ? paths[0] : `any of its ${paths.length} files`;
  return failure || `its author is not a code owner of ${all}`;
}

function conflictOfInterest(author: Account, parties: Parties): string | null {
  const { requester, pullAuthor, commitAuthors } = parties;
  if (requester?.id === null)
    return `it is not known which account @${requester.login} was, who asked for this run`;
  if (requester?.id === author.id) return 'its author asked for this run';
  if (pullAuthor?.id === author.id) return 'its author wrote this pull request';
  const wrote = commitAuthors.some(({ id }) => id === author.id);
  return wrote ? 'its author wrote commits of this pull request' : null;
}

/** Logins are compared without regard to case. */
function keyOf(login: string): string {
  return login.toLowerCase();
}
