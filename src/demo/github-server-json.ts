/** How the local GitHub writes what it remembers as JSON, in answers and in event payloads alike. Pure. */
import type { Account } from '../github/index.ts';
import {
  accountOf,
  type GitHubState,
  permissionIn,
  type ServedCheckRun,
  type ServedComment,
  type ServedIssue,
  type ServedMilestone,
  type ServedPull,
  type ServedReaction,
} from './github-server-state.ts';

const WEB = 'https://github.com';

export function accountJson(account: Account): object {
  return {
    login: account.login,
    id: account.id,
    node_id: `U_${account.id}`,
    type: account.type,
    site_admin: false,
  };
}

export function repositoryJson(state: GitHubState): object {
  const fullName = `${state.owner}/${state.repo}`;
  return {
    id: 1,
    node_id: 'R_1',
    name: state.repo,
    full_name: fullName,
    private: state.isPrivate,
    fork: false,
    owner: { login: state.owner, id: 2, type: 'Organization' },
    html_url: `${WEB}/${fullName}`,
    url: `${state.url}/repos/${fullName}`,
    default_branch: state.defaultBranch,
    has_issues: state.hasIssues,
  };
}

export function issueUrl(state: GitHubState, issue: ServedIssue): string {
  return `${WEB}/${state.owner}/${state.repo}/${issue.pull === null ? 'issues' : 'pull'}/${issue.number}`;
}

export function issueJson(state: GitHubState, issue: ServedIssue): object {
  const api = `${state.url}/repos/${state.owner}/${state.repo}`;
  return {
    id: 10_000 + issue.number,
    node_id: `I_${issue.number}`,
    number: issue.number,
    title: issue.title,
    body: issue.body === '' ? null : issue.body,
    user: accountJson(issue.author),
    state: issue.state,
    locked: false,
    labels: issue.labels.map((name) => ({ name })),
    state_reason: issue.stateReason,
    assignee: issue.assignees[0] === undefined ? null : accountJson(issue.assignees[0]),
    assignees: issue.assignees.map(accountJson),
    milestone: milestoneOf(state, issue),
    comments: [...state.comments.values()].filter((comment) => comment.issue === issue.number)
      .length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    html_url: issueUrl(state, issue),
    url: `${api}/issues/${issue.number}`,
    author_association: 'NONE',
    performed_via_github_app: null,
    ...(issue.pull === null ? {} : { pull_request: { url: `${api}/pulls/${issue.number}` } }),
  };
}

function milestoneOf(state: GitHubState, issue: ServedIssue): object | null {
  const milestone = state.milestones.get(issue.milestone ?? 0);
  return milestone === undefined ? null : milestoneJson(state, milestone);
}

export function milestoneJson(state: GitHubState, milestone: ServedMilestone): object {
  const path = `${state.owner}/${state.repo}`;
  const url = `${state.url}/repos/${path}/milestones/${milestone.number}`;
  const on = (open: 'open' | 'closed'): number =>
    [...state.issues.values()].filter(
      (one) => one.milestone === milestone.number && one.state === open,
    ).length;
  return {
    id: 5000 + milestone.number,
    node_id: `MI_${milestone.number}`,
    number: milestone.number,
    title: milestone.title,
    description: null,
    state: milestone.state,
    creator: accountJson(accountOf(state, state.owner)),
    open_issues: on('open'),
    closed_issues: on('closed'),
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    closed_at: milestone.state === 'closed' ? '2026-01-02T00:00:00Z' : null,
    due_on: null,
    html_url: `${WEB}/${path}/milestone/${milestone.number}`,
    labels_url: `${url}/labels`,
    url,
  };
}

