import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isolationScript } from '../../../src/sandbox/probes/probe-script.ts';
import { sh, tempFolder } from '../support.ts';

/** What these probes report without a sandbox. */
function reported(probes: string, { home, root = '/nowhere' }: { home: string; root?: string }) {
  const script = isolationScript(
    {
      root,
      parentEnv: { HOME: home },
      protect: [],
      hasGit: false,
      sandbox: 'bubblewrap',
      hosts: null,
      hasFilter: true,
      processes: 1,
      highestId: null,
    },
    { secretFile: '/nowhere', marker: 'none', port: 1 },
  );
  const needed = new RegExp(`^report\\(|^status=|report (?:${probes}) `, 'u');
  return sh(
    home,
    script
      .split('\n')
      .filter((line) => needed.test(line))
      .join('\n'),
  );
}

test.each(['.netrc', '.git-credentials', '.docker/config.json', '.aws/credentials', '.ssh/id_rsa'])(
  'a home of which commands can read %s fails its isolation check',
  (file) => {
    const home = tempFolder();
    expect(reported('home', { home })).toContain('probe:home:held:');
    mkdirSync(join(home, file, '..'), { recursive: true });
    writeFileSync(join(home, file), 'secret');
    expect(reported('home', { home })).toBe('probe:home:open:it worked');
  },
);

test('a home in the workspace, which commands see, fails no isolation check', () => {
  const home = tempFolder();
  writeFileSync(join(home, '.netrc'), 'of the workspace');
  expect(reported('home', { home, root: home })).toContain(
    'probe:home:held:it is in the workspace',
  );
});

describe.skipIf(process.platform !== 'linux')('without a sandbox', () => {
  test('the memory of this process and its namespace are found to be open', () => {
    const home = tempFolder();
    expect(reported('memory', { home })).toBe('probe:memory:open:it worked');
    expect(reported('own-processes', { home })).toBe('probe:own-processes:open:it worked');
  });

  // What the tests are started in, such as a container, may have some of these protections itself.
  test.each([
    ['new-privileges', /^NoNewPrivs:\t1$/mu],
    ['capabilities', /^CapEff:\t0{16}$/mu],
    ['system-calls', /^Seccomp:\t2$/mu],
  ])('the probe %s reports what the kernel says of the process', (probe, held) => {
    const isHeld = held.test(readFileSync('/proc/self/status', 'utf8'));
    const expected = isHeld ? 'held:tried, and it did not work' : 'open:it worked';
    expect(reported(probe, { home: tempFolder() })).toBe(`probe:${probe}:${expected}`);
  });
});
