import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  GIT_ENVIRONMENT,
  gitConfigReason,
  planCommand,
} from '../../../src/policy/commands/index.ts';

describe('a single plain command is started by its words', () => {
  test.each([
    ['ls -la src', ['ls', '-la', 'src']],
    [`grep "a b" 'c' d\\ e`, ['grep', 'a b', 'c', 'd e']],
    ['npm test', ['npm', 'test']],
    ["sed -n '1,5p' x", ['sed', '-n', '1,5p', 'x']],
  ])('%s', (source, argv) => expect(planCommand(source)).toEqual({ argv }));

  test.each([
    'ls *.ts',
    'ls $x',
    'ls ~',
    'ls > x',
    'ls | wc',
    'ls; ls',
    'ls &',
    'A=1 ls',
    'cd src',
    'echo hi',
    'ls $(pwd)',
    '! ls',
    'ls {a,b}',
    '(ls)',
    'ls <<< x',
    "ls $'a'",
    'for x in a; do ls; done',
    'ls (',
    'test -f x',
    'time ls',
    '',
    '# x',
    "'' x",
    'ls a=~/b',
  ])('%s needs a shell', (source) => expect(planCommand(source)).toEqual({ shell: source }));
});

describe('git is neutralised', () => {
  const base = mkdtempSync(join(tmpdir(), 'countersign-plan-'));
  const environment = { PATH: process.env['PATH'] ?? '', HOME: base };
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: base, env: environment, encoding: 'utf8' });

  beforeAll(() => {
    git('init', '-q', '--template=');
    writeFileSync(join(base, 'a.x'), 'one\n');
    git('add', '-A');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-qm', 'one');
    writeFileSync(join(base, 'a.x'), 'two\n');
    writeFileSync(join(base, '.gitattributes'), '*.x diff=evil\n');
    const evil = join(base, 'evil.sh');
    writeFileSync(evil, `#!/bin/sh\necho ran >> ${join(base, 'pwned')}\n`, { mode: 0o755 });
    mkdirSync(join(base, 'hooks'));
    const hostile = [
      `[core]\nfsmonitor = ${evil}\npager = ${evil}\nhooksPath = ${join(base, 'hooks')}`,
      `[diff]\nexternal = ${evil}\n[diff "evil"]\ntextconv = ${evil}\ncommand = ${evil}`,
      `[gpg]\nprogram = ${evil}\n[pager]\nlog = ${evil}\n[alias]\nstatus = ${evil}`,
      '[log]\nshowSignature = true\n',
    ];
    appendFileSync(join(base, '.git/config'), hostile.join('\n'));
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  test.each([
    'git status',
    'git diff',
    'git diff --stat',
    'git log -p -1',
    'git show',
    'git log --oneline',
    'git blame a.x',
    'git stash list',
    'git reflog',
    'git grep two',
    'git ls-files',
  ])('%s runs nothing that a hostile configuration names', (source) => {
    const plan = planCommand(source);
    if (!('argv' in plan)) throw new Error('a plain command');
    const [file, ...args] = plan.argv;
    const result = spawnSync(file, args, {
      cwd: base,
      env: { ...environment, ...GIT_ENVIRONMENT },
      encoding: 'utf8',
    });
    expect(result.stderr).toBe('');
    expect(result.status).toBe(0);
    expect(existsSync(join(base, 'pwned'))).toBe(false);
  });

  test('in a shell the environment alone keeps status from running anything', () => {
    const result = spawnSync('git status && git log -1', {
      cwd: base,
      shell: true,
      env: { ...environment, ...GIT_ENVIRONMENT },
      encoding: 'utf8',
    });
    expect(result.status).toBe(0);
    expect(existsSync(join(base, 'pwned'))).toBe(false);
  });

  test('what only the command line could switch off is found in the configuration', () => {
    const names = git('config', '--local', '--includes', '--name-only', '--list')
      .stdout.trim()
      .split('\n');
    expect(gitConfigReason(names)).toContain('diff.');
  });
});

test.each([
  'filter.x.clean',
  'filter.lfs.process',
  'merge.x.driver',
  'include.path',
  'includeif.gitdir:x.path',
  'diff.external',
  'diff.x.textconv',
  'remote.origin.promisor',
  'extensions.partialclone',
  'core.sshcommand',
  'core.worktree',
  'credential.helper',
  'something.new',
])('a repository that sets %s may run programs', (name) =>
  expect(gitConfigReason([name])).toContain(name),
);

test('what a fresh checkout sets runs nothing', () => {
  const names = [
    'core.repositoryformatversion',
    'core.filemode',
    'core.bare',
    'core.logallrefupdates',
    'remote.origin.url',
    'remote.origin.fetch',
    'gc.auto',
    'http.https://github.com/.extraheader',
    'branch.main.remote',
    'branch.main.merge',
    'submodule.active',
    '',
  ];
  expect(gitConfigReason(names)).toBeNull();
  expect(gitConfigReason([])).toBeNull();
});
