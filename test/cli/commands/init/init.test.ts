import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '../../../../src/cli/main.ts';
import { ownSource, schemaUrl } from '../../../../src/cli/own-source.ts';
import {
  policyText,
  RECIPES,
  recipeOf,
  workflowPath,
  workflowText,
} from '../../../../src/cli/recipes/index.ts';
import { checkPolicy } from '../../../../src/policy/index.ts';
import { COMMAND_LINE, KEEP_COMPILED } from '../../../compiled.ts';
import { quoted } from '../../../shell-words.ts';
import { cli, type Ended, recordingIo } from '../../command.ts';

const SCRIPT = '/usr/bin/script';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-init-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The command line without a terminal. */
async function init(...args: readonly string[]): Promise<Ended> {
  return await cli(['init', ...args], { cwd: folder, stdin: 'y\ny\n' });
}

/** The same as a real process at a pseudo-terminal; each question is answered once it is asked. */
function initAtTerminal(
  answers: readonly (readonly [asked: RegExp, answer: string])[],
  ...args: readonly string[]
): Promise<Ended> {
  const line = [process.execPath, COMMAND_LINE, 'init', ...args].map(quoted).join(' ');
  const child = spawn(SCRIPT, ['-qefc', line, '/dev/null'], {
    cwd: folder,
    env: { ...process.env, ...KEEP_COMPILED },
  });
  const left = [...answers];
  let out = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    const [asked, answer] = left[0] ?? [];
    const found = asked?.exec(out.slice(seen));
    if (found === null || found === undefined) return;
    seen = out.length;
    left.shift();
    child.stdin.write(`${answer}\n`);
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code: code ?? -1, out, err: '' }));
  });
}

/** The same in this process. */
async function initWith(
  answers: readonly (readonly [asked: RegExp, answer: string])[],
  ...args: readonly string[]
): Promise<Ended> {
  const input = new PassThrough();
  const left = [...answers];
  let out = '';
  let seen = 0;
  const print = (text: string): void => {
    out += text;
    const [asked, answer] = left[0] ?? [];
    if (asked?.test(out.slice(seen)) !== true) return;
    seen = out.length;
    left.shift();
    input.write(`${answer}\n`);
  };
  const code = await runCommand([process.execPath, 'countersign', 'init', ...args], {
    ...recordingIo({ cwd: folder }).io,
    out: print,
    err: print,
    terminal: { input, output: new PassThrough() },
  });
  return { code, out, err: '' };
}

/** No to the workflow, and an answer to whether the policy is overwritten. */
const noAnd = (answer: string) =>
  [
    [/Write .*workflows.*\?/, 'n'],
    [/Overwrite .*countersign.*\?/, answer],
  ] as const;

async function textAt(path: string): Promise<string> {
  return await readFile(join(folder, path), 'utf8');
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), text);
}

