import { expect, test } from 'vitest';
import { evaluate, type Policy } from '../../../../src/policy/index.ts';
import { pathResolver, policy, situation } from '../../helpers.ts';

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '/w': ['private', 'src', 'secret', 'a'],
  '/w/private': ['key.txt'],
};
const rules = policy('mode: auto\ndeny:\n  - fs_read(private/**)\n  - fs_write(secret/**)\n');

const reading = policy('mode: auto\ndeny:\n  - fs_read(private/**)\n');

function verdictOf(command: string, by: Policy = rules): string {
  const seen = { ...pathResolver(), list: (folder: string) => FOLDERS[folder] ?? [] };
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  return evaluate(by, facts, situation({ pathResolver: seen })).verdict;
}

test.each([
  'chmod -x secret/x',
  'chmod -w secret/x',
  'chmod -R -w secret',
  'chmod -Rw secret/x',
  'chmod -v +x secret/x',
  'chmod 755 secret/x',
  'chmod secret/x -x',
  'chmod secret/x --reference a',
  'chmod secret/x --reference=a',
  'chmod --ref a secret/x',
  'chmod 755 -- --ref secret/x',
  'chattr +i -- --ref secret/x',
  'chown secret/x --reference=a',
  'chgrp staff secret/x',
  'chattr -i secret/x',
  'chattr -R -i secret/x',
  'chattr +i secret/x',
  'setfacl -b secret/x',
  'setfacl -m u:x:r secret/x',
  'setfacl secret/x -m u:x:r',
  'install -d secret/x src/y',
  'install -m 755 -d secret/x src/y',
])('every file whose mode, owner or attributes change is written: %s', (command) => {
  expect(verdictOf(command)).toBe('deny');
});

test.each([
  'install --debug private/key.txt a',
  'install -S -d private/key.txt a',
  'install -t -d private/key.txt',
  'install -- private/key.txt -d',
  'cp -- private/key.txt -x',
  'cp private/key.txt -- -x',
  'rsync -a -- private/ -x',
])('a file is read if it may be copied: %s', (command) => {
  expect(verdictOf(command)).toBe('deny');
});

test.each([
  'chmod --reference private/key.txt a',
  'chmod --reference=private/key.txt a',
  'chown --ref private/key.txt a',
])('the file whose mode others get is read: %s', (command) => {
  expect(verdictOf(command)).toBe('deny');
});

test('behind `--`, a word that begins like an option may be the file that is written', () => {
  const by = policy('mode: auto\ndeny:\n  - fs_write(-x)\n  - fs_write(secret/**)\n');
  for (const command of ['rm -- -x', 'chmod 755 -- a -x', 'cp -S -- --target-directory=secret a'])
    expect(verdictOf(command, by), command).toBe('deny');
  expect(verdictOf('rm -f -- a', by)).toBe('auto');
});

test.each(['chmod -x a', 'chmod --reference=secret/x a', 'chattr -i a', 'install -m 755 a src/a'])(
  'what is not changed is not written: %s',
  (command) => expect(verdictOf(command)).toBe('auto'),
);

test.each([
  '7z a x.7z',
  '7z A x.7z',
  '7z a -mx9 x.7z',
  '7z -t7z a -mx=9 x.7z',
  "7z a x.7z '-xr!node_modules'",
  'rar a x.rar',
  'rar mf x.rar',
  "7z a x.7z '*.txt'",
  '7z a -r x.7z key.txt',
  '7z a x.7z @names',
  "7z a x.7z '-ir!*.txt'",
  "zip -R x.zip '*.txt'",
  "zip -qR x.zip '*.txt'",
  'find . -print0 | cpio -0o',
  'find . | cpio --c',
])('what packs or searches the folder that it runs in reads all below it: %s', (command) =>
  expect(verdictOf(command, reading)).toBe('requireApproval'),
);

test('an archive of what its words name reads no more, and one that is unpacked nothing', () => {
  expect(verdictOf('7z x a.7z', reading)).toBe('auto');
  expect(verdictOf('7z a x.7z src', reading)).toBe('auto');
  expect(verdictOf('7z a -mx=9 x.7z src', reading)).toBe('auto');
  expect(verdictOf("7z a x.7z src '-xr!*.map'", reading)).toBe('auto');
  expect(verdictOf("7z x a.7z -r '*.txt'", reading)).toBe('auto');
  expect(verdictOf("zip -r x.zip src -x '*.map'", reading)).toBe('auto');
});
