import type { Outcome } from '../common/index.ts';
import { sendTrace } from './otlp.ts';
import { writeBesideTrail } from './write-beside-trail.ts';

/**
 * Writes the report page beside a closed trail, and sends the trace if an OpenTelemetry endpoint is configured. A
 * suspended run sends no trace; the job that ends it sends the whole trace. Never rejects.
 */
export async function writeReportFiles(run: {
  readonly folder: string;
  readonly outcome: Outcome;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly warn: (message: string) => void;
}): Promise<void> {
  await writeBesideTrail(run.folder, run.warn);
  if (run.outcome === 'awaiting-approval') return;
  await sendTrace(run.folder, run.environment, run.warn);
}
