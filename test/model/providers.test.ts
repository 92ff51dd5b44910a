import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CountersignError } from '../../src/common/index.ts';
import { sseText } from '../../src/testing/model-server/api.ts';
import { replyEvents } from '../../src/testing/model-server/messages.ts';
import { createModel, type ModelReply, zeroUsage } from '../../src/model/index.ts';
import type { CreateModelOptions } from '../../src/model/providers/create.ts';
import {
  amazonEvents,
  amazonException,
  type CloudAnswer,
  type CloudServer,
  isSigned,
  startCloud,
} from './cloud-server.ts';
import { fastClock, request } from './harness.ts';

const EVENTS = replyEvents({
  turn: { blocks: [{ type: 'text', text: 'From the cloud.' }] },
  index: 0,
  model: 'claude-sonnet-4-5',
  usage: { ...zeroUsage, inputTokens: 100, outputTokens: 5 },
  deltaChars: 10,
});
const STREAM: CloudAnswer = {
  headers: { 'content-type': 'text/event-stream' },
  body: sseText(EVENTS),
};
const SECRET_KEY = 'wJalrXUtnFEMI-not-a-key';

const open: CloudServer[] = [];
const folders: string[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((server) => server.close()));
  await Promise.all(folders.splice(0).map((path) => rm(path, { recursive: true })));
});

async function cloud(answer: Parameters<typeof startCloud>[0]): Promise<CloudServer> {
  const server = await startCloud(answer);
  open.push(server);
  return server;
}

async function ask(options: Partial<CreateModelOptions>): Promise<ModelReply> {
  const model = await createModel({ cwd: '/', clock: fastClock(), random: () => 0, ...options });
  return await model.respond(request(), { signal: new AbortController().signal });
}

async function refusal(options: Partial<CreateModelOptions>): Promise<CountersignError> {
  const error: unknown = await ask(options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CountersignError)) throw new Error('not refused', { cause: error });
  return error;
}

const loginToAws = (): void => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', SECRET_KEY);
  vi.stubEnv('AWS_SESSION_TOKEN', 'session-token');
  vi.stubEnv('AWS_BEARER_TOKEN_BEDROCK', undefined);
};
const bedrock = (server: CloudServer): Partial<CreateModelOptions> => ({
  provider: 'bedrock',
  model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  anthropicBaseUrl: server.url,
  environment: { AWS_REGION: 'eu-central-1' },
});

async function loginFile(server: CloudServer): Promise<void> {
  const file = join(await folder(), 'gha-creds-0123.json');
  await writeFile(
    file,
    JSON.stringify({
      type: 'external_account',
      audience:
        '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/g',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: `${server.url}/sts`,
      credential_source: {
        url: `${server.url}/oidc`,
        headers: { Authorization: 'Bearer request-token' },
        format: { type: 'json', subject_token_field_name: 'value' },
      },
    }),
  );
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', file);
}
const vertex = (server: CloudServer): Partial<CreateModelOptions> => ({
  provider: 'vertex',
  model: 'claude-sonnet-4-5@20250929',
  anthropicBaseUrl: `${server.url}/v1`,
  environment: { ANTHROPIC_VERTEX_PROJECT_ID: 'my-project', CLOUD_ML_REGION: 'global' },
});
const answerAs =
  (last: CloudAnswer) =>
  ({ path }: { readonly path: string }): CloudAnswer => {
    const headers = { 'content-type': 'application/json' };
    if (path === '/oidc') return { headers, body: '{"value":"workflow-token"}' };
    if (path !== '/sts') return last;
    const granted = { access_token: 'ya29.granted', token_type: 'Bearer', expires_in: 3600 };
    return { headers, body: JSON.stringify(granted) };
  };

const identity = (server: CloudServer): Partial<CreateModelOptions> => ({
  provider: 'foundry',
  anthropicBaseUrl: server.url,
  environment: {
    AZURE_TENANT_ID: '11111111-2222-3333-4444-555555555555',
    AZURE_CLIENT_ID: '66666666-7777-8888-9999-000000000000',
    AZURE_AUTHORITY_HOST: server.url,
    ACTIONS_ID_TOKEN_REQUEST_URL: `${server.url}/oidc?api-version=2`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
  },
});

