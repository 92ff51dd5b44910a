import { readFile, stat } from 'node:fs/promises';
import type * as z from 'zod';
import { CountersignError, issueClause, parseJson } from '../../common/index.ts';

export interface EventInput {
  /** `GITHUB_EVENT_NAME`. */
  readonly eventName: string;
  /** The parsed JSON of the event file. Its form is not trusted. */
  readonly payload: unknown;
  /** The event file, for messages. */
  readonly file?: string;
  /** `GITHUB_SHA`: the commit of events that have none of their own. */
  readonly sha?: string;
  /** `GITHUB_REPOSITORY`, for events that do not name their repository. */
  readonly repository?: string;
}

/** Validates the payload of an event. Throws `event-invalid`, naming the file and the field. */
export function parsePayload<T>(schema: z.ZodType<T>, input: EventInput): T {
  const result = schema.safeParse(input.payload);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field =
    issue === undefined || issue.path.length === 0 ? 'the whole file' : issue.path.join('.');
  throw new CountersignError(
    'event-invalid',
    `The event file ${input.file ?? '(given in memory)'} is no ${input.eventName} event: ` +
      `${field}: ${issue === undefined ? 'it is malformed' : issueClause(issue)}.`,
    {
      fix: 'GITHUB_EVENT_NAME and GITHUB_EVENT_PATH must be those that the runner sets for the same event.',
    },
  );
}

/** GitHub limits payloads to 25 MB. */
const MAX_EVENT_BYTES = 32 * 1024 * 1024;

/** The JSON of an event file. Throws `event-invalid`, naming the file, if it is missing, too large, empty or not JSON. */
export async function readEventFile(path: string): Promise<unknown> {
  const text = await textOf(path);
  if (text.trim() === '') throw invalid(path, 'is empty');
  const value = parseJson(text);
  // The parser's message may quote the file, which contains untrusted text, so it is left out.
  if (value === undefined) throw invalid(path, 'is not JSON');
  return value;
}

async function textOf(path: string): Promise<string> {
  if (path === '') throw invalid('(none)', 'is unknown: GITHUB_EVENT_PATH is empty');
  try {
    const { size } = await stat(path);
    if (size > MAX_EVENT_BYTES)
      throw invalid(path, `has ${size} bytes; at most ${MAX_EVENT_BYTES} are read`);
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (cause) {
    if (cause instanceof CountersignError) throw cause;
    throw invalid(path, 'cannot be read', cause);
  }
}

function invalid(path: string, problem: string, cause?: unknown): CountersignError {
  return new CountersignError('event-invalid', `The event file ${path} ${problem}.`, {
    fix: 'Start the action from a workflow, where the runner writes the event file.',
    cause,
  });
}
