/** Everything that the local GitHub remembers. Times have whole seconds, as GitHub's have. */
import type { Clock } from '../../common/index.ts';
import { type Account, PERMISSIONS, type Permission } from '../../github/index.ts';
import type { ArtifactService } from '../artifact-server.ts';
import type { GitSource } from './git.ts';

export interface ServedComment {
  readonly id: number;
  readonly issue: number;
  readonly author: Account;
  readonly viaApp: string | null;
  /** What GitHub calls the author's relation to the repository. */
  readonly association: string;
  readonly createdAt: string;
  body: string;
  updatedAt: string;
  /** Who edited it last, and when; `null` if nobody did. */
  edit: { readonly at: string; readonly editor: Account } | null;
  /** Its history of edits, the oldest first; empty if nobody edited it, else beginning with the text as it was created. */
  readonly edits: ServedEdit[];
  /** Whether somebody hid it on the page, which GraphQL calls minimized. */
  isHidden: boolean;
}

/** An edit of a comment, as GraphQL's `userContentEdits` has it. */
interface ServedEdit {
  readonly at: string;
  /** `null`: the account is gone. */
  readonly editor: Account | null;
  /** The whole text after the edit, which GitHub calls `diff`. */
  readonly body: string;
  /** When somebody deleted the text from the history. */
  readonly deletedAt: string | null;
}

export interface ServedPull {
  readonly headRef: string;
  readonly headSha: string;
  /** `owner/name`; `null` for a deleted fork. */
  readonly headRepository: string | null;
  readonly baseRef: string;
  readonly draft: boolean;
  readonly commitAuthors: readonly string[];
  /** Its commits, if their authors differ; the last is the head. `null`: an address without an account. */
  readonly commits?: readonly {
    readonly author: string | null;
    readonly committer: string | null;
    /** Of its `Co-authored-by` lines. Absent: it has none. */
    readonly coAuthors?: readonly string[];
  }[];
  /** Its files as GitHub lists them. Absent: none. */
  readonly files?: readonly ServedPullFile[];
  readonly threads?: readonly ServedThread[];
  /** Numbers of the issues that it closes when it is merged. */
  readonly closes?: readonly number[];
  /** The last change of its base branch. Absent: there was none. */
  readonly baseChange?: { readonly at: string; readonly from: string };
}

/** A review thread of a pull request. */
export interface ServedThread {
  readonly path: string;
  /** `null`: outdated. */
  readonly line: number | null;
  readonly resolved?: boolean;
  readonly comments: readonly {
    readonly id: number;
    readonly author: string;
    readonly body: string;
    readonly createdAt?: string;
    readonly edited?: boolean;
  }[];
}

/** A file of a pull request, in GitHub's own words; what is left out is filled in. */
export interface ServedPullFile {
  readonly filename: string;
  readonly status: string;
  readonly additions?: number;
  readonly deletions?: number;
  readonly previous_filename?: string;
  readonly patch?: string | undefined;
}

export interface ServedReview {
  readonly id: number;
  readonly author: Account;
  readonly body: string;
  readonly state: string;
  readonly commitId: string | null;
  readonly submittedAt: string;
  isHidden?: boolean;
  /** The remarks as they were sent. */
  readonly comments: readonly unknown[];
}

export interface ServedIssue {
  readonly number: number;
  readonly author: Account;
  readonly createdAt: string;
  title: string;
  body: string;
  updatedAt: string;
  state: 'open' | 'closed';
  labels: readonly string[];
  /** Why it was closed or opened again, in GitHub's words. */
  stateReason: string | null;
  closedAt: string | null;
  assignees: readonly Account[];
  milestone: number | null;
  pull: ServedPull | null;
  readonly reviews: ServedReview[];
}

export interface ServedMilestone {
  readonly number: number;
  readonly title: string;
  readonly state: 'open' | 'closed';
}

export interface ServedReaction {
  readonly id: number;
  readonly comment: number;
  readonly user: Account;
  readonly content: string;
  readonly createdAt: string;
}

/** A check run, as the App that the token belongs to made it. */
export interface ServedCheckRun {
  readonly id: number;
  readonly name: string;
  readonly headSha: string;
  readonly externalId: string;
  readonly startedAt: string;
  status: string;
  conclusion: string | null;
  title: string;
  summary: string;
  actions: readonly unknown[];
  annotations: readonly object[];
}

/** Another repository that the local GitHub serves: its files and commits alone. */
interface ServedRepository {
  readonly git: GitSource;
  /** The only token that can read it, of a private repository. Absent: it is public. */
  readonly token?: string;
}

/** The repository and the token, as the options of the server set them. */
export interface ServedFacts {
  readonly owner: string;
  readonly repo: string;
  readonly defaultBranch: string;
  /** The source of commits, such as `repositoryGit(folder)`. */
  readonly git: GitSource;
  readonly clock: Pick<Clock, 'now'>;
  /** The only accepted token. */
  readonly token: string;
  /** False: the token is a person's, which can request `GET /user`. */
  readonly installation: boolean;
  /** The permissions of the token, such as `{ issues: 'write' }`; `null`: all. */
  tokenPermissions: Readonly<Record<string, 'read' | 'write'>> | null;
  readonly hasIssues: boolean;
  readonly isPrivate: boolean;
  /** The scopes of a classic token; `null`: the token is of another kind. */
  readonly scopes: string | null;
  /** Other repositories, as `owner/name`, of which contents, commits and artifacts are served. */
  readonly others: Readonly<Record<string, ServedRepository>>;
}

