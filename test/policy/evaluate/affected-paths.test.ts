import { expect, test } from 'vitest';
import { dependsOn, globCovers, type Situation } from '../../../src/policy/index.ts';
import { resolverOf } from '../commands/helpers.ts';

const situation = { pathResolver: resolverOf() } as unknown as Situation;

function filesOf(command: string, cwd?: string): readonly string[] {
  return dependsOn(
    {
      tool: 'bash_run',
      kind: 'execute',
      command,
      ...(cwd === undefined ? {} : { cwd }),
    } as unknown as Parameters<typeof dependsOn>[0],
    situation,
  );
}

test.each([
  ['sh src/run.sh', 'src/run.sh'],
  ['./src/run.sh --fast', 'src/run.sh'],
  ['node --import=./src/hook.js src/x.js', 'src/hook.js'],
  ['node --import=./src/hook.js src/x.js', 'src/x.js'],
  ['. src/env.sh && echo done', 'src/env.sh'],
  ['cd src && sh run.sh', 'src/run.sh'],
  ['cd src; cd deep; sh run.sh', 'src/deep/run.sh'],
  ['sh /tmp/x.sh', '/tmp/x.sh'],
  ['env A=1 python3 tool.py', 'tool.py'],
  ['npm test', 'package.json'],
  ['deno task lint', 'package.json'],
  ['make build', 'Makefile'],
  ['make build', 'makefile'],
  ['/usr/bin/gmake build', 'GNUmakefile'],
  ['just build', 'justfile'],
  ['rake', 'Rakefile'],
  ["bash -c 'sh src/run.sh'", 'src/run.sh'],
  ['true | xargs sh src/run.sh', 'src/run.sh'],
])('an approval of %s is bound to %s', (command, path) => {
  expect(filesOf(command)).toContain(path);
});

/** The files of a script that runs after so many changes of the folder. */
function afterChanges(count: number): readonly string[] {
  return filesOf(`${'cd a; '.repeat(count)}sh run.sh`);
}

test('the first seven changes of the folder are followed', () => {
  expect(afterChanges(7)).toContain(`${'a/'.repeat(7)}run.sh`);
  expect(afterChanges(8)).not.toContain(`${'a/'.repeat(8)}run.sh`);
});

test('paths are taken from the folder that the command starts in', () => {
  expect(filesOf('sh run.sh', 'src')).toContain('src/run.sh');
});

test('a program named like a property of every object names no files', () => {
  expect(filesOf('constructor __proto__')).toEqual(
    expect.arrayContaining(['constructor', '__proto__']),
  );
});

test('a glob that cannot be used covers nothing', () => {
  expect(globCovers('src/**', 'src/a/b.ts')).toBe(true);
  expect(globCovers('SRC/**', 'src/a/b.ts')).toBe(false);
  expect(globCovers(`{${'*,'.repeat(50)}}`, 'a')).toBe(false);
});
