import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRedactor, type Fetch, type Json } from '../../../src/common/index.ts';
import { createWebhook, type Webhook } from '../../../src/approvals/index.ts';
import { parseCodeOwners } from '../../../src/approvals/answers/codeowners.ts';
import {
  formatOfHost,
  webhookPayload,
  type WebhookMessage,
} from '../../../src/approvals/notify/webhook-payload.ts';
import { BOB, MemoryGitHub } from '../memory-github.ts';
import { fastClock } from '../../model/harness.ts';
import { jumpingClock, QUIET, requestOf, testContext } from '../context.ts';

const URL_OF_SLACK = 'https://hooks.slack.com/services/T000/B000/verysecretpathofslack';

interface Received {
  readonly path: string;
  readonly body: Json;
}

/** A service on loopback that answers with these statuses, some with a `Retry-After`, the last one from then on. */
async function service(...answers: readonly (number | readonly [number, string])[]) {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const serve = async (): Promise<void> => {
      const body = await bodyOf(request);
      const answer = answers[Math.min(received.length, answers.length - 1)] ?? 200;
      const [status, wait = ''] = typeof answer === 'number' ? [answer] : answer;
      received.push({ path: request.url ?? '', body: JSON.parse(body) as Json });
      const headers = status === 302 ? { location: '/elsewhere' } : { 'retry-after': wait };
      response.writeHead(status, headers).end('answer');
    };
    void serve();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  // Every address of the internet is this service.
  const reach: Fetch = (address, init) =>
    fetch(`http://127.0.0.1:${port}${urlOf(address).pathname}`, init);
  return { received, reach };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function webhookOf(over: Partial<Parameters<typeof createWebhook>[0]> = {}): Webhook {
  return createWebhook({
    url: URL_OF_SLACK,
    format: null,
    content: false,
    fetch,
    clock: jumpingClock(new MemoryGitHub()),
    redactor: createRedactor(),
    ...over,
  });
}

const message: WebhookMessage = {
  kind: 'asked',
  place: 'octo/demo#7',
  run: 'run-a',
  url: 'https://github.test/octo/demo/issues/7#issuecomment-1',
  expires: '2026-01-08T00:00:00.000Z',
  requests: [{ approval: 'ap-11111111' }, { approval: 'ap-22222222' }],
};

const unreachable: Fetch = (address) =>
  Promise.reject(new TypeError(`fetch failed for ${urlOf(address).href}`));

function urlOf(address: Parameters<Fetch>[0]): URL {
  return new URL(address instanceof Request ? address.url : address);
}

describe('an approval request', () => {
  test('is announced once by the webhook, without the call', async () => {
    const { received, reach } = await service(200);
    const context = testContext({ webhook: webhookOf({ fetch: reach }) });
    context.github.onPoll = (poll) => {
      if (poll === 2) context.github.say(BOB, '/approve all');
    };
    const secret = requestOf({ command: 'echo call-text' });
    const [answer] = await context.approver.ask([secret], QUIET);
    expect(answer?.kind).toBe('approved');
    expect(received.map(({ path }) => path)).toEqual(['/services/T000/B000/verysecretpathofslack']);
    const body = JSON.stringify(received);
    expect(body).toContain(secret.id);
    expect(body).toContain('One call waits for an approval in octo/demo#7');
    expect(body).not.toContain('call-text');
    expect(context.trail.of('approval.notified')).toEqual([
      { type: 'approval.notified', via: 'webhook', kind: 'asked', approvals: [secret.id] },
    ]);
  });

  test('is reported with its call if the policy says so, redacted, and shortened', async () => {
    const { received, reach } = await service(200);
    const redactor = createRedactor({ secrets: [{ kind: 'env-X', value: 'hunter2hunter2' }] });
    const webhook = webhookOf({ fetch: reach, content: true, redactor });
    const context = testContext({ webhook });
    const command = `curl -H hunter2hunter2 <!channel> ${'x'.repeat(50_000)}`;
    await context.approver.ask([requestOf({ command })], QUIET);
    const body = JSON.stringify(received[0]);
    expect(body).not.toContain('hunter2');
    expect(body.length).toBeLessThan(5_000);
    expect(received[0]?.body).toMatchObject({
      blocks: [
        { type: 'section' },
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_preformatted',
              elements: [{ type: 'text', text: expect.stringContaining('<!channel>') }],
            },
          ],
        },
      ],
    });
  });

  test.each([
    ['a service that fails', [500], 3, 'answered 500'],
    ['a service that refuses', [403], 1, 'answered 403'],
    ['a redirect, which is not followed', [302], 1, 'answered 302'],
  ] as const)(
    'is answered as usual behind %s, and the trail says so',
    async (_, statuses, times, why) => {
      const { received, reach } = await service(...statuses);
      const context = testContext({ webhook: webhookOf({ fetch: reach }) });
      context.github.onPoll = (poll) => {
        if (poll === 2) context.github.say(BOB, '/approve all');
      };
      const [answer] = await context.approver.ask([requestOf()], QUIET);
      expect(answer?.kind).toBe('approved');
      expect(received).toHaveLength(times);
      expect(context.trail.of('approval.notified')).toEqual([]);
      expect(context.trail.of('warning')).toMatchObject([
        { code: 'people-not-notified', message: expect.stringContaining(why) },
      ]);
      expect(JSON.stringify(context.trail.events)).not.toContain('verysecretpath');
    },
  );

  test('is reported after a failure that passes', async () => {
    const { received, reach } = await service(503, 200);
    const context = testContext({ webhook: webhookOf({ fetch: reach }) });
    await context.approver.ask([requestOf()], QUIET);
    expect(received).toHaveLength(2);
    expect(context.trail.of('approval.notified')).toHaveLength(1);
  });

  test.each([
    ['', [1_000, 4_000]],
    ['0', [1_000, 4_000]],
    ['7', [7_000, 7_000]],
    ['9999', [15_000, 15_000]],
    ['Mon, 04 May 2026 12:00:09 GMT', [9_000, 4_000]],
  ])('is tried again after the wait that Retry-After asks for: %s', async (wait, slept) => {
    const { received, reach } = await service([429, wait]);
    const clock = fastClock();
    const webhook = webhookOf({ fetch: reach, clock });
    expect(await webhook.send(message, QUIET.signal)).toBe('the webhook answered 429');
    expect([received.length, clock.slept]).toEqual([3, slept]);
  });

  test('names no URL where nothing can be reached', async () => {
    const context = testContext({ webhook: webhookOf({ fetch: unreachable }) });
    await context.approver.ask([requestOf()], QUIET);
    expect(context.trail.of('warning')).toMatchObject([
      { message: 'The webhook notified nobody: the webhook could not be reached.' },
    ]);
  });
});

