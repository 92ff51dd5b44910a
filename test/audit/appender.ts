// Started as a process of its own by the kill test: appends to a trail as fast as it can, until it is killed.
import { openTrail } from '../../src/audit/index.ts';
import { createRedactor, systemClock } from '../../src/common/index.ts';
import { runStart, state, verdict } from './events.ts';

const [folder = ''] = process.argv.slice(2);
const trail = await openTrail({
  folder,
  run: 'run-killed',
  clock: systemClock,
  redactor: createRedactor(),
});
if (trail.head().count === 0) await trail.append(runStart({ budget: {} }));
process.stdout.write('started\n');
for (let call = trail.head().count; ; call += 1) {
  const id = `k${call}`;
  await Promise.all([
    trail.append(state(id, 'PENDING')),
    trail.append(verdict(id, 'auto')),
    trail.append(state(id, 'APPROVED')),
  ]);
  const head = await trail.append(state(id, 'EXECUTING'));
  // What is told here was promised to be on disk.
  process.stdout.write(`${head.count} ${head.hash}\n`);
  const result = await trail.blob(`result of ${id} `.repeat(2_000));
  await trail.append(state(id, 'COMPLETED', { result }));
}
