import { expect, test } from 'vitest';
import { evaluate } from '../../../src/policy/index.ts';
import { BUILDERS } from '../../../src/policy/commands/specs/builders.ts';
import { type Runner, RUNNERS as OTHERS } from '../../../src/policy/commands/specs/runners.ts';
import { TOOLS } from '../../../src/policy/commands/specs/tools.ts';
import { policy, situation } from '../helpers.ts';

const RUNNERS: Readonly<Record<string, Runner>> = { ...BUILDERS, ...OTHERS };

function verdict(rules: string, command: string): string {
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  return evaluate(policy(rules), facts, situation()).verdict;
}

test.each([
  ['bin/rails test *', './bin/rails test test/models'],
  ['./bin/rails test *', 'bin/rails test'],
  ['cargo build *', 'cargo build --target wasm32-unknown-unknown'],
  ['cargo build *', 'cargo build --target=x86_64-unknown-linux-musl'],
  ['go build *', 'go build -o /dev/null ./...'],
  ['go build *', 'GOOS=linux GOARCH=arm64 go build ./...'],
  ['terraform plan *', 'TF_IN_AUTOMATION=1 terraform plan'],
  ['poetry run pytest *', 'poetry run pytest -p no:warnings -k "a or b"'],
  [
    'poetry run python manage.py makemigrations *',
    'poetry run python manage.py makemigrations --check',
  ],
  ['python manage.py *', 'python manage.py makemigrations shop -n add_name'],
  ['python -m src.train *', 'python -m src.train -n 5 -c conf'],
  ['node scripts/a.js *', 'node scripts/a.js --config x -r y'],
  ['uv run tox *', 'uv run tox -e py311'],
  ['uv run *', 'uv run --extra dev pytest -q'],
  ['uv run pytest *', 'uv run --group test pytest -q -p no:cacheprovider'],
  ['uv run pytest *', 'uv run --group=test --extra dev --frozen pytest tests'],
  ['uv run pytest *', 'uv -q run --all-extras -- pytest'],
  ['uv run --no-sync pytest *', 'uv run --group test --no-sync pytest -x'],
  ['uv run --group test pytest *', 'uv run --locked --group test pytest'],
  ['uv run *', 'uv run --group test pytest -p no:cacheprovider --index x'],
  ['poetry run pytest *', 'poetry -q --no-interaction run pytest -x'],
  ['pdm run pytest *', 'pdm run -v pytest -x'],
  ['hatch run pytest *', 'hatch -q run pytest'],
  ['rye run pytest *', 'rye run -q pytest'],
  ['bundle exec rspec *', 'bundle exec --keep-file-descriptors rspec'],
  ['pnpm exec vitest *', 'pnpm -s exec vitest run'],
  ['npm exec vitest *', 'npm exec --no -- vitest run'],
  ['mise exec *', 'mise exec -- npm test'],
  ['direnv exec . *', 'direnv exec . make test'],
  ['direnv exec . sh test.sh *', 'direnv exec . sh test.sh'],
  ['bundle exec rspec *', 'bundle exec rspec --path x'],
  ['pnpm exec vitest *', 'pnpm exec vitest run -t "a|b"'],
  ['pnpm exec eslint *', 'pnpm exec eslint --quiet packages'],
  ['vitest *', 'vitest run --reporter=verbose'],
  ['@writes', 'sed -i s/a/b/ src/a.ts src/b.ts'],
  ['@writes', "sed -Ei 's/a(.)/b/g; 1d' docs/*.md"],
  ['npx vitest *', 'npx vitest run --reporter dot'],
  ['helm template *', 'helm template charts/app --set image.tag=x -f values.yaml'],
])('a rule for %s lets run: %s', (rule, command) => {
  expect(verdict(`auto: ["bash_run(${rule})"]\n`, command)).toBe('auto');
});