describe('a model on Amazon Bedrock', () => {
  test('gets a signed request in its own form, and its stream is a reply with a price', async () => {
    loginToAws();
    const server = await cloud(() => ({
      headers: { 'content-type': 'application/vnd.amazon.eventstream' },
      body: amazonEvents(EVENTS.map(({ data }) => data)),
    }));
    const reply = await ask(bedrock(server));
    expect(reply.content).toEqual([{ type: 'text', text: 'From the cloud.' }]);
    expect(reply.costUsd).toBeGreaterThan(0);
    const [sent] = server.requests;
    expect(sent?.path).toBe(
      '/model/us.anthropic.claude-sonnet-4-5-20250929-v1:0/invoke-with-response-stream',
    );
    expect(sent?.headers['authorization']).toContain('/eu-central-1/bedrock/aws4_request');
    expect(sent?.headers['x-amz-security-token']).toBe('session-token');
    const body = JSON.parse(sent?.body ?? '{}');
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['system', 'tools', 'messages']));
    expect(body).toMatchObject({ anthropic_version: expect.any(String), max_tokens: 1000 });
    expect(body).not.toHaveProperty('model');
    if (sent !== undefined) {
      expect(isSigned(sent, SECRET_KEY)).toBe(true);
      expect(isSigned({ ...sent, body: `${sent.body} ` }, SECRET_KEY)).toBe(false);
    }
  });

  test.each([
    [
      'ExpiredTokenException',
      403,
      'The security token is expired',
      'model-auth',
      'is not accepted',
    ],
    ['AccessDeniedException', 403, 'No access to the model', 'model-auth', 'may not use'],
    ['ValidationException', 400, 'The provided model identifier is invalid.', 'model-unknown', ''],
    ['ValidationException', 400, 'messages: at least one', 'model-refused-request', ''],
  ])(
    'that answers %s (%i: %s) is an error of the code %s',
    async (type, status, said, code, text) => {
      loginToAws();
      const server = await cloud(() => ({
        status,
        headers: {
          'x-amzn-errortype': `${type}:http://internal/`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ message: said }),
      }));
      const error = await refusal(bedrock(server));
      expect(error.code).toBe(code);
      expect(error.message).toContain(text);
      if (code === 'model-auth')
        expect(error.fix).toContain('aws-actions/configure-aws-credentials');
      expect(server.requests).toHaveLength(1);
    },
  );

  const whole: CloudAnswer = {
    headers: { 'content-type': 'application/vnd.amazon.eventstream' },
    body: amazonEvents(EVENTS.map(({ data }) => data)),
  };
  test.each([
    'Too many requests, please wait before trying again.',
    'Too many tokens, please wait before trying again.',
    'Too many tokens per day, please wait before trying again.',
  ])('that is busy is asked again, in an answer as in a stream: %s', async (message) => {
    loginToAws();
    const headers = {
      'x-amzn-errortype': 'ThrottlingException',
      'content-type': 'application/json',
    };
    const busy: CloudAnswer[] = [
      { status: 429, headers, body: JSON.stringify({ message }) },
      { ...whole, body: amazonException('throttlingException', message) },
    ];
    const server = await cloud(() => busy.shift() ?? whole);
    expect((await ask(bedrock(server))).content).toHaveLength(1);
    expect(server.requests).toHaveLength(3);
  });

  test('without a login is reported at once, with the step to add', async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_BEARER_TOKEN_BEDROCK'])
      vi.stubEnv(name, undefined);
    const home = await folder();
    vi.stubEnv('HOME', home);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    const server = await cloud(() => STREAM);
    const error = await refusal(bedrock(server));
    expect(error.code).toBe('model-auth');
    expect(error.fix).toContain('role-to-assume');
    expect(server.requests).toEqual([]);
  });
});

describe('a model on Vertex AI', () => {
  test('gets the request in its own form, with the workflow identity exchanged for its token', async () => {
    const server = await cloud(answerAs(STREAM));
    await loginFile(server);
    expect((await ask(vertex(server))).costUsd).toBeGreaterThan(0);
    expect(server.requests.find(({ path }) => path === '/sts')?.body).toContain('workflow-token');
    const sent = server.requests.at(-1);
    expect(sent?.path).toBe(
      '/v1/projects/my-project/locations/global/publishers/anthropic/models/claude-sonnet-4-5@20250929:streamRawPredict',
    );
    expect(sent?.headers['authorization']).toBe('Bearer ya29.granted');
    expect(JSON.parse(sent?.body ?? '{}')).not.toHaveProperty('model');
  });

  test.each([
    ['NOT_FOUND', 404, 'Publisher Model `x` was not found', 'model-unknown'],
    ['PERMISSION_DENIED', 403, 'Permission denied on resource', 'model-auth'],
  ])('that answers %s is an error of the code', async (status, code, message, expected) => {
    const server = await cloud(
      answerAs({
        status: code,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ error: { code, message, status } }),
      }),
    );
    await loginFile(server);
    expect((await refusal(vertex(server))).code).toBe(expected);
  });

  test('is asked once its login server, which failed for a while, answers again', async () => {
    let logins = 0;
    const server = await cloud((sent) => {
      if (sent.path === '/sts') logins += 1;
      const isDown = sent.path === '/sts' && logins < 6;
      return isDown ? { status: 503, body: '{}' } : answerAs(STREAM)(sent);
    });
    await loginFile(server);
    expect((await ask(vertex(server))).content).toHaveLength(1);
  });
});

