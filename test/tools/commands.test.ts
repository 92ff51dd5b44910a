import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CountersignError, createRedactor, type Json } from '../../src/common/index.ts';
import { planCommand } from '../../src/policy/index.ts';
import { createCommandRunner, openWorkspace, type CommandRunner } from '../../src/sandbox/index.ts';
import { bashTools, type Tool } from '../../src/tools/index.ts';
import { call, context, named, temporaryFolder, textOf } from './support.ts';

let folder: ReturnType<typeof temporaryFolder>;
let runner: CommandRunner;
let tools: readonly Tool[];
const run = async (name: string, input: Json) => await call(named(tools, name), input);
const text = async (name: string, input: Json) => textOf(await run(name, input));

beforeEach(async () => {
  folder = temporaryFolder();
  const workspace = await openWorkspace(folder.path);
  const environment = { PATH: process.env['PATH'], SECRET_TOKEN: 'parents-secret' };
  ({ runner } = await createCommandRunner({ workspace, mode: 'off', network: [], environment }));
  tools = bashTools({
    commands: runner,
    workspace,
    plan: (source) => planCommand(source),
    redactor: createRedactor({ secrets: [{ kind: 'own', value: 'hunter2-hunter2' }] }),
  });
});
afterEach(async () => {
  await runner.close();
  folder.remove();
});

describe('bash_run', () => {
  it('gives exit code and output; another code than 0 is an answer, not a failure', async () => {
    const good = await run('bash_run', { command: 'echo out; echo err >&2' });
    expect(good).toMatchObject({ ok: true, metadata: { exitCode: 0, ended: 'exited' } });
    expect(textOf(good)).toMatch(/^exit code 0\nout\nerr\n?$/);
    const bad = await run('bash_run', { command: 'echo broken; exit 3' });
    expect(bad).toMatchObject({ ok: true, metadata: { exitCode: 3 } });
    expect(textOf(bad)).toMatch(/^exit code 3\nbroken/);
    expect(await text('bash_run', { command: 'true' })).toBe('exit code 0, no output');
    expect(await text('bash_run', { command: 'sleep 1' })).toMatch(
      /^exit code 0 \(\d+\.\d s\), no output$/,
    );
  });
  it('runs in the folder that it is given, inside the workspace', async () => {
    mkdirSync(join(folder.path, 'sub'));
    symlinkSync('/tmp', join(folder.path, 'out'));
    expect(await text('bash_run', { command: 'pwd', cwd: 'sub' })).toContain(
      join(folder.path, 'sub'),
    );
    for (const cwd of ['..', 'out', '/etc', '.git']) {
      expect(await run('bash_run', { command: 'pwd', cwd })).toMatchObject({
        ok: false,
        error: { type: 'permission' },
      });
    }
    expect(await text('bash_run', { command: 'pwd', cwd: 'none' })).toContain(
      'There is no folder none',
    );
  });
  it('gives no secret of the parent to the command', async () => {
    expect(await text('bash_run', { command: 'env; echo end' })).not.toContain('parents-secret');
  });
  it('ends a command at its time-out and keeps what it printed', async () => {
    const result = await run('bash_run', {
      command: 'echo begun; sleep 30 & sleep 30',
      timeout_ms: 500,
    });
    expect(result).toMatchObject({
      ok: false,
      error: { type: 'timeout', message: expect.stringContaining('within 500 ms') },
      llmContent: expect.stringContaining('begun'),
    });
  });
  it('ends a command when the run is cancelled', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const result = await call(
      named(tools, 'bash_run'),
      { command: 'echo begun; sleep 30' },
      { ...context, signal: stop.signal },
    );
    expect(result).toMatchObject({
      ok: false,
      error: { type: 'cancelled' },
      llmContent: expect.stringContaining('begun'),
    });
  });
  it('keeps head and tail of long output, says how much was cut, and cuts no secret in half', async () => {
    const source = 'echo HEAD; for i in $(seq 4000); do echo hunter2-hunter2; done; echo TAIL';
    const output = await text('bash_run', { command: source });
    expect(output.length).toBeLessThanOrEqual(30_000);
    expect(output).toMatch(/HEAD[^]*characters cut here[^]*TAIL/);
    expect(output).not.toContain('hunter2');
    const huge = await text('bash_run', {
      command: 'echo HEAD; yes hunter2-hunter2 | head -c 5000000; echo TAIL',
    });
    expect(huge.length).toBeLessThanOrEqual(30_000);
    expect(huge).toMatch(/HEAD[^]*characters cut here[^]*TAIL/);
    expect(huge.split('\n')[0]).toContain(', 5000010 bytes of output');
    expect(huge).not.toContain('hunter2');
  });
  it('says that a program is not there', async () => {
    const missing = await run('bash_run', { command: 'no-such-program-here' });
    expect(textOf(missing)).toMatch(/not found/);
    // Told once: in the error.
    expect(missing).not.toHaveProperty('llmContent');
    expect(await run('bash_run', { command: ' \n' })).toMatchObject({
      ok: false,
      error: { type: 'validation' },
    });
    expect(await run('bash_run', { command: 'echo a\0b' })).toMatchObject({ ok: false });
    expect(await text('bash_run', { command: 'ls', timeout_ms: 0 })).toContain(
      'timeout_ms: expected a value of at least 1',
    );
  });
  it('declares its command and folder to the policy, and shows people the exact command', async () => {
    const prepared = await named(tools, 'bash_run').prepare({
      command: 'npm test',
      cwd: './a/../b',
      background: true,
    });
    if (!prepared.ok) throw new Error('refused');
    expect(prepared.call.facts).toMatchObject({
      tool: 'bash_run',
      kind: 'execute',
      command: 'npm test',
      cwd: 'b',
    });
    expect(await prepared.call.preview()).toEqual({
      form: 'command',
      text: '# in the folder b, in the background\nnpm test',
    });
  });
});