describe('the URL of a webhook', () => {
  test.each([
    'http://hooks.slack.com/services/a',
    'https://user:password@hooks.slack.com/services/a',
    'file:///etc/passwd',
    'hooks.slack.com/services/a',
    'https://example.com/secret-path',
    'https://hooks.slack.com.example.com/secret-path',
  ])('%s is refused without being named', (url) => {
    expect(() => webhookOf({ url })).toThrow(/notify-webhook/);
    expect(() => webhookOf({ url })).not.toThrow(/secret-path|password/);
  });

  test('of another host is taken with a format', () => {
    expect(webhookOf({ url: 'https://chat.example.com/x', format: 'json' }).content).toBe(false);
  });

  test('says the format of its service by its host', () => {
    expect(formatOfHost('hooks.slack.com')).toBe('slack');
    expect(formatOfHost('contoso.webhook.office.com')).toBe('teams');
    expect(formatOfHost('prod-12.westeurope.logic.azure.com')).toBe('teams');
    expect(formatOfHost('x.y.api.powerplatform.com')).toBe('teams');
    expect(formatOfHost('hooks.slack.com.evil.test')).toBeNull();
    expect(formatOfHost('evilwebhook.office.com.test')).toBeNull();
  });
});

describe('the body of a message', () => {
  test('for Slack has a text and blocks in which nothing is a mention', () => {
    const odd = { ...message, place: 'octo/<!here>&#7' };
    expect(webhookPayload(odd, 'slack')).toMatchObject({
      text: '2 calls wait for an approval in octo/&lt;!here&gt;&amp;#7',
      blocks: [{ type: 'section', text: { type: 'mrkdwn' } }],
    });
  });

  test('for Teams is an adaptive card', () => {
    const calls = message.requests.map((one) => ({ ...one, call: 'bash_run: [x](https://y)' }));
    expect(webhookPayload({ ...message, requests: calls }, 'teams')).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            body: [
              { type: 'TextBlock' },
              { type: 'TextBlock' },
              { type: 'CodeBlock', codeSnippet: 'bash_run: [x](https://y)' },
              { type: 'CodeBlock' },
            ],
            actions: [{ type: 'Action.OpenUrl', url: message.url }],
          },
        },
      ],
    });
  });

  test('for anything else has the plain fields', () => {
    expect(webhookPayload({ ...message, kind: 'reminder' }, 'json')).toEqual({
      ...message,
      kind: 'reminder',
      text: 'Reminder: 2 calls wait for an approval in octo/demo#7',
    });
  });
});