export interface GitHubState extends ServedFacts {
  readonly checkRuns: Map<number, ServedCheckRun>;
  readonly url: string;
  readonly artifacts: ArtifactService;
  /** The account of the token that the program under test uses. */
  readonly self: Account;
  /** The labels that the repository has. */
  readonly labels: Set<string>;
  readonly accounts: Map<string, Account>;
  readonly permissions: Map<string, Permission>;
  /** `org/slug` to logins. */
  readonly teams: Map<string, Set<string>>;
  readonly issues: Map<number, ServedIssue>;
  readonly milestones: Map<number, ServedMilestone>;
  readonly comments: Map<number, ServedComment>;
  readonly reactions: ServedReaction[];
  readonly listeners: ((comment: ServedComment, what: 'created' | 'updated') => void)[];
  /** False: GraphQL refuses the edits of comments. */
  showsEdits: boolean;
  nextId: number;
}

const MAX_BODY_CHARS = 65_536;

/** `2026-01-02T03:04:05Z`. */
export function stamp(state: Pick<GitHubState, 'clock'>): string {
  return `${state.clock.now().toISOString().slice(0, 19)}Z`;
}

export function freshId(state: GitHubState): number {
  state.nextId += 1;
  return state.nextId;
}

/** The account that commits what people do on GitHub's website. */
const WEB_FLOW = 'web-flow';
const WEB_FLOW_ID = 19_864_447;

/** The account of a login, created if it is new. `…[bot]` is a bot. */
export function accountOf(state: GitHubState, login: string, wantedId?: number): Account {
  const known = state.accounts.get(login.toLowerCase());
  if (known !== undefined) return known;
  const id = wantedId ?? (login === WEB_FLOW ? WEB_FLOW_ID : freshId(state));
  const account = { login, id, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
  state.accounts.set(login.toLowerCase(), account);
  return account;
}

export function permissionIn(state: GitHubState, login: string): Permission {
  return state.permissions.get(login.toLowerCase()) ?? PERMISSIONS[0];
}

/** Whether GitHub would refuse a body for its length. */
export function isTooLong(body: string): boolean {
  return body.length > MAX_BODY_CHARS;
}

interface NewComment {
  readonly issue: number;
  readonly author: Account;
  readonly body: string;
  readonly viaApp?: string | null;
  readonly association?: string;
}

/** Adds a comment and notifies the listeners after the request is answered. */
export function addComment(state: GitHubState, wanted: NewComment): ServedComment {
  const time = stamp(state);
  const comment: ServedComment = {
    viaApp: null,
    // On purpose never a reason to trust anyone: nobody may decide by it.
    association: 'OWNER',
    ...wanted,
    id: freshId(state),
    createdAt: time,
    updatedAt: time,
    edit: null,
    edits: [],
    isHidden: false,
  };
  state.comments.set(comment.id, comment);
  emitCommentEvent(state, comment, 'created');
  return comment;
}

export function editComment(
  state: GitHubState,
  edit: { id: number; editor: Account; body: string },
): ServedComment {
  const comment = state.comments.get(edit.id);
  if (comment === undefined) throw new Error(`There is no comment ${edit.id}.`);
  const time = stamp(state);
  const { createdAt, author, body } = comment;
  if (comment.edits.length === 0)
    comment.edits.push({ at: createdAt, editor: author, body, deletedAt: null });
  comment.edits.push({ at: time, editor: edit.editor, body: edit.body, deletedAt: null });
  comment.body = edit.body;
  comment.updatedAt = time;
  comment.edit = { at: time, editor: edit.editor };
  emitCommentEvent(state, comment, 'updated');
  return comment;
}

function emitCommentEvent(
  state: GitHubState,
  comment: ServedComment,
  what: 'created' | 'updated',
): void {
  for (const listener of state.listeners) {
    setImmediate(() => {
      listener(comment, what);
    });
  }
}

export interface NewIssue {
  readonly title: string;
  readonly body?: string;
  readonly author: string;
  readonly number?: number;
  readonly state?: 'open' | 'closed';
  readonly labels?: readonly string[];
  readonly pull?: ServedPull;
}

export function addIssue(state: GitHubState, wanted: NewIssue): ServedIssue {
  const time = stamp(state);
  const issue: ServedIssue = {
    number: Math.max(0, ...state.issues.keys()) + 1,
    body: '',
    state: 'open',
    labels: [],
    pull: null,
    ...wanted,
    author: accountOf(state, wanted.author),
    createdAt: time,
    updatedAt: time,
    stateReason: null,
    closedAt: wanted.state === 'closed' ? time : null,
    assignees: [],
    milestone: null,
    reviews: [],
  };
  state.issues.set(issue.number, issue);
  return issue;
}

/** Adds a reaction. `created` is false if the account had already added it. */
export function addReaction(
  state: GitHubState,
  wanted: { comment: number; user: Account; content: string },
): { reaction: ServedReaction; created: boolean } {
  const same = state.reactions.find(
    (one) =>
      one.comment === wanted.comment &&
      one.user.login === wanted.user.login &&
      one.content === wanted.content,
  );
  if (same !== undefined) return { reaction: same, created: false };
  const reaction = { id: freshId(state), createdAt: stamp(state), ...wanted };
  state.reactions.push(reaction);
  return { reaction, created: true };
}