describe('a command in the background', () => {
  it('is read from an offset on and ended with all that it started', async () => {
    const started = await run('bash_run', {
      command: 'echo one; sleep 30 & sleep 30',
      background: true,
    });
    if (!started.ok || typeof started.metadata?.['id'] !== 'string')
      throw new Error(textOf(started));
    const id = started.metadata['id'];
    const next = await logsUntil(id, 'one');
    expect(await text('bash_logs', { id, offset: next })).toBe(
      `[${id}: running; next offset ${next}]`,
    );
    expect(await text('bash_kill', { id })).toContain(`${id} was ended`);
    expect(await text('bash_kill', { id })).toContain('had ended already');
    expect(await text('bash_logs', { id })).toContain('one');
  });
  it('shows no part of a secret, wherever the offset lies', async () => {
    const lines = ['first', 'token=hunter2-hunter2 end', 'last'];
    const started = await run('bash_run', {
      command: `printf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')}; sleep 30`,
      background: true,
    });
    if (!started.ok || typeof started.metadata?.['id'] !== 'string')
      throw new Error(textOf(started));
    const id = started.metadata['id'];
    const next = await logsUntil(id, 'last');
    const shown: string[] = [];
    for (let offset = 0; offset <= next; offset += 1)
      shown.push((await text('bash_logs', { id, offset })).split('\n').slice(1).join('\n'));
    const part = /hun|unt|nte|ter|er2|r2-|2-h/;
    expect(shown.filter((output) => part.test(output))).toEqual([]);
    expect(shown.at('first\n'.length)).toMatch(/^token=\S+ end\nlast\n$/);
    expect(shown.at(-2)).toBe('\n');
  });
  it('is known by its id alone', async () => {
    expect(await text('bash_logs', { id: 'nope' })).toContain('none was started');
    expect(await run('bash_kill', { id: 'nope' })).toMatchObject({
      ok: false,
      error: { type: 'not_found' },
    });
  });
  it('is one of as many as the runner takes, and the refusal is an answer', async () => {
    const results = [];
    for (let index = 0; index < 40; index += 1) {
      results.push(await run('bash_run', { command: 'sleep 30', background: true }));
    }
    const refused = results.find((result) => !result.ok);
    expect(refused).toMatchObject({
      ok: false,
      error: { type: 'execution', message: expect.stringMatching(/background/) },
    });
  });
});

async function logsUntil(id: string, wanted: string): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const logs = await run('bash_logs', { id });
    const next = logs.ok ? logs.metadata?.['next'] : undefined;
    if (textOf(logs).includes(wanted) && typeof next === 'number') return next;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new CountersignError('internal', `${wanted} was never printed`);
}
