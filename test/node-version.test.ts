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
