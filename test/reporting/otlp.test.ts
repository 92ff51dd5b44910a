import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { writeReportFiles } from '../../src/reporting/write-report-files.ts';
import { otlpTarget, sendTrace } from '../../src/reporting/otlp.ts';
import { trailOf } from '../cli/trails.ts';

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

interface Taken {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A collector on loopback that answers as the test says, and remembers what it was sent. */
async function collector(answer: (response: ServerResponse, nth: number) => void) {
  const taken: Taken[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      taken.push({ path: request.url ?? '', headers: request.headers, body });
      answer(response, taken.length);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken };
}

async function sent(environment: Record<string, string>): Promise<readonly string[]> {
  const { folder } = await trailOf();
  const warnings: string[] = [];
  await sendTrace(folder, environment, (message) => warnings.push(message));
  return warnings;
}

test('the trace goes to the endpoint of the standard variables, with their headers and resource', async () => {
  const { url, taken } = await collector((response) => response.end('{}'));
  const warnings = await sent({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/base/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc%3D, x-tenant = a',
    OTEL_SERVICE_NAME: 'agent',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=ci,broken',
  });
  expect(warnings).toEqual([]);
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({
    path: '/base/v1/traces',
    headers: { authorization: 'Bearer abc=', 'x-tenant': 'a', 'content-type': 'application/json' },
  });
  const { resourceSpans } = JSON.parse(taken[0]?.body ?? '') as {
    resourceSpans: { resource: { attributes: unknown[] }; scopeSpans: { spans: object[] }[] }[];
  };
  expect(resourceSpans[0]?.resource.attributes).toEqual([
    { key: 'service.name', value: { stringValue: 'agent' } },
    { key: 'deployment.environment', value: { stringValue: 'ci' } },
  ]);
  // The run, two turns, four calls.
  expect(resourceSpans[0]?.scopeSpans[0]?.spans).toHaveLength(7);
});

test('the trace goes through the proxy of the environment', async () => {
  const proxy = await collector((response) => response.end());
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example' };
  expect(await sent({ ...endpoint, HTTP_PROXY: proxy.url })).toEqual([]);
  expect(proxy.taken.map(({ path }) => path)).toEqual(['http://collector.example/v1/traces']);
});

test('the endpoint for traces is taken as it is, before the general one', async () => {
  const { url, taken } = await collector((response) => response.end());
  await sent({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/own`,
  });
  expect(taken.map(({ path }) => path)).toEqual(['/own']);
});

test('a collector that is busy is asked again; one that refuses is a warning with its words', async () => {
  const busy = await collector((response, nth) => {
    response.statusCode = nth === 1 ? 503 : 200;
    response.end('{}');
  });
  expect(await sent({ OTEL_EXPORTER_OTLP_ENDPOINT: busy.url })).toEqual([]);
  expect(busy.taken).toHaveLength(2);
  const refusing = await collector((response) => {
    response.statusCode = 401;
    response.end('no such tenant');
  });
  expect(await sent({ OTEL_EXPORTER_OTLP_ENDPOINT: refusing.url })).toEqual([
    expect.stringContaining('401: no such tenant'),
  ]);
  const partial = await collector((response) =>
    response.end('{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}'),
  );
  expect(await sent({ OTEL_EXPORTER_OTLP_ENDPOINT: partial.url })).toEqual([
    expect.stringContaining('2 spans were rejected. too old'),
  ]);
});

test('a collector whose connection is lost is asked again, three times at most', async () => {
  const losing = await collector((response, nth) => {
    if (nth === 1) response.destroy();
    else if (nth === 2) response.writeHead(200, { 'content-length': '9' }).write('{');
    if (nth === 2) setTimeout(() => response.destroy(), 50);
    if (nth === 3) response.end('{}');
  });
  expect(await sent({ OTEL_EXPORTER_OTLP_ENDPOINT: losing.url })).toEqual([]);
  expect(losing.taken).toHaveLength(3);
  const gone = await collector((response) => response.destroy());
  expect(await sent({ OTEL_EXPORTER_OTLP_ENDPOINT: gone.url })).toEqual([
    expect.stringContaining('other side closed'),
  ]);
  expect(gone.taken).toHaveLength(3);
});

test('spans that a collector rejects are a warning, however long its words are', async () => {
  const errorMessage = `too old: ${'a'.repeat(2_000)}`;
  const partial = await collector((response) =>
    response.end(JSON.stringify({ partialSuccess: { rejectedSpans: '2', errorMessage } })),
  );
  const [warning, ...others] = await sent({ OTEL_EXPORTER_OTLP_ENDPOINT: partial.url });
  expect(warning).toContain('2 spans were rejected. too old: aaa');
  expect(warning?.length).toBeLessThan(400);
  expect(others).toEqual([]);
});

test('a collector that never answers costs no more than its time-out, and a redirect is not followed', async () => {
  const silent = await collector(() => undefined);
  const late = await sent({
    OTEL_EXPORTER_OTLP_ENDPOINT: silent.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
  });
  expect(late).toHaveLength(1);
  const target = await collector((response) => response.end());
  const redirecting = await collector((response) => {
    response.writeHead(307, { location: `${target.url}/elsewhere` }).end();
  });
  expect(
    await sent({
      OTEL_EXPORTER_OTLP_ENDPOINT: redirecting.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret',
    }),
  ).toEqual([expect.stringMatching(/ answered 307$/)]);
  expect(redirecting.taken).toHaveLength(1);
  expect(target.taken).toEqual([]);
});

test('nothing is sent where nothing is named, the SDK is disabled, or the run only waits', async () => {
  expect(otlpTarget({})).toBeNull();
  expect(
    otlpTarget({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'TRUE' }),
  ).toBeNull();
  const { url, taken } = await collector((response) => response.end());
  const { folder } = await trailOf();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: url };
  await writeReportFiles({
    folder,
    outcome: 'awaiting-approval',
    environment,
    warn: () => undefined,
  });
  expect(taken).toEqual([]);
  await writeReportFiles({ folder, outcome: 'done', environment, warn: () => undefined });
  expect(taken).toHaveLength(1);
});

test('what cannot be used is said with the variable that holds it', async () => {
  expect(await sent({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' })).toEqual([
    expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT'),
  ]);
  const grpc = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
  expect(await sent(grpc)).toEqual([expect.stringContaining('http/json')]);
});
