import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CommandRunner,
  createCommandRunner,
  openWorkspace,
} from '../../../../src/sandbox/index.ts';
import { BUBBLEWRAP_WORKS } from '../../../bubblewrap.ts';
import { run, tempFolder } from '../../support.ts';

const PLAIN = {
  '.npmrc': '@a:registry=https://npm.example/\nignore-scripts=true\n',
  '.yarnrc.yml': 'yarnPath: .yarn/releases/yarn.cjs\nplugins:\n  - spec: "@yarnpkg/plugin"\n',
};
const SECRET = [
  'registry=https://ci:Zm9vYmFy@npm.example/',
  'registry=https://npm_abcdefgh@npm.example/',
  'https-proxy=http://me:Zm9vYmFy@proxy.example:8080',
  'proxy=me:Zm9vYmFy@proxy.example',
  '//npm.example/:_authToken=Zm9vYmFy',
  '//npm.example/:_password=Zm9vYmFy',
  'httpsProxy: "http://me:Zm9vYmFy@proxy.example"',
];

describe.runIf(BUBBLEWRAP_WORKS)('settings of a package manager', () => {
  const root = tempFolder();
  let runner: CommandRunner;

  beforeAll(async () => {
    for (const [name, text] of Object.entries(PLAIN)) writeFileSync(join(root, name), text);
    for (const [index, line] of SECRET.entries()) {
      mkdirSync(join(root, `p${index}`));
      writeFileSync(join(root, `p${index}/.npmrc`), `ignore-scripts=true\n${line}\n`);
    }
    ({ runner } = await createCommandRunner({
      workspace: await openWorkspace(root),
      mode: 'required',
      network: [],
      environment: process.env,
      isHidden: (path) => /(?:^|\/)\.(?:npmrc|yarnrc\.yml)$/u.test(path),
    }));
  });
  afterAll(async () => await runner.close());

  it.each(['program', 'contained'] as const)(
    'are seen by a %s command if no line can be a credential',
    async (name) => {
      const profile = { name, write: [], show: [], network: false };
      const { output } = await run(runner, 'cat .npmrc .yarnrc.yml; cat p*/.npmrc', { profile });
      expect(output).toContain(PLAIN['.npmrc'] + PLAIN['.yarnrc.yml']);
      expect(output).not.toMatch(/Zm9vYmFy|npm_abcdefgh|ignore-scripts=true\n(?!yarnPath)/u);
    },
  );
});

describe.runIf(BUBBLEWRAP_WORKS)('with more hidden files than mounts', () => {
  const root = tempFolder();

  beforeAll(() => {
    for (const folder of ['keys', 'app/web/deep'])
      mkdirSync(join(root, folder), { recursive: true });
    for (let index = 0; index < 150; index += 1) {
      const one = join(root, `packages/p${index}`);
      mkdirSync(one, { recursive: true });
      for (const name of ['a.example', 'code']) writeFileSync(join(one, name), 'x');
      writeFileSync(join(root, `keys/${index}.key`), 'x');
    }
    for (const name of ['.env', 'code']) writeFileSync(join(root, 'app/web/deep', name), 'x');
  });

  const outputOf = async (
    hidden: RegExp,
    source: string,
    name: 'program' | 'reading',
  ): Promise<string> => {
    const { runner } = await createCommandRunner({
      workspace: await openWorkspace(root),
      mode: 'required',
      network: [],
      environment: process.env,
      isHidden: (path) => hidden.test(path),
    });
    const profile = { name, write: [], show: [], network: false };
    const { output } = await run(runner, source, { profile });
    await runner.close();
    return output;
  };

  it('a program does not see the folder with most of them, and all else as usual', async () => {
    const source = 'ls keys | wc -l; cat app/web/deep/.env; ls app/web/deep packages/p7; false';
    const output = await outputOf(/\.(?:key|env)$/u, source, 'program');
    expect(output).toMatch(/^0\napp.web.deep:\ncode\n\npackages.p7:\na\.example\ncode\n/u);
    expect(output).toContain('shows nothing of keys to this command');
  });

  it('the output of a failed command names the folders that it does not see', async () => {
    expect(await outputOf(/\.example$/u, 'ls packages; false', 'program')).toContain(
      'shows nothing of packages to this command',
    );
    expect(await outputOf(/\.example$/u, 'ls packages/p7; false', 'reading')).toBe('code\n');
  });
});

describe.runIf(BUBBLEWRAP_WORKS)('with more nested repositories than mounts', () => {
  it('a program writes none of them, nor the folder with most of them, and is told', async () => {
    const root = tempFolder();
    const folders = Array.from({ length: 201 }, (_, index) => `vendor/r${index}/.git`);
    for (const folder of [...folders, 'other/.git'])
      mkdirSync(join(root, folder), { recursive: true });
    const { runner } = await createCommandRunner({
      workspace: await openWorkspace(root),
      mode: 'required',
      network: [],
      environment: process.env,
    });
    const { output } = await run(
      runner,
      'for f in other/.git/config vendor/r7/.git/config vendor/new; do echo x > $f && echo written $f; done; echo x > other/new && echo own; exit 1',
    );
    await runner.close();
    expect(output).not.toContain('written');
    expect(output).toContain('own\n');
    expect(output).toContain('except for .github, vendor');
  });
});
