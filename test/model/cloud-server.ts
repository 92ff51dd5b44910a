import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';

/** What a server of a cloud got: the address as written, headers as sent, the body as text. */
export interface CloudRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface CloudAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface CloudServer {
  readonly url: string;
  readonly requests: CloudRequest[];
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 1_000_000;

/** An HTTP server on loopback that answers as the test says. */
export async function startCloud(
  answer: (request: CloudRequest) => CloudAnswer,
): Promise<CloudServer> {
  const requests: CloudRequest[] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      const body = await bodyOf(incoming);
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: Object.fromEntries(
          Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
        ),
        body,
      };
      requests.push(request);
      const { status = 200, headers = {}, body: said } = answer(request);
      response.writeHead(status, headers).end(said);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming) {
    const piece = Buffer.from(part);
    bytes += piece.length;
    if (bytes > MAX_BODY_BYTES) throw new Error('too large a body');
    parts.push(piece);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** `application/vnd.amazon.eventstream` as Bedrock streams: each event in base64 in a `chunk`. */
export function amazonEvents(events: readonly unknown[]): Buffer {
  return Buffer.concat(
    events.map((event) => {
      const bytes = Buffer.from(JSON.stringify(event)).toString('base64');
      return frame(
        { ':message-type': 'event', ':event-type': 'chunk', ':content-type': 'application/json' },
        JSON.stringify({ bytes }),
      );
    }),
  );
}

/** The message of an exception, by which Bedrock ends a stream that has begun. */
export function amazonException(type: string, message: string): Buffer {
  const headers = { ':message-type': 'exception', ':exception-type': type };
  return frame({ ...headers, ':content-type': 'application/json' }, JSON.stringify({ message }));
}

/** One message: lengths and headers, each guarded by a CRC-32, then the payload and the CRC-32 of everything. */
function frame(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const head = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const string = Buffer.alloc(3);
      string.writeUInt8(7);
      string.writeUInt16BE(value.length, 1);
      return Buffer.concat([
        Buffer.from([name.length]),
        Buffer.from(name),
        string,
        Buffer.from(value),
      ]);
    }),
  );
  const body = Buffer.from(payload);
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + head.length + body.length);
  prelude.writeUInt32BE(head.length, 4);
  const start = Buffer.concat([prelude, number(crc32(prelude)), head, body]);
  return Buffer.concat([start, number(crc32(start))]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

/** Whether a request is signed with this key (AWS Signature Version 4), computed anew from what arrived. */
export function isSigned(request: CloudRequest, secretKey: string): boolean {
  const said = /Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]+)$/.exec(
    request.headers['authorization'] ?? '',
  );
  const [, credential = '', names = '', signature] = said ?? [];
  const [, day = '', region = '', service = '', last = ''] = credential.split('/');
  const canonical = [
    request.method,
    request.path.split('/').map(encodeURIComponent).join('/'),
    '',
    ...names.split(';').map((name) => `${name}:${(request.headers[name] ?? '').trim()}`),
    '',
    names,
    createHash('sha256').update(request.body).digest('hex'),
  ].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    [day, region, service, last].join('/'),
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = [day, region, service, last].reduce(
    (secret: string | Buffer, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretKey}`,
  );
  return createHmac('sha256', key).update(toSign).digest('hex') === signature;
}
