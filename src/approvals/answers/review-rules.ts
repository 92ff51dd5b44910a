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

/** The result of a lookup. A failed lookup keeps its error text and refuses; it never counts as an answer. */
export type LookupResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly because: string };

/** What GitHub reports now of a comment and its author. */
export interface PersonFacts {
  readonly permission: LookupResult<Permission>;
  /** By GraphQL; `null` if nobody edited the comment. */
  readonly lastEdit: LookupResult<LastEdit | null>;
  /** By `org/slug` in lower case. A team that is absent does not have the person as a member. */
  readonly teams: ReadonlyMap<string, LookupResult<boolean>>;
}

/** What GitHub says of a person, without their comment. */
export type PersonStatus = Omit<PersonFacts, 'lastEdit'>;

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

/** When a request can no longer be answered, in milliseconds since 1970. */
export function expiresAt(
  { asked }: Pick<ApprovalTimes, 'asked'>,
  { needs }: Pick<ApprovalRequest, 'needs'>,
): number {
  return Date.parse(asked) + needs.expireMs;
}

type RuleResult = { readonly ok: true } | { readonly ok: false; readonly because: string };

/** What one person's approval is worth. */
export interface Standing {
  /** An entry of each list of `from` that the person has, `codeowners` among them. */
  readonly as: readonly string[];
  /** The files of the call that the person owns, if only that lets them approve; `all` otherwise. */
  readonly covers: 'all' | readonly string[];
}

export type PersonResult =
  | { readonly ok: true; readonly standing: Standing }
  | { readonly ok: false; readonly because: string };

const ACCEPTED: RuleResult = { ok: true };
/** GitHub's type for a person's account. */
const PERSON = 'User';

/**
 * Checks the comment alone: by a person, not by the run, posted after the approval comment, never edited. `createdAt`
 * has a resolution of one second, so ids, which GitHub assigns in order, decide within a second.
 */
export function reviewComment(
  comment: IssueComment,
  request: ApprovalTimes,
  parties: Parties,
): RuleResult {
  const author = reviewAuthor(comment.author, parties);
  if (!author.ok) return author;
  if (comment.viaApp !== null) return refused(`an app (${comment.viaApp}) wrote it, not a person`);
  // An invalid date compares as false: such a comment does not count.
  const createdMs = Date.parse(comment.createdAt);
  const isAfter = comment.id > request.id && createdMs >= Date.parse(request.createdAt);
  if (!isAfter) return refused('it was not posted after the approval comment');
  const isInTime = createdMs <= Date.parse(request.expires);
  if (!isInTime) return refused('it was posted after the approval request expired');
  if (comment.createdAt !== comment.updatedAt) return refused('it was edited; write a new comment');
  return ACCEPTED;
}

/**
 * Checks an answer alone that nobody can edit, and that is known to follow its approval request: by a person, not by the run, in
 * time.
 */
export function reviewTimed(
  answer: { readonly author: Account | null; readonly at: string },
  request: ApprovalTimes,
  parties: Parties,
): RuleResult {
  const author = reviewAuthor(answer.author, parties);
  if (!author.ok) return author;
  const isInTime = Date.parse(answer.at) <= Date.parse(request.expires);
  return isInTime ? ACCEPTED : refused('it was made after the approval request expired');
}

function reviewAuthor(author: Account | null, parties: Parties): RuleResult {
  if (author === null) return refused('its author no longer exists');
  if (author.type !== PERSON || author.login.endsWith('[bot]'))
    return refused('its author is a bot, not a person');
  return parties.own.some(({ id }) => id === author.id)
    ? refused('the run cannot answer itself')
    : ACCEPTED;
}

/**
 * Checks whether the author of an answer may decide one request, by what GitHub reports now. A denial needs the same
 * permission as an approval, but people who may not approve their own work may deny it.
 */
