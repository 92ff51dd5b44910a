/** I/O: reads the event file that the runner wrote. */
import { readFile, stat } from 'node:fs/promises';
import { CountersignError } from '../../common/index.ts';

/** GitHub limits payloads to 25 MB. */
const MAX_EVENT_BYTES = 32 * 1024 * 1024;

/** The JSON of an event file. Throws `event-invalid`, naming the file, if it is missing, too large, empty or not JSON. */
export async function readEventFile(path: string): Promise<unknown> {
  const text = await textOf(path);
  if (text.trim() === '') throw invalid(path, 'is empty');
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // The parser's message may quote the file, which contains untrusted text, so it is left out.
    throw invalid(path, 'is not JSON');
  }
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
