import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { nodeProblem } from '../src/node-version.ts';

test.each(['24.0.0', '24.21.0', '25.1.0', '100.0.0'])('Node %s runs the program', (version) => {
  expect(nodeProblem(version)).toBeNull();
});

test.each(['20.20.2', '22.0.0', '23.11.1', '9.0.0', ''])(
  'Node %j is reported, with what to do',
  (version) => {
    expect(nodeProblem(version)).toContain('needs Node 24 or newer');
  },
);

test.each(['tools', 'verify', 'sdk'])('%s cannot be imported with Node 20', (name) => {
  const source = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
    const entries = await import(${JSON.stringify(import.meta.resolve('../src/main.ts'))});
    await entries.${name}().catch((error) => console.log(error.message));
  `;
  const args = ['--input-type=module', '--eval', source];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toContain(
    'needs Node 24 or newer, and this is 20.20.2',
  );
});
