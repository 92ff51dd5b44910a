/** I/O: verifies the trail at a path. */
import { stat } from 'node:fs/promises';
import { errorText } from '../../common/index.ts';
import type { Entry } from '../format/entry.ts';
import { STATEMENT_FILE } from '../format/format.ts';
import { filesIn, trailBytes } from '../format/reader.ts';
import type { RunStatement } from './statement.ts';
import { deriveStatement, type TrailVerdict, type VerifyOptions, verifyTrail } from './verify.ts';

/** Verifies the audit trail in a folder (with its blobs) or a single file. Returns `unreadable` instead of throwing. */
export async function verifyAt(
  path: string,
  options: Omit<VerifyOptions, 'blobs' | 'files'> = {},
): Promise<TrailVerdict> {
  try {
    return await verifyTrail(trailBytes(path), { ...options, ...(await besideOf(path)) });
  } catch (error) {
    return { kind: 'unreadable', because: errorText(error) };
  }
}

/**
 * Verifies the audit trail in a folder or a single file, and derives its in-toto statement. A statement that is written beside it
 * is not looked at. `statement` is `null` if the trail is not intact, or has no `run.start`. `visit` gets each entry that breaks no rule.
 */
export async function statementAt(
  path: string,
  visit?: (entry: Entry) => void,
): Promise<{ readonly verdict: TrailVerdict; readonly statement: RunStatement | null }> {
  const { blobs, files } = await besideOf(path);
  const others = files && {
    ...files,
    file: async (name: string) => (name === STATEMENT_FILE ? null : await files.file(name)),
  };
  const options = {
    root: false,
    ...(blobs === undefined ? {} : { blobs }),
    ...(others === undefined ? {} : { files: others }),
  };
  return await deriveStatement(trailBytes(path), options, visit);
}

/** The readers of what lies beside a trail; none for a single file. */
async function besideOf(path: string): Promise<Pick<VerifyOptions, 'blobs' | 'files'>> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() === true ? filesIn(path) : {};
}
