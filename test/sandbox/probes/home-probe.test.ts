import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isolationScript } from '../../../src/sandbox/probes/probe-script.ts';
import { sh, tempFolder } from '../support.ts';

/** What the probe of the home reports without a sandbox. */
function probed(home: string, root = '/nowhere'): string {
  const script = isolationScript(
    {
      root,
      parentEnv: { HOME: home },
      protect: [],
      hasGit: false,
      sandbox: 'sandbox-exec',
      hosts: null,
      hasFilter: false,
      processes: 1,
      highestId: null,
    },
    { secretFile: '/nowhere', marker: 'none', port: 1 },
  );
  const lines = script.split('\n').filter((line) => /^report\(|report home/.test(line));
  return sh(home, lines.join('\n'));
}

test.each(['.netrc', '.git-credentials', '.docker/config.json', '.aws/credentials', '.ssh/id_rsa'])(
  'a home of which commands can read %s fails its isolation check',
  (file) => {
    const home = tempFolder();
    expect(probed(home)).toContain('probe:home:held:');
    mkdirSync(join(home, file, '..'), { recursive: true });
    writeFileSync(join(home, file), 'secret');
    expect(probed(home)).toBe('probe:home:open:it worked');
  },
);

test('a home in the workspace, which commands see, fails no isolation check', () => {
  const home = tempFolder();
  writeFileSync(join(home, '.netrc'), 'of the workspace');
  expect(probed(home, home)).toContain('probe:home:held:it is in the workspace');
});
