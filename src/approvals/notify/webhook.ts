import {
  type Clock,
  CountersignError,
  type Fetch,
  type RedactedJson,
  type Redactor,
  retryAfterMs,
} from '../../common/index.ts';
import {
  formatOfHost,
  type WebhookFormat,
  type WebhookMessage,
  webhookPayload,
} from './webhook-payload.ts';

const ATTEMPTS_MAX = 3;
const ATTEMPT_TIMEOUT_MS = 10_000;
const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 15_000;
/** Beside those of 500 and above. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** Notifies people of an approval comment outside of GitHub. */
export interface Webhook {
  /** Whether messages show the calls. */
  readonly content: boolean;
  /** Resolves with `null`, or with why nobody was notified. Never rejects, and never names the URL. */
  send(message: WebhookMessage, signal: AbortSignal): Promise<string | null>;
}

/**
 * A webhook at a secret URL. Throws `input-invalid`, without the URL, if that is not https, has a user name or password,
 * or is of no known service and `format` is absent. Each message is tried three times, ten seconds each. Redirects are not followed.
 */
export function createWebhook(options: {
  readonly url: string;
  readonly format: WebhookFormat | null;
  readonly content: boolean;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly redactor: Redactor;
}): Webhook {
  const { clock, redactor, content } = options;
  const url = URL.parse(options.url);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw invalid('is no https:// URL', 'Write the whole URL of the webhook, from a secret.');
  const format = options.format ?? formatOfHost(url.hostname);
  if (format === null)
    throw invalid(
      'is of no known service',
      'Write `webhook: { format: slack }` (or teams, or json) in `approvals` of the policy.',
    );
  return {
    content,
    send: async (message, signal) => {
      const body = redactor.redactJson(webhookPayload(message, format));
      let failure: Failure = { because: '', again: true, afterMs: null };
      for (let attempt = 0; attempt < ATTEMPTS_MAX && failure.again; attempt += 1) {
        try {
          const usualMs = RETRY_FIRST_MS * 4 ** (attempt - 1);
          const waitMs = Math.min(RETRY_MAX_MS, Math.max(usualMs, failure.afterMs ?? 0));
          if (attempt > 0) await clock.sleep(waitMs, signal);
        } catch {
          return 'the run ended';
        }
        const result = await post(options.fetch, { url, body, signal, clock });
        if (result === null) return null;
        failure = result;
      }
      return failure.because;
    },
  };
}

interface Failure {
  readonly because: string;
  readonly again: boolean;
  readonly afterMs: number | null;
}

async function post(
  fetch: Fetch,
  request: {
    readonly url: URL;
    readonly body: RedactedJson;
    readonly signal: AbortSignal;
    readonly clock: Clock;
  },
): Promise<Failure | null> {
  try {
    const response = await fetch(request.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request.body),
      redirect: 'manual',
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
    });
    // Nothing that the service answers is of use.
    await response.body?.cancel().catch(() => undefined);
    if (response.ok) return null;
    const { status } = response;
    return {
      because: `the webhook answered ${status}`,
      again: PASSING.has(status) || status >= 500,
      afterMs: retryAfterMs(response.headers.get('retry-after'), request.clock.now().getTime()),
    };
  } catch {
    // The error may name the URL.
    const because = request.signal.aborted ? 'the run ended' : 'the webhook could not be reached';
    return { because, again: !request.signal.aborted, afterMs: null };
  }
}

function invalid(what: string, fix: string): CountersignError {
  return new CountersignError('input-invalid', `The input notify-webhook ${what}.`, { fix });
}