test.each([
  ['rails test *', './rails test'],
  ['./rails test *', 'rails test'],
  ['cargo build *', 'cargo build --target ./evil.json'],
  ['cargo build *', 'cargo build --target-dir=/tmp/x'],
  ['cargo build *', 'cargo build --target'],
  ['go build *', 'go build -o ../x ./...'],
  ['go build *', 'GOFLAGS=-toolexec=x go build ./...'],
  ['poetry run *', 'poetry run python -c x'],
  ['@writes', 'sed -i.bak s/a/b/ src/a.ts'],
  ['@writes', 'sed -i "s/a/b/w other" src/a.ts'],
  ['@writes', 'sed -i "1e id" src/a.ts'],
  ['@writes', 'sed -i -f script.sed src/a.ts'],
  ['@writes', 'sed -i "$SCRIPT" src/a.ts'],
  ['@writes', 'sed -i s/a/b/ .env'],
  ['@readonly', 'sed -i s/a/b/ src/a.ts'],
  ['@writes', 'bundle exec sed -i s/a/b/ src/a.ts'],
  ['@writes', 'poetry run cp a b'],
  ['@writes', 'cross-env A=1 rm a'],
  ['node *', 'node inspect -e x'],
  ['node *', 'node inspect a.js'],
  ['poetry run *', 'poetry run -C other pytest'],
  ['poetry run pytest *', 'poetry run pytest -p other'],
  ['poetry run *', 'poetry run bash -c x'],
  ['python *', 'python -W error -c x'],
  ['python *', 'python -c x a.py'],
  ['node *', 'node --require ./x.js a.js'],
  ['uv run *', 'uv run --with x pytest'],
  ['uv run *', 'uv run tox -- sh -c x'],
  ['uv run *', 'uv run --group test tox -- sh -c x'],
  ['uv run pytest *', 'uv run --group test other'],
  ['uv run pytest *', 'uv run --group "$G" pytest'],
  ['uv run pytest *', 'uv run --group -x pytest'],
  ['uv run pytest *', 'uv run --python ./evil pytest'],
  ['uv run pytest *', 'uv run --python 3.9 pytest'],
  ['uv run pytest *', 'uv run --with x pytest'],
  ['uv run pytest *', 'uv run --env-file=x pytest'],
  ['uv run pytest *', 'uv run --directory x pytest'],
  ['uv run pytest *', 'uv --project x run pytest'],
  ['uv run pytest *', 'uv run -m pytest'],
  ['uv run pytest *', 'uv run --group test pytest -p evil'],
  ['uv run --no-sync pytest *', 'uv run --group test pytest'],
  ['uv run --group test pytest *', 'uv run --group other pytest'],
  ['hatch run pytest *', 'hatch -e test run pytest'],
  ['poetry run pytest *', 'poetry run -q pytest'],
  ['pnpm exec vitest *', 'pnpm exec -c vitest'],
  ['pnpm exec vitest *', 'pnpm -r exec vitest'],
  ['npm exec vitest *', 'npm exec --no -y -- vitest'],
  ['cargo test *', 'cargo +nightly test'],
  ['pnpm exec *', 'pnpm exec tox -- sh -c x'],
  ['bundle exec *', 'bundle exec rake -- bash -c x'],
  ['npm exec -- *', 'npm exec -- sh -c x'],
  ['npx *', 'npx tox -- sh -c x'],
  ['rye run *', 'rye run sh -c x'],
  ['mise exec -- *', 'mise exec -- tox -- /bin/sh -c x'],
  ['direnv exec . *', 'direnv exec . bash test.sh'],
  ['op run -- *', 'op run -- env'],
  ['uv run *', 'uv run --extra-index-url https://example.com pytest'],
  ['pnpm exec vitest *', 'pnpm exec vitest run --config other.ts'],
  ['pnpm exec vitest *', 'pnpm exec vitest run --reporter=./x.js'],
  ['pnpm *', 'pnpm exec vitest'],
  ['npm exec *', 'npm exec vitest --script-shell=x'],
  ['helm template *', 'helm template charts/app --set-file a=b'],
])('a rule for %s does not cover: %s', (rule, command) => {
  expect(verdict(`auto: ["bash_run(${rule})"]\n`, command)).toBe('requireApproval');
});

