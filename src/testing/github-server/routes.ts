/** The REST routes of the local GitHub: a request and the state in, an answer out. */
import type { ServedReply, ServedRequest } from './http.ts';
import { commentJson, issueJson, permissionJson, reactionJson } from './json.ts';
import {
  addComment,
  addReaction,
  editComment,
  type GitHubState,
  isTooLong,
  type ServedIssue,
} from './state.ts';

export interface RouteCall {
  readonly state: GitHubState;
  readonly request: ServedRequest;
  /** The named parts of the path, decoded. */
  readonly parts: Readonly<Record<string, string>>;
  /** The body as JSON; `{}` without a body. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Route {
  /** The permission that a token needs, as GitHub names it: `issues=write`. Empty: none. */
  readonly needs: string;
  readonly answer: (call: RouteCall) => ServedReply;
}

/** By `METHOD /path`. `REPO` stands for `/repos/OWNER/NAME`, `:name` for one part of the path, `*name` for the rest of it. */
export type Routes = Readonly<Record<string, Route>>;

/** An error answer in GitHub's form. */
export function refused(status: number, message: string, errors?: readonly unknown[]): ServedReply {
  const body = {
    message,
    documentation_url: 'https://docs.github.com/rest',
    status: String(status),
  };
  return { status, body: errors === undefined ? body : { ...body, errors } };
}

export const notFound = refused(404, 'Not Found');

export function ok(body: object, status = 200): ServedReply {
  return { status, body };
}

export function invalid(resource: string, field: string, message: string): ServedReply {
  return refused(422, 'Validation Failed', [{ resource, code: 'custom', field, message }]);
}

/** One page of a list, with the `Link` header if there is more than one. */
export function paged(
  call: RouteCall,
  list: readonly object[],
): ServedReply & { readonly body: readonly object[] } {
  const { query, path } = call.request;
  const { from, to, link } = pageIn(query, { items: list.length, url: `${call.state.url}${path}` });
  const body = list.slice(from, to);
  return link === '' ? { status: 200, body } : { status: 200, body, headers: { link } };
}

export function text(call: RouteCall, name: string): string | undefined {
  const value = call.fields[name];
  return typeof value === 'string' ? value : undefined;
}

export function issueOf(call: RouteCall): ServedIssue | undefined {
  return call.state.issues.get(Number(call.parts['number']));
}

function bodyProblem(body: string | undefined): ServedReply | null {
  if (body === undefined || body.trim() === '')
    return invalid('IssueComment', 'body', "body can't be blank");
  return isTooLong(body)
    ? invalid('IssueComment', 'body', 'body is too long (maximum is 65536 characters)')
    : null;
}

export const issuesGone = refused(410, 'Issues are disabled for this repo');

function listComments(call: RouteCall): ServedReply {
  const issue = issueOf(call);
  if (issue === undefined) return notFound;
  const since = call.request.query.get('since') ?? '';
  const list = [...call.state.comments.values()]
    .filter((comment) => comment.issue === issue.number)
    .filter((comment) => since === '' || Date.parse(comment.updatedAt) >= Date.parse(since));
  return paged(
    call,
    list.map((comment) => commentJson(call.state, comment)),
  );
}

function createComment(call: RouteCall): ServedReply {
  const issue = issueOf(call);
  if (issue === undefined) return notFound;
  if (!call.state.hasIssues && issue.pull === null) return issuesGone;
  const body = text(call, 'body');
  const problem = bodyProblem(body);
  if (problem !== null) return problem;
  const comment = addComment(call.state, {
    issue: issue.number,
    author: call.state.self,
    body: body ?? '',
  });
  return ok(commentJson(call.state, comment), 201);
}

function updateComment(call: RouteCall): ServedReply {
  const comment = call.state.comments.get(Number(call.parts['id']));
  if (comment === undefined) return notFound;
  const body = text(call, 'body');
  const problem = bodyProblem(body);
  if (problem !== null) return problem;
  const edited = editComment(call.state, {
    id: comment.id,
    editor: call.state.self,
    body: body ?? '',
  });
  return ok(commentJson(call.state, edited));
}

const REACTIONS = new Set(['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes']);

function react(call: RouteCall): ServedReply {
  const comment = call.state.comments.get(Number(call.parts['id']));
  if (comment === undefined) return notFound;
  const content = text(call, 'content') ?? '';
  if (!REACTIONS.has(content))
    return invalid('Reaction', 'content', `${content} is not a reaction`);
  const { reaction, created } = addReaction(call.state, {
    comment: comment.id,
    user: call.state.self,
    content,
  });
  return ok(reactionJson(reaction), created ? 201 : 200);
}

function permissionOf(call: RouteCall): ServedReply {
  const account = call.state.accounts.get((call.parts['login'] ?? '').toLowerCase());
  return account === undefined ? notFound : ok(permissionJson(call.state, account));
}

/** The routes about an issue, its comments and people's permissions. */
export const routes: Routes = {
  'GET REPO/issues/:number': {
    needs: 'issues=read',
    answer: (call) => {
      const issue = issueOf(call);
      return issue === undefined ? notFound : ok(issueJson(call.state, issue));
    },
  },
  'GET REPO/issues/:number/comments': { needs: 'issues=read', answer: listComments },
  'POST REPO/issues/:number/comments': { needs: 'issues=write', answer: createComment },
  'PATCH REPO/issues/comments/:id': { needs: 'issues=write', answer: updateComment },
  'POST REPO/issues/comments/:id/reactions': { needs: 'issues=write', answer: react },
  'GET REPO/collaborators/:login/permission': { needs: 'metadata=read', answer: permissionOf },
};

/** The requested page of a list, and the `Link` header. Pure. */

const USUAL_PER_PAGE = 30;
const MAX_PER_PAGE = 100;

interface Page {
  readonly from: number;
  readonly to: number;
  /** The `Link` header; empty for a single page. */
  readonly link: string;
}

/** The page of `items` entries that a query requests, of the list at `url`. */
function pageIn(
  query: URLSearchParams,
  list: { readonly items: number; readonly url: string },
): Page {
  const perPage = Math.min(MAX_PER_PAGE, countIn(query, 'per_page', USUAL_PER_PAGE));
  const page = countIn(query, 'page', 1);
  const last = Math.ceil(list.items / perPage);
  const linkTo = (number: number, relation: string): string => {
    const linked = new URLSearchParams(query);
    linked.set('page', String(number));
    return `<${list.url}?${linked.toString()}>; rel="${relation}"`;
  };
  const links = [
    ...(page > 1 ? [linkTo(page - 1, 'prev')] : []),
    ...(page < last ? [linkTo(page + 1, 'next'), linkTo(last, 'last')] : []),
    ...(page > 1 ? [linkTo(1, 'first')] : []),
  ];
  return { from: (page - 1) * perPage, to: page * perPage, link: links.join(', ') };
}

/** An invalid number counts as absent. */
function countIn(query: URLSearchParams, name: string, otherwise: number): number {
  const given = Number(query.get(name) ?? otherwise);
  return Number.isInteger(given) && given > 0 ? given : otherwise;
}
