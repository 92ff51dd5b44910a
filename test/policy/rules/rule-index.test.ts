import * as fc from '../../properties.ts';
import { describe, expect, test } from 'vitest';
import type { Facts } from '../../../src/policy/index.ts';
import type { CallPart } from '../../../src/policy/rules/compile.ts';
import { rulesAbout, rulesForPart } from '../../../src/policy/rules/rule-index.ts';
import { analyseCommand } from '../../../src/policy/commands/index.ts';
import { pathResolver, policy, simple } from '../helpers.ts';

const [{ rules }] = policy(`auto:
  - bash_run(@readonly)
  - bash_run(npm test *)
  - bash_run('npm' ci)
  - bash_run(np* x)
  - bash_run(*)
  - bash_run(cd packages/* && npm test)
  - rule: bash_run(make *)
    except: [make install]
  - bash_run(sudo npm test)
  - fs_write(src/**)
  - fs_write(SRC/a.ts)
  - fs_write(sſc/a.ts)
  - 'fs_write({src,docs}/x)'
  - 'fs_write(σ/{x,y})'
  - fs_write(/tmp/**)
  - fs_write(~/x)
  - fs_write(./docs/a)
  - fs_write(**/*.md)
deny:
  - bash_run(rm *)
  - bash_run(env *)
  - fs_*(private/**)
  - fs_*(Kelvin/**)
  - fs_write(.)
  - kind:network
`).layers;

const COMMAND: Facts = { tool: 'bash_run', kind: 'execute' };
const WRITE: Facts = { tool: 'fs_write', kind: 'write' };
const words = fc.constantFrom(
  'npm',
  'test',
  'x',
  'ci',
  'make',
  'install',
  'rm',
  '/bin/rm',
  '$x',
  'a*',
  '-rf',
  '',
);
const names = fc.constantFrom(
  'src',
  'SRC',
  'sſc',
  'docs',
  'private',
  'Private',
  'Kelvin',
  '\u212aelvin',
  'a.ts',
  'a.md',
  'x',
  '',
  '.',
  '~',
  'tmp',
);

/** Every rule that could match is among those that are compared, in the same order. */
function expectComplete(facts: Facts, part: CallPart, list = rules): void {
  const matching = list.filter((rule) => rule.selects(facts) && rule.matches(part, facts) !== 'no');
  const candidates = rulesForPart(list, facts, part);
  expect(candidates.filter((rule) => rule.matches(part, facts) !== 'no')).toEqual(matching);
}

describe('the rules that are compared with a part of a call', () => {
  test('include every rule that matches a command', () => {
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 4 }),
        fc.array(fc.constantFrom('sudo', 'env', 'xargs', 'npm'), { maxLength: 2 }),
        fc.constantFrom([], ['@readonly'] as const),
        fc.constantFrom([], ['@privilege'] as const),
        fc.constantFrom(undefined, null, ['packages/x'], ['packages/x', '.']),
        (list, via, classes, intents, folders) => {
          const command = simple(list.join(' '), {
            via,
            classes,
            intents,
            ...(folders === undefined ? {} : { folders, runsLocalCode: true }),
          });
          expectComplete(COMMAND, { type: 'command', command });
        },
      ),
      { numRuns: 200 },
    );
  });

  test('include every rule about a program or a script, whatever starts it', () => {
    const programs = [
      'acme',
      'npx acme',
      'yarn acme',
      'python -m acme',
      'bin/acme',
      'cargo acme',
      'cargo-acme',
      'npm run acme',
      'node acme.js',
      'tsx acme',
      'bun ./acme',
      'python acme.py',
      'python -m a.acme',
      'node a/acme.js',
      'go run x/acme@v1',
      'pip3 acme',
      'docker acme',
    ];
    const list = policy(
      `deny:\n${programs.map((program) => `  - bash_run(${program} *)\n`).join('')}`,
    ).layers.flatMap((layer) => layer.rules);
    const first = fc.constantFrom(
      '',
      'sudo ',
      'uv run ',
      'cd a && ',
      'cp acme.js b.js; node b.js; ',
    );
    fc.assert(
      fc.property(first, fc.constantFrom(...programs), (start, program) => {
        const { commands } = analyseCommand(`${start}${program} x`, {
          pathResolver: pathResolver(),
          cwd: '.',
        });
        for (const command of commands) expectComplete(COMMAND, { type: 'command', command }, list);
      }),
    );
  });

  test('include every rule that matches a path', () => {
    fc.assert(
      fc.property(
        fc.array(names, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        fc.boolean(),
        (parts, outside, caseInsensitive) => {
          const view = { path: parts.join('/'), outside };
          for (const access of ['read', 'write'] as const)
            expectComplete(WRITE, { type: 'path', view, access, caseInsensitive });
        },
      ),
      { numRuns: 400 },
    );
  });

  test('include a rule whose folder is written in letters that have several lower cases', () => {
    const view = { path: 'ς/x', outside: false };
    const part: CallPart = { type: 'path', view, access: 'write', caseInsensitive: true };
    const matching = rulesForPart(rules, WRITE, part).filter(
      (rule) => rule.matches(part, WRITE) === 'yes',
    );
    expect(matching.map(({ text }) => text)).toEqual(['fs_write(σ/{x,y})']);
  });

  test('are few for a program that few rules name', () => {
    const part: CallPart = { type: 'command', command: simple('make all') };
    expect(rulesForPart(rules, COMMAND, part).length).toBeLessThan(
      rulesAbout(rules, COMMAND).length,
    );
    expect(rulesForPart(rules, COMMAND, part).map(({ text }) => text)).not.toContain(
      'bash_run(rm *)',
    );
  });
});
