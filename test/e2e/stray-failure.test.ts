import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from '../cli/command.ts';
import { someOf } from '../properties.ts';
import { finish, turn } from './harness.ts';

const POLICY = 'version: 1\nmode: auto\nsandbox: off\ntools: { modules: [tools/*.mjs] }\n';

test.concurrent.each(
  someOf(
    [
      ['a promise that nobody waits for', "void Promise.reject(new Error('left behind'));"],
      ['a timer', "setTimeout(() => { throw new Error('left behind'); }, 20);"],
    ],
    1,
  ),
)(
  '%s that a tool left behind and that fails is a warning, and the run continues',
  async (_, body) => {
    const root = await mkdtemp(join(tmpdir(), 'countersign-stray-'));
    try {
      await mkdir(join(root, 'tools'));
      const tool = `export default ({ tool }) => tool('leave', () => { ${body} return 'ok'; });`;
      await writeFile(join(root, 'tools/leave.mjs'), tool);
      const policy = join(root, 'policy.yml');
      await writeFile(policy, POLICY);
      const script = join(root, 'script.json');
      const turns = [turn('', ['leave', {}]), { ...finish('Done.'), delayMs: 2_000 }];
      await writeFile(script, JSON.stringify({ turns }));
      const trail = join(root, 'trail');
      const places = ['--workspace', root, '--policy', policy, '--trail', trail];
      const run = await cli(['run', 'x', ...places, '--model', `scripted:${script}`, '--json']);
      expect(run.code).toBe(0);
      const report = JSON.parse(run.out) as { outcome: string; summary: string };
      expect(report.outcome).toBe('done');
      const entries = await readFile(join(trail, 'audit.jsonl'), 'utf8');
      expect(entries).toContain('module-failed-late');
      expect(entries).toContain('failed outside of every call: left behind');
      expect((await cli(['audit', 'verify', trail, '--require-end'])).code).toBe(0);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
);
