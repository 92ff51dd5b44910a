/** Messages to the webhook of `notify-webhook`, delivered over TLS to a service on loopback with a certificate of the test's own. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasOpenssl, selfSigned } from '../certificate.ts';
import {
  entriesOf,
  expectEnd,
  finish,
  POLICY,
  type TestRepository,
  openRepository,
  turn,
} from './harness.ts';
import { nightly } from '../properties.ts';

const SECRET_PATH = '/services/T0/B0/the-secret-path-of-this-hook';
const COMMAND = 'echo what-the-call-says > src/made.txt';
const MADE = [turn('I write.', ['bash_run', { command: COMMAND }]), finish('Made.')];

interface Service extends AsyncDisposable {
  readonly url: string;
  /** The file that makes a process trust the certificate of the service. */
  readonly authority: string;
  readonly received: readonly { readonly path: string; readonly body: string }[];
}

/** A service that answers with these statuses, the last one from then on. */
async function service(folder: string, statuses: readonly number[]): Promise<Service> {
  const { key, certificate } = selfSigned('/CN=localhost', 'DNS:localhost');
  const authority = join(folder, 'certificate.pem');
  await writeFile(authority, certificate);
  const received: { path: string; body: string }[] = [];
  const options = { key, cert: certificate };
  const server = createServer(options, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 200;
      received.push({ path: request.url ?? '', body: Buffer.concat(chunks).toString() });
      response.writeHead(status, { 'retry-after': '0' }).end('heard');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}${SECRET_PATH}`,
    authority,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

async function asking(format: string): Promise<TestRepository> {
  const webhook = `webhook: { ${format} }`;
  const repository = await openRepository({
    policy: POLICY.replace('approvals: { ', `approvals: { ${webhook}, `),
  });
  repository.answerApprovalComments(([id]) => `/approve ${id}`);
  return repository;
}

/** The page of the newest approval comment. */
function commentUrl(repository: TestRepository): string {
  return `https://github.com/octo-org/octo-repo/issues/1#issuecomment-${repository.approvalComments().at(-1)?.id}`;
}

/** A run that notifies this service. A process of its own trusts the certificate: it reads which ones it trusts when it starts. */
async function ended(
  repository: TestRepository,
  { url, authority }: Service,
  { isTrusted = true }: { readonly isTrusted?: boolean } = {},
) {
  const step = { inputs: { 'notify-webhook': url }, turns: MADE };
  const environment = { NODE_EXTRA_CA_CERTS: authority };
  const end = isTrusted
    ? await (await repository.start('action', { ...step, environment })).end
    : await repository.runStep(step);
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  const shown = `${end.log.replace(/^::add-mask::.*$/gm, '')}${end.summary}${[...end.artifact.values()].join('')}`;
  expect(shown).not.toContain('the-secret-path-of-this-hook');
  return end;
}

describe.skipIf(!hasOpenssl)('a webhook', () => {
  test('is notified once, after a 503 and a 429, by Block Kit without what the call says, and not at all if nobody vouches for its certificate', async () => {
    await using repository = await asking('format: slack');
    await using hook = await service(repository.folder, [503, 429, 200]);
    const unsent = await ended(repository, hook, { isTrusted: false });
    expect(hook.received).toEqual([]);
    expect(entriesOf(unsent, 'approval.notified')).toEqual([]);
    expect(entriesOf(unsent, 'warning')).toMatchObject([
      {
        code: 'people-not-notified',
        message: expect.stringContaining('could not be reached') as string,
      },
    ]);

    const end = await ended(repository, hook);
    expect(hook.received.map(({ path }) => path)).toEqual([SECRET_PATH, SECRET_PATH, SECRET_PATH]);
    expect(new Set(hook.received.map(({ body }) => body)).size).toBe(1);
    const [id] = entriesOf(end, 'approval.asked').flatMap(({ requests }) => requests);
    const url = commentUrl(repository);
    const body = hook.received[0]?.body ?? '';
    expect(JSON.parse(body)).toEqual({
      text: 'One call waits for an approval in octo-org/octo-repo#1',
      blocks: [
        {
          type: 'section',
          text: { type: 'mrkdwn', text: expect.stringContaining(`<${url}|`) as string },
        },
      ],
    });
    expect(body).toContain(id?.approval);
    expect(body).not.toContain('what-the-call-says');
    expect(entriesOf(end, 'approval.notified')).toMatchObject([
      { via: 'webhook', kind: 'asked', approvals: [id?.approval] },
    ]);
  });

  nightly.concurrent(
    'Teams gets an Adaptive Card, and what the call says only where the policy asks for it',
    async () => {
      for (const content of [false, true]) {
        await using repository = await asking(`format: teams, content: ${content}`);
        await using hook = await service(repository.folder, [202]);
        await ended(repository, hook);
        expect(hook.received).toHaveLength(1);
        const body = hook.received[0]?.body ?? '';
        expect(JSON.parse(body)).toMatchObject({
          type: 'message',
          attachments: [
            {
              contentType: 'application/vnd.microsoft.card.adaptive',
              content: {
                type: 'AdaptiveCard',
                actions: [{ type: 'Action.OpenUrl', url: commentUrl(repository) }],
              },
            },
          ],
        });
        expect(body.includes('what-the-call-says')).toBe(content);
      }
    },
  );
});