describe('a reminder', () => {
  const settings = { waitMs: 600_000, remindMs: 120_000, notify: ['@bob', 'codeowners'] };

  test('comes once before the end, by webhook and by a comment that mentions people', async () => {
    const { received, reach } = await service(200);
    const codeOwners = parseCodeOwners('* @octo/core');
    const context = testContext({ webhook: webhookOf({ fetch: reach }), settings, codeOwners });
    const request = requestOf({ paths: ['a'] });
    await context.approver.ask([request], QUIET);
    expect(received).toHaveLength(2);
    expect(context.trail.of('approval.notified').map(({ kind }) => kind)).toEqual([
      'asked',
      'reminder',
    ]);
    const reminders = context.trail.of('github.write').filter(({ what }) => what === 'reminder');
    expect(reminders).toHaveLength(1);
    const bodies = [...context.github.all.values()].map(({ body }) => body);
    expect(
      bodies.filter((body) => body.startsWith('@bob @octo/core One call still waits')),
    ).toHaveLength(1);
    const time = context.github.all.get(Number(reminders[0]?.id))?.createdAt ?? '';
    expect(Date.parse(time)).toBeGreaterThanOrEqual(Date.parse('2026-01-01T00:08:00Z'));
    expect(Date.parse(time)).toBeLessThan(Date.parse('2026-01-01T00:09:00Z'));
  });

  test('does not come for what is decided, nor without the setting', async () => {
    const decided = testContext({ settings });
    decided.github.onPoll = (poll) => {
      if (poll === 2) decided.github.say(BOB, '/approve all');
    };
    await decided.approver.ask([requestOf()], QUIET);
    const silent = testContext({ settings: { ...settings, remindMs: null } });
    await silent.approver.ask([requestOf()], QUIET);
    for (const { trail } of [decided, silent])
      expect(trail.of('github.write').filter(({ what }) => what === 'reminder')).toEqual([]);
  });
});

test('the owners of the files of a call are mentioned, each once, and at most ten', async () => {
  const owners = Array.from({ length: 30 }, (_, index) => `@octo/t${index}`).join(' ');
  const codeOwners = parseCodeOwners(`* ${owners}`);
  const context = testContext({ settings: { notify: ['codeowners'], waitMs: 1_000 }, codeOwners });
  let first = '';
  context.github.onPoll = () => {
    first ||= [...context.github.all.values()].map(({ body }) => body).join();
  };
  await context.approver.ask([requestOf({ paths: ['a', 'b'] })], QUIET);
  expect(first.match(/@octo\/t\d+/g)).toHaveLength(10);
});
