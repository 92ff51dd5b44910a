import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runTrusted } from '../../../../src/sandbox/index.ts';
import { argvOf, runProcess } from '../../../../src/sandbox/exec/processes/run-process.ts';
import { RollingLog } from '../../../../src/sandbox/exec/background-command.ts';
import {
  BoundedOutput,
  WholeCharacters,
} from '../../../../src/sandbox/exec/processes/bounded-output.ts';
import * as fc from '../../../properties.ts';
import { tempFolder } from '../../support.ts';

const folder = tempFolder();
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
const start = (shell: string, options: Record<string, unknown> = {}) =>
  runProcess({
    argv: argvOf({ shell }),
    cwd: folder,
    env,
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    maxOutputBytes: 1000,
    ...options,
  });

const WAIT = { timeout: 60_000, interval: 50 };

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const trusted = (argv: [string, ...string[]], more = {}) =>
  runTrusted({ argv, cwd: folder, env, timeoutMs: 5000, maxOutputBytes: 1000, ...more });

describe('a command', () => {
  it('ends with its exit code, its output and nothing of the parent environment', async () => {
    process.env['COUNTERSIGN_TEST_LEAK'] = 'leak';
    const result = await start('echo out; echo err >&2; env; exit 3');
    expect(result).toMatchObject({ exitCode: 3, ended: 'exited', truncated: false });
    expect(result.output).toContain('out');
    expect(result.output).toContain('err');
    expect(result.output).not.toContain('leak');
  });

  it('does not wait for a child that holds its pipes, and ends it', async () => {
    const result = await start('sleep 600 & echo $!');
    expect(result).toMatchObject({ ended: 'exited', exitCode: 0 });
    await vi.waitFor(() => expect(isAlive(Number(result.output))).toBe(false), WAIT);
  });

  it('opens its outputs by name, as scripts do', async () => {
    const shell =
      'echo a > /dev/stdout; echo b > /dev/stderr; echo c | tee -a /dev/stderr; echo d >> /proc/self/fd/1';
    const errors: string[] = [];
    const result = await start(shell, { onStderr: (text: string) => void errors.push(text) });
    expect(result).toMatchObject({ exitCode: 0, output: 'a\nc\nd\n' });
    expect(errors.join('')).toBe('b\nc\n');
  });

  it('does not wait for one that left the group either', async () => {
    expect(await start('setsid sleep 600 & echo x')).toMatchObject({ ended: 'exited' });
  });

  it('is ended at its time-out with all that it started', async () => {
    const result = await start('sleep 600 | sleep 600', { timeoutMs: 200 });
    expect(result.ended).toBe('timed-out');
  });

  it('is ended for good when it does not listen to SIGTERM', async () => {
    const result = await start('trap "" TERM; while :; do sleep 1; done', { timeoutMs: 100 });
    expect(result).toMatchObject({ ended: 'timed-out', signal: 'SIGKILL' });
  });

  it('is cancelled by the signal, also before it began', async () => {
    const control = new AbortController();
    setTimeout(() => control.abort(), 100);
    expect((await start('sleep 50', { signal: control.signal })).ended).toBe('cancelled');
    expect((await start('touch began', { signal: control.signal })).ended).toBe('cancelled');
    expect(existsSync(join(folder, 'began'))).toBe(false);
  });

  it('that does not exist says so', async () => {
    const result = await start('', { argv: ['no-such-program-here'] });
    expect(result.ended).toBe('not-started');
    expect(result.output).toContain('"no-such-program-here" was not found');
    expect((await start('true', { cwd: join(folder, 'none') })).ended).toBe('not-started');
    expect((await start('', { argv: ['echo', 'a\0b'] })).ended).toBe('not-started');
  });

  it('that is too long for the system says so, and what to do', async () => {
    const result = await start(`echo ${'ä'.repeat(80_000)}`);
    expect(result).toMatchObject({ ended: 'not-started', exitCode: null });
    expect(result.output).toContain('write the script to a file');
  });

  it('that ended in time is not called late for what it left in its pipes', async () => {
    const result = await start('setsid sleep 600 & exit 0', { timeoutMs: 2_000 });
    expect(result).toMatchObject({ ended: 'exited', exitCode: 0 });
  });

  it('is the one that was found, under the name that it was called by', async () => {
    const other = join(folder, 'tell');
    writeFileSync(other, '#!/bin/sh\necho "of the checkout"\n', { mode: 0o755 });
    const path = { PATH: `.:${env.PATH}` };
    expect(await start('', { argv: ['tell'], env: path })).toMatchObject({ ended: 'not-started' });
    expect((await start('', { argv: ['./tell'] })).output).toBe('of the checkout\n');
    expect((await start('', { argv: ['bash', '-c', 'echo $0'] })).output).toBe('bash\n');
  });

  it('reads /dev/null', async () => {
    expect((await start('readlink /proc/self/fd/0 || echo /dev/null')).output).toContain(
      '/dev/null',
    );
  });

  it('may print a gigabyte without filling the memory', async () => {
    const before = process.memoryUsage().rss;
    const result = await start('yes ünïcödé | head -c 300000000', { timeoutMs: 50_000 });
    expect(result).toMatchObject({ outputBytes: 300_000_000, truncated: true });
    expect(result.output.length).toBeLessThan(1200);
    expect(result.output).not.toContain('\ufffd');
    expect(process.memoryUsage().rss - before).toBeLessThan(250_000_000);
  });
});