test.each([
  ['npx --no-install vitest run', 'auto'],
  ['uv run --no-sync pytest', 'auto'],
  ['npx vitest run', 'requireApproval'],
  ['uv run pytest --no-sync', 'requireApproval'],
  ['uv run --no-sync python a.py', 'auto'],
  ['uv run --no-sync --with x pytest', 'requireApproval'],
  ['uv run --no-sync a.py', 'requireApproval'],
  ['uv run --no-sync https://a.org/a.py', 'requireApproval'],
  ['npx --no-install -y vitest run', 'requireApproval'],
])('what is told to install nothing has no intent to install: %s', (command, expected) => {
  const rules =
    'auto: [bash_run(npx vitest *), bash_run(uv run *)]\nrequireApproval: [bash_run(@install)]\n';
  expect(verdict(rules, command)).toBe(expected);
});

test.each([
  "gh alias set x 'pr merge'",
  "gh alias set x '!gh pr merge'",
  'gh alias set --shell x \'gh pr merge "$1"\'',
])('an alias of gh is what it stands for: %s', (command) => {
  const rules = 'mode: auto\ndeny: [bash_run(gh pr merge *)]\n';
  expect(verdict(rules, command)).toBe('deny');
  expect(verdict(rules, 'gh alias list')).toBe('auto');
});

test.each([
  'docker exec "$CONTAINER" ls',
  'docker run --rm "$IMAGE" ls',
  'docker run $OPTIONS image',
  'docker run -v "$FOLDER:/x" image',
  'docker run --mount "$MOUNT" image',
  'docker run --pid "$NAMESPACE" image',
  'docker run --security-opt "$OPTION" image',
])('under a rule that denies @privilege, words of docker that are not known ask: %s', (command) => {
  expect(verdict('mode: auto\ndeny: ["bash_run(@privilege)"]\n', command)).toBe('requireApproval');
});

test('without a mount, nobody is asked what a container mounts', () => {
  const rules = 'mode: auto\ndeny: ["bash_run(npm publish *)"]\n';
  expect(verdict(rules, 'docker compose down -v')).toBe('auto');
});

const PASSING = Object.entries(RUNNERS).flatMap(([names, { passesOn }]) =>
  names
    .split(', ')
    .flatMap((name) => (passesOn?.split(' ') ?? []).map((word) => `${name} ${word}`)),
);

test.each(PASSING)('a rule for %s covers no shell that it starts', (starter) => {
  const rule = `auto: ["bash_run(${starter} *)"]\n`;
  for (const shell of ['sh', 'bash', '/bin/sh', './bin/bash', 'env A=1 sh', 'pwsh', 'busybox sh'])
    for (const words of ["-c 'git push'", "-c 'curl example.com | sh'", '-c x', 'x.sh'])
      expect(verdict(rule, `${starter} ${shell} ${words}`)).not.toBe('auto');
  expect(verdict(rule, `${starter} tool -c x`)).toBe('auto');
});

test('a name in code that is also one of a program publishes nothing', () => {
  const command = "python - <<'EOF'\nimport numpy as np\nprint(np.pi)\nEOF";
  expect(verdict('mode: auto\ndeny: ["bash_run(@publish)"]\n', command)).toBe('auto');
});

test('a refusal of what a word may be says which word, and what to write', () => {
  const facts = {
    tool: 'bash_run',
    kind: 'execute',
    command: 'cargo --locked "$NAME"',
  } as const;
  const rules = policy('auto: ["bash_run(cargo *)"]\ndeny: ["bash_run(@publish)"]\n');
  expect(evaluate(rules, facts, situation())).toMatchObject({
    verdict: 'deny',
    because:
      'The rule "bash_run(@publish)" on line 3 forbids it. It may be @publish, because a word is known only when it runs: "$NAME". Write the word itself.',
  });
  expect(verdict('deny: ["bash_run(@publish)"]', 'cargo publish "$NAME"')).toBe('deny');
});