describe('a model on Microsoft Foundry', () => {
  test('is asked with a key of the resource', async () => {
    const server = await cloud(() => STREAM);
    await ask({
      provider: 'foundry',
      anthropicApiKey: 'foundry-key',
      anthropicBaseUrl: `${server.url}/anthropic`,
    });
    const [sent] = server.requests;
    expect(sent?.path).toBe('/anthropic/v1/messages');
    expect(sent?.headers['x-api-key']).toBe('foundry-key');
    expect(sent?.headers).not.toHaveProperty('authorization');
  });

  test('is asked with the workflow identity, exchanged once for many requests', async () => {
    const server = await cloud(({ path }) => {
      const headers = { 'content-type': 'application/json' };
      if (path.startsWith('/oidc')) return { headers, body: '{"value":"workflow-token"}' };
      if (!path.includes('/oauth2/')) return STREAM;
      return { headers, body: '{"access_token":"entra-token","expires_in":3599}' };
    });
    const model = await createModel({ cwd: '/', clock: fastClock(), ...identity(server) });
    const { signal } = new AbortController();
    await model.respond(request(), { signal });
    await model.respond(request(), { signal });
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/oidc?api-version=2&audience=api%3A%2F%2FAzureADTokenExchange',
      '/11111111-2222-3333-4444-555555555555/oauth2/v2.0/token',
      '/v1/messages',
      '/v1/messages',
    ]);
    expect(server.requests[0]?.headers['authorization']).toBe('Bearer request-token');
    expect(server.requests[1]?.body).toContain('client_assertion=workflow-token');
    expect(server.requests[2]?.headers['authorization']).toBe('Bearer entra-token');
    expect(server.requests[2]?.headers).not.toHaveProperty('x-api-key');
  });

  test.each([
    ['/oidc', 503, ''],
    ['/oauth2/', 503, '{"error":"temporarily_unavailable"}'],
    ['/oauth2/', 429, 'Slow down'],
  ])('is asked again if %s answers %i: %s', async (part, status, body) => {
    let refused = 0;
    const server = await cloud(({ path }) => {
      if (path.includes(part) && refused === 0) {
        refused += 1;
        return { status, body };
      }
      if (path.startsWith('/oidc')) return { body: '{"value":"workflow-token"}' };
      if (!path.includes('/oauth2/')) return STREAM;
      return { body: '{"access_token":"entra-token","expires_in":3599}' };
    });
    expect((await ask(identity(server))).content).toHaveLength(1);
    expect(refused).toBe(1);
  });

  test('says so where the answer of the login server is no token', async () => {
    const server = await cloud(() => ({ body: '<html>Sign in</html>' }));
    const error = await refusal(identity(server));
    expect(error.code).toBe('model-auth');
    expect(error.message).toContain('The answer of the login server is not a token');
  });

  test('says what Microsoft Entra said where the login is refused', async () => {
    const server = await cloud(({ path }) =>
      path.startsWith('/oidc')
        ? { body: '{"value":"workflow-token"}' }
        : {
            status: 400,
            body: '{"error":"invalid_client","error_description":"AADSTS70021: No matching federated identity record found."}',
          },
    );
    const error = await refusal(identity(server));
    expect(error.code).toBe('model-auth');
    expect(error.message).toMatch(/\(401: Microsoft Entra refuses the login: 400 AADSTS70021/);
    expect(error.fix).toContain('federated credential');
    expect(server.requests).toHaveLength(2);
  });
});

describe('a provider that lacks something', () => {
  test.each([
    ['bedrock', {}, 'AWS_REGION'],
    ['bedrock', { AWS_REGION: 'eu west 1/../' }, '"eu west 1/../"'],
    ['vertex', { CLOUD_ML_REGION: 'global' }, 'ANTHROPIC_VERTEX_PROJECT_ID'],
    ['vertex', { ANTHROPIC_VERTEX_PROJECT_ID: 'p' }, 'CLOUD_ML_REGION'],
    ['foundry', {}, 'ANTHROPIC_FOUNDRY_RESOURCE'],
    ['foundry', { ANTHROPIC_FOUNDRY_RESOURCE: 'r' }, 'No login for Foundry is set'],
    ['foundry', { ANTHROPIC_FOUNDRY_RESOURCE: 'evil.example/x?' }, '"evil.example/x?"'],
  ] as const)(
    '(%s with %j) is refused before anything is sent: %s',
    async (provider, environment, said) => {
      const error = await refusal({ provider, environment });
      expect(error.code).toBe('input-invalid');
      expect(`${error.message} ${error.fix}`).toContain(said);
    },
  );
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'countersign-cloud-'));
  folders.push(path);
  return path;
}

test('a proxy that asks for a login is asked once, and the error names its variable', async () => {
  const proxy = await cloud(() => ({ status: 407, body: '' }));
  const error = await refusal({
    anthropicApiKey: 'sk-ant-a-key',
    anthropicBaseUrl: 'http://gateway.example',
    environment: { HTTP_PROXY: proxy.url },
  });
  expect(error).toMatchObject({
    code: 'input-invalid',
    message: 'The proxy of the variable HTTP_PROXY asks for a login (407).',
  });
  expect(proxy.requests).toHaveLength(1);
});
