// I/O: writes the report page beside the trail.
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { blobsIn, readTrail, renderReport, TRAIL_FILE } from '../audit/index.ts';
import { errorText } from '../common/index.ts';

export const REPORT_FILE = 'report.html';
const FILE_MODE = 0o600;
/** The page of a longer trail takes more time than the end of a job should; `audit report` still writes it. */
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
    const page = renderReport(() => readTrail(folder), blobsIn(folder));
    const path = join(folder, REPORT_FILE);
    // An earlier page may be a link: it is removed, never written through.
    await rm(path, { force: true });
    const file = createWriteStream(path, { mode: FILE_MODE, flags: 'wx' });
    await pipeline(Readable.from(page), file);
  } catch (error) {
    warn(`The report of the audit trail could not be written: ${errorText(error)}`);
  }
}
