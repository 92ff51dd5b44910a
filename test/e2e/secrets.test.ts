import { artifactText } from '../audit/view/report/page.ts';
import { expect, test } from 'vitest';
import {
  expectEnd,
  finish,
  messagesApi,
  POLICY,
  type EndedStep,
  type TestRepository,
  openRepository,
  turn,
} from './harness.ts';

const KEY = 'sk-ant-api03-e2e-key-0123456789';
const TOKEN = 'ghs_e2eTokenThatNobodyMaySee0123456789';
const PASSWORD = 'correct-horse/battery+staple=9';

/** What somebody might look for. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((pad) => {
    const shifted = Buffer.concat([Buffer.alloc(pad, 'x'), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return shifted.slice(pad === 0 ? 0 : 4, -2);
  });
  return [
    secret,
    ...base64,
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    secret.split('').reverse().join(''),
    encodeURIComponent(secret),
  ];
}

/** Everything that the run wrote for anybody to see. */
function sinksOf(
  repository: TestRepository,
  end: EndedStep,
): readonly (readonly [string, string])[] {
  const masks = /^::add-mask::.*$/gm;
  return [
    ['log', end.log.replace(masks, '')],
    ['outputs', JSON.stringify(end.outputs)],
    ['summary', end.summary],
    ...repository.github
      .commentsOn(repository.issue)
      .map((comment) => ['comment', comment.body] as const),
    ...repository.github.log
      .filter(({ path }) => !path.startsWith('/blob/'))
      .map(({ path, body }) => [`request ${path}`, body] as const),
    ...[...end.artifact].map(
      ([path, bytes]) => [`artifact ${path}`, artifactText(path, bytes)] as const,
    ),
  ];
}

const COMMANDS = ['cat', 'base64 -w0', 'xxd -p', 'rev', 'od -An -c'].map(
  (how) => `${how} src/notes.txt`,
);

test.concurrent('no secret of the step leaves it, in any form', async () => {
  await using repository = await openRepository({
    policy: POLICY.replace(
      'requireApproval:\n  - bash_run\n',
      'requireApproval:\n  - bash_run(touch *)\n',
    ).replace('mode: ask', 'mode: auto'),
    files: { 'src/notes.txt': `${KEY}\n${TOKEN}\n${PASSWORD}\n` },
    github: { token: TOKEN },
    ownProcesses: true,
  });
  repository.answerApprovalComments((ids) => `/deny ${ids.join(' ')} it says ${PASSWORD}`);
  const said = `I saw ${KEY} and ${TOKEN} and ${PASSWORD}`;
  const turns = [
    turn(
      said,
      ['fs_read', { path: 'src/notes.txt' }],
      ['fs_grep', { pattern: PASSWORD.slice(0, 12) }],
      ['fs_read', { path: PASSWORD }],
      [KEY, { [PASSWORD]: TOKEN }],
    ),
    turn(said, ...COMMANDS.map((command) => ['bash_run', { command }] as const), [
      'bash_run',
      { command: `echo ${PASSWORD}; exit 3` },
    ]),
    turn('', ['bash_run', { command: 'env; cat /proc/self/environ; cat /proc/$PPID/environ' }]),
    turn(
      '',
      ['bash_run', { command: `touch ${PASSWORD}` }],
      ['fs_write', { path: `src/${TOKEN}.txt`, content: said }],
    ),
    finish(said, 'incomplete'),
  ];
  await using api = await messagesApi({
    onRequest: ({ index }) => (turns[index] ?? finish('?')) as never,
  });
  const end = await repository.runStep({
    event: repository.ask(`/countersign look for ${PASSWORD}`),
    inputs: { ...api.inputs, 'anthropic-api-key': KEY },
    environment: { DEPLOY_PASSWORD: PASSWORD },
  });
  await expectEnd(end, { outcome: 'denied', exitCode: 1 });
  const asked = repository.github
    .commentsOn(repository.issue)
    .filter((comment) => comment.author.login !== 'github-actions[bot]')
    .map(({ body }) => body);
  const sinks = [
    ...sinksOf(repository, end).filter(([, text]) => !asked.includes(text)),
    ...api.requests.map(
      ({ body, index }) => [`model request ${index}`, toolResultsOf(body)] as const,
    ),
  ];
  for (const secret of [KEY, TOKEN, PASSWORD]) {
    for (const form of formsOf(secret)) {
      for (const [name, text] of sinks)
        expect(text.includes(form), `${name} holds ${form}`).toBe(false);
    }
  }
});

/** What the model was sent beside its own words. */
function toolResultsOf(body: unknown): string {
  const messages = (body as { messages: { role: string; content: unknown }[] }).messages;
  return JSON.stringify(messages.filter(({ role }) => role === 'user'));
}
