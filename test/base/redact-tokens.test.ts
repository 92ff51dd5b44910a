import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/base/index.ts';

const fill = (length: number, alphabet = 'a1B2c3D4e5F6g7H8') =>
  alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length);
/** Put together here, so that no scanner takes this file for a leak. */
const glued = (...parts: readonly string[]) => parts.join('');
const TOKENS: [string, string][] = [
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((prefix): [string, string] => [
    prefix,
    `${prefix}_${fill(36)}`,
  ]),
  ['github_pat', glued('github', '_pat_11', fill(20), '_', fill(59))],
  ['AKIA', glued('AKIA', 'IOSFODNN7ABCDEFG')],
  ['ASIA', glued('ASIA', 'IOSFODNN7ABCDEFG')],
  ['AWS secret', 'wJalrXUtnFEMIK7MDENGbPxRfiCYzzzz12345678'],
  ['Google key', `AIza${fill(35)}`],
  ['Google OAuth', `ya29.${fill(60)}`],
  ['Anthropic', `sk-ant-api03-${fill(93)}AA`],
  ['OpenAI', `sk-proj-${fill(48)}`],
  ['npm', `npm_${fill(36)}`],
  ['Slack bot', glued('xoxb-', '123456789012-', '123456789012-', fill(24))],
  [
    'Slack webhook',
    glued('https://hooks.slack.com/services/', 'T00000000/', 'B00000000/', fill(24)),
  ],
  ['GitLab', `glpat-${fill(20)}`],
  ['Stripe', `sk_live_${fill(24)}`],
  ['SendGrid', `SG.${fill(22)}.${fill(43)}`],
  ['PyPI', `pypi-AgEIcHlwaS5vcmc${fill(60)}`],
  ['Hugging Face', `hf_${fill(34)}`],
  ['JWT', `eyJ${fill(20)}.eyJ${fill(40)}.${fill(43)}`],
];

describe('tokens known by their form', () => {
  it.each(TOKENS)('are found without being told: %s', async (name, token) => {
    const redactor = createRedactor();
    const context = name === 'AWS secret' ? 'aws_secret_access_key = ' : 'the token is ';
    for (const text of [
      `${context}${token}`,
      `${context}"${token}"`,
      `x=1\n${context}${token}\ny=2`,
    ]) {
      const clean = await redactor.redact(text);
      expect(clean).toMatch(/\[redacted:[a-z0-9-]+:\w{8}\]/);
      expect(clean).not.toContain(token.slice(12));
    }
  });

  it('are found in a value that was told to be something else', async () => {
    const token = `ghs_${fill(36)}`;
    const clean = await createRedactor().redactJson({ a: [`Bearer ${token}`], [token]: 1 });
    expect(JSON.stringify(clean)).not.toContain(token);
  });

  it('are found wherever they stand in a text that is looked at in windows', async () => {
    // Known to no pattern of our own.
    const token = glued('shp', 'at_', '0123456789abcdef'.repeat(2));
    expect(await createRedactor().redact(`"${token}"`)).not.toContain(token);
    for (const place of [55_990, 56_000, 63_970, 63_999, 64_000, 111_980, 119_985, 199_000]) {
      const text = `${'word '.repeat(40_000).slice(0, place - 1)}"${token}"${' word'.repeat(20_000)}`;
      const clean = await createRedactor().redact(text);
      expect(clean).toMatch(/"\[redacted:[a-z-]+:\w{8}\]"/);
      expect(clean.length).toBeLessThan(text.length + 40);
      expect(clean).not.toContain(token.slice(6, 26));
    }
  });

  it('are found after a comment that would switch a scanner off', async () => {
    const token = glued('xoxb-', '123456789012-', '123456789012-', fill(24));
    for (const off of [
      '// secretlint-disable',
      '/* Secretlint-Disable */',
      '# secretlint-disable-next-line',
    ]) {
      const clean = await createRedactor().redact(
        `${off}\n${token}\nmongodb://user:pw1234@host/db`,
      );
      expect(clean.startsWith(off)).toBe(true);
      expect(clean).not.toContain(fill(24));
      expect(clean).not.toContain('pw1234');
    }
  });
});