describe('without a terminal', () => {
  test.runIf(existsSync('/proc/self'))('a folder that the system denies is reported', async () => {
    const { code, err } = await init('--dir', '/proc', '--recipe', 'comments', '--yes');
    expect(code).toBe(2);
    expect(err).toMatch(/^\.github\/workflows\/comments\.yml could not be written: /);
  });

  test.each(RECIPES)('the recipe %s is written and checked', async (name) => {
    const recipe = recipeOf(name);
    const { code, out } = await init('--recipe', name, '--yes');
    expect({ code, out }).toMatchObject({ code: 0 });
    const source = await ownSource(process.env);
    expect(await textAt(workflowPath(recipe))).toBe(workflowText(recipe, { projects: [], source }));
    const policy = await textAt(recipe.policyPath);
    expect(policy).toBe(policyText(recipe, { schemaUrl: schemaUrl(source) }));
    expect(policy).toMatch(/^# yaml-language-server: \$schema=https:\/\//);
    expect(checkPolicy(policy, { file: recipe.policyPath }).errors).toEqual([]);
    expect(out).toContain(`${workflowPath(recipe)} has nothing to change.`);
    expect(out).toMatch(/Next:\n(?:1\. Write the steps that install .*\n2|1)\. Read both files/);
    expect(out).toContain('ANTHROPIC_API_KEY');
    // Who asks by a comment cannot approve the calls of that run.
    const isAsked = name === 'comments' || name === 'two-jobs';
    expect(out.includes('write approvals: { self: true } into the policy')).toBe(isAsked);
  });

  test('a workflow of another recipe whose answers nobody reads is a problem, as in doctor', async () => {
    expect((await init('--recipe', 'review', '--yes')).code).toBe(0);
    const { code, out } = await init('--recipe', 'comments', '--yes');
    expect(code).toBe(1);
    expect(out).not.toContain('.github/workflows/review.yml has nothing to change.');
    expect(out).toContain(
      'Run `countersign init --recipe resume`, and list .github/workflows/review.yml',
    );
  });

  test.each([[[]], [['--recipe', 'triage']], [['--yes']]])(
    'init %j says what to pass, and writes nothing',
    async (args) => {
      const { code, err } = await init(...args);
      expect(code).toBe(2);
      expect(err).toContain('Pass --recipe NAME --yes');
      if (!args.includes('--yes')) expect(err).toContain('No terminal is available for questions.');
      expect(await readdir(folder)).toEqual([]);
    },
  );

  test('without a project that it knows, it says so, and what to write, only where a project is set up', async () => {
    const { code, out } = await init('--recipe', 'comments', '--yes');
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^found +no project/),
    });
    expect(out).toContain('Next:\n1. Write the steps that install your dependencies');
    expect(await textAt('.github/workflows/comments.yml')).not.toContain('init writes');
    const triage = await init('--recipe', 'triage', '--yes');
    expect(triage.out).not.toContain('no project');
    expect(triage.out).toContain('Next:\n1. Read both files');
  });

  test('an existing file that differs is shown as a diff, and nothing is written', async () => {
    await put('.github/countersign/triage.yml', 'version: 1\n# mine\n');
    const { code, err } = await init('--recipe', 'triage', '--yes');
    expect(code).toBe(2);
    expect(err).toContain('-# mine');
    expect(err).toContain('+mode: deny');
    expect(err).toContain(
      '.github/countersign/triage.yml would be overwritten; nothing was written.',
    );
    expect(err).toContain('--overwrite');
    expect(existsSync(join(folder, '.github/workflows'))).toBe(false);
    const again = await init('--recipe', 'triage', '--yes', '--overwrite');
    expect(again.code).toBe(0);
    expect(await textAt('.github/countersign/triage.yml')).toContain('mode: deny');
  });

  test('says that the release which it names may not exist if git cannot tell the commit', async () => {
    const { code, out } = await cli(['init', '--recipe', 'triage', '--yes'], {
      cwd: folder,
      env: { PATH: '' },
    });
    expect(code).toBe(0);
    expect(out).toContain('which may not exist: the commit of this clone is unknown');
  });

  test('a second run writes nothing, and another recipe has its own paths', async () => {
    await init('--recipe', 'triage', '--yes');
    const { code, out } = await init('--recipe', 'triage', '--yes', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      recipe: 'triage',
      files: [{ result: 'unchanged' }, { result: 'unchanged' }],
    });
    expect((await init('--recipe', 'comments', '--yes')).code).toBe(0);
    expect(await readdir(join(folder, '.github/workflows'))).toEqual([
      'comments.yml',
      'triage.yml',
    ]);
  });

  test.each([
    [['--recipe', 'dance', '--yes'], '--recipe is "dance". Write one of: comments'],
    [['--recipe', 'triage', '--yes', '--dir', 'nowhere'], 'nowhere is not a folder.'],
  ])('init %j is refused', async (args, words) => {
    const { code, err } = await init(...args);
    expect(code).toBe(2);
    expect(err).toContain(words);
  });

  test('a folder in the place of a file is refused, unless it is empty, as a crashed run leaves it', async () => {
    await put('.github/countersign.yml/kept', 'mine');
    const { code, err } = await init('--recipe', 'comments', '--yes');
    expect(code).toBe(2);
    expect(err).toContain('.github/countersign.yml exists and is not a text file.');
    await rm(join(folder, '.github/countersign.yml/kept'));
    expect((await init('--recipe', 'comments', '--yes')).code).toBe(0);
    expect(await textAt('.github/countersign.yml')).toContain('version: 1');
  });

  test('an earlier file is replaced as a whole, so that a full disk leaves it as it is', async () => {
    await put('.github/countersign/triage.yml', 'version: 1\n');
    await link(join(folder, '.github/countersign/triage.yml'), join(folder, 'earlier'));
    expect((await init('--recipe', 'triage', '--yes', '--overwrite')).code).toBe(0);
    expect(await textAt('.github/countersign/triage.yml')).toContain('mode: deny');
    expect(await textAt('earlier')).toBe('version: 1\n');
  });
});

