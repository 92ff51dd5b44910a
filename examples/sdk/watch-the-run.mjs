/**
 * Watches a run on its three channels, and ends it after too many failed calls. The result has the form that the program needs.
 */
import { startRun } from 'countersign/sdk';

const MAX_FAILED = 5;

export async function reviewed({ write, ...options }) {
  const run = startRun({
    request: 'Review the last commit.',
    outputSchema: {
      type: 'object',
      properties: { safe: { type: 'boolean' } },
      required: ['safe'],
      additionalProperties: false,
    },
    ...options,
  });
  let failed = 0;
  run.on('monitor', (event) => {
    if (event.type !== 'tool_executed' || event.ok) return;
    failed += 1;
    if (failed === MAX_FAILED) run.cancel('Too many calls failed.');
  });
  for await (const event of run.events('progress', 'control')) {
    switch (event.type) {
      case 'tool:start':
        write(`runs ${event.snapshot.tool}: ${event.snapshot.inputPreview}\n`);
        break;
      case 'permission_required':
        write(`asks about ${event.asked.length} calls\n`);
        break;
      case 'run:end':
        write(`${event.outcome}: ${event.summary}\n`);
    }
  }
  const { structuredOutput, trailFolder } = await run.report;
  write(`audit trail: ${trailFolder}\n`);
  return structuredOutput ? JSON.parse(structuredOutput) : null;
}
