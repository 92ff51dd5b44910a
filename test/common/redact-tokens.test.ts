import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/common/index.ts';

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
  it.each(TOKENS)('are found without being named: %s', async (name, token) => {
    const redactor = createRedactor();
    const context = name === 'AWS secret' ? 'aws_secret_access_key = ' : 'the token is ';
    for (const text of [
      `${context}${token}`,
      `${context}"${token}"`,
      `x=1\n${context}${token}\ny=2`,
    ]) {
      const clean = redactor.redact(text);
      expect(clean).toMatch(/\[redacted:[a-z0-9-]+:\w{8}\]/);
      expect(clean).not.toContain(token.slice(12));
    }
  });

  it('are found in a value that was named as something else', async () => {
    const token = `ghs_${fill(36)}`;
    const clean = createRedactor().redactJson({ a: [`Bearer ${token}`], [token]: 1 });
    expect(JSON.stringify(clean)).not.toContain(token);
  });

  it('are found wherever they stand in a text that is looked at in windows', async () => {
    // Known to no pattern of our own.
    const token = glued('shp', 'at_', '0123456789abcdef'.repeat(2));
    expect(createRedactor().redact(`"${token}"`)).not.toContain(token);
    for (const place of [55_990, 56_000, 63_970, 63_999, 64_000, 111_980, 119_985, 199_000]) {
      const text = `${'word '.repeat(40_000).slice(0, place - 1)}"${token}"${' word'.repeat(20_000)}`;
      const clean = createRedactor().redact(text);
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
      const clean = createRedactor().redact(`${off}\n${token}\nmongodb://user:pw1234@host/db`);
      expect(clean.startsWith(off)).toBe(true);
      expect(clean).not.toContain(fill(24));
      expect(clean).not.toContain('pw1234');
    }
  });
});

const hexFill = (length: number) => fill(length, '0a1b2c3d4e5f6789');
const SERVICES: Record<string, readonly [before: string, secret: string, after: string]> = {
  'Vault, service': ['', `hvs.${fill(92)}`, ''],
  'Vault, batch': ['', `hvb.${fill(120)}`, ''],
  'Vault, the older form': ['export VAULT_ADDR=x\n', `s.${fill(24)}`, ''],
  Telegram: ['https://api.telegram.org/bot', `123456789:AA${fill(33)}`, '/sendMessage'],
  'Discord webhook': ['https://', `discord.com/api/webhooks/123456789012345678/${fill(68)}`, ''],
  'Discord bot': ['Authorization: Bot ', `MTIz${fill(20)}.Gh12_z.${fill(38)}`, ''],
  'Teams webhook': [
    'https://',
    `octo.webhook.office.com/webhookb2/${fill(36)}@${fill(36)}/IncomingWebhook/${fill(32)}/${fill(36)}`,
    '',
  ],
  'Twilio key': ['twilio: ', `SK${hexFill(32)}`, ''],
  'Twilio account': [
    'https://api.twilio.com/2010-04-01/Accounts/',
    `AC${hexFill(32)}`,
    '/Messages',
  ],
  'Azure storage': [
    'DefaultEndpointsProtocol=https;AccountName=octo;AccountKey=',
    `${fill(86)}==`,
    ';EndpointSuffix=core.windows.net',
  ],
  'Azure Service Bus': [
    'Endpoint=sb://x/;SharedAccessKeyName=root;SharedAccessKey=',
    `${fill(43)}=`,
    '',
  ],
  'Azure shared access signature': [
    'https://octo.blob.core.windows.net/c?sv=2024&sig=',
    `${fill(43)}%3D`,
    '&se=2026',
  ],
  'Azure client secret': ['', `abc8Q~${fill(34)}`, ''],
  age: ['', `AGE-SECRET-KEY-1${fill(58, 'QPZRY9X8GF2TVDW0S3JN')}`, ''],
  Databricks: ['', `dapi${hexFill(32)}`, ''],
  Linear: ['', `lin_api_${fill(40)}`, ''],
  Figma: ['', `figd_${fill(40)}`, ''],
  Mailgun: ['', `key-${hexFill(32)}`, ''],
  'New Relic': ['', `NRAK-${fill(27, 'A1B2C3D4')}`, ''],
  'Google client secret': ['', `GOCSPX-${fill(28)}`, ''],
  RubyGems: ['', `rubygems_${hexFill(48)}`, ''],
  DigitalOcean: ['', `dop_v1_${hexFill(64)}`, ''],
  Terraform: ['', `${fill(14)}.atlasv1.${fill(67)}`, ''],
  Postman: ['', `PMAK-${hexFill(24)}-${hexFill(34)}`, ''],
  Shopify: ['', glued('shp', 'at_', hexFill(32)), ''],
  'SQL Server': ['Server=tcp:db,1433;User ID=app;Password=', 'pa$$w0rd!', ';Encrypt=True'],
  MongoDB: ['mongodb+srv://app:', 'p4ssw0rdX', '@cluster0.example.net/app'],
  'several hosts': ['mongodb://app:', 'p4ssw0rdX', '@a.example.net:27017,b.example.net:27017/app'],
  RabbitMQ: ['amqps://app:', 'p4ssw0rdX', '@mq/vhost'],
  'Sentry DSN': ['https://', hexFill(32), '@o1.ingest.sentry.io/42'],
  netrc: ['machine api.example.com\n  login mona\n  password ', 'xK29fjsL', '\n'],
  'netrc in a line': ['machine api.example.com login mona password ', 'xK29fjsL', ''],
  '.env': ['NODE_ENV=production\nFOO_TOKEN=', 'xK29fjsLk20dk', '\nPORT=80'],
  '.env with quotes': ['export DB_PASSWORD="', 'Summer!2026#x'.slice(0, 11), '"'],
  '.env in a listing': ['    12\tSTRIPE_KEY=', 'xK29fjsLk20dk', ''],
  '.env in a change': ['+SIGNING_KEY=', 'xK29fjsLk20dk', ''],
  Dockerfile: ['ENV NPM_AUTH=', 'xK29fjsLk20dk', ''],
  YAML: ['env:\n  DEPLOY_KEY: ', 'xK29fjsLk20dk', ''],
};

