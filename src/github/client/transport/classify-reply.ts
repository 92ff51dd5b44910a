import {
  CountersignError,
  type ErrorCode,
  parseJson,
  retryAfterMs,
} from '../../../common/index.ts';

/** GitHub's reply. The form of `data` is not trusted. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: unknown;
}

/** A request that got no reply at all. `message` is the system's, such as `connect ECONNREFUSED`. */
export interface NoReply {
  readonly status: null;
  readonly message: string;
}

/** What to do about a reply. `retry`: GitHub may have carried out the request. Its `waitMs` is what GitHub asks for; absent: nothing. */
export type ReplyFailure =
  | { readonly kind: 'ok' }
  | { readonly kind: 'retry'; readonly because: string; readonly waitMs?: number }
  | { readonly kind: 'limit'; readonly because: string; readonly waitMs: number }
  | { readonly kind: 'fail'; readonly error: CountersignError };

interface RequestFacts {
  /** Completes "GitHub would not …", such as `create a comment on #7`. */
  readonly doing: string;
  /** The documented permissions, such as `issues=write`, in case the reply does not name them. */
  readonly needs: string;
  /** Whether nodes that GraphQL does not find are no error. */
  readonly mayMissNodes: boolean;
  /** By GitHub's clock. */
  readonly nowMs: number;
  /** The number of waits for a limit so far. Waits without a time from GitHub grow with it. */
  readonly waits: number;
}

const DEFAULT_LIMIT_WAIT_MS = 60_000;
const MIN_LIMIT_WAIT_MS = 1_000;
const MAX_MESSAGE_CHARS = 300;
const MAX_VALIDATION_ERRORS = 5;
const NOT_A_LIMIT = /not accessible by|must have (push|admin)|required scopes|SAML/i;
const TOO_QUICK = /was submitted too quickly/i;
const LIMIT_WORDS = new RegExp(`rate limit|abuse detection|${TOO_QUICK.source}`, 'i');
/** How a server without the codes of its errors says that it does not have a field. */
const INVALID_QUERY = /^(?:Field|Fragment|Argument|Variable) /;
const QUERY_BROKE = /something went wrong while executing your query/i;

/** Classifies a reply: done, retry, wait for a rate limit, or fail. Pure. */
export function classifyReply(reply: Reply | NoReply, facts: RequestFacts): ReplyFailure {
  if (reply.status === null) {
    return { kind: 'retry', because: `no answer (${plainLine(reply.message)})` };
  }
  if (reply.status >= 200 && reply.status < 300) return classifyGraphqlErrors(reply, facts);
  if (reply.status === 304) return { kind: 'ok' };
  if (reply.status >= 500 || reply.status === 408) {
    const waitMs = retryAfterMs(reply.headers['retry-after'], facts.nowMs);
    const because = `GitHub answered ${reply.status}`;
    return { kind: 'retry', because, ...(waitMs === null ? {} : { waitMs }) };
  }
  // A limit of how fast content is created comes as a failed validation, too.
  const isTooQuick = reply.status === 422 && TOO_QUICK.test(messageOf(reply.data));
  if (reply.status === 429 || reply.status === 403 || isTooQuick) {
    const waitMs = limitWaitMs(reply, facts);
    if (waitMs !== null) return limited(waitMs);
  }
  return { kind: 'fail', error: failureOf(reply, facts) };
}

function limited(waitMs: number): ReplyFailure {
  return { kind: 'limit', because: 'GitHub limits the rate of requests', waitMs };
}

/** The wait that a rate limit asks for; `null` if the reply is not a rate limit. */
function limitWaitMs(reply: Reply, facts: RequestFacts): number | null {
  const message = messageOf(reply.data);
  if (NOT_A_LIMIT.test(message)) return null;
  const retryAfter = retryAfterMs(reply.headers['retry-after'], facts.nowMs);
  if (retryAfter !== null) return namedWait(retryAfter, facts);
  if (reply.headers['x-ratelimit-remaining'] === '0') {
    const reset = resetMs(reply.headers, facts.nowMs);
    return reset === null ? exponentialWait(facts.waits) : namedWait(reset, facts);
  }
  // GitHub's protection against abuse answers with a page, and not as its API does.
  const page = typeof reply.data === 'string' ? reply.data : '';
  const isLimit = reply.status === 429 || LIMIT_WORDS.test(message) || LIMIT_WORDS.test(page);
  return isLimit ? exponentialWait(facts.waits) : null;
}

function exponentialWait(waits: number): number {
  return DEFAULT_LIMIT_WAIT_MS * 2 ** waits;
}

/** A time that GitHub names and that has passed is worth one short wait, since its clock is known only roughly, and says nothing after it. */
function namedWait(leftMs: number, { waits }: RequestFacts): number {
  return leftMs > 0 || waits === 0
    ? Math.max(MIN_LIMIT_WAIT_MS, leftMs)
    : exponentialWait(waits - 1);
}

