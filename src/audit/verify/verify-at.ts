/** I/O: verifies the trail at a path. */
import { stat } from 'node:fs/promises';
import { errorText } from '../../common/index.ts';
import { filesIn, trailBytes } from '../format/reader.ts';
import { type TrailVerdict, type VerifyOptions, verifyTrail } from './verify.ts';

/** Verifies the audit trail in a folder (with its blobs) or a single file. Returns `unreadable` instead of throwing. */
export async function verifyAt(
  path: string,
  options: Omit<VerifyOptions, 'blobs' | 'files'> = {},
): Promise<TrailVerdict> {
  try {
    const found = await stat(path).catch(() => null);
    return await verifyTrail(trailBytes(path), {
      ...options,
      ...(found?.isDirectory() === true ? filesIn(path) : {}),
    });
  } catch (error) {
    return { kind: 'unreadable', because: errorText(error) };
  }
}
