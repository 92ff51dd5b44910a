/**
 * The code of an error. Programs, the troubleshooting page and tests rely on it. Messages may change; codes may not.
 */
export type ErrorCode =
  | 'input-invalid'
  | 'event-invalid'
  | 'base-changed'
  | 'base-untrusted'
  | 'no-secrets'
  | 'policy-invalid'
  | 'policy-unreadable'
  | 'path-refused'
  | 'file-refused'
  | 'command-refused'
  | 'sandbox-missing'
  | 'tool-invalid'
  | 'github-permission'
  | 'github-not-found'
  | 'github-limit'
  | 'github-refused'
  | 'github-unreachable'
  | 'artifact-refused'
  | 'model-auth'
  | 'model-unknown'
  | 'model-billing'
  | 'model-context'
  | 'model-refused-request'
  | 'model-unavailable'
  | 'model-unreachable'
  | 'script-invalid'
  | 'trail-broken'
  | 'trail-unreadable'
  | 'trail-unwritable'
  | 'checkpoint-refused'
  | 'claim-lost'
  | 'worktree-refused'
  | 'changes-refused'
  | 'cancelled'
  | 'internal';

/** The place of a problem in a file of the repository. */
export interface ErrorPlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/**
 * The project's only error class. Thrown only for the unexpected; expected outcomes are values. `message` says what is
 * wrong with which value; `fix` says what to do instead.
 */
export class CountersignError extends Error {
  readonly code: ErrorCode;
  readonly fix: string | undefined;
  /** The places in files, for annotations; the message names them, too. */
  readonly places: readonly ErrorPlace[];

  constructor(
    code: ErrorCode,
    message: string,
    options: { fix?: string | undefined; cause?: unknown; places?: readonly ErrorPlace[] } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CountersignError';
    this.code = code;
    this.fix = options.fix;
    this.places = options.places ?? [];
  }
}

/** The error of an input, an option or an argument that cannot be used. */
export function invalidInput(problem: string, fix: string, cause?: unknown): CountersignError {
  return new CountersignError('input-invalid', problem, { fix, cause });
}

/** The code of a system error (`ENOSPC`); `null` for any other error, such as Node's own with `ERR_…`. */
export function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return null;
  return /^E[A-Z\d]+$/.test(error.code) ? error.code : null;
}

const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'the system denies access to it',
  EPERM: 'the system does not permit that',
  EROFS: 'it lies on a read-only file system',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a file stands where a folder should be',
  ENOTEMPTY: 'the folder is not empty',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it exists already',
  EFBIG: 'it would grow beyond the largest file allowed',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  EBUSY: 'it is in use',
};

/** Why the system refused a file whose path the message names, as a clause for people. The text of any other error. */
export function systemReason(error: unknown): string {
  const code = errnoOf(error);
  if (code === null) return errorText(error);
  return SYSTEM_REASONS[code] ?? `the system answered ${code}`;
}

/** The first failure. A failure while something closes must not replace it. Not every browser has the class `SuppressedError`. */
export function firstFailure(error: unknown): unknown {
  const isOfTwo = error instanceof Error && error.name === 'SuppressedError';
  return isOfTwo && 'suppressed' in error ? firstFailure(error.suppressed) : error;
}

/** Characters of a thrown object as JSON. */
const MAX_THROWN_CHARS = 1_000;
const NO_TEXT = 'Something that has no text was thrown.';

/** The text of any thrown value, for people: its message, then its fix if it has one. Never throws. */
export function errorText(error: unknown): string {
  try {
    return textOf(firstFailure(error));
  } catch {
    return NO_TEXT;
  }
}

/** `fetch` gives this answer to nobody, and says nothing of it. */
const REFUSED_BY_PROXY = 'the server answered 407, as a proxy does that asks for a login';

function isSilent(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && error.message === '';
}

function textOf(error: unknown): string {
  if (error instanceof CountersignError) {
    return error.fix === undefined ? error.message : `${error.message} ${error.fix}`;
  }
  // A host with several addresses has an error for each of them.
  if (error instanceof AggregateError && error.message === '') return errorText(error.errors[0]);
  if (error instanceof Error) {
    // Some programs set a message that is no string.
    const { message, name, cause }: { message: unknown; name: string; cause?: unknown } = error;
    // `fetch` itself says no more.
    if (message === 'fetch failed' && cause !== undefined)
      return `fetch failed: ${isSilent(cause) ? REFUSED_BY_PROXY : errorText(cause)}`;
    return message === '' ? name : String(message);
  }
  if (typeof error !== 'object' || error === null) return String(error);
  // Some programs throw plain objects, as the answers of an API are.
  if ('message' in error && typeof error.message === 'string') return error.message;
  const json = JSON.stringify(error);
  return json === '{}' ? NO_TEXT : json.slice(0, MAX_THROWN_CHARS);
}

/** The same without its last full stop, for a sentence that continues or ends after it. */
export function clauseText(error: unknown): string {
  return errorText(error).replace(/\.$/, '');
}

const MAX_CAUSES = 10;

/**
 * An error and its causes, from the outermost to the innermost that says anything. Libraries wrap what happened into errors of their
 * own.
 */
export function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause)
    causes.push(cause);
  return causes.length > 1 && isSilent(causes.at(-1)) ? causes.slice(0, -1) : causes;
}

/** The error of this program that a library has wrapped; `null` if there is none. */
export function wrappedError(error: unknown): CountersignError | null {
  return causesOf(error).find((cause) => cause instanceof CountersignError) ?? null;
}

const ALLOW = 'Give this user access to it.';
/** Why the system refuses any file, whatever the program does, and what to do. */
const REFUSALS: ReadonlyMap<string | null, string> = new Map([
  ['ENOSPC', 'Free space on that disk.'],
  ['EDQUOT', 'Free space, or raise the quota.'],
  ['EROFS', 'Make that file system writable.'],
  ['EACCES', ALLOW],
  ['EPERM', ALLOW],
  ['EMFILE', 'Raise the limit of open files (`ulimit -n`).'],
]);
/** Those that are about a file even if the error names none, as that of writing to an open file does not. */
const ABOUT_FILES: ReadonlySet<string | null> = new Set(['ENOSPC', 'EDQUOT']);
const ANY_FILE = 'A file of the checkout or of the temporary folder';

/** A system error that happened where nobody expected one, with a code and its file. Any other error as it is. */
export function knownError(error: unknown): unknown {
  const code = errnoOf(error);
  const fix = REFUSALS.get(code);
  if (!(error instanceof Error) || fix === undefined) return error;
  // A copy fails because of its target more often than because of its source.
  const [named] = ['dest', 'path'].flatMap((key): unknown => Reflect.get(error, key) ?? []);
  const file = named ?? (ABOUT_FILES.has(code) ? ANY_FILE : null);
  if (typeof file !== 'string') return error;
  const message = `${file} cannot be used: ${systemReason(error)}.`;
  return new CountersignError('file-refused', message, { fix, cause: error });
}

/**
 * An error's text with its code, which docs/troubleshooting.md explains: for the end of a run, a step or a command. What was
 * cancelled says so.
 */
export function failureText(error: unknown): string {
  const known = knownError(firstFailure(error));
  const text = errorText(known);
  const isCoded = known instanceof CountersignError && known.code !== 'cancelled';
  return isCoded ? `${text} (${known.code})` : text;
}
