import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { secretsOfEnvironment, redactorFor, secretsIn } from '../../src/session/secrets.ts';
import {
  DEVELOPER_LINUX,
  DEVELOPER_MAC,
  DEVELOPER_WINDOWS,
  HOSTED_RUNNER,
  STEP_SETTINGS,
} from '../fixtures/environments.ts';
import * as fc from '../properties.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
let drawn = 0;

/** The same bytes in every run: of many random values, one looks like words. */
function randomBytes(length: number): Buffer {
  drawn += 1;
  const parts = Array.from({ length: Math.ceil(length / 64) }, (_, part) =>
    createHash('sha512').update(`${drawn} ${part}`).digest(),
  );
  return Buffer.concat(parts).subarray(0, length);
}

const random = (length: number): string =>
  Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const alphanumeric = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ minLength, maxLength, unit: fc.constantFrom(...LETTERS.split('')) });

describe('the environment of a hosted runner, and of developers', () => {
  test.each(
    Object.entries({
      HOSTED_RUNNER,
      'STEP_SETTINGS on it': { ...HOSTED_RUNNER, ...STEP_SETTINGS },
      DEVELOPER_LINUX,
      DEVELOPER_MAC,
      DEVELOPER_WINDOWS,
    }),
  )('holds no secret: %s', (_, environment) => {
    expect(secretsOfEnvironment(environment)).toEqual([]);
  });

  it('holds the tokens that the runner and tools put there', () => {
    const tokens = {
      GITHUB_TOKEN: `ghs_${random(36)}`,
      ACTIONS_RUNTIME_TOKEN: `${random(30)}.${random(80)}.${random(40)}`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: `${random(30)}.${random(80)}.${random(40)}`,
      VSCODE_GIT_IPC_AUTH_TOKEN: randomBytes(32).toString('hex'),
      'npm_config_//registry.npmjs.org/:_authToken': random(36),
      'INPUT_ANTHROPIC-API-KEY': `key-${random(40)}`,
      'INPUT_STATE-KEY': random(24),
      'INPUT_GITHUB-TOKEN': random(40),
    };
    expect(secretsOfEnvironment({ ...HOSTED_RUNNER, ...DEVELOPER_LINUX, ...tokens })).toEqual(
      Object.entries(tokens).map(([name, value]) => ({ name, value })),
    );
  });
});

const NAMED = (
  'GH_PAT STRIPE_KEY SIGNING_KEY SSH_KEY DEPLOY_KEY GPG_KEY DB_PASS PASSPHRASE SENTRY_AUTH NPM_AUTH COOKIE ' +
  'SESSION_COOKIE JWT TWILIO_AUTH MYSQL_PWD AWS_SECRET_ACCESS_KEY AZURE_CREDENTIALS VAULT_TOKEN DOCKER_PASS ' +
  'RAILS_MASTER_KEY dbPassword github-pat CODECOV_TOKEN KEYSTORE_PASSWORD SNYK_TOKEN FASTLANE_SESSION API_KEYS'
).split(' ');
const UNNAMED =
  'FOO DEPLOY X BACKEND_ACCESS MY_THING SERVICE GCP PRODUCTION ADMIN MAGIC_LINK'.split(' ');

describe('a variable', () => {
  it('with base64 that slashes cut into short pieces is a secret', () => {
    const value = 'DB/SVWMX8GgjXcb/EMeCFJo+/G6jtipS';
    expect(secretsIn({ MAGIC_LINK: value })).toEqual([value]);
  });

  it('with the name of a secret is one, from four characters on, whatever it looks like', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...NAMED), alphanumeric(4, 60), async (name, value) => {
        fc.pre(new Set(value).size > 3 && !/^\d+$/.test(value));
        expect(secretsIn({ [name]: value })).toEqual([value]);
        const clean = redactorFor({ [name]: value }, {}).redact(`a (${value}) b`);
        expect(clean).toMatch(/^a \(\[redacted:env-[a-z0-9-]+:\w{8}\]\) b$/);
      }),
      { numRuns: 30 },
    );
    for (const name of NAMED) {
      expect(secretsIn({ [name]: 'correct horse' }), name).toEqual(['correct horse']);
      expect(secretsIn({ [name]: 'hunter' }), name).toEqual(['hunter']);
    }
  });

  it('with a name that says nothing is one if its value is neither short, common nor public', () => {
    for (const name of UNNAMED) {
      for (const make of [
        () => randomBytes(20).toString('hex'),
        () => randomBytes(24).toString('base64'),
        () => randomBytes(24).toString('base64url'),
        () => '0b5a2f0e-6d1c-4c52-9d3e-8f7a41c2b690',
        () => `${random(6)}!${random(6)}`,
        () => random(20),
        () => 'correct-horse-battery-staple',
        () => 'correct horse battery staple',
        () => 'Summer2026!',
      ]) {
        const value = make();
        expect(secretsIn({ [name]: value }), name).toEqual([value]);
      }
    }
  });

  it('is none, whatever its name, where its value is empty, common, a small number or a place', () => {
    for (const value of [
      '',
      'abc',
      'true',
      'postgres',
      'changeme',
      '12345',
      '4096',
      '********',
      'x'.repeat(30),
    ]) {
      expect(secretsIn({ DB_PASS: value, API_TOKEN: value }), value).toEqual([]);
    }
    for (const value of [
      '/home/me/.ssh/id_rsa',
      './key.pem',
      '~/.netrc',
      String.raw`C:\keys\a.pfx`,
      '${TOKEN}',
      '<token>',
    ])
      expect(secretsIn({ SSH_KEY: value }), value).toEqual([]);
  });

  it('with the id, the place or the type of a secret is none', () => {
    const about = {
      GPG_KEY_ID: 'ABCDEF1234567890',
      AUTH_TYPE: 'service-account',
      TOKEN_URL: 'https://login.example.com/oauth/token',
      PASSWORD_FILE: '/run/secrets/db',
      SECRET_NAME: 'prod/db/password',
      KEY_ALGORITHM: 'ed25519-sha512',
      SSH_PUBLIC_KEY: 'ssh-ed25519 key of the team',
    };
    expect(secretsOfEnvironment(about)).toEqual([]);
  });

  it('of which a copy is reported by the runner is none', () => {
    const value = 'x9Yk2LqP8vWz-2-branch';
    expect(secretsIn({ FOO: value })).toEqual([value]);
    expect(secretsIn({ FOO: value, GITHUB_HEAD_REF: value })).toEqual([]);
    expect(secretsIn({ FOO: value, GITHUB_TOKEN: value })).toEqual([value]);
  });
});

