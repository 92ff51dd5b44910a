/**
 * What went wrong, as a word that programs, the troubleshooting page and tests can rely on.
 * Messages may be reworded; codes may not.
 */
export type ErrorCode =
  | 'input-invalid'
  | 'event-invalid'
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
  | 'model-unreachable'
  | 'script-invalid'
  | 'trail-broken'
  | 'trail-unreadable'
  | 'trail-unwritable'
  | 'checkpoint-refused'
  | 'worktree-refused'
  | 'changes-refused'
  | 'cancelled'
  | 'internal';

/** Where in a file of the repository something is wrong. */
export interface ErrorPlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/**
 * The one error of the project. Thrown only for the unexpected; expected outcomes are values.
 * `message` says what was wrong with which value; `fix` says what to write or do instead.
 */
export class CountersignError extends Error {
  readonly code: ErrorCode;
  readonly fix: string | undefined;
  /** Where in files it is wrong, for whoever can point there; the message says it all the same. */
  readonly places: readonly ErrorPlace[];

  constructor(
    code: ErrorCode,
    message: string,
    options: { fix?: string; cause?: unknown; places?: readonly ErrorPlace[] } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CountersignError';
    this.code = code;
    this.fix = options.fix;
    this.places = options.places ?? [];
  }
}

/** The text of anything that was thrown, for people: message, then the fix where there is one. */
export function errorText(error: unknown): string {
  if (error instanceof CountersignError) {
    return error.fix === undefined ? error.message : `${error.message} ${error.fix}`;
  }
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  try {
    return String(error);
  } catch {
    return 'Something that has no text was thrown.';
  }
}
