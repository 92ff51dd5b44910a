/** I/O: verifies the trail at a path. */
import { stat } from 'node:fs/promises';
import { errorText } from '../../common/index.ts';
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
    return await verifyTrail(trailBytes(path), { ...options, ...(await filesBeside(path)) });
  } catch (error) {
    return { kind: 'unreadable', because: errorText(error) };
  }
}

/**
 * Verifies the audit trail in a folder or a single file, and derives its in-toto statement. A statement that is written beside it
 * is not looked at. `statement` is `null` if the trail is not intact, or has no `run.start`.
 */
export async function statementAt(
  path: string,
): Promise<{ readonly verdict: TrailVerdict; readonly statement: RunStatement | null }> {
  const beside = await filesBeside(path);
  const files = beside && {
    ...beside.files,
    file: async (name: string) => (name === STATEMENT_FILE ? null : await beside.files.file(name)),
  };
  const options = { root: false, ...beside, ...(files && { files }) };
  return await deriveStatement(trailBytes(path), options);
}

/** The readers of what lies beside a trail; `null` for a single file. */
async function filesBeside(path: string): Promise<ReturnType<typeof filesIn> | null> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() === true ? filesIn(path) : null;
}
