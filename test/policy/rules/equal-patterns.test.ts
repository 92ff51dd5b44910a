import { describe, expect, test } from 'vitest';
import { evaluate, type Policy } from '../../../src/policy/index.ts';
import * as fc from '../../properties.ts';
import { policy, situation } from '../helpers.ts';

function verdictBy(by: Policy, command: string): string {
  return evaluate(by, { tool: 'bash_run', kind: 'execute', command }, situation()).verdict;
}

function verdictUnder(text: string, command: string): string {
  return verdictBy(policy(text), command);
}

/** The verdict for a command that only the rule could hold back. */
function verdict(rule: string, command: string): string {
  return verdictUnder(`mode: auto\ndeny: [${JSON.stringify(`bash_run(${rule})`)}]\n`, command);
}

function all(expected: string, ...rows: readonly (readonly [string, string])[]): void {
  for (const [rule, command] of rows)
    expect([rule, command, verdict(rule, command)]).toEqual([rule, command, expected]);
}

/** Ways to start one program of a stack, `X`, as a rule and as a command. */
const STACKS: readonly (readonly string[])[] = [
  [
    'npx X',
    'npx -y X@5',
    'npx -p X X',
    'pnpm X',
    'pnpm exec X',
    'pnpm -r exec X',
    'pnpm dlx X',
    'yarn X',
    'yarn run X',
    'yarn exec X',
    'yarn dlx X',
    'yarn workspace a X',
    'yarn workspace a run X',
    'bun X',
    'bun run X',
    'bun x X',
    'bunx X',
    'npm exec X',
    'npm exec -- X',
    'npm x X',
    './node_modules/.bin/X',
    'node node_modules/.bin/X',
    'corepack pnpm X',
    'corepack yarn run X',
    'deno run -A npm:X@5',
  ],
  [
    'X',
    'poetry run X',
    'uv run X',
    'uvx X',
    'uv tool run X',
    'pipx run X',
    'python -m X',
    'python3.12 -mX',
    'uv run python -m X',
    'coverage run -m X',
    '.venv/bin/X',
    '.venv/bin/python -m X',
  ],
  ['X', 'bundle exec X', 'bin/X', 'ruby -S X', 'gem exec X', 'rbenv exec X'],
  ['X', 'composer exec X', 'vendor/bin/X', 'php vendor/bin/X'],
  ['X', 'go tool X', 'go run example.org/a/X', 'go run example.org/X/v2'],
  ['cargo X', 'cargo-X', 'cargo +nightly X', 'cargo-X X'],
  ['dotnet X', 'dotnet-X', 'dotnet tool run dotnet-X', 'dnx dotnet-X'],
  ['X', 'mise exec -- X', 'nix shell nixpkgs#a -c X', 'nix develop --command X'],
];

describe('a rule that denies a program behind one that starts it', () => {
  test('is about the program, whatever starts it', () => {
    const pair = fc
      .constantFrom(...STACKS)
      .chain((stack) => fc.tuple(fc.constantFrom(...stack), fc.constantFrom(...stack)))
      // A version, an address or a folder of its own in a rule counts.
      .filter(([rule]) => !/@5|-p|example|[+]/.test(rule));
    fc.assert(
      fc.property(pair, ([rule, command]) => {
        const filled = [rule, command].map((text) => text.replaceAll('X', 'acme'));
        expect(verdict(`${filled[0]} up *`, `${filled[1]} up`)).toBe('deny');
        expect(verdict(`${filled[0]} up *`, `${filled[1]} down`)).toBe('auto');
      }),
    );
  });

  test('is about the one program alone', () => {
    all(
      'auto',
      ['npx prisma *', 'npx tsc'],
      ['npx prisma *', 'npm install prisma-x'],
      ['npx prisma@5 *', 'npx prisma@6'],
      ['uv run *', 'pytest'],
      ['uv run * migrate *', 'npm run migrate'],
      ['bundle exec *', 'rake'],
      ['npx *', 'pnpm exec tsc'],
      ['npx --yes prisma generate *', './scripts/generate'],
      ['python -m *', 'pytest'],
      ['cargo release *', 'cargo run -- release'],
      ['mise x node@24 -- git push *', 'gh push'],
      ['bundle exec rake -- deploy *', 'x deploy'],
      // Modules that no program has the name of.
      ['python -m build *', 'yarn build'],
      ['python -m test *', 'test -f x'],
      // Names of tasks.
      ['hatch run test *', 'make test'],
      ['pixi run build *', 'cargo build'],
      ['devbox run deploy *', './deploy'],
      // What gives the program more than the project has.
      ['op run -- npm *', 'npm test'],
      ['aws-vault exec prod -- terraform *', 'terraform plan'],
      ['cross-env NODE_ENV=production npm run build *', 'npm run build'],
      ['conda run -n prod python *', 'python x.py'],
      ['tmux new make *', 'make'],
    );
  });

  test('is about a script without its ending and under the name of its copy, whatever runs it', () => {
    all(
      'deny',
      ['node release.js *', 'tsx release'],
      ['node release.js *', 'npx tsx ./release'],
      ['tsx release.ts *', 'node release'],
      ['node release.js *', 'bun ./release'],
      ['node release.js *', 'cp release.js x.js; bun x.js'],
      ['node release.js *', 'cat release.js | tee x.js; bun run x.js'],
    );
    all('auto', ['node release.js *', 'bun run release'], ['node build.js *', 'bun build a.ts']);
  });

  test('knows a package by its name, in each spelling', () => {
    all(
      'deny',
      ['npx @org/tool *', 'npx @org/tool@1 x'],
      ['npx @org/tool *', 'yarn dlx @org/tool@latest'],
      ['prisma *', 'deno run -A npm:prisma@5/x'],
      ['npx prisma *', 'node node_modules/prisma/build/index.js x'],
      ['npx @org/tool *', 'node node_modules/@org/tool/cli.js'],
      ['goose *', 'go run example.org/x/goose/v3@latest up'],
      ['alembic *', 'pipx run alembic==1.2'],
      ['kubectl neat *', 'kubectl-neat x'],
      ['python -m scripts.publish *', 'python scripts/publish.py'],
      ['bundle exec rails db:drop *', 'bin/rake db:create db:drop'],
      ['composer exec phinx *', 'composer exe phinx'],
    );
  });

  test('asks about a program that is known only at run time', () => {
    all('requireApproval', ['npx prisma *', '"$(npm bin)/prisma" x'], ['npx prisma *', 'npx "$X"']);
  });

  test('leaves a program in a container to a rule that names it alone', () => {
    all(
      'auto',
      ['docker compose exec web rails *', 'bundle exec rails c'],
      ['docker run web rails *', 'rails c'],
    );
    all('deny', ['rails *', 'docker compose exec web bundle exec rails c']);
  });
});

