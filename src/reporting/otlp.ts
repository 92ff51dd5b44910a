// I/O: sends the trace of a run to the endpoint in OpenTelemetry's standard environment variables.
import * as z from 'zod';
import { readTrail, traceRequests } from '../audit/index.ts';
import {
  blockedPort,
  CountersignError,
  createFetch,
  type Environment,
  errorText,
  type Fetch,
  invalidInput,
  percentDecoded,
  sliceWhole,
  trimEnd,
} from '../common/index.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
const MAX_TIMEOUT_MS = 60_000;
const MAX_TRIES = 3;
const PAUSE_MS = 500;
/** A long trace goes in several requests, which every receiver takes: the OpenTelemetry collector refuses more than 20 MB. */
const MAX_REQUEST_CHARS = 2 * 1024 * 1024;
/** Time for all requests together. The rest of a trace is not sent, which a warning says. */
const MAX_TOTAL_MS = 60_000;
const MAX_REPLY_CHARS = 200;
/** The statuses that the specification allows a client to retry. */
const RETRYABLE = new Set([429, 502, 503, 504]);

interface OtlpTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly resource: Readonly<Record<string, string>>;
}

/** The endpoint for traces in the environment; `null` if there is none. Throws `input-invalid`. */
export function otlpTarget(environment: Environment): OtlpTarget | null {
  const value = (name: string): string =>
    environment[`OTEL_EXPORTER_OTLP_TRACES_${name}`]?.trim() ||
    (environment[`OTEL_EXPORTER_OTLP_${name}`]?.trim() ?? '');
  if (environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || value('ENDPOINT') === '')
    return null;
  if (value('PROTOCOL') === 'grpc') {
    throw unusable(
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'grpc',
      'Write http/json, and the address of the HTTP receiver.',
    );
  }
  const serviceName = environment['OTEL_SERVICE_NAME'] ?? '';
  return {
    url: endpointOf(environment),
    headers: pairs(value('HEADERS')),
    timeoutMs: timeoutOf(value('TIMEOUT')),
    resource: {
      ...pairs(environment['OTEL_RESOURCE_ATTRIBUTES'] ?? ''),
      ...(serviceName === '' ? {} : { 'service.name': serviceName }),
    },
  };
}

/** The endpoint for traces is used as it is; the general endpoint gets the path of traces. */
function endpointOf(environment: Environment): string {
  const own = environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']?.trim() ?? '';
  const general = environment['OTEL_EXPORTER_OTLP_ENDPOINT']?.trim() ?? '';
  const url = own === '' ? `${trimEnd(general, '/')}/v1/traces` : own;
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '') && blockedPort(url) === null) return url;
  throw unusable(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    own || general,
    'Write an http:// or https:// URL, with a port for HTTP.',
  );
}

function timeoutOf(text: string): number {
  const ms = Number(text);
  return text === '' || !Number.isFinite(ms) || ms <= 0
    ? DEFAULT_TIMEOUT_MS
    : Math.min(ms, MAX_TIMEOUT_MS);
}

/** `key=value,key=value` with percent-encoded values, as in the specification. Skips anything that is not a pair. */
function pairs(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const part of text.split(',')) {
    const index = part.indexOf('=');
    const name = part.slice(0, Math.max(0, index)).trim();
    if (name !== '') found[percentDecoded(name)] = percentDecoded(part.slice(index + 1).trim());
  }
  return found;
}

function unusable(name: string, value: string, fix: string): CountersignError {
  return invalidInput(`${name} is ${JSON.stringify(value)}.`, fix);
}

const reply = z.looseObject({
  partialSuccess: z
    .looseObject({
      rejectedSpans: z.coerce.number().default(0),
      errorMessage: z.string().default(''),
    })
    .optional(),
});

/**
 * Sends the trace of the trail in a folder as OTLP/HTTP JSON, a long one in several requests. Never rejects: calls `warn` with what was
 * not sent, and why.
 */
export async function sendTrace(
  folder: string,
  environment: Environment,
  warn: (message: string) => void,
): Promise<void> {
  try {
    const target = otlpTarget(environment);
    if (target === null) return;
    const fetch = createFetch(environment);
    const { resource } = target;
    const requests = traceRequests(() => readTrail(folder), {
      resource,
      maxChars: MAX_REQUEST_CHARS,
    });
    const startedMs = performance.now();
    let sent = 0;
    let rejected: string | null = null;
    for await (const { body, spans } of requests) {
      if (performance.now() - startedMs > MAX_TOTAL_MS) {
        throw new Error(`only its first ${sent} spans were sent within ${MAX_TOTAL_MS / 1_000} s`);
      }
      rejected = (await post(fetch, target, body)) ?? rejected;
      sent += spans;
    }
    if (rejected !== null) warn(`The receiver accepted only a part of the trace: ${rejected}`);
  } catch (error) {
    warn(`The trace could not be sent: ${errorText(error)}`);
  }
}

/** The spans that the receiver rejected; `null` for none. */
async function post(
  fetch: Fetch,
  { url, headers, timeoutMs }: OtlpTarget,
  body: string,
): Promise<string | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  const request = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal,
  } as const;
  const send = async () => {
    // The headers contain credentials, which must not follow a redirect.
    const response = await fetch(url, { ...request, redirect: 'manual' });
    return { ok: response.ok, status: response.status, text: await response.text() };
  };
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt >= MAX_TRIES;
    // Spans that arrived before the connection was lost are known by their ids.
    const answer = await send().catch((error: unknown) => {
      if (isLast || signal.aborted || error instanceof CountersignError) throw error;
      return null;
    });
    if (answer?.ok === true) return rejection(answer.text);
    if (answer !== null && (isLast || !RETRYABLE.has(answer.status))) {
      const words = answer.text === '' ? '' : `: ${sliceWhole(answer.text, MAX_REPLY_CHARS)}`;
      throw new Error(`${new URL(url).host} answered ${answer.status}${words}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
  }
}

function rejection(text: string): string | null {
  try {
    const { partialSuccess } = reply.parse(JSON.parse(text === '' ? '{}' : text));
    if (partialSuccess === undefined || partialSuccess.rejectedSpans === 0) return null;
    return `${partialSuccess.rejectedSpans} spans were rejected. ${sliceWhole(partialSuccess.errorMessage, MAX_REPLY_CHARS)}`;
  } catch {
    // Any other body of a 200 means that all spans were accepted.
    return null;
  }
}