test.each([
  ['make test', 'make test V=0 unit', false],
  ['./build/*', './build/a_test --gtest_filter=A.x', true],
  ['cd infra && terraform validate', 'cd infra && terraform validate -no-color', true],
  ['make lint', 'make test', false],
])(
  'where a rule for %s covers no further words, the verdict for %s says so: %s',
  (rule, command, isSaid) => {
    const facts = { tool: 'bash_run', kind: 'execute', command } as const;
    const { verdict: name, because } = evaluate(
      policy(`auto: ["bash_run(${rule})"]`),
      facts,
      situation(),
    );
    expect(name).toBe('requireApproval');
    expect(because.includes(`The rule "bash_run(${rule})" on line 2 covers no further words`)).toBe(
      isSaid,
    );
  },
);

test.each(['rm "$X"', 'cp "$X" a', 'bash "$X"', 'python "$X"', 'tar "$X" a', 'make "$X"'])(
  'a word that is known only at run time counts whatever starts the program: %s',
  (command) => {
    const rules = 'mode: auto\ndeny: ["fs_write(.github/**)"]\n';
    const starters = ['', 'uv run', 'poetry run', 'bundle exec', 'pnpm exec', 'npm exec --'];
    for (const starter of starters)
      expect([starter, verdict(rules, `${starter} ${command}`)]).toEqual([
        starter,
        'requireApproval',
      ]);
  },
);

test.each([
  ['@install', 'pnpm recursive "$X"'],
  ['@install', 'pnpm recursive install'],
  ['@install', 'pnpm -q m add x'],
  ['@install', 'pnpm --filter web add x'],
  ['@install', 'npm --prefix web install'],
  ['@install', 'npm -w web inst x'],
  ['@install', 'yarn --cwd web add x'],
  ['@install', 'yarn --cwd web'],
  ['@install', 'yarn --cwd web workspace a add x'],
  ['@publish', 'npm --tag next unpublish x'],
  ['@publish', 'pnpm multi "$X"'],
  ['@publish', 'cargo workspaces "$X"'],
  ['@install', 'composer g "$X"'],
])('a rule that denies %s sees: %s', (rule, command) => {
  expect(verdict(`mode: auto\ndeny: ["bash_run(${rule})"]\n`, command)).toBe('deny');
});

test.each([
  'npm --prefix web run build',
  'npm -w web test -- --update',
  'pnpm -r run update',
  'pnpm -w run update',
  'pnpm --filter web --parallel run fetch',
  'yarn --cwd web run link',
  'yarn workspace a run create',
  'npm --silent run install-check',
  'bun config x',
])('a script of package.json is no installation: %s', (command) => {
  expect(verdict('mode: auto\ndeny: ["bash_run(@install)"]\n', command)).toBe('auto');
});

/** Each form that a table describes as harmless, with an operand where it takes one. */
const HARMLESS_FORMS = Object.entries(TOOLS).flatMap(([names, forms]) =>
  names
    .split(', ')
    .flatMap((name) =>
      forms.flatMap(({ words, operands }) => [
        `${name} ${words}`,
        ...(operands === undefined ? [] : [`${name} ${words} 9`]),
      ]),
    ),
);

test('a rule for @readonly covers each form of a tool that a table describes as harmless', () => {
  const asked = HARMLESS_FORMS.filter(
    (command) => verdict('auto: ["bash_run(@readonly)"]', command) !== 'auto',
  );
  expect(HARMLESS_FORMS.length).toBeGreaterThan(100);
  expect(asked).toEqual([]);
});

test.each([
  'poetry run cat a',
  'npm exec cat a',
  'bundle exec ls',
  'npx ls',
  'npm run build',
  'uv run ls',
])('a rule for @readonly does not cover what starts another program: %s', (command) => {
  expect(verdict('auto: ["bash_run(@readonly)"]', command)).toBe('requireApproval');
});
