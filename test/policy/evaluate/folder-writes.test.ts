import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/policy/index.ts';
import { pathResolver, policy, situation } from '../helpers.ts';

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '/w': ['.github', 'docs', 'infra', 'migrations', 'src'],
  '/w/.github': ['ci.yml'],
  '/w/docs': ['a.md'],
  '/w/infra': ['main.tofu'],
  '/w/migrations': ['0001.py', '0002.sql'],
  '/w/src': ['a.py', 'a.ts'],
};

function verdictOf(rule: string, command: string): string {
  const rules = policy(`mode: auto\nrequireApproval: ['${rule}']\n`);
  const files = { ...pathResolver(), list: (folder: string) => FOLDERS[folder] ?? [] };
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  return evaluate(rules, facts, situation({ pathResolver: files })).verdict;
}

describe('a rule for writing', () => {
  test('is about files of the kinds that OpenTofu formats', () => {
    expect(verdictOf('fs_write(infra/**)', 'tofu fmt -recursive .')).toBe('requireApproval');
    expect(verdictOf('fs_write(infra/**)', 'tofu -chdir=. fmt -recursive')).toBe('requireApproval');
    expect(verdictOf('fs_write(docs/**)', 'tofu -chdir=. fmt -recursive')).toBe('auto');
  });

  test.each([
    'eslint .',
    'npx eslint .',
    'prettier --check .',
    'ruff check .',
    'uv run ruff check .',
    'python -m mypy .',
    'flake8 .',
    'rubocop .',
    'gofmt -l .',
    'go test -bench=. ./...',
    'go test -bench . -run=.',
    "gh api repos/a/b/issues --jq '.[].title'",
    'pytest .',
    'jest --ci .',
    'vitest run .',
    'tsc -p .',
    'docker build .',
    "pip install -e '.[dev]'",
  ])('is not about a folder that a command only checks or builds: %s', (command) =>
    expect(verdictOf('fs_write(docs/**)', command)).toBe('auto'),
  );

  test.each(['black .', 'ruff check --fix .', 'python -m black .'])(
    'is about a folder that %s formats if it has files of the kind that is formatted',
    (command) => {
      expect(verdictOf('fs_write(docs/**)', command)).toBe('auto');
      expect(verdictOf('fs_write(.github/**)', command)).toBe('auto');
      expect(verdictOf('fs_write(migrations/**)', command)).toBe('requireApproval');
      expect(verdictOf('fs_write(migrations/*.sql)', command)).toBe('auto');
    },
  );

  test.each([
    'eslint --fix .',
    'prettier --write .',
    'rubocop -A .',
    'gofmt -w .',
    'ruff check docs',
    'ruff check . -o docs/a',
    'ruff format .',
    'go build -o docs/a .',
    'cd docs && black .',
    'pip install -t docs .',
    'uv run --with mytool black .',
    'poetry run mytool black .',
    'black "$OPTION" .',
    'mytool .',
    'gh run download -D .',
    'gh -R api run download -D .',
    'docker --config build cp x:/y .',
    'docker -H build cp x:/y .',
    'go -C test fmt .',
    'pip install -Ut . x',
    'pip install --ta . x',
    'mypy --html-r . src',
    'mypy @options .',
    'pytest @options .',
    'rubocop --safe-auto-correct .',
    'jest -u .',
    'npx jest -wu .',
    'jest --updateSnapshot .',
    'vitest run -u .',
    'jest --u .',
    'vitest run --update .',
    'pytest --snapshot-update .',
    'pytest --inline-snapshot=fix .',
    'pytest --force-regen .',
    'isort .',
  ])('is about a folder below one that a command may write anything in: %s', (command) =>
    expect(verdictOf('fs_write(docs/**)', command)).toBe('requireApproval'),
  );
});

test('a folder is listed once, however often a command names what is above it', () => {
  const listed: string[] = [];
  const files = {
    ...pathResolver(),
    list: (folder: string) => {
      listed.push(folder);
      return FOLDERS[folder] ?? [];
    },
  };
  const rules = policy('mode: auto\nrequireApproval: ["fs_write(docs/**)", "fs_write(docs/b)"]\n');
  const facts = {
    tool: 'bash_run',
    kind: 'execute',
    command: 'black . ./ .//; black ././',
  } as const;
  expect(evaluate(rules, facts, situation({ pathResolver: files })).verdict).toBe('auto');
  expect(listed.filter((folder) => folder === '/w/docs')).toHaveLength(1);
});
