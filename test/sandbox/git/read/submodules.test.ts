import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CommandRunner,
  createCommandRunner,
  openWorkspace,
  persistedCredentials,
} from '../../../../src/sandbox/index.ts';
import { moduleFolders } from '../../../../src/sandbox/git/read/submodules.ts';
import { BUBBLEWRAP_WORKS } from '../../../bubblewrap.ts';
import { run, sh, tempFolder } from '../../support.ts';

const TOKEN = 'c3VibW9kdWxlLXRva2Vu';
const HEADER = `http.https://github.com/.extraheader "AUTHORIZATION: basic ${TOKEN}"`;

/** A checkout with a submodule in a submodule, each with a token, as actions/checkout leaves it, and a nested repository. */
function checkout(): string {
  const base = tempFolder();
  const add = 'git -c protocol.file.allow=always submodule --quiet add';
  const commit = 'echo a > a; git add -A; git commit -qm first';
  for (const [name, modules] of [
    ['inner', 'true'],
    ['outer', `${add} ../inner "a b/inner"`],
    ['up', `${add} ../outer lib/outer`],
  ])
    sh(base, `git init -q ${name}; cd ${name}; ${modules}; ${commit}`);
  sh(
    base,
    `git -c protocol.file.allow=always clone -q --recurse-submodules up root; cd root
     git submodule foreach --quiet --recursive 'git config ${HEADER}'; git init -q nested; git -C nested config ${HEADER}`,
  );
  return join(base, 'root');
}

describe('the git folders of submodules', () => {
  const root = checkout();
  let runner: CommandRunner;

  beforeAll(async () => {
    ({ runner } = await createCommandRunner({
      workspace: await openWorkspace(root),
      mode: 'preferred',
      network: [],
      environment: process.env,
    }));
  });
  afterAll(async () => await runner.close());

  it('are searched for credentials, at any depth', () => {
    expect(persistedCredentials(root).map(({ value }) => value)).toEqual([TOKEN, TOKEN]);
  });

  it('are not searched where the git folder itself is a link', () => {
    const other = tempFolder();
    symlinkSync(join(root, '.git'), join(other, '.git'));
    expect(moduleFolders(join(root, '.git'))).toEqual([
      'modules/lib/outer',
      'modules/lib/outer/modules/a b/inner',
    ]);
    expect(moduleFolders(join(other, '.git'))).toEqual([]);
  });

  it.runIf(BUBBLEWRAP_WORKS).each(['git', 'program', 'reading'] as const)(
    'show no credentials to a %s command',
    async (name) => {
      const { output } = await run(
        runner,
        `git submodule status --recursive; git add -A; git -C nested config --list --local
         git submodule foreach --recursive 'git config --list --local'; find . -type f -exec cat {} + | grep -a '${TOKEN}'`,
        { profile: { name, write: [], show: [], network: false } },
      );
      expect(output).not.toContain(TOKEN);
      if (name === 'git') expect(output).toContain("Entering 'lib/outer/a b/inner'");
    },
  );
});