describe('what is in a value', () => {
  const password = 'p4x9Yk2LqP';
  test.each([
    ['MSSQL', `sqlserver://db.example.com:1433;database=x;user=y;password=${password}`],
    ['ORACLE', `jdbc:oracle:thin:scott/${password}@//db.example.com:1521/x`],
    ['NETRC', `machine example.com login me password ${password}`],
    ['CURL_OPTIONS', `-u me:${password}`],
    ['HEADER', `-H "Authorization: Bearer ${password}"`],
    ['JAVA_TOOL_OPTIONS', `-Xmx1g -Djavax.net.ssl.keyStorePassword=${password}`],
    ['NODE_OPTIONS', `--require ./a.js --api-token=${password}`],
    ['GOPROXY', `https://me:${password}@go.example.com,direct`],
    ['DOTENV_FILE_BASE64', base64(`A=1\nAPI_TOKEN=${password}\n`)],
    ['CLUSTER', JSON.stringify({ auths: { 'ghcr.io': { auth: base64(`me:${password}`) } } })],
    ['APPLE_CERTIFICATE', password],
    ['PIN', '482913'],
  ])('is found: %s', async (name, value) => {
    const secret = name === 'PIN' ? value : password;
    expect(secretsIn({ [name]: value })).toContain(secret);
    expect(redactorFor({ [name]: value }, {}).redact(`a ${secret} b`)).not.toContain(secret);
  });

  test.each([
    ['JAVA_TOOL_OPTIONS', '-Xmx1g -Dfile.encoding=UTF-8 -Dsun.key.size=2048'],
    ['NODE_OPTIONS', '--max-old-space-size=4096 --require ./a.js'],
    ['GOPROXY', 'https://proxy.golang.org,direct'],
    ['HOMEBREW_PREFIX', '/opt/homebrew'],
    ['CACHE_FOLDER', '$HOME/.cache/pip'],
    ['GIT_OPTIONS', '-u origin main:main'],
    ['DOCKER_OPTIONS', '-u 1000:1000 -u www-data:www-data'],
    ['TEAM_NAME', 'Basic authentication and token handling'],
  ])('is none: %s', (name, value) => {
    expect(secretsIn({ [name]: value })).toEqual([]);
  });
});

