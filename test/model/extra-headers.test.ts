import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createModel, emptyHeaders, headerSecrets, parseHeaders } from '../../src/model/index.ts';
import { secretsOfHeaders, withHeaders } from '../../src/model/extra-headers.ts';
import * as fc from '../properties.ts';
import { refusedBy } from './apis.ts';
import { fastClock, request } from './harness.ts';

const TEXT =
  'X-Gateway-Key: secret-0123456789\n\nx-region:  eu \ncf-aig-authorization: Bearer token-0123456789';

describe('the input extra-headers', () => {
  it('has a header on each line', () => {
    expect([...parseHeaders(TEXT, 'extra-headers')]).toEqual([
      ['x-gateway-key', 'secret-0123456789'],
      ['x-region', 'eu'],
      ['cf-aig-authorization', 'Bearer token-0123456789'],
    ]);
    expect(parseHeaders('', 'extra-headers').size).toBe(0);
  });

  it.each([
    'secret-0123456789',
    ': secret-0123456789',
    'x y: secret-0123456789',
    'x-key: sécret-0123456789',
    'x-key: secret-0123456789\u0007',
    'Host: secret-0123456789',
    'content-length: secret-0123456789',
    'Transfer-Encoding: secret-0123456789',
    'a: secret-0123456789\nA: secret-0123456789',
  ])('is refused as %j, and the message has no value', (text) => {
    expect(() => parseHeaders(text, 'extra-headers')).toThrow(/extra-headers is invalid: its line/);
    expect(() => parseHeaders(text, 'extra-headers')).not.toThrow(/0123456789/);
    expect(headerSecrets(text)).toEqual({});
  });

  it('has lines without a value where a secret is not set', () => {
    const headers = parseHeaders(
      'x-key:\ncf-aig-authorization: Bearer \nx-region: eu',
      'extra-headers',
    );
    expect(emptyHeaders(headers)).toEqual(['x-key', 'cf-aig-authorization']);
  });

  it('has its values as secrets, whole and without their scheme', () => {
    const headers = parseHeaders(`${TEXT}\nx-portkey-provider: @anthropic`, 'extra-headers');
    expect(secretsOfHeaders(headers)).toEqual([
      'secret-0123456789',
      'Bearer token-0123456789',
      'token-0123456789',
    ]);
  });
});

describe('headers for a gateway', () => {
  const headers = parseHeaders(TEXT, 'extra-headers');

  it('are sent to its origin and to no other', async () => {
    const origins = [
      'https://gateway.example.com',
      'https://gateway.example.com:8443',
      'http://gateway.example.com',
      'https://login.example.com',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...origins),
        fc.constantFrom(...origins),
        async (own, asked) => {
          let sent = new Headers();
          const fetch = withHeaders(
            async (_url, init) => {
              sent = new Headers(init?.headers);
              return new Response('');
            },
            headers,
            `${own}/v1`,
          );
          await fetch(`${asked}/path`, { headers: { 'x-own': '1' } });
          expect(sent.get('x-own')).toBe('1');
          expect(sent.get('x-gateway-key')).toBe(own === asked ? 'secret-0123456789' : null);
        },
      ),
    );
  });

  it.each(['anthropic', 'openai', 'openai-compatible', 'gemini'] as const)(
    'of %s do not follow a redirect, and neither does its key',
    async (provider) => {
      const seen: IncomingHttpHeaders[] = [];
      const other = await listening((_headers) => void seen.push(_headers), null);
      const gateway = await listening(() => undefined, `${urlOf(other)}/v1/messages`);
      try {
        const address = urlOf(gateway);
        const model = await createModel({
          provider,
          model: 'm',
          anthropicApiKey: 'key-0123456789',
          apiKey: 'key-0123456789',
          ...(provider === 'anthropic' ? { anthropicBaseUrl: address } : { baseUrl: address }),
          extraHeaders: headers,
          cwd: '/',
          clock: fastClock(),
        });
        const error = await refusedBy(
          model.respond(request(), { signal: new AbortController().signal }),
        );
        expect(error.message).toContain('redirects');
        expect(seen).toEqual([]);
      } finally {
        for (const server of [other, gateway]) server.close();
      }
    },
  );
});

async function listening(
  onRequest: (headers: IncomingHttpHeaders) => void,
  location: string | null,
): Promise<Server> {
  const server = createServer((incoming, response) => {
    onRequest(incoming.headers);
    incoming.resume();
    response.writeHead(location === null ? 200 : 307, location === null ? {} : { location }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

function urlOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}
