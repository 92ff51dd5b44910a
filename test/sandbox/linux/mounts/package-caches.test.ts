import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createCommandRunner, openWorkspace } from '../../../../src/sandbox/index.ts';
import { useDisk } from '../../../on-disk.ts';
import { run, tempFolder } from '../../support.ts';

useDisk();

/** The home of the job's user, as the steps that install dependencies leave it. */
const home = tempFolder();
const FILES = [
  'go/pkg/mod/example.com/a@v1.0.0/a.go',
  'go/pkg/mod/cache/vcs/0123/config',
  '.cargo/registry/src/index/a-1.0.0/lib.rs',
  '.cargo/credentials.toml',
  '.rustup/settings.toml',
  '.m2/repository/a/a.jar',
  '.m2/settings.xml',
  '.gradle/caches/modules-2/files-2.1/a/a.jar',
  '.gradle/gradle.properties',
  '.gradle/wrapper/dists/gradle-9-bin/0123/gradle-9/bin/gradle',
  '.gradle/wrapper/dists/gradle-9-bin/0123/gradle-9-bin.zip.ok',
  '.nuget/packages/a/a.dll',
  '.nuget/NuGet/NuGet.Config',
  '.npmrc',
];
for (const path of FILES) {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), `the text of ${path}\n`);
}
const elsewhere = tempFolder();
writeFileSync(join(elsewhere, 'secret'), 'not for commands\n');
mkdirSync(join(home, '.cache/node'), { recursive: true });
symlinkSync(elsewhere, join(home, '.cache/node/corepack'));
const distribution = '.gradle/wrapper/dists/gradle-9-bin/0123';
symlinkSync(join(elsewhere, 'secret'), join(home, distribution, 'link.ok'));
writeFileSync(join(elsewhere, 'secret.ok'), 'not for commands\n');
symlinkSync(elsewhere, join(home, '.gradle/wrapper/dists/gradle-9-bin/4567'));

const { runner } = await createCommandRunner({
  workspace: await openWorkspace(tempFolder()),
  mode: 'preferred',
  network: [],
  environment: { PATH: process.env['PATH'], HOME: home },
});
afterAll(() => runner.close());

const sh = async (command: string) => await run(runner, command);

describe.skipIf(runner.sandbox !== 'bubblewrap')('packages in the home of the job', () => {
  test.each([
    ['Go', 'cat $GOMODCACHE/example.com/a@v1.0.0/a.go'],
    ['Cargo', 'cat $CARGO_HOME/registry/src/index/a-1.0.0/lib.rs'],
    ['rustup', 'cat $RUSTUP_HOME/settings.toml'],
    ['Maven', `cat ${home}/.m2/repository/a/a.jar`],
    ['Gradle', 'cat $GRADLE_RO_DEP_CACHE/modules-2/files-2.1/a/a.jar'],
    [
      "Gradle's wrapper",
      'cd $GRADLE_USER_HOME/wrapper/dists/gradle-9-bin/0123 && cat gradle-9/bin/gradle gradle-9-bin.zip.ok && touch gradle-9-bin.zip.lck',
    ],
    ['NuGet', 'cat $NUGET_PACKAGES/a/a.dll'],
  ])('are readable for %s', async (_name, command) => {
    const { exitCode, output } = await sh(command);
    expect({ exitCode, output }).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('the text of') as string,
    });
  });

  test.each([
    'echo x > $GOMODCACHE/example.com/a@v1.0.0/a.go',
    'echo x > $CARGO_HOME/registry/src/index/a-1.0.0/lib.rs',
    `echo x > ${home}/.m2/repository/b.jar`,
    'mv $CARGO_HOME/registry $CARGO_HOME/other',
    'rm -rf $GRADLE_USER_HOME/wrapper/dists/gradle-9-bin/0123/gradle-9/bin',
  ])('are not writable: %s', async (command) => {
    expect((await sh(command)).exitCode).not.toBe(0);
  });

  test.each([
    '.cargo/credentials.toml',
    '.m2/settings.xml',
    '.gradle/gradle.properties',
    '.nuget/NuGet/NuGet.Config',
    '.npmrc',
    'go/pkg/mod/cache/vcs/0123/config',
    '.cache/node/corepack/secret',
    `${distribution}/link.ok`,
    '.gradle/wrapper/dists/gradle-9-bin/4567/secret.ok',
  ])('do not show %s beside them', async (path) => {
    const { exitCode, output } = await sh(`cat ${home}/${path}; cat $HOME/${path}`);
    expect(exitCode).not.toBe(0);
    expect(output).not.toMatch(/the text of|not for commands/);
  });
});
