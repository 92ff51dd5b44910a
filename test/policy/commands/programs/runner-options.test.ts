import { expect, test } from 'vitest';
import { analyseCommand } from '../../../../src/policy/commands/index.ts';
import { examplePathResolver } from '../../../../src/policy/tooling/sample-facts.ts';
import { evaluate, loadPolicy } from '../../../../src/policy/index.ts';
import { policy } from '../../helpers.ts';

const loaded = loadPolicy(
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
  - bash_run(@git-write)
  - bash_run(git fetch *)
  - bash_run(git archive -o out.zip *)
  - bash_run(node --test *)
  - bash_run(jest *)
  - bash_run(oxlint *)
sandbox: off
`,
  { file: 'policy.yml' },
);
if (!loaded.ok) throw new Error('the policy of this test is not valid');

function verdictOf(command: string): string {
  if (!loaded.ok) return 'invalid';
  const facts = { tool: 'bash_run', kind: 'execute' as const, command };
  return evaluate(loaded.policy, facts, {
    pathResolver: examplePathResolver,
    untrusted: false,
    sandboxed: true,
  }).verdict;
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
  'git fetch origin main',
  'git commit -am "one"',
  'git bisect start',
  'git archive -o out.zip HEAD',
  'node --test test/a.test.js',
  'jest src --coverage',
  'pytest --cov=src tests',
  'oxlint src',
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
  "git fetch --upload-pack='touch pwn' .",
  'git fetch --upload-p ./evil .',
  'git pull --upload-pack=./evil .',
  'git clone -u ./evil . b',
  'git clone -c core.sshCommand=./evil a b',
  'git push --receive-pack=./evil .',
  'git ls-remote --exec ./evil .',
  'git bisect run ./evil',
  'git submodule --quiet foreach ./evil',
  'git apply --unsafe-paths x',
  'git archive -o .github/x HEAD',
  'git archive -o out.zip --remote=. --exec=./evil HEAD',
  'node --test --experimental_loader ./evil.js',
  'node --test --redirect_warnings=.github/x',
  'vitest run --output-file=.github/x',
  'vitest run --outputFile.junit=.github/x',
  'vitest run --coverage.reportsDirectory=src',
  'vitest run --typecheck.checker=./evil',
  'jest --global-setup=./evil.js',
  'jest --coverage-directory .github',
  'oxlint --fix-suggestions src',
])('no rule covers what it does not spell out: %s', (command) => {
  expect(verdictOf(command)).toBe('requireApproval');
});

test('the words of an escape hatch are listed with their value', () => {
  const { commands } = analyseCommand('npm test --prefix evil', {
    pathResolver: examplePathResolver,
  });
  expect(commands[0]?.escapeHatches[0]?.words).toEqual(['--prefix', 'evil']);
});

test("git asks where the repository's own configuration would run a program, whatever it does", () => {
  if (!loaded.ok) return;
  const facts = { tool: 'bash_run', kind: 'execute' as const, command: 'git add a.txt' };
  const sandboxed = { untrusted: false, sandboxed: true };
  const pathResolver = {
    ...examplePathResolver,
    gitConfigRuns: () => 'filter.x.clean runs a program',
  };
  expect(
    evaluate(loaded.policy, facts, { pathResolver: examplePathResolver, ...sandboxed }).verdict,
  ).toBe('auto');
  expect(evaluate(loaded.policy, facts, { pathResolver, ...sandboxed }).verdict).toBe(
    'requireApproval',
  );
});

test.each([
  'env - rm -rf src',
  "env -S 'rm -rf src'",
  'env -C . rm -rf src',
  'exec -a x rm -rf src',
  '/usr/bin/time -o f rm -rf src',
  "su root -c 'rm -rf src'",
  'sudo --chdir / rm -rf src',
  'taskset 1 rm -rf src',
  'npx rimraf@5 src',
  "npx -c 'rm -rf src'",
  'npm exec -- rimraf src',
  'pnpm dlx rimraf@5 src',
  'find . -execdir rm -rf {} +',
  'git submodule foreach rm -rf src',
  "git submodule foreach 'rm -rf src'",
  'git bisect run rm -rf src',
])('a policy that lets everything else run does not let %s', (command) => {
  const everything = policy('mode: auto\ndeny:\n  - bash_run(@recursive-delete)\n');
  const facts = { tool: 'bash_run', kind: 'execute' as const, command };
  const at = { pathResolver: examplePathResolver, untrusted: false, sandboxed: true };
  expect(evaluate(everything, facts, at).verdict).not.toBe('auto');
});
