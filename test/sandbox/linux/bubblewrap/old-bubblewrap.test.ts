import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCommandRunner, findProgram, openWorkspace } from '../../../../src/sandbox/index.ts';
import { run, tempFolder } from '../../support.ts';
import { BUBBLEWRAP_WORKS } from '../../../bubblewrap.ts';

const path = process.env['PATH'] ?? '';
const bubblewrap = findProgram('bwrap', { env: { PATH: path }, cwd: '/' });

/** A bubblewrap that knows no `--size` and no `--disable-userns`, as before 0.7. */
function oldBubblewrap(program: string): string {
  const folder = join(tempFolder(), 'bin');
  mkdirSync(folder);
  const file = join(folder, 'bwrap');
  writeFileSync(
    file,
    `#!/bin/bash
[ "$1" = --help ] && { ${program} --help | grep -v -e --size -e --disable-userns; exit; }
for word; do
  [ "$word" = -- ] && break
  case "$word" in --size | --disable-userns) echo "Unknown option $word" >&2; exit 1 ;; esac
done
exec ${program} "$@"
`,
  );
  chmodSync(file, 0o755);
  return folder;
}

describe.runIf(BUBBLEWRAP_WORKS && bubblewrap !== null)(
  'a bubblewrap that cannot limit files in memory',
  () => {
    it('makes a sandbox that passes the isolation checks all the same', async () => {
      const { runner, probes } = await createCommandRunner({
        workspace: await openWorkspace(tempFolder()),
        mode: 'required',
        network: [],
        environment: { PATH: `${oldBubblewrap(bubblewrap ?? '')}:${path}` },
      });
      expect(runner.sandbox).toBe('bubblewrap');
      expect(probes.filter(({ held }) => !held)).toEqual([]);
      const result = await run(runner, 'echo in; echo x > /dev/shm/x; grep " /tmp " /proc/mounts');
      expect(result.output).toMatch(/^in\ntmpfs \/tmp /);
      expect(result.output).not.toContain('size=');
      await runner.close();
    });
  },
);
