import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { CommandProfile } from '../../src/policy/index.ts';
import {
  type CommandResult,
  type CommandRunner,
  createCommandRunner,
  openWorkspace,
} from '../../src/sandbox/index.ts';
import { run, sh, tempFolder } from './support.ts';
import { BUBBLEWRAP_WORKS } from '../bubblewrap.ts';

const SECRET = 'hostile-secret-91d0';
const hidden = (path: string): boolean =>
  /(?:^|\/)\.env|\.pem$|^private\/|^vault(?:\/|$)/.test(path);

const profile = (
  name: CommandProfile['name'],
  parts: Partial<CommandProfile> = {},
): CommandProfile => ({ name, write: [], show: [], network: false, ...parts });

interface Made {
  readonly root: string;
  readonly runner: CommandRunner;
}

async function makeIn(root: string): Promise<Made> {
  const { runner } = await createCommandRunner({
    workspace: await openWorkspace(root),
    mode: 'required',
    network: [],
    environment: process.env,
    isHidden: hidden,
  });
  return { root, runner };
}

describe.runIf(BUBBLEWRAP_WORKS)('a workspace that makes hiding and keeping hard', () => {
  const base = tempFolder();
  const root = join(base, 'a repo, with: odd\\name');
  let made: Made;

  beforeAll(async () => {
    mkdirSync(root);
    sh(
      root,
      'git init -q .; echo a > a.txt; mkdir src; echo b > src/b; git add -A; git commit -qm first',
    );
    made = await makeIn(root);
  });
  afterAll(async () => await made.runner.close());
  beforeEach(() => sh(root, 'git reset -q --hard; git clean -xffdq'));

  const go = async (source: string, limits: CommandProfile): Promise<CommandResult> =>
    await run(made.runner, source, { profile: limits });

  it('has a layer', () => {
    expect(made.runner.contains).toBe(true);
  });

  it('hides files under names that are no text, the tokens of other checkouts, and other names of files, and nothing else', async () => {
    sh(
      root,
      String.raw`mkdir -p private odd/$'caf\xe9'/in src/$'caf\xe9'
      printf '${SECRET}' > private/$'caf\xe9'; echo open > private/x
      printf '${SECRET}' > odd/$'caf\xe9'/in/.env
      echo seen-it > src/$'caf\xe9'/$'\xff'; echo ok > src/$'\xff'
      git init -q other; git -C other config http.https://github.com/.extraheader "AUTHORIZATION: basic ${SECRET}"`,
    );
    // What else stands for a repository keeps no command from being started.
    sh(root, 'mkdir -p pipe/.git link; mkfifo pipe/.git/config; ln -s "$PWD/other/.git" link/.git');
    mkdirSync(join(root, 'vault/inner'), { recursive: true });
    writeFileSync(join(root, 'vault/inner/x'), SECRET);
    linkSync(join(root, 'vault/inner/x'), join(root, 'innocent'));
    // A new look at the workspace: what was seen before is not known to have changed.
    await go('true', profile('program'));
    const source =
      'cat private/* odd/*/in/.env odd/*/in/.e* innocent; timeout 1 cat other/.git/config link/.git/config; git -C other rev-parse --git-dir; cat src/*/* src/b';
    for (const name of ['contained', 'program'] as const) {
      const { output } = await go(source, profile(name));
      expect(output, name).not.toContain(SECRET);
      expect(output, name).toContain('repositoryformatversion');
      expect(output, name).toContain('seen-it');
    }
  });

  describe('keeps of a writing command', () => {
    it('a file that was moved to where nothing is kept, in its old place', async () => {
      const result = await go(
        'mkdir -p .github && mv a.txt .github/a.txt',
        profile('writing', { write: ['a.txt', '.github/a.txt'] }),
      );
      expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('a\n');
      expect(existsSync(join(root, '.github/a.txt'))).toBe(false);
      expect(result.output).toContain('did not keep');
      expect(result.output).toContain('a.txt');
    });

    it.each([
      ['a.txt', 'mkdir a.txt; echo x > a.txt/x'],
      ['src', 'echo x > src'],
    ])(
      '%s that was moved to where nothing is kept, whatever is in its place: %s',
      async (path, source) => {
        const before = sh(root, `cat ${path} ${path}/b 2> /dev/null || true`);
        const result = await go(
          `mkdir -p .github && mv ${path} .github/ && ${source}`,
          profile('writing', { write: [path, `.github/${path}`] }),
        );
        expect(sh(root, `cat ${path} ${path}/b 2> /dev/null || true`)).toBe(before);
        expect(result.output).toContain(`did not keep .github/${path}, ${path}`);
      },
    );

    it('a folder that was moved with a name that cannot be kept, in its old place', async () => {
      sh(root, `mkdir old; echo x > old/x; echo y > old/$'caf\\xe9'`);
      const result = await go('mv old new', profile('writing', { write: ['old', 'new'] }));
      expect(result.ended).toBe('exited');
      expect(readFileSync(join(root, 'old/x'), 'utf8')).toBe('x\n');
      expect(readFileSync(join(root, 'new/x'), 'utf8')).toBe('x\n');
      expect(result.output).toContain('did not keep');
    });

    it('what comes after something that cannot be kept', async () => {
      await go(
        'mkdir out; mkfifo out/a; mkdir out/.git; echo x > out/z',
        profile('writing', { write: ['out'] }),
      );
      expect(readFileSync(join(root, 'out/z'), 'utf8')).toBe('x\n');
      expect(readdirSync(join(root, 'out'))).toEqual(['z']);
    });

    it('files up to the size of the overlay, beyond which a hole may make them', async () => {
      const result = await go(
        'mkdir out; truncate -s 3G out/a; echo x > out/b',
        profile('writing', { write: ['out'] }),
      );
      expect(readdirSync(join(root, 'out'))).toEqual(['b']);
      expect(result.output).toContain('more than 1 GiB');
    });

    it('folders to the deepest that has a path, and names what is below', async () => {
      const result = await go(
        'mkdir out; cd out; for i in {1..30}; do mkdir $(printf x%.0s {1..200}); cd x*; done; echo x > x',
        profile('writing', { write: ['out'] }),
      );
      expect(existsSync(join(root, 'out', 'x'.repeat(200), 'x'.repeat(200)))).toBe(true);
      expect(result.output).toContain('did not keep out/xxx');
      // Git cannot remove it.
      rmSync(join(root, 'out'), { recursive: true });
    });

    it('hidden files and repositories of a folder that a file replaced', async () => {
      sh(root, `mkdir -p dir/sub; echo ${SECRET} > dir/.env; git init -q dir/sub; echo x > dir/x`);
      await go('true', profile('program'));
      const result = await go('rm -rf dir; echo x > dir', profile('writing', { write: ['dir'] }));
      expect(readFileSync(join(root, 'dir/.env'), 'utf8')).toContain(SECRET);
      expect(existsSync(join(root, 'dir/sub/.git/HEAD'))).toBe(true);
      expect(result.output).toContain('did not keep dir');
      expect(readdirSync(root).filter((name) => name.startsWith('.countersign'))).toEqual([]);
    });

    it.each([[['src/b', 'src']], [['src', 'src/b']], [['src/b']]])(
      'the deletion of a file with the folder above it: %s',
      async (write) => {
        const result = await go('rm src/b; rmdir src', profile('writing', { write }));
        expect(existsSync(join(root, 'src/b'))).toBe(false);
        expect(existsSync(join(root, 'src'))).toBe(!write.includes('src'));
        expect(result.output).not.toContain('did not keep');
      },
    );

    it('a file that a folder replaced, and a folder that a file replaced', async () => {
      await go(
        'rm -rf src a.txt; echo f > src; mkdir a.txt; echo g > a.txt/g',
        profile('writing', { write: ['src', 'a.txt'] }),
      );
      expect(readFileSync(join(root, 'src'), 'utf8')).toBe('f\n');
      expect(readFileSync(join(root, 'a.txt/g'), 'utf8')).toBe('g\n');
    });
  });

  it.each([
    ['names that are no text', `touch $'\\xff'; mkdir $'d\\xfe'; touch $'d\\xfe'/x`],
    [
      'folders below each other, longer than a path can be',
      'n=$(printf %0200d 0); for i in $(seq 40); do mkdir $n && cd $n || exit 1; done; echo x > f',
    ],
    ['a folder that cannot be listed', 'mkdir closed; echo x > closed/x; chmod 0 closed'],
  ])('settles a command that wrote %s', async (_, source) => {
    for (const limits of [profile('contained'), profile('writing', { write: ['src'] })]) {
      const result = await go(source, limits);
      expect(result).toMatchObject({
        ended: 'exited',
        exitCode: 0,
        sandbox: { limits: ['write'] },
      });
    }
    expect(readdirSync(root).sort()).toEqual(['.git', 'a.txt', 'src']);
  });

  it('uncovers nothing that is hidden by its folder where a repository lies below', async () => {
    mkdirSync(join(root, 'many/sub'), { recursive: true });
    for (let index = 0; index < 130; index += 1)
      writeFileSync(join(root, `many/sub/k${index}.pem`), SECRET);
    for (let index = 0; index < 130; index += 1)
      writeFileSync(join(root, `many/k${index}.pem`), SECRET);
    mkdirSync(join(root, 'many/sub/deep'));
    sh(join(root, 'many/sub/deep'), 'git init -q .');
    const result = await go('cat many/sub/* many/sub/deep/*', profile('program'));
    expect(result.output).not.toContain(SECRET);
  });

  it('lets no program move what is hidden to where it is not', async () => {
    sh(root, 'mkdir -p private/inner; echo seen-it > private/inner/x; echo a > private.txt');
    const moved = await go('mv private other; mv private.txt moved.txt', profile('program'));
    expect(moved.exitCode, moved.output).toBe(0);
    expect(existsSync(join(root, 'other'))).toBe(false);
    expect(existsSync(join(root, 'moved.txt'))).toBe(true);
    expect(readFileSync(join(root, 'private/inner/x'), 'utf8')).toBe('seen-it\n');
  });

  it('lets a service write what it was given, and not the folders above what is hidden or protected', async () => {
    mkdirSync(join(root, 'out'));
    mkdirSync(join(root, 'src/deep'), { recursive: true });
    writeFileSync(join(root, 'src/deep/key.pem'), SECRET);
    mkdirSync(join(root, 'lib/nested'), { recursive: true });
    sh(join(root, 'lib/nested'), 'git init -q .');
    let output = '';
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    await made.runner.startInteractive(
      [
        '/bin/sh',
        '-c',
        'for f in out src src/deep lib lib/nested .; do echo x > $f/by-service; done; cat src/deep/key.pem; echo end',
      ],
      {
        write: ['out'],
        onOutput: (chunk) => (output += Buffer.from(chunk).toString('utf8')),
        onEnd: () => end(),
      },
    );
    await ended;
    expect(output).toContain('end');
    expect(output).not.toContain(SECRET);
    expect(sh(root, 'find . -name by-service')).toBe('./out/by-service');
  });

  it('lets a background command write nothing but what was evaluated', async () => {
    mkdirSync(join(root, 'out'));
    const command = await made.runner.start(
      { shell: 'for f in out/x a.txt absent.txt src/x beside; do { echo new > $f; } 2>&-; done' },
      {
        cwd: '.',
        timeoutMs: 20_000,
        maxOutputBytes: 1_000,
        profile: profile('writing', { write: ['out', 'a.txt', 'absent.txt'] }),
      },
    );
    await expect.poll(() => command.state(), { timeout: 60_000 }).not.toBe('running');
    expect(readFileSync(join(root, 'out/x'), 'utf8')).toBe('new\n');
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('new\n');
    for (const closed of ['absent.txt', 'src/x', 'beside'])
      expect(existsSync(join(root, closed)), closed).toBe(false);
  });

  it('lets a service write nothing but its own paths, whether they exist or not', async () => {
    writeFileSync(join(root, 'report.txt'), 'old\n');
    sh(root, 'ln -s src linked');
    let output = '';
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    await made.runner.startInteractive(
      [
        '/bin/sh',
        '-c',
        'for f in made/deep/x globbed/x report.txt absent.txt beside linked/x src/x .git/x; do { echo new > $f; } 2>&-; done; echo end',
      ],
      {
        write: ['made/deep', 'globbed/**', 'report.txt', 'absent.txt', 'linked'],
        onOutput: (chunk) => (output += Buffer.from(chunk).toString('utf8')),
        onEnd: () => end(),
      },
    );
    await ended;
    expect(output).toContain('end');
    expect(readFileSync(join(root, 'report.txt'), 'utf8')).toBe('new\n');
    for (const written of ['made/deep/x', 'globbed/x'])
      expect(existsSync(join(root, written)), written).toBe(true);
    for (const closed of ['absent.txt', 'beside', 'src/x', '.git/x'])
      expect(existsSync(join(root, closed)), closed).toBe(false);
  });

  it('leaves the mode of a folder that holds something hidden as it is, and can remove its own copy', async () => {
    mkdirSync(join(root, 'tight'));
    writeFileSync(join(root, 'tight/.env'), SECRET);
    chmodSync(join(root, 'tight'), 0o555);
    onTestFinished(() => chmodSync(join(root, 'tight'), 0o755));
    const result = await go('cat tight/.env; true', profile('contained', { show: ['a.txt'] }));
    expect(result.output).not.toContain(SECRET);
    expect(lstatSync(join(root, 'tight')).mode & 0o777).toBe(0o555);
  });
});
