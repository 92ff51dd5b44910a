// Started as a process of its own by the full-disk test: appends until the system refuses, writes the report, and says how that ended.
import { readdirSync } from 'node:fs';
import { openTrail, trailBytes, verifyTrail } from '../../src/audit/index.ts';
import { createRedactor, CountersignError, systemClock } from '../../src/common/index.ts';
import { writeBesideTrail } from '../../src/reporting/index.ts';
import { runStart } from './events.ts';

const [folder = ''] = process.argv.slice(2);
const trail = await openTrail({
  folder,
  run: 'run-full',
  clock: systemClock,
  redactor: createRedactor(),
});
await trail.append(runStart());
let appended = 1;
let refused: unknown;
while (refused === undefined && appended < 10_000) {
  try {
    await trail.append({ type: 'warning', code: 'w', message: 'y'.repeat(3_000) });
    appended += 1;
  } catch (error) {
    refused = error;
  }
}
const again = await trail.append(runStart()).then(
  () => 'appended',
  () => 'refused',
);
await trail.close();
const { kind, ...verdict } = await verifyTrail(trailBytes(folder));
const count = 'count' in verdict ? verdict.count : -1;
const { code, fix } =
  refused instanceof CountersignError ? refused : { code: String(refused), fix: '' };
await writeBesideTrail(folder, () => undefined);
const files = readdirSync(folder).sort();
process.stdout.write(JSON.stringify({ appended, code, fix, again, kind, count, files }));
