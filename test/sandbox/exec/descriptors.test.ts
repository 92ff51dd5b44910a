import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEEP_COMPILED } from '../../compiled.ts';
import { program } from '../../programs.ts';
import { tempFolder } from '../support.ts';

const MODES = ['preferred', 'off'];

/** A program of its own, started with files open that are nobody's business, prints what one command said in each mode of the sandbox. */
const SOURCE = `
import { createCommandRunner, openWorkspace } from ${JSON.stringify(program('sandbox'))};
const workspace = await openWorkspace(process.argv[2]);
const options = { cwd: '.', timeoutMs: 20_000, maxOutputBytes: 10_000 };
const shell = 'for f in /proc/$$/fd/*; do echo "\${f##*/} $(readlink $f)"; done; cat <&200; cat <&77; cat <&5; true';
const said = {};
for (const mode of ${JSON.stringify(MODES)}) {
  const { runner } = await createCommandRunner({
    workspace, mode, network: [], environment: { PATH: process.env.PATH },
  });
  const result = await runner.run({ shell }, { ...options, signal: new AbortController().signal });
  said[mode] = result.output;
  await runner.close();
}
process.stdout.write(JSON.stringify(said));
`;

describe.runIf(process.platform === 'linux')(
  'files that were open when this process was started',
  () => {
    it('are not open in a command, with a sandbox and without one', () => {
      const folder = tempFolder();
      const script = join(folder, 'program.mts');
      const secret = join(folder, 'secret');
      writeFileSync(script, SOURCE);
      writeFileSync(secret, 'SECRET-IN-A-DESCRIPTOR');
      const args = [secret, process.execPath, script, tempFolder()];
      const said = execFileSync(
        'bash',
        ['-c', 'exec 5<"$0" 77<"$0" 200<"$0"; exec "$@"', ...args],
        { encoding: 'utf8', env: { ...KEEP_COMPILED, PATH: process.env['PATH'] ?? '' } },
      );
      const outputs: Record<string, string> = JSON.parse(said);
      expect(Object.keys(outputs)).toEqual(MODES);
      for (const [mode, output] of Object.entries(outputs)) {
        expect(output, mode).toMatch(/^0 \/dev\/null$/mu);
        expect(output, mode).not.toContain('secret');
        expect(output, mode).not.toContain('SECRET-IN-A-DESCRIPTOR');
      }
    });
  },
);
