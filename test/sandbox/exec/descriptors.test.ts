import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KEEP_COMPILED } from '../../compiled.ts';
import { program } from '../../programs.ts';
import { tempFolder } from '../support.ts';

/** A program of its own, started with files open that are nobody's business, runs one command and prints what it said. */
const SOURCE = `
import { createCommandRunner, openWorkspace } from ${JSON.stringify(program('sandbox'))};
const workspace = await openWorkspace(process.argv[2]);
const { runner } = await createCommandRunner({
  workspace, mode: process.argv[3], network: [], environment: { PATH: process.env.PATH },
});
const options = { cwd: '.', timeoutMs: 20_000, maxOutputBytes: 10_000 };
const shell = 'for f in /proc/$$/fd/*; do echo "\${f##*/} $(readlink $f)"; done; cat <&200; cat <&77; cat <&5; true';
const result = await runner.run({ shell }, { ...options, signal: new AbortController().signal });
process.stdout.write(result.output);
await runner.close();
`;

describe.runIf(process.platform === 'linux')(
  'files that were open when this process was started',
  () => {
    it.each(['preferred', 'off'])('are not open in a command, sandbox %s', (mode) => {
      const folder = tempFolder();
      const script = join(folder, 'program.mts');
      const secret = join(folder, 'secret');
      writeFileSync(script, SOURCE);
      writeFileSync(secret, 'SECRET-IN-A-DESCRIPTOR');
      const args = [secret, process.execPath, script, tempFolder(), mode];
      const said = execFileSync(
        'bash',
        ['-c', 'exec 5<"$0" 77<"$0" 200<"$0"; exec "$@"', ...args],
        { encoding: 'utf8', env: { ...KEEP_COMPILED, PATH: process.env['PATH'] ?? '' } },
      );
      expect(said).toMatch(/^0 \/dev\/null$/mu);
      expect(said).not.toContain('secret');
      expect(said).not.toContain('SECRET-IN-A-DESCRIPTOR');
    });
  },
);
