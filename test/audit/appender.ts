// Started as a process of its own by the kill test: appends to a trail as fast as it can, until it is killed.
import { openTrail } from '../../src/audit/index.ts';
import { createRedactor, systemClock } from '../../src/common/index.ts';
import { sha256 } from '../../src/common/index.ts';
import { reply, runStart, state, turnStart, verdict } from './events.ts';

const [folder = ''] = process.argv.slice(2);
const written = new Set<string>();
const trail = await openTrail({
  folder,
  run: 'run-killed',
  clock: systemClock,
  redactor: createRedactor(),
  onEntry: ({ type }) => written.add(type),
});
for (const event of [runStart({ budget: {} }), turnStart(1), reply(1)])
  if (!written.has(event.type)) await trail.append(event);
process.stdout.write('started\n');
for (let call = trail.head().count; ; call += 1) {
  const id = `k${call}`;
  await Promise.all([
    trail.append(state(id, 'PENDING')),
    trail.append(verdict(id, 'auto')),
    trail.append(state(id, 'APPROVED')),
  ]);
  const head = await trail.append(state(id, 'EXECUTING'));
  // What is reported here was promised to be on disk.
  process.stdout.write(`${head.count} ${head.hash}\n`);
  const text = `result of ${id} `.repeat(2_000);
  const result = await trail.blob(text);
  const named = { resultSha256: sha256(text), resultBytes: text.length };
  await trail.append(state(id, 'COMPLETED', { result, durationMs: 1, ...named }));
}