describe('kept output', () => {
  it('is never longer than asked and never splits a character, however the bytes come', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 2, max: 80 }),
        fc.integer({ min: 1, max: 300 }),
        (text, max, step) => {
          const kept = new BoundedOutput(max);
          const bytes = Buffer.from(text.toWellFormed());
          for (let index = 0; index < bytes.length; index += step)
            kept.add(bytes.subarray(index, index + step));
          expect(kept.bytes).toBe(bytes.length);
          expect(kept.truncated).toBe(bytes.length > 2 * Math.floor(max / 2));
          if (!kept.truncated) {
            expect(kept.text()).toBe(bytes.toString());
            return;
          }
          const [, head = '', cut = '', tail = ''] =
            /^([^]*)\n\[\.\.\. (\d+) bytes cut \.\.\.\]\n([^]*)$/.exec(kept.text()) ?? [];
          expect(bytes.toString().startsWith(head) && bytes.toString().endsWith(tail)).toBe(true);
          const [first, last] = [Buffer.byteLength(head), Buffer.byteLength(tail)];
          expect(Math.max(first, last)).toBeLessThanOrEqual(max / 2);
          const half = Math.floor(max / 2);
          expect(Math.min(first, last)).toBeGreaterThanOrEqual(half - Math.floor(half / 4) - 3);
          expect(first + last + Number(cut)).toBe(bytes.length);
        },
      ),
    );
  });

  it('leaves out the halves of the lines that it would cut, unless they are long', () => {
    const long = new BoundedOutput(64);
    long.add(Buffer.from(`first line\n${'x'.repeat(100)}\nlast line\n`));
    expect(long.text()).toMatch(
      /^first line\nx{21}\n\[\.\.\. \d+ bytes cut \.\.\.\]\nx{21}\nlast line\n$/,
    );
    const short = new BoundedOutput(64);
    for (let line = 100; line < 200; line += 1) short.add(Buffer.from(`${line}\n`));
    expect(short.text()).toMatch(/^(1\d\d\n){8}\n\[\.\.\. \d+ bytes cut \.\.\.\]\n(1\d\d\n)+$/);
    const shifted = new BoundedOutput(60);
    for (let line = 10_000; line < 10_100; line += 1) shifted.add(Buffer.from(`${line} \n`));
    expect(shifted.text()).toMatch(
      /^(10\d{3} \n){4}\n\[\.\.\. \d+ bytes cut \.\.\.\]\n(10\d{3} \n){4}$/,
    );
  });

  it('keeps bytes that are no text, and shows each as U+FFFD', () => {
    const kept = new BoundedOutput(8);
    kept.add(Buffer.from('\x80\xff\xc3', 'latin1'));
    expect(kept.text()).toBe('\ufffd\ufffd\ufffd');
    kept.add(Buffer.alloc(20, 0xff));
    expect(kept.text()).toMatch(/^[\ufffd]+\n\[\.\.\. \d+ bytes cut \.\.\.\]\n[\ufffd]*$/);
  });

  it('has whole characters, with the chunks of another stream between their bytes too', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
        (out, err, steps) => {
          const left = { out: Buffer.from(out), err: Buffer.from(err) };
          const whole = new WholeCharacters();
          const shown = { out: '', err: '' };
          while (left.out.length + left.err.length > 0) {
            for (const stream of ['out', 'err'] as const) {
              const step = steps.next().value ?? 1;
              const bytes = whole.next(stream, left[stream].subarray(0, step));
              left[stream] = left[stream].subarray(step);
              shown[stream] += bytes.toString();
            }
          }
          expect(shown).toEqual({ out: out.toWellFormed(), err: err.toWellFormed() });
          expect(whole.end()).toHaveLength(0);
        },
      ),
    );
  });

  it('ends with the beginning of a character that never came', () => {
    const whole = new WholeCharacters();
    expect(whole.next('out', Buffer.from('a\xe2\x82', 'latin1')).toString()).toBe('a');
    expect(whole.end()).toHaveLength(2);
  });

  it('of a background command is read by offset, and says how much was dropped', () => {
    const log = new RollingLog(10);
    log.add('0123456789');
    expect(log.read(4)).toEqual({ before: '0123', dropped: 0, text: '456789', next: 10 });
    log.add(`${'x'.repeat(100_000)}abcdefghij`);
    const late = log.read(0);
    expect(late).toMatchObject({ dropped: 100_010, text: 'abcdefghij', next: 100_020 });
    expect(late.before).toMatch(/^x{64000}$/);
    expect(log.read(100_020)).toMatchObject({ dropped: 0, text: '', next: 100_020 });
    expect(log.read(Number.NaN).next).toBe(100_020);
  });
});

