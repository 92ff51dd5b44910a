/** The routes of the local GitHub for lists of issues, new issues, reads of a comment, and what maintainers change on issues. */
import type { ServedReply } from '../../../src/testing/github-server/http.ts';
import {
  commentJson,
  issueJson,
  milestoneJson,
  reactionJson,
} from '../../../src/testing/github-server/json.ts';
import { accountJson } from '../../../src/testing/github-server/repository-json.ts';
import {
  invalid,
  issueOf,
  issuesGone,
  notFound,
  ok,
  paged,
  type Routes,
  type RouteCall,
  text,
} from '../../../src/testing/github-server/routes.ts';
import {
  accountOf,
  addIssue,
  isTooLong,
  permissionIn,
  type ServedIssue,
  stamp,
} from '../../../src/testing/github-server/state.ts';

const MAX_TITLE_CHARS = 256;
const MAX_ASSIGNEES = 10;
const REASONS = new Set(['completed', 'not_planned', 'duplicate', 'reopened']);

/** By default the open ones, newest first, as GitHub does. Issues and pull requests alike. */
function listIssues(call: RouteCall): ServedReply {
  const { query } = call.request;
  const state = query.get('state') ?? 'open';
  const labels = (query.get('labels') ?? '').split(',').filter((label) => label !== '');
  const found = [...call.state.issues.values()]
    .filter((one) => state === 'all' || one.state === state)
    .filter((one) => labels.every((label) => one.labels.includes(label)));
  const sorted = query.get('direction') === 'asc' ? found : found.reverse();
  return paged(
    call,
    sorted.map((one) => issueJson(call.state, one)),
  );
}

function createIssue(call: RouteCall): ServedReply {
  if (!call.state.hasIssues) return issuesGone;
  const title = text(call, 'title') ?? '';
  if (title.trim() === '') return invalid('Issue', 'title', "title can't be blank");
  const body = text(call, 'body') ?? '';
  if (isTooLong(body))
    return invalid('Issue', 'body', 'body is too long (maximum is 65536 characters)');
  const issue = addIssue(call.state, { title, body, author: call.state.self.login });
  return ok(issueJson(call.state, issue), 201);
}

function updateIssue(call: RouteCall): ServedReply {
  const issue = issueOf(call);
  if (issue === undefined) return notFound;
  const { title, state, state_reason: reason, milestone } = call.fields;
  if (typeof title === 'string' && title.length > MAX_TITLE_CHARS)
    return invalid('Issue', 'title', 'title is too long (maximum is 256 characters)');
  if (typeof reason === 'string' && !REASONS.has(reason))
    return invalid('Issue', 'state_reason', `${reason} is not a valid value`);
  if (typeof milestone === 'number' && !call.state.milestones.has(milestone))
    return invalid('Issue', 'milestone', 'milestone is not there');
  if (typeof title === 'string') issue.title = title;
  if (typeof milestone === 'number' || milestone === null) issue.milestone = milestone;
  if ((state === 'open' || state === 'closed') && state !== issue.state) {
    issue.state = state;
    const usual = state === 'closed' ? 'completed' : 'reopened';
    if (issue.pull === null) issue.stateReason = typeof reason === 'string' ? reason : usual;
    issue.closedAt = state === 'closed' ? stamp(call.state) : null;
  }
  issue.updatedAt = stamp(call.state);
  return ok(issueJson(call.state, issue));
}

function mayBeAssigned(call: RouteCall, login: string): boolean {
  return permissionIn(call.state, login) !== 'none';
}

function named(call: RouteCall): readonly string[] {
  const list = call.fields['assignees'];
  return Array.isArray(list) ? list.filter((login) => typeof login === 'string') : [];
}

/** GitHub silently ignores accounts that cannot be assigned. */
function assign(call: RouteCall): ServedReply {
  const issue = issueOf(call);
  if (issue === undefined) return notFound;
  const has = new Set(issue.assignees.map(({ login }) => login.toLowerCase()));
  const added = named(call)
    .filter((login) => mayBeAssigned(call, login) && !has.has(login.toLowerCase()))
    .map((login) => accountOf(call.state, login));
  issue.assignees = [...issue.assignees, ...added].slice(0, MAX_ASSIGNEES);
  return changed(call, issue, 201);
}

function unassign(call: RouteCall): ServedReply {
  const issue = issueOf(call);
  if (issue === undefined) return notFound;
  const gone = new Set(named(call).map((login) => login.toLowerCase()));
  issue.assignees = issue.assignees.filter(({ login }) => !gone.has(login.toLowerCase()));
  return changed(call, issue, 200);
}

function changed(call: RouteCall, issue: ServedIssue, status: number): ServedReply {
  issue.updatedAt = stamp(call.state);
  return ok(issueJson(call.state, issue), status);
}

function listMilestones(call: RouteCall): ServedReply {
  const state = call.request.query.get('state') ?? 'open';
  const fitting = [...call.state.milestones.values()].filter(
    (one) => state === 'all' || one.state === state,
  );
  return paged(
    call,
    fitting.map((one) => milestoneJson(call.state, one)),
  );
}

export const issueRoutes: Routes = {
  'GET REPO/issues': { needs: 'issues=read', answer: listIssues },
  'POST REPO/issues': { needs: 'issues=write', answer: createIssue },
  'GET REPO/issues/comments/:id': {
    needs: 'issues=read',
    answer: ({ state, parts }) => {
      const comment = state.comments.get(Number(parts['id']));
      return comment === undefined ? notFound : ok(commentJson(state, comment));
    },
  },
  'GET REPO/issues/comments/:id/reactions': {
    needs: 'issues=read',
    answer: (call) =>
      paged(
        call,
        call.state.reactions
          .filter((one) => one.comment === Number(call.parts['id']))
          .map(reactionJson),
      ),
  },
  'DELETE REPO/issues/comments/:id/reactions/:reaction': {
    needs: 'issues=write',
    answer: ({ state: { reactions, self }, parts }) => {
      const index = reactions.findIndex(
        ({ id, comment, user }) =>
          id === Number(parts['reaction']) &&
          comment === Number(parts['id']) &&
          user.id === self.id,
      );
      if (index === -1) return notFound;
      reactions.splice(index, 1);
      return { status: 204, body: '' };
    },
  },
  'PATCH REPO/issues/:number': {
    needs: 'issues=write',
    answer: (call) =>
      text(call, 'title') === ''
        ? invalid('Issue', 'title', "title can't be blank")
        : updateIssue(call),
  },
  'POST REPO/issues/:number/assignees': { needs: 'issues=write', answer: assign },
  'DELETE REPO/issues/:number/assignees': { needs: 'issues=write', answer: unassign },
  'GET REPO/assignees': {
    needs: 'issues=read',
    answer: (call) =>
      paged(
        call,
        [...call.state.accounts.values()]
          .filter(({ login }) => mayBeAssigned(call, login))
          .map(accountJson),
      ),
  },
  'GET REPO/assignees/:login': {
    needs: 'issues=read',
    answer: (call) => (mayBeAssigned(call, call.parts['login'] ?? '') ? { status: 204 } : notFound),
  },
  'GET REPO/milestones': { needs: 'issues=read', answer: listMilestones },
};
