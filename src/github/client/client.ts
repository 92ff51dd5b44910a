import {
  type Clock,
  CountersignError,
  createFetch,
  type Environment,
  type Redactor,
  systemClock,
} from '../../common/index.ts';
import { cutBody, SHORTER_BODY_CHARS } from '../publish/body-limit.ts';
import { ciClient } from './ci.ts';
import { checksClient } from './checks.ts';
import { commentsClient } from './comments.ts';
import type { ClientCore } from './core.ts';
import { filesClient } from './files.ts';
import { issueClient } from './issues.ts';
import { picturesClient } from './images.ts';
import { peopleClient } from './people.ts';
import { isTooLong } from './classify-reply.ts';
import { octokitSend, plainGet } from './octokit.ts';
import { reviewClient } from './review.ts';
import { threadsClient } from './threads.ts';
import { workClient } from './pull-requests.ts';
import type { GitHubChecks } from '../ports/checks.ts';
import type { GitHub, GitHubWork } from '../ports/github.ts';
import { runsClient } from './runs.ts';
import { createRequester, type Waiting } from './requester.ts';

export interface GitHubOptions {
  readonly token: string;
  /** `GITHUB_API_URL`: `https://api.github.com`, or `https://HOST/api/v3` on Enterprise Server. */
  readonly apiUrl: string;
  readonly owner: string;
  readonly repo: string;
  /** Cleans every text before it is sent. Absent only where there is nothing secret, as in the demo. */
  readonly redactor?: Redactor;
  readonly clock?: Clock;
  /** Told before each wait for a rate limit or another try. */
  readonly onWait?: (waiting: Waiting) => void;
  /** Ends waits and requests; what is asked then rejects. */
  readonly signal?: AbortSignal;
  /** The variables that may name a proxy. Absent: no proxy. */
  readonly environment?: Environment;
  /** The longest that one request waits for rate limits. Ten minutes where absent. */
  readonly maxLimitWaitMs?: number;
  readonly requestTimeoutMs?: number;
}

const REQUEST_TIMEOUT_MS = 30_000;
const USER_AGENT = 'countersign';

/** A client for one repository. Sends nothing before its first method is called; see `GitHub` for what it throws. */
export function createGitHub(options: GitHubOptions): GitHub & GitHubWork & GitHubChecks {
  const core = coreOf(options);
  return {
    owner: options.owner,
    repo: options.repo,
    ...peopleClient(core),
    ...filesClient(core),
    ...commentsClient(core),
    ...issueClient(core),
    ...ciClient(core),
    ...threadsClient(core),
    ...picturesClient(core),
    ...workClient(core),
    ...reviewClient(core),
    ...runsClient(core),
    ...checksClient(core),
  };
}

/** What the parts of a client share; throws `input-invalid` for a name that no repository has. */
export function coreOf(options: GitHubOptions): ClientCore {
  for (const [name, value] of [
    ['owner', options.owner],
    ['repo', options.repo],
  ] as const) {
    if (!/^[\w.-]+$/.test(value) || /^\.+$/.test(value)) {
      throw new CountersignError(
        'input-invalid',
        `${JSON.stringify(value)} is no name for a repository's ${name}.`,
      );
    }
  }
  const clock = options.clock ?? systemClock;
  const connection = {
    userAgent: USER_AGENT,
    fetch: createFetch(options.environment ?? {}),
    requestTimeoutMs: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    signal: options.signal,
  };
  const redact = async (text: string) => (await options.redactor?.redact(text)) ?? text;
  return {
    ask: createRequester({
      send: octokitSend({ token: options.token, apiUrl: options.apiUrl, ...connection }),
      clock,
      token: options.token,
      onWait: options.onWait,
      signal: options.signal,
      maxLimitWaitMs: options.maxLimitWaitMs,
    }),
    getPlain: plainGet(connection),
    apiUrl: options.apiUrl,
    clock,
    owner: options.owner,
    repo: options.repo,
    base: `/repos/${options.owner}/${options.repo}`,
    redact,
    withBody: async (text, send) => {
      const clean = await redact(text);
      try {
        return await send(cutBody(clean));
      } catch (error) {
        if (!isTooLong(error) || clean.length <= SHORTER_BODY_CHARS) throw error;
        return send(cutBody(clean, SHORTER_BODY_CHARS));
      }
    },
  };
}
