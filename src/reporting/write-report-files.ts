import type { Outcome } from '../common/index.ts';
import { writeReport } from './page.ts';

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

/**
 * What is made from a trail once it has its end: the page beside it, and the trace for whoever collects traces. A run that
 * only waits sends none; it sends the whole when it ends. Never fails.
 */
export async function writeReportFiles(of: {
  readonly folder: string;
  readonly outcome: Outcome;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly warn: (message: string) => void;
}): Promise<void> {
  await writeReport(of.folder, of.warn);
  if (
    of.outcome === 'awaiting-approval' ||
    ENDPOINTS.every((name) => (of.environment[name] ?? '') === '')
  )
    return;
  const { sendTrace } = await import('./otlp.ts');
  await sendTrace(of.folder, of.environment, of.warn);
}
