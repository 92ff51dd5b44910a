import { createServer } from 'node:http';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sha256 } from '../../../src/common/index.ts';
import { createRunArtifacts } from '../../../src/github/index.ts';
import { listenOnLoopback } from '../../../src/testing/loopback.ts';
import { zipOf } from '../../archive/archives.ts';
import { errorOf, fastClock } from '../context.ts';

const ZIP = zipOf({ 'audit.jsonl': 'entry\n'.repeat(1_000) });

/** GitHub's storage, whose connection breaks in the middle of the first `broken` downloads. */
async function storage({ broken }: { readonly broken: number }) {
  let downloads = 0;
  const server = createServer((_request, response) => {
    downloads += 1;
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': ZIP.length });
    if (downloads > broken) return void response.end(ZIP);
    response.write(ZIP.subarray(0, 50), () => response.destroy());
  });
  const loopback = await listenOnLoopback(server, 0);
  onTestFinished(() => loopback.close());
  const artifacts = createRunArtifacts({
    token: 'a token',
    apiUrl: loopback.url,
    owner: 'octo-org',
    repo: 'octo-repo',
    clock: fastClock(),
  });
  return { artifacts, downloads: () => downloads };
}

const artifact = (digest: string | null) => ({
  id: 1,
  name: 'countersign-trail-71-1-agent',
  bytes: ZIP.length,
  sha256: digest,
});

test.each([sha256(ZIP), null])(
  'a download whose connection breaks is tried again (digest %s)',
  async (digest) => {
    const { artifacts, downloads } = await storage({ broken: 2 });
    const folder = await mkdtemp(join(tmpdir(), 'artifact-'));
    await artifacts.unpack(artifact(digest), folder);
    expect(downloads()).toBe(3);
    expect(await readFile(join(folder, 'audit.jsonl'), 'utf8')).toContain('entry');
  },
);

test('a download whose connection breaks each time is not said to be changed', async () => {
  const { artifacts } = await storage({ broken: 10 });
  const error = await errorOf(
    artifacts.unpack(artifact(sha256(ZIP)), await mkdtemp(join(tmpdir(), 'artifact-'))),
  );
  expect(error.code).toBe('github-unreachable');
  expect(error.message).toContain('download the artifact countersign-trail-71-1-agent');
});