function resetMs(headers: Reply['headers'], nowMs: number): number | null {
  const reset = headers['x-ratelimit-reset'];
  if (reset === undefined || !/^\d+$/.test(reset)) return null;
  return Number(reset) * 1000 - nowMs + 1000;
}

/** GraphQL reports its errors inside a 200. */
function classifyGraphqlErrors(reply: Reply, facts: RequestFacts): ReplyFailure {
  const [first] = graphqlErrors(reply.data).filter(
    ({ type, isNode }) => !(facts.mayMissNodes && isNode && type === 'NOT_FOUND'),
  );
  if (first === undefined) return { kind: 'ok' };
  const { type, message, isInvalidQuery } = first;
  if (type === 'RATE_LIMITED' || LIMIT_WORDS.test(message)) {
    return limited(limitWaitMs({ ...reply, status: 429 }, facts) ?? exponentialWait(facts.waits));
  }
  const status = isInvalidQuery ? 422 : GRAPHQL_STATUS.get(type);
  // Everything that is asked by GraphQL only reads, so that it can be asked again.
  if (status === undefined) {
    const words = message === '' || QUERY_BROKE.test(message) ? '' : ` (${message})`;
    return { kind: 'retry', because: `GitHub could not run the query${words}` };
  }
  return { kind: 'fail', error: failureOf({ ...reply, status, data: { message } }, facts) };
}

/** The types of errors that say what another attempt does not change. Others, such as SERVICE_UNAVAILABLE, are GitHub's own failures. */
const GRAPHQL_STATUS: ReadonlyMap<string, number> = new Map([
  ['FORBIDDEN', 403],
  ['INSUFFICIENT_SCOPES', 403],
  ['NOT_FOUND', 404],
  ['UNPROCESSABLE', 422],
  ['MAX_NODE_LIMIT_EXCEEDED', 422],
  ['RESOURCE_LIMITS_EXCEEDED', 422],
]);

interface GraphqlError {
  readonly type: string;
  readonly message: string;
  /** Whether the server has not all that the query asks for: a field, an argument. */
  readonly isInvalidQuery: boolean;
  /** Whether it is about one of the `nodes` of the query. */
  readonly isNode: boolean;
}

function graphqlErrors(data: unknown): readonly GraphqlError[] {
  const errors = field(data, 'errors');
  if (!Array.isArray(errors)) return [];
  return errors.map((error: unknown) => ({
    type: textField(error, 'type'),
    message: plainLine(textField(error, 'message')),
    isInvalidQuery:
      textField(field(error, 'extensions'), 'code') !== '' ||
      INVALID_QUERY.test(textField(error, 'message')),
    isNode: field(field(error, 'path'), '0') === 'nodes',
  }));
}

/** How GitHub says that the token lacks a permission, or that it does not say why. */
const LACKS_PERMISSION =
  /not accessible by|\b(?:must|needs?) (?:have|authenticate)\b|\bscopes\b|not granted|(?:not have|without|insufficient)\b.*\bpermission|^(?:forbidden|an HTML page)?$/i;
/** Other reasons of a refusal, which no permission changes, with what does. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [
    /not permitted to create or approve pull requests/i,
    'Turn on, under Settings, Actions, General: "Allow GitHub Actions to create and approve pull requests".',
  ],
  [/\bissue is locked\b/i, 'Unlock the conversation.'],
  [/\bwas archived\b/i, 'Unarchive the repository.'],
  [/SAML/, 'Authorize the token for the single sign-on of the organization.'],
  [/draft pull requests are not supported/i, 'Open it without `draft`: with `draft: false`.'],
  [/can not request changes on your own pull request/i, 'Review it with the verdict `comment`.'],
];

function failureOf(reply: Reply, facts: RequestFacts): CountersignError {
  const { status, data, headers } = reply;
  const reason = messageOf(data);
  const message = `GitHub would not ${facts.doing} (${status}${reason === '' ? '' : `: ${reason}`}).`;
  const failed = (code: ErrorCode, fix: string | undefined, more = '') =>
    new CountersignError(code, `${message}${more}`, { fix });
  if (status >= 300 && status < 400) {
    const fix =
      'The repository was renamed or moved, the issue was transferred, or a proxy answers: name each as it is called now.';
    return failed('github-refused', fix, ' It redirects elsewhere.');
  }
  if (status === 401)
    return failed(
      'input-invalid',
      'The token is wrong, expired or revoked: check the input `github-token`.',
    );
  if (status === 403 && LACKS_PERMISSION.test(reason))
    return failed(
      'github-permission',
      permissionFix(headers['x-accepted-github-permissions'] || facts.needs),
    );
  if (status === 404) {
    const more = ' It was not found, or the token has no access to it.';
    return failed('github-not-found', permissionFix(facts.needs), more);
  }
  if (status === 410 && /issues/i.test(reason)) {
    const fix = 'Turn issues on in the repository settings, or set the input `approvals: fail`.';
    return failed('github-refused', fix, ' Issues are disabled in this repository.');
  }
  return failed('github-refused', REFUSALS.find(([words]) => words.test(reason))?.[1]);
}

/** The error of a request that failed. Throws everything else: that the run was cancelled, and errors of this program. */
export function requireRequestError(error: unknown): CountersignError {
  if (error instanceof CountersignError && error.code !== 'cancelled') return error;
  throw error;
}

