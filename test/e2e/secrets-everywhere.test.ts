import { artifactText } from '../audit/view/report/page.ts';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import {
  type EndedStep,
  type Event,
  finish,
  messagesApi,
  POLICY,
  type TestRepository,
  openRepository,
  turn,
} from './harness.ts';

const PATTERN_WORD = 'acme';
const SELF = 'github-actions[bot]';

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** Secrets of this run alone, of every origin: nothing that was written down beforehand can know them. */
function plantSecrets() {
  return {
    key: `sk-ant-api03-${random(36)}`,
    token: `ghs_${randomBytes(18).toString('hex')}`,
    state: `state ${random(12)}+/=${random(6)}`,
    env: `p@ss"${random(8)}\\${random(8)}`,
    header: `Bearer ${random(24)}`,
    pattern: `${PATTERN_WORD}-${randomBytes(10).toString('hex')}`,
    known: `ghp_${randomBytes(27)
      .toString('base64')
      .replaceAll(/[^A-Za-z0-9]/g, 'x')
      .slice(0, 36)}`,
  };
}

/** What somebody might look for. A pattern or the form of a token finds no encoded secret, so of those only the plain one. */
function formsOf(name: string, secret: string): readonly string[] {
  if (name === 'pattern' || name === 'known') return [secret];
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((pad) => {
    const shifted = Buffer.concat([Buffer.alloc(pad, 'x'), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return shifted.slice(pad === 0 ? 0 : 4, -2);
  });
  const hex = bytes.toString('hex');
  const reversed = secret.split('').reverse().join('');
  return [
    secret,
    ...base64,
    bytes.toString('base64url').slice(0, -2),
    hex,
    hex.toUpperCase(),
    reversed,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ];
}

/** A collector of traces on loopback. */
async function collector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => bodies.push(part));
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

/** Everything that a step wrote for anybody to see. */
function sinksOf(
  repository: TestRepository,
  end: EndedStep,
): readonly (readonly [string, string])[] {
  return [
    ['log', end.log.replaceAll(/^::add-mask::.*$/gm, '')],
    ['outputs', JSON.stringify(end.outputs)],
    ['summary', end.summary],
    ...repository.github
      .commentsOn(repository.issue)
      .filter(({ author }) => author.login === SELF)
      .map(({ body }) => ['comment', body] as const),
    ...[...end.artifact].map(
      ([path, bytes]) => [`artifact ${path}`, artifactText(path, bytes)] as const,
    ),
  ];
}

const HOWS = [
  'cat',
  'base64 -w0',
  'base64 -w20',
  'od -An -tx1',
  'rev',
  'tac',
  'head -c 20',
  'cat -A',
];

function expectNone(
  secrets: Readonly<Record<string, string>>,
  sinks: readonly (readonly [string, string])[],
): void {
  for (const [name, secret] of Object.entries(secrets)) {
    for (const form of formsOf(name, secret)) {
      for (const [sink, text] of sinks)
        expect(text.includes(form), `${sink} holds ${name} as ${form}`).toBe(false);
    }
  }
}

function planted(secrets: ReturnType<typeof plantSecrets>) {
  const all = Object.values(secrets).join('\n');
  const commands = HOWS.map((how) => ['bash_run', { command: `${how} src/notes.txt` }] as const);
  const printed = Object.values(secrets).map(
    (secret) =>
      [
        'bash_run',
        { command: `printf %s '${secret}' | base64 -w0; echo; printf %s '${secret}'` },
      ] as const,
  );
  const turns = [
    turn(
      `I hold ${all}`,
      ['fs_read', { path: 'src/notes.txt' }],
      ['fs_write', { path: 'src/more.txt', content: all }],
      [secrets.key, { [secrets.env]: all }],
    ),
    turn(all, ...commands),
    turn('', ...printed),
    turn(
      '',
      ['fs_edit', { path: 'src/notes.txt', old_string: secrets.env, new_string: all }],
      ['todo_write', { todos: [{ text: all.slice(0, 150), status: 'pending' }] }],
    ),
    turn('', ['bash_run', { command: `touch '${secrets.state}'; sleep 60` }]),
    finish(`All of it: ${all}`, 'incomplete'),
  ];
  return { all, turns };
}

async function repositoryWith(secrets: ReturnType<typeof plantSecrets>) {
  const policy = `${POLICY.replace('mode: ask', 'mode: auto').replace('  - bash_run\n', '  - bash_run(touch *)\n')}redact: { patterns: ['${PATTERN_WORD}-[0-9a-f]{20}'] }\n`;
  const { all, turns } = planted(secrets);
  const repository = await openRepository({
    policy,
    files: { 'src/notes.txt': `${all}\n` },
    github: { token: secrets.token },
  });
  const { number } = repository.github.issue({
    author: 'octo-requester',
    title: `Mind ${secrets.env}`,
    body: all,
  });
  return {
    repository,
    number,
    turns,
    event: (): Event => repository.ask(`/countersign look at ${secrets.pattern}\n${secrets.env}`),
  };
}

const inputsOf = (secrets: ReturnType<typeof plantSecrets>) => ({
  'anthropic-api-key': secrets.key,
  'state-key': secrets.state,
});
const environmentOf = (secrets: ReturnType<typeof plantSecrets>, endpoint: string) => ({
  DEPLOY_PASSWORD: secrets.env,
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=${encodeURIComponent(secrets.header)}`,
});

test.concurrent('random secrets of every origin, in every source and encoding, reach no sink of a run', async () => {
  const secrets = plantSecrets();
  const { repository, turns, event } = await repositoryWith(secrets);
  await using _ = repository;
  await using traces = await collector();
  repository.answerApprovalComments((ids) => `/deny ${ids.join(' ')} because of ${secrets.env}`);
  await using api = await messagesApi({
    onRequest: ({ index }) => (turns[index] ?? finish('?')) as never,
  });
  const inputs = { ...api.inputs, ...inputsOf(secrets) };
  const end = await repository.runStep({
    event: event(),
    inputs,
    environment: environmentOf(secrets, traces.url),
  });
  expect(end.outputs['outcome'], end.log).toBe('denied');
  expect(end.artifact.has('report.html')).toBe(true);
  expect(traces.bodies.join('')).toContain('execute_tool bash_run');
  const texts = api.requests.map(
    ({ body, index }) => [`model request ${index}`, textOf(body)] as const,
  );
  expectNone(secrets, [...sinksOf(repository, end), ['traces', traces.bodies.join('')], ...texts]);
  for (const secret of [secrets.env, secrets.header.replace('Bearer ', '')])
    expect(end.log).toContain(`::add-mask::${secret}`);
});

test.concurrent("nor do they reach the post step's report of a crashed run", async () => {
  const secrets = plantSecrets();
  const { repository, turns, event } = await repositoryWith(secrets);
  await using _ = repository;
  await using traces = await collector();
  await using api = await messagesApi({
    onRequest: ({ index }) => (turns[index] ?? finish('?')) as never,
  });
  const step = {
    event: event(),
    inputs: { ...api.inputs, ...inputsOf(secrets) },
    environment: environmentOf(secrets, traces.url),
  };
  const main = await repository.start('action', step);
  await main.seen('approval required');
  main.process.kill('SIGKILL');
  const crashed = await main.end;
  const end = await repository.runStep(step, 'post');
  expect(end.exitCode, end.log).toBe(0);
  expect(end.artifact.has('report.html')).toBe(true);
  expectNone(secrets, [
    ...sinksOf(repository, end),
    ['log of main', crashed.log.replaceAll(/^::add-mask::.*$/gm, '')],
    ['traces', traces.bodies.join('')],
  ]);
});

/** What the model was sent beside its own words. */
function textOf(body: unknown): string {
  const { messages } = body as { messages: { role: string; content: unknown }[] };
  return JSON.stringify(messages.filter(({ role }) => role === 'user'));
}
