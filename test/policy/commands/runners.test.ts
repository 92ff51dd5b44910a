import { expect, test } from 'vitest';
import { analyseCommand } from '../../../src/policy/commands/index.ts';
import { exampleWorld } from '../../../src/policy/usual-facts.ts';
import { judge, loadPolicy } from '../../../src/policy/index.ts';

const loaded = await loadPolicy(
  `version: 1
mode: ask
auto:
  - bash_run(npm test *)
  - bash_run(npm run build *)
  - bash_run(make *)
  - bash_run(cargo test *)
  - bash_run(go test *)
  - bash_run(pytest *)
  - bash_run(vitest run *)
  - bash_run(eslint *)
  - bash_run(tsc *)
  - bash_run(node scripts/check.js *)
  - bash_run(npm test --prefix packages/a)
sandbox: off
`,
  { file: 'policy.yml' },
);
if (!loaded.ok) throw new Error('the policy of this test is not valid');

function verdictOf(command: string): string {
  if (!loaded.ok) return 'invalid';
  const facts = { tool: 'bash_run', kind: 'execute' as const, command };
  return judge(loaded.policy, facts, { world: exampleWorld, untrusted: false, sandboxed: true })
    .verdict;
}

test.each([
  'npm test',
  'npm test --silent',
  'npm test -- --watch=false --config other.js',
  'npm run build',
  'npm run build -- --mode production',
  'npm test --prefix packages/a',
  'make',
  'make test -j4',
  'cargo test',
  'cargo test --workspace -- --nocapture',
  'go test ./...',
  'go test -run TestX -v ./pkg',
  'pytest -q tests/test_a.py -k name',
  'vitest run src --no-coverage',
  'eslint src --max-warnings 0',
  'tsc --noEmit --pretty false',
  'node scripts/check.js --flag',
])('a rule that names the program covers %s', (command) => {
  expect(verdictOf(command)).toBe('auto');
});

test.each([
  "npm test --node-options='--require ./evil.js'",
  'npm test --node-opt=--require=./evil.js',
  'npm test --script-shell ./evil.sh',
  'npm test --script-she=./evil.sh',
  'npm test --prefix ./evilpkg',
  'npm test -C evilpkg',
  'npm --prefix evilpkg test',
  'npm test --userconfig=evil',
  'npm test $OPTIONS',
  'npm run build --workspace evil',
  'make SHELL=./evil.sh',
  'make -f evil.mk',
  'make --eval="$(cat x)"',
  'make -C evil',
  'make --fi=evil.mk',
  'cargo test --config target.x.runner=./evil',
  'cargo test --manifest-path evil/Cargo.toml',
  'go test -exec ./evil ./...',
  'go test -toolexec=./evil ./...',
  'pytest -p evil',
  'pytest -qp evil',
  'pytest -c evil.ini',
  'pytest --override-ini=addopts=-pevil',
  'vitest run --config evil.ts',
  'vitest run --conf=evil.ts',
  'eslint --rulesdir evil src',
  'eslint -o src/x.js src',
  'eslint --fix src',
  'tsc --OUTDIR .github',
  'tsc -outDir .github',
  'tsc --Project evil',
  'tsc @evil.rsp',
])('no rule covers what it does not spell out: %s', (command) => {
  expect(verdictOf(command)).toBe('requireApproval');
});

test('the words that open a hatch are told with their value', () => {
  const { commands } = analyseCommand('npm test --prefix evil', { world: exampleWorld });
  expect(commands[0]?.hatches[0]?.words).toEqual(['--prefix', 'evil']);
});
