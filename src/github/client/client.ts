import {
  type Clock,
  CountersignError,
  createFetch,
  type Environment,
  invalidInput,
  type Redactor,
  systemClock,
} from '../../common/index.ts';
import { cutBody, SHORTER_BODY_CHARS } from '../publish/body-limit.ts';
import { ciClient } from './ci.ts';
import { checksClient } from './checks.ts';
import { commentsClient } from './comments.ts';
import type { ClientCore } from './transport/core.ts';
import { filesClient } from './files.ts';
import { issuesClient } from './issues.ts';
import { imagesClient } from './images.ts';
import { peopleClient } from './people.ts';
import { isTooLong } from './transport/classify-reply.ts';
import { octokitSend, createGetWithoutToken } from './transport/octokit.ts';
import { pullRequestsClient } from './pull-requests.ts';
import { threadsClient } from './threads.ts';
import type { GitHubChecks } from '../ports/checks.ts';
import type { GitHub, GitHubWork } from '../ports/github.ts';
import {
  createRequester,
  type Requester,
  type RetryWait,
  type Send,
} from './transport/requester.ts';

export interface GitHubOptions {
  readonly token: string;
  /** `GITHUB_API_URL`: `https://api.github.com`, or `https://HOST/api/v3` on Enterprise Server. */
  readonly apiUrl: string;
  readonly owner: string;
  readonly repo: string;
  /** Redacts every text before it is sent. Absent: nothing is written. */
  readonly redactor?: Redactor;
  readonly clock?: Clock;
  /** Called before each wait for a rate limit or a retry. */
  readonly onWait?: (waiting: RetryWait) => void;
  /** Aborts waits and requests. */
  readonly signal?: AbortSignal;
  /** The variables that may name a proxy. Absent: no proxy. */
  readonly environment?: Environment;
  /** The maximum of time that one request waits for rate limits. Absent: ten minutes. */
  readonly maxLimitWaitMs?: number;
  readonly requestTimeoutMs?: number;
}

/** What a client needs that also writes. */
export interface WriterOptions extends GitHubOptions {
  readonly redactor: Redactor;
}

const REQUEST_TIMEOUT_MS = 30_000;
const USER_AGENT = 'countersign';

/** Creates a client for one repository. See `GitHub` for its errors. */
export function createGitHub(options: WriterOptions): GitHub & GitHubWork & GitHubChecks {
  return clientOf(coreOf(options));
}

function clientOf(core: ClientCore): GitHub & GitHubWork & GitHubChecks {
  const { owner, repo } = core;
  return {
    owner,
    repo,
    within: (signal) => clientOf(core.within(signal)),
    now: () => new Date(core.githubNowMs()),
    ...peopleClient(core),
    ...filesClient(core),
    ...commentsClient(core),
    ...issuesClient(core),
    ...ciClient(core),
    ...threadsClient(core),
    ...imagesClient(core),
    ...pullRequestsClient(core),
    ...checksClient(core),
  };
}

/** Creates what the parts of a client share. Throws `input-invalid` for an invalid repository name. */
export function coreOf(options: GitHubOptions): ClientCore {
  for (const [name, value] of [
    ['owner', options.owner],
    ['repo', options.repo],
  ] as const) {
    if (!/^[\w.-]+$/.test(value) || /^\.+$/.test(value)) {
      const message = `${JSON.stringify(value)} is not a valid name for a repository's ${name}.`;
      throw new CountersignError('input-invalid', message);
    }
  }
  const clock = options.clock ?? systemClock;
  const connection = {
    userAgent: USER_AGENT,
    fetch: createFetch(options.environment ?? {}),
    requestTimeoutMs: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    signal: options.signal,
  };
  const known: ClientCore['known'] = { comments: new Map(), reviews: new Map() };
  const created = new Set<number>();
  const redact = (text: string) => options.redactor?.redact(text) ?? text;
  const { send, githubNowMs } = timedBy(
    octokitSend({ token: options.token, apiUrl: options.apiUrl, ...connection }),
    clock,
  );
  const core = (signal: AbortSignal | undefined): ClientCore => ({
    request: withoutSecrets(
      createRequester({
        send,
        clock,
        githubNowMs,
        token: options.token,
        onWait: options.onWait,
        signal,
        maxLimitWaitMs: options.maxLimitWaitMs,
      }),
      options.redactor,
    ),
    getWithoutToken: createGetWithoutToken(connection),
    apiUrl: options.apiUrl,
    clock,
    githubNowMs,
    owner: options.owner,
    repo: options.repo,
    base: `/repos/${options.owner}/${options.repo}`,
    redact,
    knownSecretsIn: (content) => options.redactor?.knownSecretsIn(content) ?? [],
    known,
    created,
    within: (other) => core(signal === undefined ? other : AbortSignal.any([signal, other])),
    withBody: async (text, sendBody) => {
      const clean = redact(text);
      try {
        return await sendBody(cutBody(clean));
      } catch (error) {
        if (!isTooLong(error) || clean.length <= SHORTER_BODY_CHARS) throw error;
        return sendBody(cutBody(clean, SHORTER_BODY_CHARS));
      }
    },
  });
  return core(options.signal);
}

/** GitHub sends it with each answer. A proxy that answers in its place does not, and never says that a request succeeded. */
const REQUEST_ID = 'x-github-request-id';

/** The same requests, and the time by the `Date` of GitHub's last answer: by a proxy's, a comment could not be found again. */
function timedBy(send: Send, clock: Clock): Pick<ClientCore, 'githubNowMs'> & { send: Send } {
  let aheadMs = 0;
  const nowMs = (): number => clock.now().getTime();
  return {
    send: async (request, signal) => {
      const reply = await send(request, signal);
      if (reply.status === null) return reply;
      const isGitHub = reply.status < 400 || reply.headers[REQUEST_ID] !== undefined;
      const date = Date.parse(reply.headers['date'] ?? '');
      if (isGitHub && !Number.isNaN(date)) aheadMs = date - nowMs();
      return reply;
    },
    githubNowMs: () => nowMs() + aheadMs,
  };
}

/** Files have a search of their own, which compares them with the parent commit. */
const OF_A_FILE = /\/git\/blobs$/;

/**
 * The last step before a write: refuses a name or text with a secret of the step that nothing before has redacted or refused, such
 * as a label in an address.
 */
function withoutSecrets(send: Requester, redactor: Redactor | undefined): Requester {
  return async (request) => {
    const { route, body = {}, doing } = request;
    if (route.startsWith('GET ')) return await send(request);
    if (redactor === undefined)
      throw new CountersignError('internal', `Nothing redacts the request to ${doing}.`);
    if (!OF_A_FILE.test(route)) {
      const found = redactor.knownSecretsIn(Buffer.from(`${route}\n${JSON.stringify(body)}`));
      if (found.length > 0) {
        const message = `The request to ${redactor.redact(doing)} contains a secret, so it is not sent.`;
        throw invalidInput(message, 'Use other names and texts.');
      }
    }
    return await send(request);
  };
}
