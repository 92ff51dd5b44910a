import { describe, expect, test } from 'vitest';
import { loadLayers } from '../../../src/policy/index.ts';
import { looseKeys } from '../../../src/policy/layers/loose-keys.ts';
import { policy } from '../helpers.ts';
import { layered } from './layers.ts';

/** Loads a policy on baselines whose texts are given by their addresses, and lists which of them were read. */
async function load(own: string, texts: Readonly<Record<string, string>>) {
  const read: string[] = [];
  const loaded = await loadLayers(policy(own), {
    baselines: [],
    read: ({ address }) => {
      read.push(address);
      const text = `version: 1\n${texts[address] ?? ''}`;
      return Promise.resolve({ text, origin: { commit: null, url: null } });
    },
  });
  return { loaded, read };
}

const FIRST = 'acme/policies/first.yml@main';
const SECOND = 'acme/policies/second.yml@main';
const SHARED = 'acme/policies/shared.yml@main';

describe('the baselines of a policy', () => {
  test('are each read once, however many others name them: a branch could move meanwhile', async () => {
    const names = `mode: defer\nextends: [${SHARED}]\n`;
    const { loaded, read } = await load(`extends: [${FIRST}, ${SECOND}]\n`, {
      [FIRST]: names,
      [SECOND]: names,
      [SHARED]: 'mode: defer\n',
    });
    expect(loaded.ok).toBe(true);
    expect(read).toEqual([FIRST, SECOND, SHARED]);
  });

  test('are refused if a single one denies a command that a run must have succeeded with', async () => {
    const own = `extends: [${FIRST}]\nauto: [bash_run(npm test)]\ndone: { requires: [bash_run(npm test)] }\n`;
    const { loaded } = await load(own, {
      [FIRST]: 'mode: defer\ndeny: ["bash_run(npm *)"]\n',
    });
    expect(loaded).toMatchObject({
      ok: false,
      text: expect.stringContaining('done.requires names "bash_run(npm test)"'),
    });
  });
});

test('each value and each rule that a baseline makes useless is warned of, the first one too', () => {
  const both = layered(
    'approvals: { wait: 1h }\nauto: ["bash_run(npm test)"]\n',
    'mode: defer\napprovals: { wait: 5m }\ndeny: ["bash_run(npm *)"]\n',
  );
  expect(looseKeys(both).map(({ message }) => message)).toEqual([
    expect.stringContaining('"approvals.wait" is 3600000'),
    expect.stringContaining('The rule "bash_run(npm test)" can never decide'),
  ]);
});
