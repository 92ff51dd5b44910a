import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CommandProfile,
  deniedWrites,
  type Policy,
  PROGRAM_PROFILE,
} from '../../src/policy/index.ts';
import {
  type CommandRunner,
  createCommandRunner,
  openWorkspace,
  type Probe,
} from '../../src/sandbox/index.ts';
import { BUBBLEWRAP_WORKS } from '../bubblewrap.ts';
import { policy } from '../policy/helpers.ts';
import { layered } from '../policy/layers/layers.ts';
import { run, runAttempts, sh, tempFolder } from './support.ts';

const IS_ROOT = process.getuid?.() === 0;
const GIT: CommandProfile = { ...PROGRAM_PROFILE, name: 'git' };
const writing = (...write: string[]): CommandProfile => ({
  name: 'writing',
  write,
  show: [],
  network: false,
});

async function runnerFor(
  root: string,
  text: string | Policy,
): Promise<{ runner: CommandRunner; probes: readonly Probe[] }> {
  const rules = typeof text === 'string' ? policy(text) : text;
  return await createCommandRunner({
    workspace: await openWorkspace(root),
    mode: 'required',
    network: [],
    environment: process.env,
    write: rules.sandbox.write,
    isHidden: (path) => path === 'gen/inner/secret.pem',
    deniedWrites: deniedWrites(rules, { caseInsensitive: false }),
  });
}

/** How a program ends in this checkout under these rules. */
async function outputOf(
  root: string,
  text: string | Policy,
  source: string,
): Promise<{ exitCode: number | null; output: string }> {
  const { runner } = await runnerFor(root, text);
  const result = await run(runner, source);
  await runner.close();
  return result;
}

/** Kind, mode and content of each of these paths, and of what is below. */
function stateOf(root: string, paths: readonly string[]): Record<string, string> {
  const state: Record<string, string> = {};
  const left = [...paths];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const full = join(root, path);
    const stats = lstatSync(full, { throwIfNoEntry: false });
    if (stats === undefined) state[path] = 'absent';
    else if (stats.isSymbolicLink()) state[path] = `link ${readlinkSync(full)}`;
    else if (stats.isDirectory()) {
      state[path] = `folder ${stats.mode}`;
      for (const name of readdirSync(full)) left.push(`${path}/${name}`);
    } else state[path] = `file ${stats.mode} ${readFileSync(full, 'utf8')}`;
  }
  return state;
}

const RULES = `deny:
  - fs_write(migrations/**)
  - fs_write(**/*.snap)
  - fs_*(config/prod.yml)
  - { rule: 'fs_write(gen/**)', except: ['gen/keep/**'] }
  - fs_write(later/inner/**)
  - fs_write(linked)
  - fs_write(alias/x.sql)
`;