/** The error for an answer of GitHub that a run cannot work with. */
export function githubRefused(message: string, fix?: string): CountersignError {
  return new CountersignError('github-refused', message, { fix });
}

/** Whether GitHub refused a text because it is too long. */
export function isTooLong(error: unknown): boolean {
  return isFailure(error, 'github-refused', /body is too long/i);
}

/** Whether an issue has no such label, as opposed to an issue that was not found or that the token may not change. */
export function isMissingLabel(error: unknown): boolean {
  return isFailure(error, 'github-not-found', /label does not exist/i);
}

function isFailure(error: unknown, code: ErrorCode, words: RegExp): boolean {
  return error instanceof CountersignError && error.code === code && words.test(error.message);
}

/** GitHub's message as one short line, never HTML. Empty if there is none. */
export function messageOf(data: unknown): string {
  if (data instanceof ArrayBuffer) return messageOf(new TextDecoder().decode(data));
  if (typeof data === 'string') {
    const parsed = parseJson(data);
    return typeof parsed === 'object' && parsed !== null ? messageOf(parsed) : plainLine(data);
  }
  const message = textField(data, 'message');
  const errors = field(data, 'errors');
  const listed: readonly unknown[] = Array.isArray(errors) ? errors : [errors];
  const details = listed.slice(0, MAX_VALIDATION_ERRORS).map(detailOf);
  return plainLine([message, ...details].filter((part) => part !== '').join('; '));
}

/** A 422 lists its reasons as objects or as strings, or has one string. */
function detailOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const message = textField(error, 'message');
  if (message !== '') return message;
  const where = [textField(error, 'resource'), textField(error, 'field')].filter(Boolean);
  return `${where.join('.')} ${textField(error, 'code')}`.trim();
}

/** One line of text. A page of HTML, as a proxy or an overloaded GitHub sends, is not copied. */
function plainLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (/^<|<!doctype|<html/i.test(line)) return 'an HTML page';
  return line.length > MAX_MESSAGE_CHARS ? `${line.slice(0, MAX_MESSAGE_CHARS)}…` : line;
}

/** A field of an answer whose form is not trusted. */
export function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function textField(value: unknown, key: string): string {
  const found = field(value, key);
  return typeof found === 'string' ? found : '';
}

/** The keys of `permissions:` in a workflow. Other permissions need another kind of token. */
const WORKFLOW_PERMISSIONS = new Set([
  'actions',
  'attestations',
  'checks',
  'contents',
  'deployments',
  'discussions',
  'issues',
  'models',
  'packages',
  'pages',
  'pull-requests',
  'security-events',
  'statuses',
]);

/**
 * What to write in the workflow for the permissions of `x-accepted-github-permissions`: `,` joins permissions that are
 * required together, `;` separates alternatives. Names the first alternative that a workflow can grant.
 */
function permissionFix(accepted: string): string {
  const alternatives = accepted
    .split(';')
    .map(permissionsIn)
    .filter((one) => one.length > 0);
  const grantable = alternatives.find((one) =>
    one.every(([name]) => WORKFLOW_PERMISSIONS.has(name)),
  );
  if (grantable !== undefined) {
    return `Add to the \`permissions:\` of the job: ${linesOf(grantable)}.`;
  }
  const first = alternatives[0];
  if (first === undefined) return 'Check which repository the token belongs to and what it may do.';
  return `A workflow's own token cannot have this: set the input \`github-token\` to an App token with ${linesOf(first)}.`;
}

/** Without `metadata`, which every token has. */
function permissionsIn(list: string): readonly (readonly [string, string])[] {
  const pairs = list.matchAll(/([a-z_]+)\s*=\s*([a-z]+)/g);
  return [...pairs]
    .map((pair) => [(pair[1] ?? '').replaceAll('_', '-'), pair[2] ?? ''] as const)
    .filter(([name]) => name !== 'metadata');
}

function linesOf(permissions: readonly (readonly [string, string])[]): string {
  return permissions.map(([name, level]) => `\`${name}: ${level}\``).join(' and ');
}