describe('private keys', () => {
  const body = Array.from({ length: 12 }, (_, at) =>
    fill(64).replaceAll('a', String.fromCharCode(97 + at)),
  );
  const key = (name: string, line = '\n') =>
    [`-----BEGIN ${name}-----`, ...body, `-----END ${name}-----`].join(line);

  it.each([
    'PRIVATE KEY',
    'RSA PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'EC PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
  ])('are removed whole: %s', async (name) => {
    for (const line of ['\n', '\r\n', '\\n', '\n  ']) {
      const clean = await createRedactor().redact(`before ${key(name, line)} after`);
      expect(clean).toMatch(/^before \[redacted:[a-z-]+:\w{8}\] after$/);
    }
  });

  it('are removed as far as they go where the end is missing', async () => {
    const cut = key('RSA PRIVATE KEY').slice(0, 500);
    const clean = await createRedactor().redact(`${cut}\n\nThen prose follows here.`);
    expect(clean).toMatch(/^\[redacted:[a-z-]+:\w{8}\]\s+Then prose follows here\.$/);
  });
});

describe('a private key of which a part is shown', () => {
  const body = Array.from({ length: 6 }, (_, at) => fill(64).replaceAll('a', String(at)));
  const name = 'RSA PRIVATE KEY';
  const begin = `-----BEGIN ${name}-----`;
  const end = `-----END ${name}-----`;
  const shown: Record<string, (line: string, at: number) => string> = {
    'as it is': (line) => line,
    'as a file that is read': (line, at) => `${String(at + 98).padStart(5)}\t${line}`,
    'as context of a search': (line, at) => `  ${at + 7}- ${line}`,
    'with carriage returns': (line) => `${line}\r`,
    'as what was added': (line) => `+${line}`,
  };

  it.each(Object.entries(shown))('is removed without its end, %s', async (_, show) => {
    const text = [begin, ...body].map(show).join('\n');
    const clean = await createRedactor().redact(`${text}\n[lines 1-7 of 28]`);
    for (const line of body) expect(clean).not.toContain(line);
    expect(clean).toMatch(/\[redacted:private-key:\w{8}\]\s+\[lines 1-7 of 28\]$/);
  });

  it.each(Object.entries(shown))('is removed without its beginning, %s', async (_, show) => {
    const text = [...body, end].map(show).join('\n');
    const clean = await createRedactor().redact(`Some prose here.\n${text}\nand on`);
    for (const line of body) expect(clean).not.toContain(line);
    expect(clean).toMatch(/^Some prose here\.\n\[redacted:private-key:\w{8}\]\s+and on$/);
  });

  it('is left alone where nothing of it but the words for its end is there', async () => {
    for (const text of [
      `const END = '${end}';\n`,
      `The last line is:\n${end}\n`,
      `a = "b";\n  ${end}`,
    ])
      expect(await createRedactor().redact(text)).toBe(text);
  });

  it('is removed beside others, whole ones and cut ones', async () => {
    const whole = [begin, ...body, end].join('\n');
    const text = [...body, end, 'first comes', whole, 'second comes', begin, ...body].join('\n');
    const clean = await createRedactor().redact(`${text}\n`);
    expect(clean).toMatch(/^\[\S+\]\nfirst comes\n\[\S+\]\nsecond comes\n\[\S+\]\s*$/);
  });
});

describe('passwords in URLs', () => {
  it.each([
    'https://user:pass1word@example.com/x',
    'postgres://app:pa$$w0rd@db:5432/app',
    'redis://:s3cr3tpw@host',
    'amqp://a:b%40cdefg@h/v',
    'HTTPS://U:pass1word@h',
  ])('are removed: %s', async (url) => {
    const clean = await createRedactor().redact(`fetch ${url} now`);
    expect(clean).toMatch(/\[redacted:[a-z-]+:\w{8}\]/);
    for (const password of ['pass1word', 'pa$$w0rd', 's3cr3tpw', 'b%40cdefg'])
      expect(clean).not.toContain(password);
    expect(clean.endsWith(' now')).toBe(true);
  });

  it('and tokens in the place of the user', async () => {
    const token = fill(40);
    expect(
      await createRedactor().redact(`git clone https://${token}@github.com/a/b`),
    ).not.toContain(token);
    expect(
      await createRedactor().redact(`https://${token}:x-oauth-basic@github.com/a/b`),
    ).not.toContain(token);
  });

  it('and authorization headers', async () => {
    const basic = Buffer.from('x-access-token:whatever-it-is-1').toString('base64');
    const clean = await createRedactor().redact(
      `AUTHORIZATION: basic ${basic}\nAuthorization: Bearer abc.def-123456789012345`,
    );
    expect(clean).toMatch(/^AUTHORIZATION: basic \[\S+\]\nAuthorization: Bearer \[\S+\]$/);
  });
});
