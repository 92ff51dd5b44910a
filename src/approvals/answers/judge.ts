import { type Account, atLeast, type IssueComment, type Permission } from '../../github/index.ts';
import { type CodeOwners, ownersOf } from './codeowners.ts';
import type { ApprovalRequest } from '../ports.ts';
import type { ApproverRule } from './settings.ts';
import type { HeardClick } from './answer-source.ts';

/** What a look-up gave. Any error is kept as words and refuses; it is never read as an answer. */
export type FetchedAnswers<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly because: string };

/** What GitHub says now of a comment and its author. */
export interface PersonFacts {
  readonly permission: FetchedAnswers<Permission>;
  /** By GraphQL; `null` where nobody edited the comment. */
  readonly lastEdit: FetchedAnswers<{ readonly at: string; readonly editor: string | null } | null>;
  /** By `org/slug` in lower case. A team that was not asked about is one that the person is not in. */
  readonly teams: ReadonlyMap<string, FetchedAnswers<boolean>>;
}

/** Who stands in which relation to the run. Logins are compared without regard to case. */
export interface Parties {
  /** The accounts that the run itself writes as: the token's, and the card's author. */
  readonly own: readonly Account[];
  readonly requester: string | null;
  readonly pullAuthor: string | null;
  /** Their ids, where they are known: an account keeps its id when it is renamed. */
  readonly requesterId: number | null;
  readonly pullAuthorId: number | null;
  readonly commitAuthors: readonly string[];
  /** The policy's `self: true`: the three above may approve. */
  readonly self: boolean;
}

/** When the card was made, by GitHub's clock and order, and until when it may be answered. */
export interface ApprovalTimes {
  readonly id: number;
  readonly createdAt: string;
  readonly expires: string;
}

export type ReviewedAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly because: string };

const ACCEPTED: ReviewedAnswer = { ok: true };
/** GitHub's word for an account that is a person's. */
const PERSON = 'User';

/**
 * Judges what a comment shows by itself: made by a person, not by the run, after the card, never edited.
 * `created` has seconds only, so that the order within one second goes by the ids, which GitHub gives in order.
 */
export function reviewComment(
  comment: IssueComment,
  card: ApprovalTimes,
  parties: Parties,
): ReviewedAnswer {
  const author = judgeAuthor(comment.author, parties);
  if (!author.ok) return author;
  if (comment.viaApp !== null) return refused(`an app (${comment.viaApp}) wrote it, not a person`);
  // A date that cannot be read compares as false: such a comment does not count.
  const after = comment.id > card.id && Date.parse(comment.createdAt) >= Date.parse(card.createdAt);
  if (!after) return refused('it was not made after the card');
  const inTime = Date.parse(comment.createdAt) <= Date.parse(card.expires);
  if (!inTime) return refused('it came after the question had expired');
  if (comment.createdAt !== comment.updatedAt) return refused('it was edited; write a new comment');
  return ACCEPTED;
}

/**
 * Judges what a press of a button shows by itself: made by a person, not by the run, in time. The button is younger
 * than the card's question, and nobody can edit a press of it.
 */
export function reviewClick(
  click: HeardClick,
  card: ApprovalTimes,
  parties: Parties,
): ReviewedAnswer {
  const author = judgeAuthor(click.by, parties);
  if (!author.ok) return author;
  const inTime = Date.parse(click.at) <= Date.parse(card.expires);
  return inTime ? ACCEPTED : refused('it came after the question had expired');
}

function judgeAuthor(author: Account | null, parties: Parties): ReviewedAnswer {
  if (author === null) return refused('its author no longer exists');
  if (author.type !== PERSON || author.login.endsWith('[bot]'))
    return refused('its author is a bot, not a person');
  return parties.own.some((own) => sameAccount(own, author))
    ? refused('the run cannot answer itself')
    : ACCEPTED;
}

/**
 * Judges whether the author of a comment may decide on one request, by what GitHub says now. A denial needs the
 * same standing as an approval, but those who may not approve their own work may stop it.
 */