describe('at a terminal', () => {
  const hasTerminal = existsSync(SCRIPT) && process.platform === 'linux';
  test.runIf(hasTerminal)(
    'the recipe is chosen by number or name, and each file is written after a yes',
    async () => {
      const { code, out } = await initAtTerminal([
        [/Number or name: /, 'dance'],
        [/Unknown recipe: dance[\s\S]*Number or name: /, '2'],
        [/Write \.github\/workflows\/triage\.yml\?/, 'y'],
        [/Write \.github\/countersign\/triage\.yml\?/, 'yes'],
      ]);
      expect({ code, out }).toMatchObject({ code: 0 });
      expect(await textAt('.github/workflows/triage.yml')).toContain('name: Triage');
      expect(await textAt('.github/countersign/triage.yml')).toContain('mode: deny');
    },
  );

  test('whoever is asked has seen what a recipe can be, and which projects were found', async () => {
    await put('package.json', '{"scripts":{"test":"node --test"}}');
    const { out } = await initWith([
      [/Number or name: /, ''],
      [/^Write a number from 1 to 9, or a name of the list\.\n\nNumber or name: /, 'comments'],
      [/found {5}npm in \.: npm test\n[\s\S]*Write \.github\/workflows\/comments\.yml\?/, 'n'],
      [/Write \.github\/countersign\.yml\?/, 'n'],
    ]);
    expect(out).toContain('Nothing was written.');
  });

  test('an existing file is kept unless somebody says yes, and is checked as it is', async () => {
    const mine = 'version: 1\nmode: dance\n';
    await put('.github/countersign/triage.yml', mine);
    const { code, out } = await initWith(
      [
        [/Write \.github\/workflows\/triage\.yml\?/, 'y'],
        [/\+mode: deny[\s\S]*Overwrite \.github\/countersign\/triage\.yml\?/, ''],
      ],
      '--recipe',
      'triage',
    );
    expect(code).toBe(1);
    expect(out).toContain('kept      .github/countersign/triage.yml');
    expect(out).toContain('.github/countersign/triage.yml:2');
    expect(await textAt('.github/countersign/triage.yml')).toBe(mine);
  });

  test('a no to everything leaves the folder as it was', async () => {
    const { out } = await initWith(
      [
        [/Write .*workflows.*\?/, 'n'],
        [/Write .*countersign.*\?/, 'no'],
      ],
      '--recipe',
      'triage',
    );
    expect(out).toContain('skipped   .github/workflows/triage.yml');
    expect(out).toContain('Nothing was written.');
    expect(out).not.toContain('Next:');
    expect(await readdir(folder)).toEqual([]);
  });

  test('a no to the workflow alone leaves it to do, and a no to what exists leaves nothing to do', async () => {
    await put('.github/countersign/triage.yml', 'version: 1\nmode: deny\n');
    const { out } = await initWith(noAnd('n'), '--recipe', 'triage');
    expect(out).toContain('Nothing was written.');
    expect(out).not.toMatch(/Next:|The workflow uses/);
    expect((await initWith(noAnd('y'), '--recipe', 'triage')).out).toContain(
      '1. Write .github/workflows/triage.yml: run init again, and answer y.',
    );
  });
});