describe('secrets known by what stands around them, or by the form that a service gives them', () => {
  it.each(Object.entries(SERVICES))('are found: %s', async (_, [before, secret, after]) => {
    for (const [first, last] of [
      ['', ''],
      ['x=1\n', '\ny=2\n'],
    ]) {
      const clean = createRedactor().redact(`${first}${before}${secret}${after}${last}`);
      expect(clean).toMatch(/\[redacted:[a-z0-9-]+:\w{8}\]/);
      expect(clean).not.toContain(secret.slice(0, 12));
      expect(clean).not.toContain(secret.slice(-8));
      expect(clean.endsWith(`${last}`)).toBe(true);
    }
  });

  it.each([
    'FOO_TOKEN=$TOKEN',
    'KMS_INVALID_KEY: "KMS_InvalidKeyUsageOfSomeOtherException"',
    'FOO_TOKEN=${{ secrets.FOO_TOKEN }}',
    'FOO_TOKEN=<your-token-here>',
    'API_KEY: process.env.API_KEY,',
    'API_KEY=your-api-key-1234',
    'DB_PASSWORD=postgres',
    'SECRET_KEY=changeme',
    'MAX_TOKENS=200000',
    'TOKEN_URL=https://login.example.com/oauth2/token',
    'CACHE_KEY=node-modules-d3b07384d113edec49eaa6238ad5ff00',
    'SSH_PUBLIC_KEY=ssh-ed25519',
    "const API_TOKEN = await readToken('x1y2z3a4b5');",
    'Server=db;User ID=app;Password=${DB_PASSWORD};',
    'the machine has a login and a password that nobody knows',
    's.replaceAllTheThings1234ab(x) in the vault',
    'SKILLS AC 12345678901234567890123456789012 twilio',
    'time 12:34:56 123456789:AAA',
    'discord.com/api/webhooks documentation',
  ])('are none: %s', async (text) => {
    for (const shown of [text, `  ${text}\n`]) expect(createRedactor().redact(shown)).toBe(shown);
  });
});