export function reviewPerson(options: {
  readonly author: Account;
  readonly decision: 'approve' | 'deny';
  readonly facts: PersonFacts;
  readonly request: Pick<ApprovalRequest, 'needs' | 'paths'>;
  readonly codeOwners: CodeOwners | null;
  readonly named: NamedAccounts | null;
  readonly parties: Parties;
}): PersonResult {
  const { author, decision, facts, request, parties, codeOwners, named } = options;
  const { needs, paths } = request;
  if (!facts.lastEdit.ok)
    return refused(`its edits could not be looked up (${facts.lastEdit.because})`);
  if (facts.lastEdit.value !== null) return refused('it was edited; write a new comment');
  if (decision === 'approve' && !needs.self) {
    const conflict = conflictOfInterest(author, parties);
    if (conflict !== null)
      return refused(`${conflict}, and the policy does not say \`self: true\``);
  }
  if (!facts.permission.ok)
    return refused(`the permission could not be looked up (${facts.permission.because})`);
  const permission = facts.permission.value;
  const status = { author, facts, permission, paths, codeOwners, named };
  const standings: Standing[] = [];
  for (const entries of needs.from) {
    const result = standingBy(entries, status);
    if (!result.ok) return result;
    standings.push(result.standing);
  }
  if (standings.length === 0) return refused('the policy names nobody who can approve');
  const covers = standings.map((standing) => standing.covers).reduce(inBoth);
  // Somebody who owns one file by one rule and another file by the next may decide about neither.
  if (covers !== 'all' && covers.length === 0)
    return refused('there is no file of the call for which its author meets every rule');
  return { ok: true, standing: { as: standings.flatMap(({ as }) => as), covers } };
}

/** Whether the policy lets a person answer one of the requests, whatever their part in the run. */
export function isEntitled(
  author: Account,
  known: {
    readonly facts: PersonStatus;
    readonly requests: readonly Pick<ApprovalRequest, 'needs' | 'paths'>[];
    readonly codeOwners: CodeOwners | null;
    readonly named: NamedAccounts | null;
  },
): boolean {
  const { facts, requests, codeOwners, named } = known;
  if (!facts.permission.ok) return false;
  const status = { author, facts, permission: facts.permission.value, codeOwners, named };
  return requests.some(({ needs, paths }) =>
    needs.from.every((entries) => standingBy(entries, { ...status, paths }).ok),
  );
}

/** The teams to look up for requests, as `org/slug`. */
export function requiredTeams(
  requests: readonly Pick<ApprovalRequest, 'needs' | 'paths'>[],
  codeOwners: CodeOwners | null,
): readonly string[] {
  const rules = requiredRules(requests, codeOwners);
  const teams = rules.flatMap((rule) => (rule.kind === 'team' ? [`${rule.org}/${rule.slug}`] : []));
  return [...new Set(teams)];
}

/** The logins of the people to look up for requests. */
export function requiredUsers(
  requests: readonly Pick<ApprovalRequest, 'needs' | 'paths'>[],
  codeOwners: CodeOwners | null,
): readonly string[] {
  const rules = requiredRules(requests, codeOwners);
  return [...new Set(rules.flatMap((rule) => (rule.kind === 'user' ? [keyOf(rule.login)] : [])))];
}

function requiredRules(
  requests: readonly Pick<ApprovalRequest, 'needs' | 'paths'>[],
  codeOwners: CodeOwners | null,
): readonly ApproverRule[] {
  return requests.flatMap(({ needs, paths }) => {
    const rules = parseApprovers(needs.from.flat());
    const byOwners = rules.some(({ kind }) => kind === 'codeowners') && codeOwners !== null;
    return byOwners
      ? [...rules, ...(paths ?? []).flatMap((path) => ownersOf(codeOwners, path))]
      : rules;
  });
}

interface ApproverStatus {
  readonly author: Account;
  readonly facts: Pick<PersonFacts, 'teams'>;
  readonly permission: Permission;
  readonly paths: readonly string[] | null;
  readonly codeOwners: CodeOwners | null;
  readonly named: NamedAccounts | null;
}

