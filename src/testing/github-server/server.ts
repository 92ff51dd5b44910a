/** A GitHub of one repository on loopback, with people in it and an artifact service, for the demo and for tests. */
import { randomUUID } from 'node:crypto';
import { systemClock } from '../../common/index.ts';
import type { Account, Permission } from '../../github/index.ts';
import { type ArtifactService, createArtifactService } from '../artifact-server.ts';
import {
  type HttpServerOptions,
  type LogEntry,
  type ServedReply,
  type ServedRequest,
  startHttpServer,
} from './http.ts';
import { commentJson, issueJson } from './json.ts';
import { accountJson, repositoryJson } from './repository-json.ts';
import { answer, ROUTES } from './router.ts';
import type { Routes } from './routes.ts';
import {
  type ServedFacts,
  accountOf,
  addComment,
  addIssue,
  type GitHubState,
  type NewIssue,
  type ServedComment,
  type ServedIssue,
  type ServedPull,
} from './state.ts';

export interface GitHubServerOptions
  extends Partial<Omit<ServedFacts, 'git'>>,
    Pick<ServedFacts, 'git'>,
    HttpServerOptions {
  /** Routes beside `ROUTES`, or in place of one of them. Absent: none. */
  readonly routes?: Routes;
  /** Answers what is no request of the API. Absent: nothing else is served. */
  readonly beside?: (state: GitHubState, request: ServedRequest) => ServedReply | null;
  /** The account of the token. Absent: `github-actions[bot]`. */
  readonly self?: string;
}

export interface GitHubServer {
  readonly url: string;
  readonly token: string;
  readonly owner: string;
  readonly repo: string;
  readonly artifacts: ArtifactService;
  /** Everything that it remembers. */
  readonly state: GitHubState;
  /** Every request in order, those of the artifact service included. */
  readonly log: readonly LogEntry[];
  /** What the runner sets for a step of that workflow run, the event's own variables left out. */
  envFor(run: { readonly runId: number; readonly job?: string }): Readonly<Record<string, string>>;
  /** The account of a login, created if it is new. */
  account(login: string): Account;
  /** Gives a person a permission on the repository, now. */
  person(login: string, permission: Permission, id?: number): void;
  issue(wanted: NewIssue): ServedIssue;
  pull(wanted: NewIssue & { readonly pull: ServedPull }): ServedIssue;
  /** Adds a comment by a person; `viaApp`: an App wrote it on their behalf. */
  comment(wanted: {
    readonly login: string;
    readonly issue: number;
    readonly body: string;
    readonly viaApp?: string;
    /** GitHub's author association. Absent: `OWNER`. */
    readonly association?: string;
  }): ServedComment;
  commentsOn(issue: number): readonly ServedComment[];
  /** Called after a comment was created or changed, by anyone. */
  onComment(listener: (comment: ServedComment, what: 'created' | 'updated') => void): void;
  /** The payload of the event that GitHub would start a workflow with. Of an edit: the last one, by its editor. */
  commentEvent(comment: number, action: string): object;
  close(): Promise<void>;
}

const RUN_ACCOUNT = 'github-actions[bot]';
/** Of GitHub's default labels. */
const LABELS = ['bug', 'documentation', 'enhancement', 'question'];

/** Starts the server. Nothing is on it but the repository; `close` ends it and every open connection. */
export async function startGitHubServer(options: GitHubServerOptions): Promise<GitHubServer> {
  const served = { ...ROUTES, ...options.routes };
  let made: GitHubState | undefined;
  const http = await startHttpServer((url) => {
    const state = newState(options, url);
    made = state;
    return (request) =>
      state.artifacts.handle(request) ??
      options.beside?.(state, request) ??
      answer(state, request, served);
  }, options);
  if (made === undefined) throw new Error('The server did not start.');
  const state = made;
  const { artifacts } = state;
  return {
    url: http.url,
    token: state.token,
    owner: state.owner,
    repo: state.repo,
    artifacts,
    state,
    log: http.log,
    close: () => http.close(),
    envFor: (run) => ({
      ...artifacts.envFor(run),
      GITHUB_API_URL: http.url,
      GITHUB_GRAPHQL_URL: `${http.url}/graphql`,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: `${state.owner}/${state.repo}`,
    }),
    account: (login) => accountOf(state, login),
    person: (login, permission, id) => {
      accountOf(state, login, id);
      state.permissions.set(login.toLowerCase(), permission);
    },
    issue: (wanted) => addIssue(state, wanted),
    pull: (wanted) => addIssue(state, wanted),
    comment: ({ login, ...comment }) =>
      addComment(state, { ...comment, author: accountOf(state, login) }),
    commentsOn: (issue) =>
      [...state.comments.values()].filter((comment) => comment.issue === issue),
    onComment: (listener) => {
      state.listeners.push(listener);
    },
    commentEvent: (id, action) => commentEvent(state, id, action),
  };
}

function newState(
  { self: login = RUN_ACCOUNT, ...options }: GitHubServerOptions,
  url: string,
): GitHubState {
  const { owner = 'octo-org', repo = 'octo-repo' } = options;
  const self = { login, id: 41_898_282, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
  return {
    defaultBranch: 'main',
    clock: systemClock,
    installation: true,
    token: `ghs_${randomUUID().replaceAll('-', '')}`,
    tokenPermissions: null,
    hasIssues: true,
    isPrivate: false,
    scopes: null,
    others: {},
    ...options,
    owner,
    repo,
    url,
    artifacts: createArtifactService(url, `${owner}/${repo}`),
    self,
    labels: new Set(LABELS),
    accounts: new Map([[login.toLowerCase(), self]]),
    permissions: new Map(),
    teams: new Map(),
    issues: new Map(),
    milestones: new Map(),
    comments: new Map(),
    reactions: [],
    checkRuns: new Map(),
    listeners: [],
    showsEdits: true,
    nextId: 2000,
  };
}

/** The issue or pull request of a number. */
export function issueAt(state: GitHubState, number: number): ServedIssue {
  const issue = state.issues.get(number);
  if (issue === undefined) throw new Error(`There is no issue #${number}.`);
  return issue;
}

function commentEvent(state: GitHubState, id: number, action: string): object {
  const comment = state.comments.get(id);
  if (comment === undefined) throw new Error(`There is no comment ${id}.`);
  const [before, last] = action === 'edited' ? comment.edits.slice(-2) : [];
  return {
    action,
    issue: issueJson(state, issueAt(state, comment.issue)),
    comment: commentJson(state, comment),
    ...(before === undefined ? {} : { changes: { body: { from: before.body } } }),
    repository: repositoryJson(state),
    sender: accountJson(last?.editor ?? comment.author),
  };
}
