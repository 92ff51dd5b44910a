// I/O: writes the report page beside the trail.
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blobsIn, readTrail, renderReport, TRAIL_FILE } from '../audit/index.ts';
import { errorText } from '../common/index.ts';

export const REPORT_FILE = 'report.html';
const FILE_MODE = 0o600;
/** Browsers cannot open the page of a longer trail; `audit report` still writes it. */
const MAX_TRAIL_BYTES = 256 * 1024 * 1024;

/**
 * Writes `report.html` into a trail's folder and replaces an earlier one. Never rejects: calls `warn` if the page cannot be
 * written, because the trail has everything that it shows.
 */
export async function writeReport(folder: string, warn: (message: string) => void): Promise<void> {
  try {
    const { size } = await stat(join(folder, TRAIL_FILE));
    if (size > MAX_TRAIL_BYTES)
      throw new Error(`the audit trail has ${size} bytes; use audit report`);
    const page = await renderReport(readTrail(folder), blobsIn(folder));
    const path = join(folder, REPORT_FILE);
    // An earlier page may be a link: it is removed, never written through.
    await rm(path, { force: true });
    await writeFile(path, page, { mode: FILE_MODE, flag: 'wx' });
  } catch (error) {
    warn(`The report of the audit trail could not be written: ${errorText(error)}`);
  }
}
