import { type Account, atLeast, type IssueComment, type Permission } from '../../github/index.ts';
import { type CodeOwners, ownersOf } from './codeowners.ts';
import type { ApprovalRequest } from '../approver.ts';
import type { ApproverRule } from './approvers.ts';

/** The result of a lookup. A failed lookup keeps its error text and refuses; it never counts as an answer. */
export type LookupResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly because: string };

/** What GitHub reports now of a comment and its author. */
export interface PersonFacts {
  readonly permission: LookupResult<Permission>;
  /** By GraphQL; `null` if nobody edited the comment. */
  readonly lastEdit: LookupResult<{ readonly at: string; readonly editor: string | null } | null>;
  /** By `org/slug` in lower case. A team that is absent does not have the person as a member. */
  readonly teams: ReadonlyMap<string, LookupResult<boolean>>;
}

/** The people and accounts behind a run. Logins are compared without regard to case. */
export interface Parties {
  /** The accounts that the run itself writes as: the token's, and the approval comment's author. */
  readonly own: readonly Account[];
  readonly requester: string | null;
  readonly pullAuthor: string | null;
  /** Their ids, if known: a renamed account keeps its id. */
  readonly requesterId: number | null;
  readonly pullAuthorId: number | null;
  readonly commitAuthors: readonly string[];
  /** The policy's `self: true`: requester, pull request author and commit authors may approve. */
  readonly self: boolean;
}

/** When the approval comment was posted, by GitHub's clock and order, and when it expires. */
export interface ApprovalTimes {
  readonly id: number;
  readonly createdAt: string;
  readonly expires: string;
}

export type RuleResult = { readonly ok: true } | { readonly ok: false; readonly because: string };

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
  return parties.own.some((own) => sameAccount(own, author))
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
  readonly from: readonly ApproverRule[];
  readonly paths: ApprovalRequest['paths'];
  readonly codeOwners: CodeOwners | null;
  readonly parties: Parties;
}): RuleResult {
  const { author, decision, facts, from, parties } = options;
  if (!facts.lastEdit.ok)
    return refused(`its edits could not be looked up (${facts.lastEdit.because})`);
  if (facts.lastEdit.value !== null) return refused('it was edited; write a new comment');
  if (decision === 'approve') {
    const conflict = conflictOfInterest(author, parties);
    if (conflict !== null)
      return refused(`${conflict}, and the policy does not say \`self: true\``);
  }
  if (!facts.permission.ok)
    return refused(`the permission could not be looked up (${facts.permission.because})`);
  const permission = facts.permission.value;
  const answers = from.map((rule) => satisfies(rule, { ...options, permission }));
  if (answers.some((answer) => answer.ok)) return ACCEPTED;
  const failed = answers.find((answer) => !answer.ok && answer.because !== '');
  if (failed !== undefined) return failed;
  return refused(
    `its author has the permission ${permission}, and the policy asks for ${describeApprovers(from)}`,
  );
}

/** The teams to look up for requests on these paths, as `org/slug`. */
export function requiredTeams(
  from: readonly ApproverRule[],
  paths: readonly string[],
  codeOwners: CodeOwners | null,
): readonly string[] {
  const teams = new Set<string>();
  const byOwners = from.some((rule) => rule.kind === 'codeowners') && codeOwners !== null;
  const owners = byOwners ? paths.flatMap((path) => ownersOf(codeOwners, path)) : [];
  for (const rule of [...from, ...owners])
    if (rule.kind === 'team') teams.add(`${rule.org}/${rule.slug}`);
  return [...teams];
}

/** True for the same id or the same login. */
export function sameAccount(one: Account, other: Account): boolean {
  return one.id === other.id || sameLogin(one.login, other.login);
}

interface ApproverStatus {
  readonly author: Account;
  readonly facts: PersonFacts;
  readonly permission: Permission;
  readonly paths: readonly string[];
  readonly codeOwners: CodeOwners | null;
}

function satisfies(rule: ApproverRule, approver: ApproverStatus): RuleResult {
  switch (rule.kind) {
    case 'level':
      return atLeast(approver.permission, rule.level) ? ACCEPTED : refused('');
    case 'user':
      return sameLogin(rule.login, approver.author.login) ? ACCEPTED : refused('');
    case 'team':
      return inTeam(rule, approver.facts);
    case 'codeowners':
      break;
  }
  return ownsAllPaths(approver);
}

function inTeam(
  team: { readonly org: string; readonly slug: string },
  facts: PersonFacts,
): RuleResult {
  const answer = facts.teams.get(`${team.org}/${team.slug}`);
  if (answer === undefined) return refused('');
  if (!answer.ok)
    return refused(
      `membership of @${team.org}/${team.slug} could not be looked up (${answer.because})`,
    );
  return answer.value ? ACCEPTED : refused('');
}

/** One person must own every path that the call touches. A call that touches no path has no owner. */
function ownsAllPaths(approver: ApproverStatus): RuleResult {
  const { codeOwners, paths } = approver;
  if (codeOwners === null)
    return refused('the policy asks for code owners, and the repository has no CODEOWNERS file');
  if (paths.length === 0)
    return refused('the policy asks for code owners, and the call touches no path');
  for (const path of paths) {
    const answers = ownersOf(codeOwners, path).map((owner) => satisfies(owner, approver));
    if (answers.some((answer) => answer.ok)) continue;
    const failed = answers.find((answer) => !answer.ok && answer.because !== '');
    return failed ?? refused(`its author is not a code owner of ${path}`);
  }
  return ACCEPTED;
}

function conflictOfInterest(author: Account, parties: Parties): string | null {
  if (parties.self) return null;
  if (isAccount(author, parties.requester, parties.requesterId))
    return 'its author asked for this run';
  if (isAccount(author, parties.pullAuthor, parties.pullAuthorId)) {
    return 'its author wrote this pull request';
  }
  const wrote = parties.commitAuthors.some((login) => sameLogin(login, author.login));
  return wrote ? 'its author wrote commits of this pull request' : null;
}

function isAccount(author: Account, login: string | null, id: number | null): boolean {
  return author.id === id || (login !== null && sameLogin(login, author.login));
}

function describeApprovers(from: readonly ApproverRule[]): string {
  if (from.length === 0) return 'nobody';
  const words = from.map((rule) => {
    if (rule.kind === 'level') return rule.level;
    if (rule.kind === 'user') return `@${rule.login}`;
    return rule.kind === 'team' ? `@${rule.org}/${rule.slug}` : 'codeowners';
  });
  return words.join(' or ');
}

function sameLogin(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function refused(because: string): RuleResult {
  return { ok: false, because };
}
