import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCommands } from '../../../src/cli/main.ts';
import { cli } from '../command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
const installed = SHELLS.filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0);
const commands = await allCommands();

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-completion-'));
  for (const shell of SHELLS)
    writeFileSync(join(folder, shell), (await cli(['completion', shell])).out);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What bash offers for the last of these words; each line of `asked` is a command line of its own. */
function inBash(asked: readonly string[]): readonly (readonly string[])[] {
  const program = `source "$1"; while read -r line; do
    COMP_WORDS=($line); [[ $line == *' _' ]] && COMP_WORDS[\${#COMP_WORDS[@]}-1]=
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _countersign; echo "\${COMPREPLY[*]}"; done`;
  const out = execFileSync('bash', ['--norc', '-c', program, 'bash', join(folder, 'bash')], {
    input: `${asked.join('\n')}\n`,
    encoding: 'utf8',
  });
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' ').filter((word) => word !== ''));
}

describe.skipIf(!installed.includes('bash'))('in bash (skipped without it)', () => {
  test('every command is completed from its first letter on, with its options', () => {
    const asked = commands.flatMap(({ name }) => [
      `countersign ${name.slice(0, name.lastIndexOf(' ') + 2)}`,
      `countersign ${name} --`,
    ]);
    const answers = inBash(asked);
    for (const [index, { name, options }] of commands.entries()) {
      expect(answers[2 * index], name).toContain(name.split(' ').at(-1));
      const flags = options.map(({ flags: all }) => all.split(' ')[0]);
      expect(answers[2 * index + 1], name).toEqual([...flags, '--json', '--help']);
    }
  });

  test('a part of an option is completed, also after a value; other words are files', () => {
    expect(
      inBash([
        'countersign run --workspace x --max-t',
        'countersign audit verify trail --re',
        'countersign policy _',
        'countersign completion _',
        'countersign run REA',
        'countersign unknown --',
        'countersign audit unknown --',
      ]),
    ).toEqual([
      ['--max-turns', '--max-tokens'],
      ['--require-end', '--require-attestation'],
      expect.arrayContaining(['check', 'explain']),
      ['bash', 'zsh', 'fish'],
      [],
      [],
      [],
    ]);
  });
});

/** What fish offers for the last word of this line. */
function inFish(line: string): readonly string[] {
  const program = 'source $argv[1]; complete -C $argv[2]';
  const args = ['-c', program, join(folder, 'fish'), line];
  return execFileSync('fish', args, { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .flatMap((offer) => offer.split('\t')[0] ?? [])
    .filter((word) => word !== '');
}

describe.skipIf(!installed.includes('fish'))('in fish (skipped without it)', () => {
  test('commands and options are completed by the first words', () => {
    expect(inFish('countersign a')).toEqual(['audit']);
    expect(inFish('countersign audit ver')).toEqual(['verify']);
    expect(inFish('countersign completion ')).toEqual(['bash', 'fish', 'zsh']);
    expect(inFish('countersign run audit --max-t')).toEqual(['--max-tokens', '--max-turns']);
    expect(inFish('countersign policy export --t')).toEqual(['--to']);
  });

  test('a later word with the name of a command is a file or a value', () => {
    for (const line of ['run audit ', 'run policy ', 'audit collect tools ', 'completion bash '])
      expect(inFish(`countersign ${line}`), line).toEqual(['bash', 'fish', 'zsh']);
    expect(inFish('countersign audit export policy --t')).toEqual([]);
  });
});

test('in zsh the value of an option can follow it after a blank or =', async () => {
  const { out } = await cli(['completion', 'zsh']);
  expect(out).toContain("'*--workspace=[the root of the checkout]:value:_files'");
  expect(out).toContain("'*--json[print JSON]'");
});

test.each(SHELLS)(
  '%s can parse its script (if it is installed), which names every option',
  (shell) => {
    const file = join(folder, shell);
    if (installed.includes(shell)) execFileSync(shell, ['-n', file]);
    const text = execFileSync('cat', [file], { encoding: 'utf8' });
    for (const { options } of commands)
      for (const { flags } of options) {
        const name = flags.split(' ')[0] ?? '';
        expect(text).toContain(shell === 'fish' ? `-l ${name.slice(2)} ` : name);
      }
  },
);

test('another shell is refused with those that there are', async () => {
  const { code, err } = await cli(['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(err).toContain('The name of the shell is "tcsh". Write one of: bash, zsh, fish.');
  expect(err).toContain('bash, zsh, fish');
  expect((await cli(['completion', 'constructor'])).code).toBe(2);
});
