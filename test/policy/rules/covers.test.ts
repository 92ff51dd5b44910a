import { describe, expect, test } from 'vitest';
import { analyseCommand } from '../../../src/policy/commands/index.ts';
import {
  BARE_RULE,
  type CallPart,
  type CompiledRule,
  compileRule,
  workspacePath,
} from '../../../src/policy/rules/compile.ts';
import { covers } from '../../../src/policy/rules/covers.ts';
import { checkPolicy, type Facts } from '../../../src/policy/index.ts';
import { pathResolver } from '../helpers.ts';

function ruleOf(text: string, list: 'auto' | 'deny' = 'auto', except: string[] = []): CompiledRule {
  const compiled = compileRule({ ...BARE_RULE, list, text, except });
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.rule;
}

const commands: readonly CallPart[] = (
  'npm; npm test; npm test x; npm run a; git push; git push x; scripts/x; scripts/x y; cat a.md; ' +
  'cd a && npm test'
)
  .split('; ')
  .flatMap((source) => analyseCommand(source, { pathResolver: pathResolver() }).commands)
  .map((command) => ({ type: 'command', command }));
const paths: readonly CallPart[] =
  '. a.ts a.ts/x a.md src src/x src/a.ts src/a.md src/x/y.ts src/x/y .env x'
    .split(' ')
    .flatMap((path) => [workspacePath(path, 'read'), workspacePath(path, 'write')]);
const hosts: readonly CallPart[] = 'a.org x.a.org x.a.org:8443 x.y.a.org b.org'
  .split(' ')
  .map((host) => ({ type: 'host', host }));
const CALLS: Readonly<Record<string, readonly [Facts, readonly CallPart[]]>> = {
  bash_run: [{ tool: 'bash_run', kind: 'execute' }, commands],
  fs_write: [{ tool: 'fs_write', kind: 'write' }, paths],
  web_fetch: [{ tool: 'web_fetch', kind: 'network' }, hosts],
};

const RULES = (
  'bash_run; bash_run(*); bash_run(**); bash_run(npm); bash_run(npm *); bash_run(npm test); bash_run(npm test *); ' +
  'bash_run(npm t*); bash_run(npm * x); bash_run(git push *); bash_run(scripts/**); bash_run(scripts/x); bash_run(scripts/*); ' +
  'bash_run(scripts/x y); bash_run(@readonly); bash_run(cd a && npm test); bash_run(cd a && npm *); ' +
  'fs_write; fs_*; fs_write(*); fs_write(**); fs_write(*.ts); fs_write(a.ts); fs_write(src/**); fs_write(src/*.ts); ' +
  'fs_write(src/a.ts); fs_write(src/x/y.ts); fs_write(src/*); fs_write(src/**/*.ts); fs_write(src/* !src/a.ts); fs_write(src/x/y z); ' +
  'fs_write(s*/**); fs_write(src); fs_write(x); fs_write(**/*.ts); ' +
  'web_fetch; web_*; web_fetch(*); web_fetch(*.a.org); web_fetch(x.a.org); web_fetch(x.a.org:8443); web_fetch(b.org); ' +
  '*; kind:write; kind:network; category:fs'
).split('; ');

describe('a rule that covers another one', () => {
  test.each(['auto', 'deny'] as const)('matches every call that the other matches: %s', (list) => {
    const rules = RULES.map((text) => ruleOf(text, list));
    const wrong = rules.flatMap((broad) =>
      rules
        .filter((narrow) => covers(broad, narrow))
        .flatMap((narrow) =>
          Object.values(CALLS).flatMap(([facts, parts]) =>
            parts
              .filter((part) => narrow.selects(facts) && narrow.matches(part, facts) === 'yes')
              .filter((part) => !broad.selects(facts) || broad.matches(part, facts) !== 'yes')
              .map((part) => `${broad.text} / ${narrow.text}: ${JSON.stringify(part)}`),
          ),
        ),
    );
    expect(wrong).toEqual([]);
  });

  test.each([
    ['*', 'kind:write'],
    ['*', 'fs_write(src/**)'],
    ['fs_*', 'fs_write(src/**)'],
    ['fs_*', 'fs_w*'],
    ['fs_write', 'fs_write(x)'],
    ['kind:write', 'kind:write'],
    ['bash_run(*)', 'bash_run(npm test)'],
    ['bash_run(npm *)', 'bash_run(npm)'],
    ['bash_run(npm *)', 'bash_run(npm test x)'],
    ['bash_run(npm *)', 'bash_run(npm test *)'],
    ['bash_run(npm t*)', 'bash_run(npm test)'],
    ['bash_run(npm run a* *)', 'bash_run(npm run a*b *)'],
    ['bash_run(cd a && npm *)', 'bash_run(cd a && npm test)'],
    ['fs_write(**)', 'fs_write(src/*.ts)'],
    ['fs_write(src/**)', 'fs_write(src/x/*.ts)'],
    ['fs_write(*.ts)', 'fs_write(a.ts)'],
    ['web_fetch(*.a.org)', 'web_fetch(x.a.org)'],
    ['web_fetch(*)', 'web_fetch(x.a.org:8443)'],
  ])('is known: %s covers %s', (broad, narrow) => {
    expect(covers(ruleOf(broad), ruleOf(narrow))).toBe(true);
  });

  test.each([
    ['kind:network', 'kind:write'],
    ['kind:write', 'category:fs'],
    ['fs_w*', 'fs_*'],
    ['fs_write', 'kind:write'],
    ['fs_write(x)', 'fs_write'],
    ['bash_run(@readonly)', 'bash_run(ls)'],
    ['bash_run(*)', 'bash_run(@readonly)'],
    ['bash_run(npm)', 'bash_run(npm *)'],
    ['bash_run(npm)', 'bash_run(npm test)'],
    ['bash_run(npm test)', 'bash_run(npm)'],
    ['bash_run(cd a && npm *)', 'bash_run(npm test)'],
    ['bash_run(npm *)', 'bash_run(cd a && npm test)'],
    ['bash_run(*a)', 'bash_run(a*)'],
    ['fs_write(s*/**)', 'fs_write(src/**)'],
  ])('is not %s for %s', (broad, narrow) => {
    expect(covers(ruleOf(broad), ruleOf(narrow))).toBe(false);
  });

  test('has no exception', () => {
    expect(covers(ruleOf('fs_write', 'deny', ['x']), ruleOf('fs_write(src/**)'))).toBe(false);
  });
});

test.each([
  ['fs_write(src/*.ts)', 'fs_write(src/x/y.ts)'],
  ['fs_write(*)', 'fs_write(src/a.ts)'],
  ['bash_run(**)', 'bash_run(git push *)'],
])('no lint says that a rule which denies more is not needed: beside %s, %s', (one, other) => {
  const text = `version: 1\ndeny: [${JSON.stringify(one)}, ${JSON.stringify(other)}]\n`;
  const { warnings } = checkPolicy(text, { file: 'p.yml' });
  expect(warnings.filter(({ message }) => message.includes('adds nothing'))).toEqual([]);
});
