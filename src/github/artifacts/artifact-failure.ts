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

/** True where a connection broke, which the artifact client itself never tries again. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  return (typeof code === 'string' && LOST.has(code)) || LOST_WORDS.test(error.message);
}

/** True where the service has an artifact of that name in this workflow run already. */
export function isNameTaken(error: unknown): boolean {
  return error instanceof Error && NAME_TAKEN.test(error.message);
}

/** An error of the artifact client or of GitHub's API beneath it, in words and with what to do. */
export function artifactFailure(doing: string, error: unknown): CountersignError {
  if (error instanceof CountersignError) return error;
  const said = plainLine(error instanceof Error ? error.message : String(error));
  const fix = fixFor(said);
  const options = fix === null ? {} : { fix };
  return new CountersignError(
    'artifact-refused',
    `It was not possible to ${doing}: ${said}.`,
    options,
  );
}

function fixFor(said: string): string | null {
  if (NAME_TAKEN.test(said)) {
    return 'Another job or step of this workflow run has an artifact of that name; names may not repeat in one run.';
  }
  if (/quota has been hit|insufficient usage/i.test(said)) {
    return (
      'The storage for artifacts is full: delete old ones or raise the limit under Settings, Billing. ' +
      'The trail is still in the folder in the output `audit-path`.'
    );
  }
  if (/not accessible by|\b403\b/i.test(said)) {
    return 'Add to the `permissions:` of the job: `actions: read`.';
  }
  if (/\b401\b|bad credentials/i.test(said))
    return 'The token is wrong, expired or revoked: check the input `github-token`.';
  if (/ACTIONS_RUNTIME_TOKEN|backend IDs/i.test(said)) {
    return 'The runner sets ACTIONS_RUNTIME_TOKEN for the steps of an action; outside of one there is no artifact service.';
  }
  if (LOST_WORDS.test(said))
    return 'The connection broke each time: check that the runner reaches the artifact service.';
  return null;
}

/** One short line; addresses lose their query, which holds a signature that is as good as a password. */
function plainLine(text: string): string {
  const line = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(https?:\/\/[^\s?"']+)\?[^\s"']*/g, '$1')
    .trim()
    .replace(/\.$/, '');
  if (/<!doctype|<html/i.test(line)) return 'it answered with an HTML page';
  return line.length > MAX_MESSAGE_CHARS ? `${line.slice(0, MAX_MESSAGE_CHARS)}…` : line;
}
