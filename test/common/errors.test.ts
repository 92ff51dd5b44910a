import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  CountersignError,
  errnoOf,
  errorText,
  failureText,
  systemReason,
} from '../../src/common/index.ts';

function thrown(what: () => unknown): unknown {
  try {
    return what();
  } catch (error) {
    return error;
  }
}

test('an error of the system has its code, and is told as a clause', () => {
  const missing = thrown(() => readFileSync('/missing/file'));
  expect([errnoOf(missing), systemReason(missing)]).toEqual([
    'ENOENT',
    'there is no such file or folder',
  ]);
  const folder = thrown(() => readFileSync('/'));
  expect([errnoOf(folder), systemReason(folder)]).toEqual(['EISDIR', 'it is a folder']);
});

test('a code without a clause of its own is named', () => {
  const error = Object.assign(new Error('x'), { code: 'ENXIO' });
  expect(systemReason(error)).toBe('the system answered ENXIO');
});

test("any other error has no system code, Node's own among them, and is told by its text", () => {
  const own = Object.assign(new Error('too long'), { code: 'ERR_FS_FILE_TOO_LARGE' });
  expect([errnoOf(own), systemReason(own)]).toEqual([null, 'too long']);
  const ours = new CountersignError('file-refused', 'No.', { fix: 'Do that.' });
  expect([errnoOf(ours), errnoOf('text')]).toEqual([null, null]);
});

test('a failure ends with the code that the documents list, unless it was cancelled', () => {
  const fix = 'Write a number.';
  const failures = [
    new CountersignError('input-invalid', 'It is no number.', { fix }),
    new CountersignError('cancelled', 'The run was cancelled.'),
    new Error('no code'),
  ].map(failureText);
  expect(failures).toEqual([
    'It is no number. Write a number. (input-invalid)',
    'The run was cancelled.',
    'no code',
  ]);
});

test('a failure by a refusal of the system names its file if it is known, the reason, what to do, and a code', () => {
  const full = { code: 'ENOSPC', path: '/bin/sh', dest: '/tmp/x/sh' };
  const errors = [
    full,
    { code: 'EACCES', path: '/a' },
    { code: 'EPERM', syscall: 'kill' },
    { code: 'ENOSPC', syscall: 'write' },
  ];
  expect(
    errors.map((each) => failureText(Object.assign(new Error('as Node says it'), each))),
  ).toEqual([
    '/tmp/x/sh cannot be used: the disk is full. Free space on that disk. (file-refused)',
    '/a cannot be used: the system denies access to it. Give this user access to it. (file-refused)',
    'as Node says it',
    'A file of the checkout or of the temporary folder cannot be used: the disk is full. Free space on that disk. (file-refused)',
  ]);
});

test('a failure that was followed by another one while something closed keeps its text and its code', () => {
  const refused = new CountersignError('worktree-refused', 'The first.');
  const both = new SuppressedError(
    new Error('busy'),
    new SuppressedError(new Error('in use'), refused),
  );
  expect([errorText(both), failureText(both)]).toEqual([
    'The first.',
    'The first. (worktree-refused)',
  ]);
});

test('whatever is thrown has a text', () => {
  const broken = new Error('x');
  Object.defineProperty(broken, 'message', {
    get: () => {
      throw broken;
    },
  });
  expect(
    [broken, Object.create(null), { code: 1 }, { message: 'no' }, 'text', null].map(errorText),
  ).toEqual([
    'Something that has no text was thrown.',
    'Something that has no text was thrown.',
    '{"code":1}',
    'no',
    'text',
    'null',
  ]);
});