export function commentJson(state: GitHubState, comment: ServedComment): object {
  const issue = state.issues.get(comment.issue);
  const page = issue === undefined ? WEB : issueUrl(state, issue);
  const app = comment.viaApp;
  return {
    id: comment.id,
    node_id: nodeIdOf(comment.id),
    body: comment.body,
    user: accountJson(comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    html_url: `${page}#issuecomment-${comment.id}`,
    url: `${state.url}/repos/${state.owner}/${state.repo}/issues/comments/${comment.id}`,
    issue_url: `${state.url}/repos/${state.owner}/${state.repo}/issues/${comment.issue}`,
    // On purpose never a reason to trust anyone: nobody may decide by it.
    author_association: 'OWNER',
    performed_via_github_app: app === null ? null : { id: 15_368, slug: app, name: app },
  };
}

/** GitHub Actions' own App, which a workflow's token belongs to. */
const WORKFLOW_APP_ID = 15_368;
const OTHER_APP_ID = 770_001;

/** The App that the token belongs to: `github-actions` for a workflow's own token. */
function appJson(state: GitHubState): object {
  const slug = state.self.login.replace(/\[bot\]$/, '');
  const id = slug === 'github-actions' ? WORKFLOW_APP_ID : OTHER_APP_ID;
  return { id, slug, node_id: `A_${id}`, name: slug, owner: null, permissions: {}, events: [] };
}

export function checkRunJson(state: GitHubState, check: ServedCheckRun): object {
  const { title, summary } = check;
  const url = `${state.url}/repos/${state.owner}/${state.repo}/check-runs/${check.id}`;
  return {
    id: check.id,
    node_id: `CR_${check.id}`,
    head_sha: check.headSha,
    external_id: check.externalId,
    url,
    html_url: `${WEB}/${state.owner}/${state.repo}/runs/${check.id}`,
    details_url: WEB,
    status: check.status,
    conclusion: check.conclusion,
    started_at: check.startedAt,
    completed_at: check.conclusion === null ? null : check.startedAt,
    output: {
      title,
      summary,
      text: null,
      annotations_count: check.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    name: check.name,
    check_suite: { id: 1, head_sha: check.headSha, head_branch: state.defaultBranch },
    app: appJson(state),
    pull_requests: [],
  };
}

export function nodeIdOf(commentId: number): string {
  return `IC_${commentId}`;
}

export function reactionJson(reaction: ServedReaction): object {
  return {
    id: reaction.id,
    node_id: `REA_${reaction.id}`,
    user: accountJson(reaction.user),
    content: reaction.content,
  };
}

export function pullJson(state: GitHubState, issue: ServedIssue, pull: ServedPull): object {
  const repository = repositoryJson(state);
  const own = pull.headRepository === `${state.owner}/${state.repo}`;
  const fork = { ...repository, id: 99, full_name: pull.headRepository, fork: true };
  return {
    ...issueJson(state, issue),
    draft: pull.draft,
    merged: false,
    commits: Math.max(1, pull.commitAuthors.length),
    html_url: issueUrl(state, issue),
    head: {
      sha: pull.headSha,
      ref: pull.headRef,
      label: `${pull.headRepository?.split('/')[0] ?? 'unknown'}:${pull.headRef}`,
      repo: pull.headRepository === null ? null : own ? repository : fork,
    },
    base: { sha: state.git.resolve(pull.baseRef) ?? '', ref: pull.baseRef, repo: repository },
  };
}

export function pullCommitsJson(state: GitHubState, pull: ServedPull): readonly object[] {
  return pull.commitAuthors.map((login, index) => ({
    sha: index === pull.commitAuthors.length - 1 ? pull.headSha : String(index).padStart(40, '0'),
    author: accountJson(accountOf(state, login)),
    committer: accountJson(accountOf(state, login)),
    commit: { message: `Commit ${index + 1}` },
  }));
}

/** GitHub's older field knows four levels, `role_name` all of them. */
export function permissionJson(state: GitHubState, account: Account): object {
  const role = permissionIn(state, account.login);
  const coarse = {
    none: 'none',
    read: 'read',
    triage: 'read',
    write: 'write',
    maintain: 'write',
    admin: 'admin',
  };
  return { permission: coarse[role], role_name: role, user: accountJson(account) };
}
