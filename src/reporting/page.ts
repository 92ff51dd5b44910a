// I/O: the page beside the trail.
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blobsIn, readTrail, renderReport, TRAIL_FILE } from '../audit/index.ts';
import { errorText } from '../common/index.ts';

export const REPORT_FILE = 'report.html';
const FILE_MODE = 0o600;
/** A page of a longer trail would open in no browser; `audit report` makes it where there is patience. */
const MAX_TRAIL_BYTES = 256 * 1024 * 1024;

/**
 * Writes `report.html` into a trail's folder, in place of an earlier one. Never fails: the page is for people, and what
 * it shows is all in the trail. `warn` is told why there is none.
 */
export async function writeReport(folder: string, warn: (message: string) => void): Promise<void> {
  try {
    const { size } = await stat(join(folder, TRAIL_FILE));
    if (size > MAX_TRAIL_BYTES) throw new Error(`the trail has ${size} bytes; use audit report`);
    const page = await renderReport(readTrail(folder), blobsIn(folder));
    const path = join(folder, REPORT_FILE);
    // A page from before is replaced, never written through.
    await rm(path, { force: true });
    await writeFile(path, page, { mode: FILE_MODE, flag: 'wx' });
  } catch (error) {
    warn(`The report of the trail could not be written: ${errorText(error)}`);
  }
}
