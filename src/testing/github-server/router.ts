/** Finds the route of a request, after GitHub's own checks: token, permission, rate limit headers, ETag. */
import { createHash, randomUUID } from 'node:crypto';
import { isJsonObject, parseJson } from '../../common/index.ts';
import { checkRoutes } from './check-routes.ts';
import { gitRoutes } from './git-routes.ts';
import { answerQuery } from './graphql.ts';
import type { ServedReply, ServedRequest } from './http.ts';
import { notFound, refused, type Route, type Routes, routes } from './routes.ts';
import type { GitHubState } from './state.ts';

const LIMIT = 5000;
const LIMIT_WINDOW_S = 3600;

/** What the demo asks for, with the changes of its check runs. */
export const ROUTES: Routes = {
  ...routes,
  ...checkRoutes,
  ...gitRoutes,
  'POST /graphql': { needs: '', answer: answerQuery },
};

/** Answers one request of the API by the first route that matches. */
export function answer(state: GitHubState, request: ServedRequest, served: Routes): ServedReply {
  const other = otherRepository(state, request, served);
  if (other !== null) return other;
  if (request.headers.authorization === undefined || !hasToken(state, request)) {
    return refused(401, 'Bad credentials');
  }
  return withEtag(request, withLimits(state, routed(state, request, served)));
}

/** The answer for another repository than the server's own; `null` for a request about that. GitHub does not say whether one without access exists. */
function otherRepository(
  state: GitHubState,
  request: ServedRequest,
  served: Routes,
): ServedReply | null {
  const [, owner = '', repo = ''] = /^\/repos\/([^/]+)\/([^/]+)(?:\/|$)/.exec(request.path) ?? [];
  const found = state.others[`${owner}/${repo}`];
  if (found === undefined) return null;
  const { git, token } = found;
  const there: GitHubState = { ...state, owner, repo, git, others: {} };
  if (token !== undefined && !hasToken({ token }, request)) return withLimits(state, notFound);
  return withEtag(request, withLimits(there, routed(there, request, served)));
}

function hasToken(state: Pick<GitHubState, 'token'>, request: ServedRequest): boolean {
  const given = (request.headers.authorization ?? '').replace(/^(?:bearer|token)\s+/i, '');
  return given === state.token;
}

function routed(state: GitHubState, request: ServedRequest, served: Routes): ServedReply {
  for (const [key, route] of Object.entries(served)) {
    const [method, path = ''] = key.split(' ', 2);
    const parts = method === request.method ? partsOf(state, path, request.path) : null;
    if (parts === null) continue;
    const problem = permissionProblem(state, route, parts);
    if (problem !== null) return problem;
    const fields = fieldsOf(request.body);
    if (fields === null) return refused(400, 'Problems parsing JSON');
    return route.answer({ state, request, parts, fields });
  }
  return notFound;
}

function partsOf(
  state: GitHubState,
  template: string,
  path: string,
): Record<string, string> | null {
  const wanted = template.replace('REPO', `/repos/${state.owner}/${state.repo}`).split('/');
  const given = path.split('/');
  const parts: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const here = given[index];
    if (part.startsWith('*')) {
      parts[part.slice(1)] = given.slice(index).map(decodeURIComponent).join('/');
      return parts;
    }
    if (here === undefined) return null;
    if (part.startsWith(':')) {
      if (here === '') return null;
      parts[part.slice(1)] = decodeURIComponent(here);
    } else if (part.toLowerCase() !== here.toLowerCase()) return null;
  }
  return given.length === wanted.length ? parts : null;
}

function permissionProblem(
  state: GitHubState,
  route: Route,
  parts: Readonly<Record<string, string>>,
): ServedReply | null {
  if (state.tokenPermissions === null || route.needs === '' || route.needs === 'metadata=read')
    return null;
  const [name = '', level] = route.needs.split('=');
  const number = Number(parts['number'] ?? state.comments.get(Number(parts['id']))?.issue);
  const onPull =
    name === 'issues' && state.issues.get(number)?.pull !== null && state.issues.has(number);
  const names = onPull ? [name, 'pull_requests'] : [name];
  const held = names.some((one) => {
    const has = state.tokenPermissions?.[one];
    return has === 'write' || has === level;
  });
  if (held) return null;
  return {
    ...refused(403, 'Resource not accessible by integration'),
    headers: {
      'x-accepted-github-permissions': names.map((one) => `${one}=${level ?? 'read'}`).join('; '),
    },
  };
}

function fieldsOf(body: Buffer): Readonly<Record<string, unknown>> | null {
  if (body.length === 0) return {};
  const parsed = parseJson(body.toString('utf8'));
  return isJsonObject(parsed) ? parsed : null;
}

function withLimits(state: GitHubState, reply: ServedReply): ServedReply {
  const now = state.clock.now();
  const reset = Math.floor(now.getTime() / 1000) + LIMIT_WINDOW_S;
  return {
    ...reply,
    headers: {
      date: now.toUTCString(),
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': String(LIMIT - 1),
      'x-ratelimit-used': '1',
      'x-ratelimit-resource': 'core',
      'x-github-request-id': randomUUID(),
      'x-ratelimit-reset': String(reset),
      ...reply.headers,
    },
  };
}

function withEtag(request: ServedRequest, reply: ServedReply): ServedReply {
  if (request.method !== 'GET' || reply.status !== 200) return reply;
  const content = JSON.stringify([reply.body, reply.headers?.['link'] ?? '']);
  const etag = `W/"${createHash('sha256').update(content).digest('hex')}"`;
  const headers = { ...reply.headers, etag };
  return request.headers['if-none-match'] === etag
    ? { status: 304, headers }
    : { ...reply, headers };
}
