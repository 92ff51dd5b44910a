import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { searchPrograms } from '../../src/tools/files/programs.ts';
import { tempFolder } from '../sandbox/support.ts';

test('git searches files and opens no repository: what a run left in its place is not waited for', async () => {
  const root = tempFolder();
  execFileSync('git', ['init', '-q', root]);
  execFileSync('bash', ['-c', 'rm .git/config .git/HEAD; mkfifo .git/config .git/HEAD'], {
    cwd: root,
  });
  writeFileSync(join(root, 'a.txt'), 'needle\n');
  const programs = searchPrograms(process.env['PATH'], root);
  const found = await programs.run(['git', 'grep', '--no-index', '-e', 'needle', '--', '.'], {
    cwd: root,
    timeoutMs: 10_000,
    maxOutputBytes: 10_000,
    signal: new AbortController().signal,
  });
  expect(found.stdout.toString()).toBe('a.txt:needle\n');
});
