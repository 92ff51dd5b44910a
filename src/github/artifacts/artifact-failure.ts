import { CountersignError } from '../../common/index.ts';

const MAX_MESSAGE_CHARS = 300;
const LOST = new Set([
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'EPIPE',
  'EAI_AGAIN',
]);
const LOST_WORDS = new RegExp(
  `\\b(?:${[...LOST, 'socket hang up', 'other side closed', 'fetch failed'].join('|')})\\b`,
);

const NAME_TAKEN = /\b409\b|already exists/i;

/** Whether a connection broke, which the artifact client itself never retries. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  return (typeof code === 'string' && LOST.has(code)) || LOST_WORDS.test(error.message);
}

/** Whether the store of the bytes answered with an error of its own. Its client repeats a request after 500 and 503 alone. */
export function isStoreFault(error: unknown): boolean {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : null;
  return typeof status === 'number' && status >= 500;
}

/** Whether this workflow run already has an artifact of that name. */
export function isNameTaken(error: unknown): boolean {
  return error instanceof Error && NAME_TAKEN.test(error.message);
}

/** Whether an upload failed when its name and its bytes were with the service already. */
export function isOfFinalizing(error: unknown): boolean {
  return error instanceof Error && error.message.includes('FinalizeArtifact');
}

/** The error of the artifact client, with a fix. */
export function artifactFailure(doing: string, error: unknown): CountersignError {
  if (error instanceof CountersignError) return error;
  const reason = plainLine(error instanceof Error ? error.message : String(error));
  return artifactRefused(`It was not possible to ${doing}: ${reason}.`, fixFor(reason));
}

export function artifactRefused(message: string, fix?: string): CountersignError {
  return new CountersignError('artifact-refused', message, { fix });
}

/** The client uploads with the runner's own token, and names the call. */
const UPLOAD_REFUSED = /Failed to (?:Create|Finalize)Artifact\b.*\b40[13]\b/;

function fixFor(reason: string): string | undefined {
  if (NAME_TAKEN.test(reason)) {
    return 'Another job or step of this workflow run has an artifact of that name; names may not repeat in one run.';
  }
  if (/quota has been hit|insufficient usage/i.test(reason)) {
    return (
      'The storage for artifacts is full: delete old ones or raise the limit under Settings, Billing. ' +
      'The audit trail is still in the folder of the output `audit-path`.'
    );
  }
  if (UPLOAD_REFUSED.test(reason))
    return "The service refused the runner's own token, which is valid as long as its job. Run the job again.";
  if (/ACTIONS_RUNTIME_TOKEN|backend IDs/i.test(reason)) {
    return 'The runner sets ACTIONS_RUNTIME_TOKEN for the steps of an action; outside of one there is no artifact service.';
  }
  if (LOST_WORDS.test(reason))
    return 'Every attempt lost its connection: check that the runner reaches the artifact service.';
  return undefined;
}

/** One short line. The query of an address is removed, since it contains a signature that works like a password. */
function plainLine(text: string): string {
  const line = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(https?:\/\/[^\s?"']+)\?[^\s"']*/g, '$1')
    .trim()
    .replace(/\.$/, '');
  if (/<!doctype|<html/i.test(line)) return 'it answered with an HTML page';
  return line.length > MAX_MESSAGE_CHARS ? `${line.slice(0, MAX_MESSAGE_CHARS)}…` : line;
}
