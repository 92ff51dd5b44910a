import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMAND_LINE, KEEP_COMPILED } from '../compiled.ts';
import { cli } from '../cli/command.ts';
import { quoted } from '../shell-words.ts';
import { finish, turn } from './harness.ts';

/** Gives a program a terminal of its own; part of every Debian and Ubuntu. */
const SCRIPT = '/usr/bin/script';
const POLICY = 'version: 1\nauto: [kind:readonly]\nsandbox: off\n';
const MAX_PROMPTS = 20;
const PROMPT = /ap-\w{8} \[[^\]]+\] /g;

type Entry = Played['decisions'][number] & { readonly type: string };

interface Played {
  readonly code: number | null;
  readonly screen: string;
  readonly decisions: readonly {
    readonly call: string;
    readonly decision: string;
    readonly note?: string;
  }[];
}

/** The command line at a terminal where somebody types these answers, one for each time that it asks. */
async function inTerminal(
  root: string,
  options: {
    readonly turns: readonly object[];
    readonly answers: readonly string[];
    readonly policy?: string;
    readonly environment?: Readonly<Record<string, string>>;
  },
): Promise<Played> {
  const script = join(root, 'script.json');
  const trail = join(root, 'trail');
  const work = await mkdtemp(join(root, 'work-'));
  await writeFile(script, JSON.stringify({ turns: options.turns }));
  await writeFile(join(root, 'policy.yml'), options.policy ?? POLICY);
  const words = [process.execPath, COMMAND_LINE, 'run', 'Go', '--workspace', work];
  const more = ['--policy', join(root, 'policy.yml'), '--model', `scripted:${script}`];
  const line = [...words, ...more, '--trail', trail].map(quoted).join(' ');
  const child = spawn(SCRIPT, ['-qefc', line, '/dev/null'], {
    env: {
      ...KEEP_COMPILED,
      PATH: process.env['PATH'] ?? '',
      TMPDIR: root,
      SHELL: '/bin/sh',
      ...options.environment,
    },
  });
  let screen = '';
  let asked = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    const prompts = screen.match(PROMPT)?.length ?? 0;
    for (; asked < Math.min(prompts, MAX_PROMPTS); asked += 1)
      child.stdin.write(`${options.answers[asked] ?? ''}\r`);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const entries = (await readFile(join(trail, 'audit.jsonl'), 'utf8'))
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as Entry);
  const decisions = entries
    .filter(({ type }) => type === 'approval.decision')
    .map(({ call, decision, note }) => ({
      call,
      decision,
      ...(note === undefined ? {} : { note }),
    }));
  expect((await cli(['audit', 'verify', trail, '--require-end'])).code).toBe(0);
  return { code, screen, decisions };
}

test.skipIf(!existsSync(SCRIPT))(
  'at a terminal the same approval comment is text: explained, allowed, refused, allowed for the rest of the run',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'countersign-terminal-'));
    try {
      const { code, screen, decisions } = await inTerminal(root, {
        turns: [
          turn('I write.', ['fs_write', { path: 'a.txt', content: 'x\u001b[2Jy\n' }]),
          turn('I try.', ['bash_run', { command: 'rm -rf important' }]),
          turn('I count.', ['bash_run', { command: 'ls' }]),
          turn('Again.', ['bash_run', { command: 'ls' }]),
          finish('Done.'),
        ],
        answers: ['explain', 'y', 'n', 'not that folder', 'always', 'y'],
      });
      expect(screen).toContain('SHA-256 of what is approved');
      expect(screen).toContain('rm -rf important');
      expect(screen).toContain('for which this rule is enough: bash_run(ls)');
      expect(screen).not.toContain('\u001b[2J');
      expect(decisions).toEqual([
        { call: 'c1', decision: 'approve' },
        { call: 'c2', decision: 'deny', note: 'not that folder' },
        { call: 'c3', decision: 'approve', note: 'and always for this run' },
        { call: 'c4', decision: 'approve', note: 'allowed for this run by an earlier answer' },
      ]);
      expect(code).toBe(1);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
);

const AUTO = 'version: 1\nauto: [kind:readonly, bash_run]\nsandbox: off\n';
/** Runs until the screen could show its first line. */
const SLOW = 'echo begun; sleep 3; echo ended';

test.skipIf(!existsSync(SCRIPT))(
  'a running command shows its output and its time, in colours unless NO_COLOR is set',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'countersign-terminal-'));
    try {
      const turns = [turn('I wait.', ['bash_run', { command: SLOW }]), finish('Done.')];
      const environment = { TERM: 'xterm-256color' };
      const played = { turns, answers: [], policy: AUTO };
      const { code, screen } = await inTerminal(root, { ...played, environment });
      expect(code, screen).toBe(0);
      expect(screen).toMatch(/│ begun[^]*c1 bash_run[^]* [23] s[^]*│ ended/);
      expect(screen).toContain('\u001B[32m  verdict auto');
      const plain = await mkdtemp(join(root, 'plain-'));
      const without = await inTerminal(plain, {
        ...played,
        environment: { ...environment, NO_COLOR: '1' },
      });
      expect(without.screen).toContain('│ begun');
      expect(without.screen).not.toContain('\u001B[32m');
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
);
