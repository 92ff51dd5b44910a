import { describe, expect, test } from 'vitest';
import {
  builtinRuleFor,
  isSecretsLike,
  isStreamDevice,
} from '../../../src/policy/evaluate/builtin-guards.ts';

type Ruled = 'deny' | 'none' | 'secrets-rule' | 'absolute-rule' | 'nothing';

/** The level of the rule for a path, or what opens it where it asks. */
function ruled(path: string, byCommand: boolean, access: 'read' | 'write'): Ruled {
  const rule = builtinRuleFor({ path, outside: path.startsWith('/') }, { access, byCommand });
  if (rule === null) return 'none';
  return rule.level === 'deny' ? 'deny' : rule.openedBy;
}

const LONG_NAME = 'x'.repeat(255);
const LONG_PATH = 'x/'.repeat(2048);

test.each<[path: string, byTool: Ruled, read: Ruled, written: Ruled]>([
  ['a.ts', 'none', 'none', 'none'],
  [`src/${LONG_NAME}`, 'none', 'none', 'none'],
  [`src/${LONG_NAME}x/a.ts`, 'deny', 'deny', 'deny'],
  [LONG_PATH, 'none', 'none', 'none'],
  [`${LONG_PATH}x`, 'deny', 'deny', 'deny'],
  ['src/.git/config', 'deny', 'deny', 'deny'],
  ['.GIT. /config', 'deny', 'deny', 'deny'],
  ['git~1', 'deny', 'deny', 'deny'],
  ['.gitignore', 'none', 'none', 'none'],
  ['src/.env', 'secrets-rule', 'secrets-rule', 'secrets-rule'],
  ['/dev/null', 'deny', 'none', 'none'],
  ['/dev/stderr', 'deny', 'none', 'none'],
  ['/dev/sda', 'deny', 'nothing', 'deny'],
  ['/etc/hosts', 'deny', 'absolute-rule', 'deny'],
  ['/etc/\u0000', 'deny', 'deny', 'deny'],
  ['/sys/kernel', 'deny', 'nothing', 'deny'],
  ['/proc', 'deny', 'nothing', 'deny'],
  ['/proc/cpuinfo', 'deny', 'nothing', 'deny'],
  ['/proc/self', 'deny', 'deny', 'deny'],
  ['/proc/12/environ', 'deny', 'deny', 'deny'],
  ['/proc/thread-self/x', 'deny', 'deny', 'deny'],
  ['/home/me/.ssh/config', 'deny', 'nothing', 'deny'],
  ['/~/x', 'deny', 'nothing', 'deny'],
  ['/tmp', 'deny', 'absolute-rule', 'deny'],
  ['/tmp/x', 'deny', 'absolute-rule', 'absolute-rule'],
  ['/var/tmp/x', 'deny', 'absolute-rule', 'deny'],
  ['/home/runner/_temp', 'deny', 'deny', 'deny'],
  ['/home/runner/_temp/x', 'deny', 'deny', 'deny'],
  ['/home/runner/_temporary', 'deny', 'absolute-rule', 'deny'],
  ['/home/_runner_file_commands/add_path', 'deny', 'deny', 'deny'],
])('%s: a file tool %s, a command that reads %s, one that writes %s', (path, ...expected) => {
  const byTool = ruled(path, false, 'read');
  expect(ruled(path, false, 'write')).toBe(byTool);
  expect([byTool, ruled(path, true, 'read'), ruled(path, true, 'write')]).toEqual(expected);
});

test.each([
  ['x'.repeat(256), 'the path is longer than any file system has'],
  ['.git/config', '".git/config" is inside git\'s own folder'],
  ['.env', '".env" usually contains secrets'],
  ['/a/_temp', '"/a/_temp" belongs to the workflow runner'],
  ['/proc/self', '"/proc/self" is the inside of a process'],
  ['/etc/hosts', '"/etc/hosts" is outside of the workspace'],
])('the reason for %s is: %s', (path, because) => {
  const view = { path, outside: path.startsWith('/') };
  expect(builtinRuleFor(view, { access: 'read', byCommand: true })?.because).toBe(because);
});

describe('a name that usually is one of secrets', () => {
  test.each([
    '.env',
    '.env.local',
    'prod.env',
    'a/.npmrc',
    '_netrc',
    'id_ed25519',
    'id_ecdsa_sk',
    'server.KEY',
    'credentials.json',
    'secrets.yml',
    'service-account-1.json',
    'gha-creds-1.json',
    '.aws/config',
    'home/.config/gh/hosts.yml',
    '.ssh/',
  ])('%s', (path) => expect(isSecretsLike(path)).toBe(true));

  test.each(['', 'env', 'secrets', 'a/credentials', 'keys.ts', '.config/x', 'id_rsa.pub'])(
    'is not %j',
    (path) => expect(isSecretsLike(path)).toBe(false),
  );
});

test.each(['null', 'stdin', 'stdout', 'stderr', 'fd/0', 'fd/1', 'fd/2'])(
  'every command may read and write /dev/%s',
  (device) => {
    expect(ruled(`/dev/${device}`, true, 'read')).toBe('none');
    expect(ruled(`/dev/${device}`, true, 'write')).toBe('none');
  },
);

test('the devices of streams are the ones of the machine, not files of the workspace', () => {
  expect(isStreamDevice({ path: '/dev/null', outside: true })).toBe(true);
  expect(isStreamDevice({ path: '/dev/null', outside: false })).toBe(false);
  expect(isStreamDevice({ path: '/dev/sda', outside: true })).toBe(false);
});