describe('a trusted program', () => {
  it('gives both outputs apart and its exit code', async () => {
    const result = await trusted(['bash', '-c', 'echo out; echo err >&2; exit 4']);
    expect([
      result.stdout.toString(),
      result.stderr.toString(),
      result.exitCode,
      result.problem,
    ]).toEqual(['out\n', 'err\n', 4, null]);
  });

  it('says why it did not end by itself', async () => {
    expect((await trusted(['no-such-program-here'])).problem).toBe('not-started');
    const flood = await trusted(['yes', 'x']);
    expect(flood).toMatchObject({ problem: 'too-much-output', exitCode: null });
    expect(flood.stdout.toString()).toBe('x\n'.repeat(500));
    expect((await trusted(['sleep', '50'], { timeoutMs: 100 })).problem).toBe('timed-out');
    expect((await trusted(['sleep', '50'], { signal: AbortSignal.timeout(100) })).problem).toBe(
      'cancelled',
    );
  });

  it('is not started with what no program can be given, nor once it is cancelled', async () => {
    expect(await trusted(['echo', 'a\0b'])).toMatchObject({
      problem: 'not-started',
      exitCode: null,
    });
    expect((await trusted(['true'], { cwd: join(folder, 'none') })).problem).toBe('not-started');
    const signal = AbortSignal.abort();
    expect((await trusted(['touch', 'began-too'], { signal })).problem).toBe('cancelled');
    expect(existsSync(join(folder, 'began-too'))).toBe(false);
  });

  it('reads what it is given, and gives back more than a pipe holds', async () => {
    const stdin = Buffer.alloc(3_000_000, 'ü');
    const result = await trusted(['cat'], { stdin, maxOutputBytes: stdin.length });
    expect(result.problem).toBe(null);
    expect(result.stdout.equals(stdin)).toBe(true);
    expect((await trusted(['cat'])).stdout).toHaveLength(0);
    expect((await trusted(['true'], { stdin })).exitCode).toBe(0);
  });

  it('is ended with all that it started', async () => {
    const script = 'sleep 3 & trap "" TERM; while :; do sleep 1; done';
    const result = await trusted(['bash', '-c', script], { timeoutMs: 100 });
    expect(result.problem).toBe('timed-out');
    expect((await trusted(['bash', '-c', 'kill -9 $$'])).problem).toBe('killed');
  });

  it('is not waited for beyond its time if another process keeps its pipe open', async () => {
    const result = await trusted(['bash', '-c', 'setsid sleep 600 & sleep 0.2; echo $!'], {
      timeoutMs: 2_000,
    });
    expect(result).toMatchObject({ problem: 'timed-out', exitCode: null });
    expect(result.stdout.toString()).toMatch(/^\d+\n$/);
    process.kill(Number(result.stdout.toString()));
  });
});
