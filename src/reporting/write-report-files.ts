import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Outcome, errorText, type Environment } from '../common/index.ts';
import { sendTrace } from './otlp.ts';
import {
  blobsIn,
  readTrail,
  renderReport,
  STATEMENT_FILE,
  statementAt,
  statementText,
  TRAIL_FILE,
} from '../audit/index.ts';

const REPORT_FILE = 'report.html';
const FILE_MODE = 0o600;
/** What is derived from a longer trail takes more time than the end of a job should; `audit report` and `audit statement` still write it. */
const MAX_TRAIL_BYTES = 256 * 1024 * 1024;

/**
 * Writes the report page beside a closed trail, and sends the trace if an OpenTelemetry endpoint is configured. A
 * suspended run sends no trace; the job that ends it sends the whole trace. Never rejects.
 */
export async function writeReportFiles(run: {
  readonly folder: string;
  readonly outcome: Outcome;
  readonly environment: Environment;
  readonly warn: (message: string) => void;
}): Promise<void> {
  await writeBesideTrail(run.folder, run.warn);
  if (run.outcome === 'awaiting-approval') return;
  await sendTrace(run.folder, run.environment, run.warn);
}

/**
 * Writes the in-toto statement and `report.html` into a closed trail's folder, and replaces earlier ones. Never rejects: calls
 * `warn` if one cannot be written, because the trail has everything that they say.
 */
export async function writeBesideTrail(
  folder: string,
  warn: (message: string) => void,
): Promise<void> {
  // A broken trail has a report, too, if its entries can be read.
  const report = () => renderReport(() => readTrail(folder), blobsIn(folder));
  const files = [
    {
      what: 'statement',
      name: STATEMENT_FILE,
      command: 'audit statement',
      pieces: () => statementPieces(folder),
    },
    { what: 'report', name: REPORT_FILE, command: 'audit report', pieces: report },
  ];
  for (const { what, name, command, pieces } of files) {
    const path = join(folder, name);
    try {
      // An earlier file may be a link: it is removed, never written through.
      await rm(path, { force: true });
      const { size } = await stat(join(folder, TRAIL_FILE));
      if (size > MAX_TRAIL_BYTES)
        throw new Error(`the audit trail has ${size} bytes; use ${command}`);
      const file = () => createWriteStream(path, { mode: FILE_MODE, flags: 'wx' });
      const whole = await pieces();
      await pipeline(Readable.from(whole), file()).catch(async (error: unknown) => {
        // A part of a statement would contradict the audit trail.
        await rm(path, { force: true });
        throw error;
      });
    } catch (error) {
      warn(`The ${what} of the audit trail could not be written: ${errorText(error)}`);
    }
  }
}

async function statementPieces(folder: string): Promise<readonly string[]> {
  const { verdict, statement } = await statementAt(folder);
  if (statement !== null) return [statementText(statement)];
  throw new Error('because' in verdict ? verdict.because : 'the audit trail has no run.start');
}