describe('a rule that denies a script of package.json', () => {
  const scripts = ['npm run X', 'pnpm run X', 'pnpm X', 'yarn X', 'yarn run X', 'bun run X'];
  const others = ['deno task X', 'lerna run X', 'yarn workspace a X', 'pnpm -r run X'];

  test('is about it whichever package manager runs it', () => {
    for (const rule of scripts)
      for (const command of [...scripts, ...others, 'node --run X'])
        all('deny', [rule.replace('X', 'ship *'), command.replace('X', 'ship')]);
  });

  test('is about no other script, subcommand or program', () => {
    all(
      'auto',
      ['npm run ship *', 'pnpm run test'],
      ['npm run deploy *', 'pnpm deploy'],
      ['npm run deploy *', 'npx deploy'],
      ['yarn test *', 'test -f x'],
      ['yarn test *', 'bun test'],
      ['pnpm release *', 'gh release view'],
      ['pnpm release *', './scripts/release'],
      ['npm *', 'pnpm run build'],
      ['npm run *', 'pnpm run build'],
      ['pnpm *', 'yarn build'],
    );
  });

  test('asks about a script that is known only at run time', () => {
    all(
      'requireApproval',
      ['npm run ship *', 'pnpm run "$X"'],
      ['npm run ship *', `yarn ${'-x '.repeat(60)} ship`],
    );
  });
});

const filled = (text: string): string => text.replaceAll('X', 'acme');
const programOf = (text: string): string => text.replace(/^\.\/|.*-- |.* -c |.*nd /, '');

test('a rule that allows a program allows it in no other way', () => {
  for (const stack of STACKS)
    for (const rule of stack.filter((text) => !/bin\//.test(text))) {
      const allowing = policy(`auto: ["bash_run(${filled(rule)})"]\n`);
      for (const command of stack.filter((each) => each !== rule)) {
        if (programOf(rule) === programOf(command)) continue;
        // `--` before the program changes nothing.
        if (rule.replace('-- ', '') === command.replace('-- ', '')) continue;
        const found = verdictBy(allowing, filled(command));
        expect([rule, command, found]).toEqual([rule, command, 'requireApproval']);
      }
    }
});

test('asks about a command with more words that may be a program than are compared', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `-a x${index}`).join(' ');
  expect(verdict('prisma *', `uv run ${many} prisma`)).toBe('requireApproval');
});

test('asks about a command of more wrappers than are unwrapped', () => {
  expect(verdict('git push *', `${'env '.repeat(12)}git push`)).toBe('deny');
  for (const wrapper of ['env ', 'npx -x '])
    expect(verdict('git push *', `${wrapper.repeat(150)}git push`)).not.toBe('auto');
  expect(verdictUnder('auto: [bash_run(ls *)]\n', `${'env '.repeat(30)}ls`)).toBe(
    'requireApproval',
  );
});
