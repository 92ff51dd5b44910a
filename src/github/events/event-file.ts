/** Reads the event file that the runner wrote. Does I/O: one file, named by the caller. */
import { readFile, stat } from 'node:fs/promises';
import { CountersignError } from '../../common/index.ts';

/** GitHub caps payloads at 25 MB. */
const MAX_EVENT_BYTES = 32 * 1024 * 1024;

/** The JSON of an event file. Throws `event-invalid`, naming the file, where it is missing, too large, empty or no JSON. */
export async function readEventFile(path: string): Promise<unknown> {
  const text = await textOf(path);
  if (text.trim() === '') throw invalid(path, 'is empty');
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // The parser's message may quote the file, and the file may quote a stranger: it is not repeated.
    throw invalid(path, 'is not JSON');
  }
}

async function textOf(path: string): Promise<string> {
  if (path === '') throw invalid('(none)', 'is not named: GITHUB_EVENT_PATH is empty');
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

function invalid(path: string, what: string, cause?: unknown): CountersignError {
  return new CountersignError('event-invalid', `The event file ${path} ${what}.`, {
    fix: 'Start the action from a workflow, where the runner writes the event file.',
    cause,
  });
}
