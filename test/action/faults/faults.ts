import type { Fault } from '../../testing/github-server/faults.ts';

type Answer = Omit<Fault, 'match' | 'times'>;

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** Answers of GitHub as they were recorded, or as proxies give them in its place. */
export const FAULTS: Readonly<Record<string, Answer>> = {
  'a 502 with a page': {
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: '<html><h1>Unicorn!</h1></html>',
  },
  'a secondary limit without a time': {
    status: 403,
    headers: { 'x-ratelimit-remaining': '4000' },
    body: { message: 'You have exceeded a secondary rate limit' },
  },
  'a primary limit': {
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1772367000' },
    body: { message: 'API rate limit exceeded for installation ID 1.' },
  },
  'a 429': { status: 429, headers: { 'retry-after': '2' }, body: { message: 'Too many requests' } },
  'an empty body': { status: 200, headers: JSON_TYPE, body: '' },
  'a body that is cut': { status: 200, headers: JSON_TYPE, body: '{"id": 1, "permission": "adm' },
  'an error as an answer': {
    status: 200,
    body: {
      message: 'Not Found',
      documentation_url: 'https://docs.github.com/rest',
      status: '404',
    },
  },
  'a limit in GraphQL': {
    status: 200,
    headers: { 'x-ratelimit-remaining': '0' },
    body: { data: null, errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] },
  },
  'an empty list': { status: 200, headers: JSON_TYPE, body: '[]' },
  'a 404': {
    status: 404,
    body: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' },
  },
  'a 404 without words': { status: 404, body: {} },
  'a 410': { status: 410, body: { message: 'Issues are disabled for this repo' } },
  'a 422': {
    status: 422,
    body: { message: 'Validation Failed', errors: ['Only organization repositories can'] },
  },
  'a lost connection': { drop: true },
  'a lost answer': { dropAfter: true },
  'a page of a proxy': {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Sign in</title>',
  },
  'a redirect elsewhere': {
    status: 301,
    headers: { ...JSON_TYPE, location: 'http://127.0.0.1:9/elsewhere' },
    body: { message: 'Moved Permanently', url: 'http://127.0.0.1:9/elsewhere' },
  },
  'a wrong token': { status: 401, body: { message: 'Bad credentials' } },
  'a missing permission': {
    status: 403,
    headers: { 'x-accepted-github-permissions': 'issues=write', 'x-ratelimit-remaining': '42' },
    body: { message: 'Resource not accessible by integration', status: '403' },
  },
  'a missing right to look up': {
    status: 403,
    body: { message: 'Must have push access to view collaborator permission.' },
  },
};

/** What a request asks for, without the ids in its path. */
export function kindOf({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): string {
  return `${method} ${path
    .replaceAll(/^\/blob\/.*/g, '/blob/*')
    .replaceAll(/\/contents\/.*/g, '/contents/*')
    .replaceAll(/\/[0-9a-f]{40}\b/g, '/*')
    .replaceAll(/\/\d+\b/g, '/*')
    .replaceAll(/(collaborators|users|memberships)\/[^/]+/g, '$1/*')
    .replaceAll(/countersign%2F[^/]+|countersign\/run-[^/]+/g, '*')}`;
}

/** All requests of a kind. */
export function matchOf(kind: string): RegExp {
  const escaped = kind.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '[^?]+');
  return new RegExp(`^${escaped}(?:\\?.*)?$`);
}
