/** How the local GitHub writes issues and what is said on them, in answers and in event payloads alike. Pure. */
import type { Account } from '../../github/index.ts';
import { accountJson, apiUrl, appJson, MADE_AT, ownerJson, WEB } from './repository-json.ts';
import {
  type GitHubState,
  permissionIn,
  type ServedComment,
  type ServedIssue,
  type ServedMilestone,
  type ServedReaction,
} from './state.ts';

export function issueUrl(state: GitHubState, issue: ServedIssue): string {
  return `${WEB}/${state.owner}/${state.repo}/${issue.pull === null ? 'issues' : 'pull'}/${issue.number}`;
}

export function labelJson(state: GitHubState, name: string): object {
  const id = 3000 + [...state.labels].indexOf(name);
  return {
    id,
    node_id: `LA_${id}`,
    url: `${apiUrl(state)}/labels/${encodeURIComponent(name)}`,
    name,
    description: null,
    color: 'ededed',
    default: false,
  };
}

/** What an issue and a pull request both have. */
export function threadJson(state: GitHubState, issue: ServedIssue): object {
  const [assignee] = issue.assignees;
  return {
    number: issue.number,
    title: issue.title,
    body: issue.body === '' ? null : issue.body,
    user: accountJson(issue.author),
    state: issue.state,
    locked: false,
    active_lock_reason: null,
    labels: issue.labels.map((name) => labelJson(state, name)),
    assignee: assignee === undefined ? null : accountJson(assignee),
    assignees: issue.assignees.map(accountJson),
    milestone: milestoneOf(state, issue),
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    html_url: issueUrl(state, issue),
    comments_url: `${apiUrl(state)}/issues/${issue.number}/comments`,
    // On purpose never a reason to trust anyone: nobody may decide by it.
    author_association: 'OWNER',
  };
}

export function issueJson(state: GitHubState, issue: ServedIssue): object {
  const url = `${apiUrl(state)}/issues/${issue.number}`;
  return {
    id: 10_000 + issue.number,
    node_id: `I_${issue.number}`,
    ...threadJson(state, issue),
    url,
    repository_url: apiUrl(state),
    labels_url: `${url}/labels{/name}`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    state_reason: issue.stateReason,
    comments: commentsOn(state, issue),
    performed_via_github_app: null,
    ...(issue.pull === null
      ? {}
      : { draft: issue.pull.draft, pull_request: pullLinks(state, issue) }),
  };
}

export function commentsOn(state: GitHubState, issue: ServedIssue): number {
  return [...state.comments.values()].filter((comment) => comment.issue === issue.number).length;
}

function pullLinks(state: GitHubState, issue: ServedIssue): object {
  const page = issueUrl(state, issue);
  return {
    url: `${apiUrl(state)}/pulls/${issue.number}`,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    merged_at: null,
  };
}

function milestoneOf(state: GitHubState, issue: ServedIssue): object | null {
  const milestone = state.milestones.get(issue.milestone ?? 0);
  return milestone === undefined ? null : milestoneJson(state, milestone);
}

export function milestoneJson(state: GitHubState, milestone: ServedMilestone): object {
  const url = `${apiUrl(state)}/milestones/${milestone.number}`;
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
    creator: ownerJson(state),
    open_issues: on('open'),
    closed_issues: on('closed'),
    created_at: MADE_AT,
    updated_at: MADE_AT,
    closed_at: milestone.state === 'closed' ? MADE_AT : null,
    due_on: null,
    html_url: `${WEB}/${state.owner}/${state.repo}/milestone/${milestone.number}`,
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
    url: `${apiUrl(state)}/issues/comments/${comment.id}`,
    issue_url: `${apiUrl(state)}/issues/${comment.issue}`,
    author_association: comment.association,
    performed_via_github_app: app === null ? null : appJson(app),
  };
}

export function nodeIdOf(commentId: number): string {
  return `IC_${commentId}`;
}

export function reviewNodeIdOf(reviewId: number): string {
  return `PRR_${reviewId}`;
}

export function reactionJson(reaction: ServedReaction): object {
  return {
    id: reaction.id,
    node_id: `REA_${reaction.id}`,
    user: accountJson(reaction.user),
    content: reaction.content,
    created_at: reaction.createdAt,
  };
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
  const grants = ['read', 'triage', 'write', 'maintain', 'admin'] as const;
  const has = (level: (typeof grants)[number]): boolean =>
    role !== 'none' && grants.indexOf(role) >= grants.indexOf(level);
  const permissions = {
    pull: has('read'),
    triage: has('triage'),
    push: has('write'),
    maintain: has('maintain'),
    admin: has('admin'),
  };
  const user = { ...accountJson(account), permissions, role_name: role };
  return { permission: coarse[role], role_name: role, user };
}
