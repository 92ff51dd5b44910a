import { expect, test } from 'vitest';
import { evaluate, loadPolicy, sampleFacts } from '../../../src/policy/index.ts';

const SITUATION = {
  pathResolver: {
    root: '/work',
    caseInsensitive: false,
    realpath: (path: string) => path,
    list: () => [],
    gitConfigRuns: () => null,
  },
  untrusted: false,
  sandboxed: true,
};

async function verdictOf(command: string): Promise<string> {
  const text = 'version: 1\nmode: auto\ndeny: ["fs_read(secret/**)"]\n';
  const loaded = loadPolicy(text, { file: 'policy.yml' });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return evaluate(loaded.policy, sampleFacts('bash_run', command), SITUATION).verdict;
}

test.each([
  'mv secret/key key',
  'mv secret out',
  'mv -t out secret/key',
  'mv --target-directory=out secret/key',
  'split secret/key part-',
  'scp secret/key host:',
  'scp -rP 22 secret host:',
  'rsync secret/key host:',
  'cp -t out secret/key',
  'cp -rt out secret',
  'cp --target-directory=out secret/key',
  'install -m600 -t out secret/key',
  'csplit secret/key /x/',
])('a rule about reading a file covers a command that moves its content: %s', async (command) => {
  expect(await verdictOf(command)).toBe('deny');
});

test.each([
  'mv key secret/key',
  'rm secret/key',
  'scp key host:secret/key',
  'cp key secret/key',
  'cp *.txt secret/key',
])(
  'a rule about reading a file does not cover a command that only writes it: %s',
  async (command) => {
    expect(await verdictOf(command)).toBe('auto');
  },
);
