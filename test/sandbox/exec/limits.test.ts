import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LIMITS, limitScript } from '../../../src/sandbox/exec/limits.ts';
import { findProgramIn } from '../../../src/sandbox/exec/processes/run-process.ts';
import { SYSTEM_PATH } from '../../../src/sandbox/exec/trusted-program.ts';

/** The limits that the kernel has for a process which this shell starts, if it is started as `sh`. */
function limitsUnder(shell: string): Readonly<Record<string, string>> {
  const program = join(mkdtempSync(join(tmpdir(), 'countersign-limits-')), 'sh');
  symlinkSync(shell, program);
  const source = `${limitScript(LIMITS)}exec cat /proc/self/limits`;
  const lines = execFileSync(program, ['-c', source], { encoding: 'utf8' }).split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', soft = ''] = line.split(/ {2,}/u);
      return [name, soft];
    }),
  );
}

describe.skipIf(process.platform !== 'linux')('the limits of a command', () => {
  for (const name of ['bash', 'dash']) {
    const shell = findProgramIn(SYSTEM_PATH, name);
    it.skipIf(shell === null)(`${name} sets them as sh, each in its own units`, () => {
      expect(limitsUnder(shell ?? '')).toMatchObject({
        'Max core file size': '0',
        'Max processes': String(LIMITS.processes),
        'Max open files': String(LIMITS.openFiles),
        'Max file size': String(LIMITS.fileKilobytes * 1024),
        'Max data size': String(LIMITS.dataKilobytes * 1024),
      });
    });
  }
});
