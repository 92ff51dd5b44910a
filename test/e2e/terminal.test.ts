import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUNDLE, cli, finish, turn } from './harness.ts';

/** Gives a program a terminal of its own; part of every Debian and Ubuntu. */
const SCRIPT = '/usr/bin/script';
const POLICY = 'version: 1\nauto: [kind:readonly]\nsandbox: off\n';
const MAX_PROMPTS = 20;

interface Played {
  readonly code: number | null;
  readonly screen: string;
  readonly decisions: readonly { readonly call: string; readonly decision: string }[];
}

/** The command line at a terminal where somebody types these answers, one for each time that it asks. */
async function at(
  root: string,
  of: { readonly turns: readonly object[]; readonly answers: readonly string[] },
): Promise<Played> {
  const script = join(root, 'script.json');
  const trail = join(root, 'trail');
  const work = await mkdtemp(join(root, 'work-'));
  await writeFile(script, JSON.stringify({ turns: of.turns }));
  await writeFile(join(root, 'policy.yml'), POLICY);
  const words = [process.execPath, join(BUNDLE, 'cli.js'), 'run', 'Go', '--workspace', work];
  const more = ['--policy', join(root, 'policy.yml'), '--model', `scripted:${script}`];
  const line = [...words, ...more, '--trail', trail].map((word) => `'${word}'`).join(' ');
  const child = spawn(SCRIPT, ['-qefc', line, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', TMPDIR: root, SHELL: '/bin/sh' },
  });
  let screen = '';
  let asked = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    const prompts = screen.split('[y/n/explain').length - 1;
    for (; asked < Math.min(prompts, MAX_PROMPTS); asked += 1)
      child.stdin.write(`${of.answers[asked] ?? 'n'}\r`);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const entries = (await readFile(join(trail, 'audit.jsonl'), 'utf8'))
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as { type: string; call: string; decision: string });
  const decisions = entries
    .filter(({ type }) => type === 'approval.decision')
    .map(({ call, decision }) => ({ call, decision }));
  expect((await cli(['audit', 'verify', trail, '--require-end'])).code).toBe(0);
  return { code, screen, decisions };
}

test.skipIf(!existsSync(SCRIPT))(
  'at a terminal the same card is text: explained, allowed, refused, allowed for the rest of the run',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'countersign-terminal-'));
    try {
      const { code, screen, decisions } = await at(root, {
        turns: [
          turn('I write.', ['fs_write', { path: 'a.txt', content: 'x\u001b[2Jy\n' }]),
          turn('I try.', ['bash_run', { command: 'rm -rf important' }]),
          turn('I count.', ['bash_run', { command: 'ls' }]),
          turn('Again.', ['bash_run', { command: 'ls' }]),
          finish('Done.'),
        ],
        answers: ['explain', 'y', 'n', 'always'],
      });
      expect(screen).toContain('SHA-256 of what is approved');
      expect(screen).toContain('rm -rf important');
      expect(screen).not.toContain('\u001b[2J');
      expect(decisions).toEqual([
        { call: 'c1', decision: 'approve' },
        { call: 'c2', decision: 'deny' },
        { call: 'c3', decision: 'approve' },
        { call: 'c4', decision: 'approve' },
      ]);
      expect(code).toBe(1);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
);