function createCheckout(root: string): void {
  for (const folder of ['migrations/old', 'src/deep', 'config', 'gen/keep', 'gen/inner', 'real'])
    mkdirSync(join(root, folder), { recursive: true });
  const files = {
    'migrations/1.sql': 'one',
    'migrations/old/0.sql': 'zero',
    'src/deep/a.snap': 'snap',
    'src/a.ts': 'code',
    'config/prod.yml': 'prod',
    'config/dev.yml': 'dev',
    'gen/out': 'out',
    'gen/keep/a': 'kept',
    'gen/inner/secret.pem': 'secret',
    'gen/inner/b': 'b',
    'real/target': 'target',
    'real/x.sql': 'x',
    'free.txt': 'free',
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  sh(root, 'git init -q -b main .; git add -A; git commit -qm first; git branch other');
  sh(root, 'git checkout -q other; echo two > migrations/1.sql; echo n > migrations/2.sql');
  sh(root, 'echo s > src/deep/a.snap; git add -A; git commit -qm other; git checkout -q main');
  linkSync(join(root, 'migrations/1.sql'), join(root, 'innocent'));
  symlinkSync('real/target', join(root, 'linked'));
  symlinkSync('real', join(root, 'alias'));
  symlinkSync('migrations', join(root, 'way'));
}

/** What must be the same after each attack. */
const PROTECTED = [
  'migrations',
  'src/deep/a.snap',
  'config/prod.yml',
  'gen/out',
  'gen/inner',
  'real/target',
  'real/x.sql',
  'innocent',
];

const ATTACKS = [
  'echo x > migrations/1.sql',
  'echo x >> migrations/old/0.sql',
  ': > migrations/1.sql',
  'truncate -s 0 migrations/1.sql',
  'rm -f migrations/1.sql',
  'rm -rf migrations',
  'rm -rf gen src/deep config',
  'rm -rf *',
  'find . -name "*.sql" -delete',
  'mv migrations old',
  'mv migrations old; mkdir migrations; echo x > migrations/1.sql',
  'mv migrations/1.sql /tmp/x',
  'mv free.txt migrations/1.sql',
  'echo x > n; mv -f n migrations/1.sql',
  'mv -T --exchange src gen',
  "python3 -c \"import os; os.rename('migrations', 'm2')\"",
  "python3 -c \"import os; os.replace('free.txt', 'migrations/1.sql')\"",
  "python3 -c \"import os; os.rename('src', 'src2')\"; mkdir -p src/deep; echo x > src/deep/a.snap",
  'mv src src2; mkdir -p src/deep; echo x > src/deep/a.snap',
  'mv src/deep src/d2',
  'mv config c2; mkdir config; echo x > config/prod.yml',
  'ln -f free.txt migrations/1.sql',
  'ln migrations/1.sql hard; echo x > hard',
  'ln -sf /tmp/x migrations/1.sql',
  'ln -sfn /tmp migrations',
  'rm -rf migrations; ln -s /tmp migrations',
  'touch migrations/new.sql',
  'mkdir migrations/new',
  'echo x > gen/new',
  'echo x > gen/inner/new; mkdir gen/inner/new2',
  'chmod 777 migrations/1.sql',
  'chmod -R a+w migrations gen',
  'chmod 777 migrations',
  'echo x > way/1.sql',
  'echo x > ./src/../migrations/1.sql',
  'echo x > /proc/self/cwd/migrations/1.sql',
  'echo x > innocent',
  'cat free.txt > linked',
  'echo x > real/target',
  'mv real r2; mkdir real; echo x > real/target',
  'echo x > alias/x.sql',
  'echo x > real/x.sql; rm real/x.sql',
  'umount migrations; echo x > migrations/1.sql',
  'mount -o remount,rw,bind migrations; echo x > migrations/1.sql',
  'unshare -rm sh -c "umount migrations; echo x > migrations/1.sql"',
  'sed -i s/one/two/ migrations/1.sql',
  'dd if=/dev/zero of=migrations/1.sql bs=1 count=1 conv=notrunc',
  'cp free.txt src/deep/a.snap',
  'tar cf /tmp/t migrations; echo y > /tmp/y; rm -rf migrations; tar xf /tmp/t',
  'echo x > config/prod.yml; rm -rf config; mkdir config',
  'setfattr -n user.a -v b migrations/1.sql',
  'fallocate -p -l 1 migrations/1.sql',
];

const GIT_ATTACKS = [
  'git mv migrations m2',
  'git mv -f free.txt migrations/1.sql',
  'git checkout -f other',
  'git reset --hard other',
  'git checkout other -- migrations src',
  'git restore --source other migrations',
  'git clean -fdx',
  'git rm -rqf migrations src',
  'git stash -u',
  'git read-tree -u --reset other',
  'git worktree add -f migrations/w other',
];

describe.runIf(BUBBLEWRAP_WORKS)(
  'what the policy denies to write is read-only for programs',
  () => {
    const root = tempFolder();
    let runner: CommandRunner;
    let probes: readonly Probe[];
    let before: Record<string, string>;

    beforeAll(async () => {
      createCheckout(root);
      before = stateOf(root, PROTECTED);
      ({ runner, probes } = await runnerFor(root, RULES));
    });
    afterAll(async () => {
      await runner.close();
      expect(existsSync(join(root, 'later'))).toBe(false);
    });

    it('is tried before the first call', () => {
      expect(probes.find(({ probe }) => probe === 'protected')).toMatchObject({ held: true });
      expect(stateOf(root, PROTECTED)).toEqual(before);
    });

    it('a program can change nothing of it', async () => {
      const results = await runAttempts(runner, ATTACKS);
      for (const [index, { exitCode }] of results.entries())
        expect(exitCode, ATTACKS[index]).not.toBeNull();
      expect(stateOf(root, PROTECTED)).toEqual(before);
    });

    it.each([...GIT_ATTACKS, ...ATTACKS.filter((_, index) => index % 9 === 0)])(
      'git can change nothing of it: %s',
      async (attack) => {
        await run(runner, attack, { profile: GIT });
        expect(stateOf(root, PROTECTED), attack).toEqual(before);
        sh(
          root,
          'rm -f .git/index.lock; git read-tree main; git symbolic-ref HEAD refs/heads/main',
        );
      },
    );

    it.each(ATTACKS.filter((_, index) => index % 5 === 0))(
      'a command that writes named paths can change nothing of it: %s',
      async (attack) => {
        const named = [
          'migrations',
          'migrations/1.sql',
          'src',
          'gen',
          'config',
          'real',
          'free.txt',
        ];
        await run(runner, attack, { profile: writing(...named) });
        expect(stateOf(root, PROTECTED), attack).toEqual(before);
      },
    );

    it('a background command can change nothing of it', async () => {
      for (const profile of [PROGRAM_PROFILE, writing('migrations', 'gen/out', 'src', 'real')]) {
        const command = await runner.start(
          { shell: `${ATTACKS.slice(0, 30).join('\n')}\nexit 0` },
          { cwd: '.', timeoutMs: 60_000, maxOutputBytes: 100_000, profile },
        );
        await expect.poll(() => command.state(), { timeout: 60_000 }).not.toBe('running');
        expect(stateOf(root, PROTECTED)).toEqual(before);
      }
    });

    it('leaves what no rule denies as it was: files beside, and exceptions in a read-only folder', async () => {
      const source =
        'echo a > src/new.ts && echo b > gen/keep/a && echo c > gen/keep/new && rm gen/keep/new && echo d > config/dev.yml && mv src/new.ts src/deep/n.ts && rm src/deep/n.ts';
      const result = await run(runner, source);
      expect(result).toMatchObject({ exitCode: 0, sandbox: { limits: [] } });
      expect(readFileSync(join(root, 'gen/keep/a'), 'utf8')).toBe('b\n');
      expect(result.output).toBe('');
    });

    it('opens no read-only folder for the sake of a hidden file in it', async () => {
      const result = await run(runner, 'cat gen/inner/secret.pem; touch gen/inner/new');
      expect(result.output).not.toContain('secret\n');
      expect(result.output).toContain("cannot touch 'gen/inner/new': Read-only file system");
    });

    it('a denied folder that does not exist cannot be created', async () => {
      const made = 'mkdir -p later/inner; echo x > later/inner/x; mv later l2; rm -r later';
      const result = await run(runner, `${made}; ls later/inner`);
      expect(result.output).not.toMatch(/^x$/mu);
      expect(existsSync(join(root, 'later/inner/x'))).toBe(false);
      expect(sh(root, 'git status --short later')).toBe('');
    });

    it('says which rule denied it to a command that failed', async () => {
      const result = await run(runner, 'echo x > migrations/3.sql');
      expect(result.sandbox?.limits).toEqual(['write']);
      expect(result.output).toContain(
        'lets no command write migrations (fs_write(migrations/**), line 3 of p.yml)',
      );
      const removed = await run(runner, 'rm src/deep/a.snap');
      expect(removed.sandbox?.limits).toEqual(['write']);
      expect(removed.output).toContain('src/deep/a.snap (fs_write(**/*.snap), line 4 of p.yml)');
    });

    it('says so, too, of a write that was not kept', async () => {
      const profile = writing('migrations/1.sql', 'free.txt');
      const result = await run(runner, 'echo x > migrations/1.sql; echo y > free.txt', { profile });
      expect(result.output).toContain(
        'lets no command write migrations/1.sql (fs_write(migrations',
      );
      expect(result.sandbox).toMatchObject({ kept: ['free.txt'], limits: ['write'] });
    });

    it('says what it could not prevent: a new file that a pattern denies, and a replaced link', async () => {
      const result = await run(runner, 'echo x > src/new.snap; rm linked; echo y > linked');
      expect(result.output).toContain('src/new.snap (fs_write(**/*.snap), line 4 of p.yml)');
      expect(result.output).toContain('linked (fs_write(linked), line 8 of p.yml)');
      expect(result.output).toContain('so no later call can change or remove a new file there');
      const again = await run(runner, '! echo x >> src/new.snap && ! rm src/new.snap');
      expect(again.exitCode).toBe(0);
      sh(root, 'rm -f src/new.snap linked; ln -s real/target linked');
    });

    it('lets a server write what the policy lists for it, and nothing else of a denied folder', async () => {
      const output: string[] = [];
      const ended = Promise.withResolvers<string>();
      await runner.startInteractive(
        [
          'sh',
          '-c',
          'echo x > gen/inner/new; echo x > gen/new; echo x > migrations/1.sql; echo x > src/deep/a.snap; echo x > src/s',
        ],
        {
          write: ['./gen/inner/', 'src'],
          onOutput: (chunk) => output.push(Buffer.from(chunk).toString()),
          onEnd: (because) => ended.resolve(because),
        },
      );
      await ended.promise;
      expect(existsSync(join(root, 'gen/inner/new'))).toBe(true);
      expect(existsSync(join(root, 'src/s'))).toBe(true);
      sh(root, 'rm gen/inner/new src/s');
      expect(stateOf(root, PROTECTED)).toEqual(before);
    });
  },
);

describe.runIf(BUBBLEWRAP_WORKS)('denied writes of other policies', () => {
  it('a generator writes what people cannot, if sandbox.write names it', async () => {
    const root = tempFolder();
    mkdirSync(join(root, 'gen'));
    const rules = "deny: ['fs_write(gen/**)']\nsandbox: { write: [., gen] }";
    expect(await outputOf(root, rules, 'echo x > gen/a; rm -r gen; mkdir gen')).toMatchObject({
      exitCode: 0,
      output: '',
    });
  });

  it('a folder that a baseline denies stays read-only, whatever sandbox.write lists in it', async () => {
    const root = tempFolder();
    sh(root, 'mkdir -p gen/sub src; echo a > gen/a; echo b > gen/sub/b');
    const rules = layered('sandbox: { write: [gen/sub, src] }', "deny: ['fs_write(gen/**)']");
    const source = 'echo x > gen/a; echo x > gen/sub/b; echo x > gen/sub/n; echo x > src/n';
    const { output } = await outputOf(root, rules, source);
    expect(output).toContain('gen/sub/b: Read-only file system');
    expect(sh(root, 'cat gen/a gen/sub/*; ls src')).toBe('a\nb\nn');
  });

  it('a folder that sandbox.write lists behind a link is read-only, also where the link leads', async () => {
    const root = tempFolder();
    const other = tempFolder();
    sh(root, `mkdir src ${other}/in; ln -s ${other} way`);
    const rules = "deny: ['fs_write(gen/**)']\nsandbox: { write: [src, way/in] }";
    const source = `echo x > src/n; echo x > way/in/n; echo x > ${other}/in/n`;
    expect(await outputOf(root, rules, source)).toMatchObject({ exitCode: 1 });
    expect(sh(root, 'ls src way/in')).toBe('src:\nn\n\nway/in:');
  });

  it('a rule about the whole workspace leaves only its exceptions writable, and git its folder', async () => {
    const root = tempFolder();
    sh(root, 'git init -q .; mkdir src docs; echo a > src/a; echo b > docs/b; echo c > c');
    const { runner } = await runnerFor(
      root,
      "deny: [{ rule: 'fs_write(**)', except: ['docs/**'] }]",
    );
    const source = 'echo x > docs/b; echo x > docs/n; echo x > c; echo x > n; echo x > src/a; true';
    await run(runner, source);
    await run(runner, 'git add docs', { profile: GIT });
    await runner.close();
    expect(sh(root, 'cat c src/a docs/b docs/n; ls; git status --short')).toBe(
      'c\na\nx\nx\nc\ndocs\nsrc\nA  docs/b\nA  docs/n\n?? c\n?? src/',
    );
  });

  it('a rule about the files of a folder leaves the folders in it writable', async () => {
    const root = tempFolder();
    sh(root, 'mkdir src; echo a > src/a; echo b > b');
    const { output } = await outputOf(
      root,
      "deny: ['fs_write(*)']",
      'echo x > src/a; echo x > src/n; echo x > b; echo x > n; mkdir m; rm -r src; true',
    );
    expect(output).toContain('b: Read-only file system');
    expect(sh(root, 'ls; cat b')).toBe('b\nsrc\nb');
  });

  it('with more denied files than mounts, whole folders are read-only, and the output names them', async () => {
    const root = tempFolder();
    mkdirSync(join(root, 'many'));
    mkdirSync(join(root, 'few'));
    for (let index = 0; index < 150; index += 1)
      writeFileSync(join(root, `many/${index}.snap`), 'x');
    for (const file of ['few/a.snap', 'few/code', 'many/code'])
      writeFileSync(join(root, file), 'x');
    const rules = "deny: ['fs_write(**/*.snap)']";
    const source = 'echo y > few/code; echo y > few/a.snap; echo y > many/code';
    const { output } = await outputOf(root, rules, source);
    expect(output).toContain('makes all of many read-only for commands');
    expect(readFileSync(join(root, 'few/code'), 'utf8')).toBe('y\n');
    expect(readFileSync(join(root, 'many/code'), 'utf8')).toBe('x');
  });

  it('installed packages stay writable under a pattern that does not name their folder', async () => {
    const root = tempFolder();
    mkdirSync(join(root, 'node_modules/a'), { recursive: true });
    for (const file of ['package.json', 'node_modules/a/package.json'])
      writeFileSync(join(root, file), '{}');
    const source = 'echo x > node_modules/a/package.json && ! echo x > package.json';
    expect((await outputOf(root, "deny: ['fs_write(**/package.json)']", source)).exitCode).toBe(0);
    const named = await outputOf(
      root,
      "deny: ['fs_write(node_modules/a/**)']",
      'echo x > node_modules/a/package.json',
    );
    expect(named.exitCode).not.toBe(0);
  });

  it('a name that is no text is protected with its folder', async () => {
    const root = tempFolder();
    mkdirSync(join(root, 'data'));
    sh(root, String.raw`echo a > "$(printf 'data/\xff.snap')"`);
    const source = String.raw`echo x > "$(printf 'data/\xff.snap')"; mv data d2; cat data/*`;
    expect((await outputOf(root, "deny: ['fs_write(**/*.snap)']", source)).output).toMatch(/^a$/mu);
  });

  it('without a folder to protect it with, such a name leaves the run without a sandbox', async () => {
    const root = tempFolder();
    sh(root, String.raw`echo a > "$(printf '\xff.snap')"`);
    const end = runnerFor(root, "deny: ['fs_write(**/*.snap)']");
    await expect(end).rejects.toMatchObject({
      code: 'sandbox-missing',
      message: expect.stringContaining('its name is not valid UTF-8'),
    });
  });

  it('a link to a folder above itself does not make that folder read-only', async () => {
    const root = tempFolder();
    mkdirSync(join(root, 'docs'));
    symlinkSync('..', join(root, 'docs/up'));
    const rules = "deny: ['fs_write(docs/**)']";
    expect((await outputOf(root, rules, 'echo x > n; ! rm docs/up')).exitCode).toBe(0);
  });

  it('says which denied paths lead elsewhere, or are new, behind links that cannot be protected', async () => {
    const root = tempFolder();
    sh(root, 'mkdir real other; echo r > real/a; echo o > other/a');
    sh(root, 'ln -s real way; ln -s way/a linked; ln -s real alias');
    const rules = "deny: ['fs_write(linked)', 'fs_write(alias/a)', 'fs_write(alias/new/**)']";
    const { runner } = await runnerFor(root, rules);
    const wrote = async (source: string): Promise<readonly string[]> => {
      const { output } = await run(runner, source);
      return [...output.matchAll(/(\S+) \(fs_write/g)].map(([, path]) => path ?? '');
    };
    expect(await wrote('echo x > other/a')).toEqual([]);
    expect(await wrote('ln -sfn other way')).toEqual(['linked']);
    expect(await wrote('mkdir alias/new; echo x > alias/new/a')).toEqual(['alias/new']);
    expect(await wrote('rm alias; ln -s other alias')).toEqual(['alias']);
    expect(await wrote('echo x > free')).toEqual([]);
    await runner.close();
  });

  it('says what a background command or a server wrote to the command that ends next', async () => {
    const root = tempFolder();
    mkdirSync(join(root, 'src'));
    const { runner } = await runnerFor(root, "deny: ['fs_write(**/*.snap)']");
    const server = await runner.startInteractive(['cat'], {
      write: ['src'],
      onOutput: () => undefined,
      onEnd: () => undefined,
    });
    const program = { cwd: '.', timeoutMs: 60_000, maxOutputBytes: 1000 };
    const command = await runner.start(
      { shell: 'echo x > a.snap; echo x > src/b.snap; sleep 600' },
      { ...program, profile: PROGRAM_PROFILE },
    );
    await expect.poll(() => existsSync(join(root, 'src/b.snap'))).toBe(true);
    const { output } = await run(runner, 'echo x > free');
    expect(output).toContain('it or something beside it wrote a.snap, src/b.snap (fs_write(**');
    expect((await run(runner, 'echo x > free')).output).toBe('');
    await command.kill();
    await server.close();
    await runner.close();
  });

  it.skipIf(IS_ROOT)('a folder that cannot be listed is read-only, also for git', async () => {
    const root = tempFolder();
    sh(root, 'mkdir src; echo a > src/a.snap');
    const { runner } = await runnerFor(root, "deny: ['fs_write(**/*.snap)']");
    await run(runner, 'chmod 000 src');
    await run(runner, 'chmod 755 src; echo x > src/a.snap', { profile: GIT });
    await runner.close();
    expect(sh(root, 'chmod 755 src; cat src/a.snap')).toBe('a');
  });

  it.skipIf(IS_ROOT)(
    'a denied folder that cannot be created makes the one above read-only',
    async () => {
      const root = tempFolder();
      mkdirSync(join(root, 'out'), { mode: 0o555 });
      const source = 'chmod 755 out; mkdir out/gen; echo x > n';
      expect((await outputOf(root, "deny: ['fs_write(out/gen/**)']", source)).exitCode).toBe(0);
      expect(sh(root, 'ls . out')).toBe('.:\nn\nout\n\nout:');
    },
  );

  it.skipIf(IS_ROOT)(
    'a workspace that a command made unreadable ends no call with an error',
    async () => {
      const root = tempFolder();
      const { exitCode, output } = await outputOf(root, "deny: ['fs_write(gen/a)']", 'chmod 300 .');
      chmodSync(root, 0o700);
      expect(exitCode).toBe(0);
      expect(output).toContain('cannot scan what this command wrote');
    },
  );

  it('says why a file cannot be renamed out of a folder above a denied file', async () => {
    const root = tempFolder();
    sh(root, 'git init -q .; mkdir -p src/deep lib; echo a > src/deep/a.snap; echo a > src/b.ts');
    sh(root, 'git add -A; git commit -qm first');
    const { runner } = await runnerFor(root, "deny: ['fs_write(**/*.snap)']");
    const moved = await run(runner, 'git mv src/b.ts lib/b.ts', { profile: GIT });
    const renamed = await run(runner, 'mv src src2');
    const other = await run(runner, 'echo "lib: Device or resource busy"; false');
    await runner.close();
    for (const { output, sandbox } of [moved, renamed]) {
      expect(sandbox?.limits).toEqual(['write']);
      expect(output).toContain(
        'cannot rename or remove src, nor rename or link anything into or out of it',
      );
    }
    expect(other.output).toContain('cannot rename or remove src, src/deep, nor');
  });

  it('names no denied path because of a part of a word in the output', async () => {
    const root = tempFolder();
    sh(root, 'mkdir a gen; echo a > a/b; echo a > gen/c');
    const rules = "deny: ['fs_write(a/b)', 'fs_write(gen/**)']";
    const { output } = await outputOf(root, rules, 'echo x > gen/n');
    expect(output).toContain('lets no command write gen (fs_write(gen/**)');
    expect(output).not.toContain('a/b');
  });

  it('an unreadable mode protects nothing less', async () => {
    const root = tempFolder();
    mkdirSync(join(root, 'gen'));
    writeFileSync(join(root, 'gen/a'), 'a');
    chmodSync(join(root, 'gen/a'), 0o000);
    await outputOf(root, "deny: ['fs_write(gen/a)']", 'chmod 777 gen/a; echo x > gen/a');
    expect(lstatSync(join(root, 'gen/a')).mode & 0o777).toBe(0);
  });
});
