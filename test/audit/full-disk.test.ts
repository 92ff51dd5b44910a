import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { KEEP_COMPILED } from '../compiled.ts';
import { program } from '../programs.ts';
import { tempFolder } from './trails.ts';

const run = promisify(execFile);
/** Blocks of 1,024 bytes that the shell lets a file have, fewer than a report takes: a full disk without a disk to fill. */
const LIMIT_BLOCKS = 20;

describe('a full disk', () => {
  it.skipIf(process.platform === 'win32')(
    'refuses the append, and every one after, and leaves a whole trail without a part of its report (needs ulimit)',
    async () => {
      const folder = join(await tempFolder(), 'trail');
      const script = `ulimit -f ${LIMIT_BLOCKS}; exec "$0" "$@"`;
      const { stdout } = await run(
        'bash',
        ['-c', script, process.execPath, program('fill-trail'), folder],
        { env: { ...process.env, ...KEEP_COMPILED } },
      );
      const errors = JSON.parse(stdout) as Record<string, unknown>;
      expect(errors).toMatchObject({
        code: 'trail-unwritable',
        again: 'refused',
        kind: 'intact',
        fix: expect.stringContaining('limit'),
        files: ['audit.intoto.json', 'audit.jsonl', 'blobs'],
      });
      expect(errors['appended']).toBe(errors['count']);
      expect(errors['count']).toBeGreaterThan(5);
    },
  );
});
