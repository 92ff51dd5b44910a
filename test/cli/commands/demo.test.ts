import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { program } from '../../programs.ts';
import { tempFolder } from '../trails.ts';

const ENTRY = pathToFileURL(program('command-line')).href;
/** A step that would take long. */
const ACTION = `require('node:fs').writeFileSync(require('node:path').join(__dirname, 'pid'), String(process.pid));
setTimeout(() => undefined, 60_000);
`;

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a demo that is ended by %s ends its step first, and leaves no process',
  async (signal) => {
    const bundle = await tempFolder();
    await writeFile(join(bundle, 'cli.mjs'), `await import(${JSON.stringify(ENTRY)});\n`);
    await writeFile(join(bundle, 'action.js'), ACTION);
    await writeFile(join(bundle, 'package.json'), '{"type":"commonjs"}');
    const argv = [join(bundle, 'cli.mjs'), 'demo', '--out', join(bundle, 'out')];
    const demo = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
    let err = '';
    demo.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    demo.stdout.resume();
    // The file is there before the id is in it, and the process 0 is the group of this one.
    const idOf = async (): Promise<number> =>
      Number(await readFile(join(bundle, 'pid'), 'utf8').catch(() => '0'));
    await vi.waitUntil(async () => (await idOf()) > 0 || demo.exitCode !== null, {
      timeout: 60_000,
    });
    expect(err).toBe('');
    const pid = await idOf();
    expect(pid).toBeGreaterThan(0);
    demo.kill(signal);
    const [code] = (await once(demo, 'exit')) as [number | null];
    const isLeft = isRunning(pid);
    if (isLeft) process.kill(pid, 'SIGKILL');
    expect({ code, isLeft }).toEqual({ code: 130, isLeft: false });
    expect(err).toBe(`The run was ended by ${signal}.\n`);
  },
);

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