/** What the entries of one `from` make of a person. An entry that covers the whole call comes before `codeowners`. */
function standingBy(entries: readonly string[], status: ApproverStatus): PersonResult {
  const reasons: string[] = [];
  const owner: Standing[] = [];
  for (const entry of entries) {
    const [rule] = parseApprovers([entry]);
    if (rule === undefined) continue;
    if (rule.kind === 'codeowners') {
      const result = ownedFiles(status);
      if (result.ok) owner.push(result.standing);
      else reasons.push(result.because);
      continue;
    }
    const result = satisfies(rule, status);
    if (result.ok) return { ok: true, standing: { as: [entry], covers: 'all' } };
    if (result.because !== '') reasons.push(result.because);
  }
  const [standing] = owner;
  if (standing !== undefined) return { ok: true, standing };
  const [reason] = reasons;
  if (reason !== undefined) return refused(reason);
  return refused(
    `its author has the permission ${status.permission}, and the policy asks for ${entries.length === 0 ? 'nobody' : entries.join(' or ')}`,
  );
}

function inBoth(one: Standing['covers'], other: Standing['covers']): Standing['covers'] {
  if (one === 'all') return other;
  return other === 'all' ? one : one.filter((path) => other.includes(path));
}

function satisfies(
  rule: Exclude<ApproverRule, { kind: 'codeowners' }>,
  { author, facts, permission, named }: ApproverStatus,
): RuleResult {
  switch (rule.kind) {
    case 'level':
      return atLeast(permission, rule.level) ? ACCEPTED : refused('');
    case 'user':
      return isNamed(rule, { author, named });
    case 'team':
      return inTeam(rule, facts);
  }
}

/** The policy names a login. It means the account that had this login when people were asked, even if it was renamed since. */
function isNamed(
  { login }: { readonly login: string },
  { named, author }: Pick<ApproverStatus, 'named' | 'author'>,
): RuleResult {
  if (named === null) return refused(`it is not known whose account @${login} was`);
  return named.get(keyOf(login)) === author.id ? ACCEPTED : refused('');
}

function inTeam(
  team: { readonly org: string; readonly slug: string },
  facts: Pick<PersonFacts, 'teams'>,
): RuleResult {
  const answer = facts.teams.get(`${team.org}/${team.slug}`);
  if (answer === undefined) return refused('');
  if (!answer.ok)
    return refused(
      `membership of @${team.org}/${team.slug} could not be looked up (${answer.because})`,
    );
  return answer.value ? ACCEPTED : refused('');
}

/**
 * The files of a call that a person owns by CODEOWNERS. Every file needs an owner's approval, as GitHub's own reviews do, so
 * different people can approve for different files. A file that nobody owns, a call that touches no file, and one whose
 * files are not known can be approved by no code owner.
 */
function ownedFiles(status: ApproverStatus): PersonResult {
  const { codeOwners, paths } = status;
  if (codeOwners === null)
    return refused('the policy asks for code owners, and the repository has no CODEOWNERS file');
  if (paths === null)
    return refused(
      'the policy asks for code owners, and the files that the call touches are not known',
    );
  if (paths.length === 0)
    return refused('the policy asks for code owners, and the call touches no file');
  const owned: string[] = [];
  let failure = '';
  for (const path of paths) {
    const owners = ownersOf(codeOwners, path);
    if (owners.length === 0)
      return refused(`the policy asks for code owners, and nobody owns ${path}`);
    const results = owners.map((owner) =>
      owner.kind === 'codeowners' ? refused('') : satisfies(owner, status),
    );
    if (results.some(({ ok }) => ok)) owned.push(path);
    else failure ||= results.map((result) => (result.ok ? '' : result.because)).join('');
  }
  if (owned.length > 0) return { ok: true, standing: { as: ['codeowners'], covers: owned } };
  const all = paths.length === 1 ? paths[0] : `any of its ${paths.length} files`;
  return refused(failure === '' ? `its author is not a code owner of ${all}` : failure);
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

function refused(because: string): { readonly ok: false; readonly because: string } {
  return { ok: false, because };
}