describe('addresses', () => {
  const password = 'p4x9Yk2LqP';
  test.each([
    ['DATABASE_URL', `postgres://app:${password}@db.example.com:5432/app?sslmode=require`],
    ['MONGO_URI', `mongodb+srv://app:${password}@a.example.net,b.example.net/?retryWrites=true`],
    ['BROKER', `amqp://app:${password}@mq/vhost`],
    ['JDBC', `jdbc:postgresql://db/app?user=app&password=${password}`],
    ['HTTPS_PROXY', `http://me:${password}@proxy.example.com:3128`],
    ['CONN', `Server=tcp:db.example.net,1433;User ID=app;Password=${password};Encrypt=true`],
    [
      'STORAGE',
      `DefaultEndpointsProtocol=https;AccountName=octo;AccountKey=${password}==;EndpointSuffix=core.windows.net`,
    ],
    ['PG', `host=db.example.com user=app password=${password} dbname=app`],
    ['ARGS', `--verbose --token=${password} --color`],
    ['PIP_INDEX_URL', `https://build:${password}@pypi.example.com/simple/`],
  ])('%s is a secret as a whole, and so is the password in it', (name, value) => {
    const secrets = secretsIn({ [name]: value });
    expect(secrets.some((secret) => secret.replace('==', '') === password)).toBe(true);
    if (name !== 'ARGS') expect(secrets).toContain(value);
  });

  it('with a password that is encoded are secrets in both forms', () => {
    const secrets = secretsIn({ DATABASE_URL: 'postgres://a:p%40ss%2Fw0rd9@h/d' });
    expect(secrets).toEqual(['postgres://a:p%40ss%2Fw0rd9@h/d', 'p%40ss%2Fw0rd9', 'p@ss/w0rd9']);
    expect(secretsIn({ DATABASE_URL: 'postgres://a:p@ss/w0rd9@h/d' })).toContain('p@ss/w0rd9');
  });

  test.each([
    `https://hooks.slack.com/services/T${random(8)}/B${random(8)}/${random(24)}`,
    `https://discord.com/api/webhooks/123456789012345678/${random(68)}`,
    'https://outlook.office.com/webhook/abc@def/IncomingWebhook/x/y',
    'https://hc-ping.com/3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    `https://api.example.com/v1/things?api_key=${random(12)}`,
    `https://${randomBytes(16).toString('hex')}@o1.ingest.sentry.io/42`,
  ])('that are all it takes are secrets under any name: %s', (value) => {
    expect(secretsIn({ FOO: value, SENTRY_DSN: value })).toContain(value);
  });

  it('of a webhook are secrets by its name', () => {
    expect(secretsIn({ WEBHOOK_URL: 'https://example.com/in/teams' })).toHaveLength(1);
    expect(
      secretsIn({ WEBHOOK_URL: 'https://example.com/', FOO: 'https://example.com/in/teams' }),
    ).toEqual([]);
  });
});

describe('values in values', () => {
  it('of all secrets as JSON are secrets, but for common ones', () => {
    const all = {
      ANTHROPIC_API_KEY: random(40),
      DEPLOY_USER: 'octo-deployer',
      DB_PASS: 'abcd9',
      github_token: `ghs_${random(36)}`,
      NODE_ENV: 'production',
      SA: JSON.stringify({
        private_key: `-----BEGIN PRIVATE KEY-----\n${random(64)}\n${random(30)}\n-----END PRIVATE KEY-----\n`,
      }),
    };
    const secrets = secretsIn({ SECRETS_JSON: JSON.stringify(all, null, 2) });
    for (const name of ['ANTHROPIC_API_KEY', 'DEPLOY_USER', 'DB_PASS', 'github_token'] as const)
      expect(secrets).toContain(all[name]);
    expect(secrets).not.toContain('production');
    expect(secrets.some((secret) => secret.startsWith('-----BEGIN PRIVATE KEY'))).toBe(true);
  });

  it('of a service account are its key and id of the key, and not its project', async () => {
    const account = {
      type: 'service_account',
      project_id: 'octo-project-4711',
      private_key_id: randomBytes(20).toString('hex'),
      private_key: `-----BEGIN PRIVATE KEY-----\n${random(64)}\n${random(64)}\n-----END PRIVATE KEY-----\n`,
      client_email: 'deployer@octo-project-4711.iam.gserviceaccount.com',
      client_id: '104893849384938493849',
      auth_uri: 'https://accounts.google.com/o/oauth2/auth',
      universe_domain: 'googleapis.com',
    };
    for (const name of ['GCP_SA_KEY', 'GOOGLE_CREDENTIALS', 'FOO']) {
      const redactor = redactorFor({ [name]: JSON.stringify(account, null, 2) }, {});
      const [, first = ''] = account.private_key.split('\n');
      expect(redactor.redact(`x ${first} y`)).toMatch(/^x \[\S+\] y$/);
      const open = `${account.project_id} ${account.client_email} ${account.auth_uri} service_account`;
      expect(redactor.redact(open)).toBe(open);
    }
  });

  it('of lines are those with the name of a secret', async () => {
    const [token, password, key] = [random(20), random(20), random(64)];
    const environment = {
      DOTENV: `# comment\nNODE_ENV=production\nexport API_TOKEN="${token}"\nPORT=8080\n`,
      NETRC: `machine example.com\n  login mona\n  password ${password}\n`,
      KUBE: `apiVersion: v1\nkind: Config\nusers:\n- name: admin\n  user:\n    client-key-data: ${key}\n`,
    };
    const redactor = redactorFor(environment, {});
    for (const value of [token, password, key])
      expect(redactor.redact(`(${value})`)).toMatch(/^\(\[\S+\]\)$/);
    const open =
      'NODE_ENV=production PORT=8080 machine example.com login mona apiVersion: v1 kind: Config';
    expect(redactor.redact(open)).toBe(open);
  });

  it('of any shape and depth take time in proportion', { timeout: 60_000 }, () => {
    for (const piece of [
      '{"a":',
      '[',
      'a=b;',
      'A=b\n',
      'http://a:',
      'a:b@',
      '--a=',
      'machine password ',
      '"',
      'aA1',
      'a ',
      'x@',
      '-',
      '/',
    ])
      secretsIn({ FOO: piece.repeat(200_000), DB_PASS: piece.repeat(50_000) });
  });
});
