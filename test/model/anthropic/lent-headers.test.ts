import { createServer, type IncomingHttpHeaders } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/common/index.ts';
import { HeaderList } from '../../../src/model/anthropic/header-list.ts';
import { createModel } from '../../../src/model/index.ts';
import { giveHeadersBack, lendHeaders } from '../../../src/model/anthropic/lent-headers.ts';

const REQUEST = {
  system: 'Work.',
  tools: [],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Go' }] }],
  maxTokens: 9,
} as const;

async function modelAt(baseUrl: string) {
  const apiKey = 'sk-ant-of-this-test';
  return await createModel({ model: 'claude-x', apiKey, baseUrl, cwd: '.', clock: systemClock });
}

test('a run that is aborted before its first request leaves Node’s own Headers behind', async () => {
  const node = globalThis.Headers;
  const model = await modelAt('http://127.0.0.1:9');
  const controller = new AbortController();
  const asked = model.respond(REQUEST, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  expect(globalThis.Headers).toBe(node);
});

test('the first request of a process has the fields of every other one, and leaves Node’s own Headers behind', async () => {
  const node = globalThis.Headers;
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end('{"error":{"type":"invalid_request_error","message":"no"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const model = await modelAt(`http://127.0.0.1:${port}`);
  for (const _ of [1, 2]) {
    const asked = model.respond(REQUEST, { signal: new AbortController().signal });
    await expect(asked).rejects.toMatchObject({ code: 'model-refused-request' });
    expect(globalThis.Headers).toBe(node);
  }
  expect(JSON.stringify(seen[0])).toContain('sk-ant-of-this-test');
  expect(seen[0]).toEqual(seen[1]);
});

test('Headers is lent for the first request alone, and can be replaced afterwards as ever', () => {
  const node = globalThis.Headers;
  lendHeaders();
  expect(globalThis.Headers).toBe(node);
  globalThis.Headers = HeaderList;
  giveHeadersBack();
  expect(globalThis.Headers).toBe(HeaderList);
  globalThis.Headers = node;
});