export function reviewPerson(options: {
  readonly author: Account;
  readonly decision: 'approve' | 'deny';
  readonly facts: PersonFacts;
  readonly from: readonly ApproverRule[];
  readonly paths: ApprovalRequest['paths'];
  readonly codeOwners: CodeOwners | null;
  readonly parties: Parties;
}): ReviewedAnswer {
  const { author, decision, facts, from, parties } = options;
  if (!facts.lastEdit.ok)
    return refused(`whether it was edited could not be looked up (${facts.lastEdit.because})`);
  if (facts.lastEdit.value !== null) return refused('it was edited; write a new comment');
  if (decision === 'approve') {
    const interest = interestOf(author, parties);
    if (interest !== null)
      return refused(`${interest}, and the policy does not say \`self: true\``);
  }
  if (!facts.permission.ok)
    return refused(`the permission could not be looked up (${facts.permission.because})`);
  const permission = facts.permission.value;
  const answers = from.map((rule) => satisfies(rule, { ...options, permission }));
  if (answers.some((answer) => answer.ok)) return ACCEPTED;
  const failed = answers.find((answer) => !answer.ok && answer.because !== '');
  if (failed !== undefined) return failed;
  return refused(
    `its author has the permission ${permission}, and the policy asks for ${fromWords(from)}`,
  );
}

/** The teams that have to be looked up for requests on these paths, as `org/slug`. */
export function teamsToAsk(
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

/** Two names for one account: the same id, or the same login. */
export function sameAccount(one: Account, other: Account): boolean {
  return one.id === other.id || sameLogin(one.login, other.login);
}

interface Standing {
  readonly author: Account;
  readonly facts: PersonFacts;
  readonly permission: Permission;
  readonly paths: readonly string[];
  readonly codeOwners: CodeOwners | null;
}

function satisfies(rule: ApproverRule, standing: Standing): ReviewedAnswer {
  switch (rule.kind) {
    case 'level':
      return atLeast(standing.permission, rule.level) ? ACCEPTED : refused('');
    case 'user':
      return sameLogin(rule.login, standing.author.login) ? ACCEPTED : refused('');
    case 'team':
      return inTeam(rule, standing.facts);
    case 'codeowners':
      break;
  }
  return ownsAll(standing);
}

function inTeam(
  team: { readonly org: string; readonly slug: string },
  facts: PersonFacts,
): ReviewedAnswer {
  const answer = facts.teams.get(`${team.org}/${team.slug}`);
  if (answer === undefined) return refused('');
  if (!answer.ok)
    return refused(
      `membership of @${team.org}/${team.slug} could not be looked up (${answer.because})`,
    );
  return answer.value ? ACCEPTED : refused('');
}

/** One person must own every path that the call touches. A call that touches none has no owner. */
function ownsAll(standing: Standing): ReviewedAnswer {
  const { codeOwners, paths } = standing;
  if (codeOwners === null)
    return refused('the policy asks for code owners, and the repository has no CODEOWNERS file');
  if (paths.length === 0)
    return refused('the policy asks for code owners, and the call touches no path');
  for (const path of paths) {
    const answers = ownersOf(codeOwners, path).map((owner) => satisfies(owner, standing));
    if (answers.some((answer) => answer.ok)) continue;
    const failed = answers.find((answer) => !answer.ok && answer.because !== '');
    return failed ?? refused(`its author is no code owner of ${path}`);
  }
  return ACCEPTED;
}

function interestOf(author: Account, parties: Parties): string | null {
  if (parties.self) return null;
  if (isThem(author, parties.requester, parties.requesterId))
    return 'its author asked for this run';
  if (isThem(author, parties.pullAuthor, parties.pullAuthorId)) {
    return 'its author wrote this pull request';
  }
  const wrote = parties.commitAuthors.some((login) => sameLogin(login, author.login));
  return wrote ? 'its author wrote commits of this pull request' : null;
}

function isThem(author: Account, login: string | null, id: number | null): boolean {
  return author.id === id || (login !== null && sameLogin(login, author.login));
}

function fromWords(from: readonly ApproverRule[]): string {
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

function refused(because: string): ReviewedAnswer {
  return { ok: false, because };
}
