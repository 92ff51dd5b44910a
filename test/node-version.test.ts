import { expect, test } from 'vitest';
import { sdk, tools, verify } from '../src/main.ts';
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

test.each(Object.entries({ tools, verify, sdk }))(
  '%s cannot be imported with Node 20',
  async (_name, load) => {
    const versions = Object.getOwnPropertyDescriptor(process, 'versions') ?? {};
    const value = { ...process.versions, node: '20.20.2' };
    Object.defineProperty(process, 'versions', { ...versions, value });
    try {
      await expect(load()).rejects.toThrow('needs Node 24 or newer, and this is 20.20.2');
    } finally {
      Object.defineProperty(process, 'versions', versions);
    }
  },
);