describe('private keys', () => {
  const body = Array.from({ length: 12 }, (_, index) =>
    fill(64).replaceAll('a', String.fromCharCode(97 + index)),
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
      const clean = createRedactor().redact(`before ${key(name, line)} after`);
      expect(clean).toMatch(/^before \[redacted:[a-z-]+:\w{8}\] after$/);
    }
  });

  it('are removed as far as they go where the end is missing', async () => {
    const cut = key('RSA PRIVATE KEY').slice(0, 500);
    const clean = createRedactor().redact(`${cut}\n\nThen prose follows here.`);
    expect(clean).toMatch(/^\[redacted:[a-z-]+:\w{8}\]\s+Then prose follows here\.$/);
  });
});

describe('a private key of which a part is shown', () => {
  const body = Array.from({ length: 6 }, (_, index) => fill(64).replaceAll('a', String(index)));
  const name = 'RSA PRIVATE KEY';
  const begin = `-----BEGIN ${name}-----`;
  const end = `-----END ${name}-----`;
  const shown: Record<string, (line: string, index: number) => string> = {
    'as it is': (line) => line,
    'as a file that is read': (line, index) => `${String(index + 98).padStart(5)}\t${line}`,
    'as context of a search': (line, index) => `  ${index + 7}- ${line}`,
    'with carriage returns': (line) => `${line}\r`,
    'as what was added': (line) => `+${line}`,
  };

  it.each(Object.entries(shown))('is removed without its end, %s', async (_, show) => {
    const text = [begin, ...body].map(show).join('\n');
    const clean = createRedactor().redact(`${text}\n[lines 1-7 of 28]`);
    for (const line of body) expect(clean).not.toContain(line);
    expect(clean).toMatch(/\[redacted:private-key:\w{8}\]\s+\[lines 1-7 of 28\]$/);
  });

  it.each(Object.entries(shown))('is removed without its beginning, %s', async (_, show) => {
    const text = [...body, end].map(show).join('\n');
    const clean = createRedactor().redact(`Some prose here.\n${text}\nand on`);
    for (const line of body) expect(clean).not.toContain(line);
    expect(clean).toMatch(/^Some prose here\.\n\[redacted:private-key:\w{8}\]\s+and on$/);
  });

  it('is left alone where nothing of it but the words for its end is there', async () => {
    for (const text of [
      `const END = '${end}';\n`,
      `The last line is:\n${end}\n`,
      `a = "b";\n  ${end}`,
    ])
      expect(createRedactor().redact(text)).toBe(text);
  });

  it('is removed beside others, whole ones and cut ones', async () => {
    const whole = [begin, ...body, end].join('\n');
    const text = [...body, end, 'first comes', whole, 'second comes', begin, ...body].join('\n');
    const clean = createRedactor().redact(`${text}\n`);
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
    const clean = createRedactor().redact(`fetch ${url} now`);
    expect(clean).toMatch(/\[redacted:[a-z-]+:\w{8}\]/);
    for (const password of ['pass1word', 'pa$$w0rd', 's3cr3tpw', 'b%40cdefg'])
      expect(clean).not.toContain(password);
    expect(clean.endsWith(' now')).toBe(true);
  });

  it('and tokens in the place of the user', async () => {
    const token = fill(40);
    expect(createRedactor().redact(`git clone https://${token}@github.com/a/b`)).not.toContain(
      token,
    );
    expect(createRedactor().redact(`https://${token}:x-oauth-basic@github.com/a/b`)).not.toContain(
      token,
    );
  });

  it('and authorization headers', async () => {
    const basic = Buffer.from('x-access-token:whatever-it-is-1').toString('base64');
    const clean = createRedactor().redact(
      `AUTHORIZATION: basic ${basic}\nAuthorization: Bearer abc.def-123456789012345`,
    );
    expect(clean).toMatch(/^AUTHORIZATION: basic \[\S+\]\nAuthorization: Bearer \[\S+\]$/);
  });
});
