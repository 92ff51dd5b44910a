import { expect, onTestFinished, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedactor, layersDigest, sha256 } from '../../src/common/index.ts';
import { builtinPolicy } from '../../src/policy/index.ts';
import { publishablePaths } from '../../src/recovery/publishable-paths.ts';

const OWN = 'version: 1\nauto: [kind:readonly]\n';
const BASE =
  'version: 1\nmode: defer\ndeny: [fs_read(private/**), fs_write(gen/**)]\nredact: { patterns: ["base-[0-9]{6}"] }\n';
const COMMIT = 'b'.repeat(40);

function file(text: string | null) {
  return { fileAt: () => Promise.resolve(text === null ? null : { text, blobSha: '' }) };
}

async function paths(base: string | null, redactor = createRedactor()) {
  const root = await mkdtemp(join(tmpdir(), 'countersign-paths-'));
  onTestFinished(async () => await rm(root, { recursive: true, force: true }));
  const own = { address: 'policy.yml', commit: 'a'.repeat(40), sha256: sha256(OWN) };
  const other = { address: 'acme/p/base.yml@v1', commit: COMMIT, sha256: sha256(BASE) };
  return await publishablePaths(
    {
      source: 'policy.yml',
      ref: `main@${own.commit}`,
      sha256: layersDigest(own.sha256, [other.sha256]),
      mode: 'ask',
      layers: [own, other],
    },
    {
      github: file(OWN),
      baselineClient: ({ owner, repo }) => file(`${owner}/${repo}` === 'acme/p' ? base : null),
      root,
      redactor,
    },
  );
}

test('a crashed run publishes what every layer of its policy lets be published', async () => {
  const { mayPublish, writeDenial } = await paths(BASE);
  expect(await mayPublish('src/a.ts')).toBe(true);
  expect(await mayPublish('private/a.ts')).toBe(false);
  expect(writeDenial('src/a.ts')).toBeNull();
  expect(writeDenial('gen/a.ts')).toMatchObject({ rule: 'fs_write(gen/**)', line: 3 });
});

test('the patterns of its policy are searched for in what is published', async () => {
  const redactor = createRedactor();
  await paths(BASE, redactor);
  expect(redactor.redact('base-123456')).toMatch(/^\[redacted:policy:\w+\]$/);
});

test('it publishes nothing if a baseline cannot be read again, or is another one', async () => {
  await expect(paths(null)).rejects.toThrow(/acme\/p\/base\.yml@v1, cannot be read again/);
  await expect(paths(`${BASE}# another\n`)).rejects.toThrow(/cannot be read again/);
});

test('it publishes nothing if the layers are not together the policy that the run had', async () => {
  const own = { address: 'policy.yml', commit: COMMIT, sha256: sha256(OWN) };
  const policy = { source: 'policy.yml', ref: `main@${COMMIT}`, mode: 'ask', layers: [own] };
  const options = {
    github: file(OWN),
    baselineClient: () => file(null),
    root: tmpdir(),
    redactor: createRedactor(),
  };
  const other = { ...policy, sha256: layersDigest(own.sha256, [sha256(BASE)]) };
  await expect(publishablePaths(other, options)).rejects.toThrow(
    /policy\.yml, cannot be read again/,
  );
  const { mayPublish } = await publishablePaths({ ...policy, sha256: own.sha256 }, options);
  expect(await mayPublish('private/a.ts')).toBe(true);
});

test('the built-in policy is read from no file', async () => {
  const { sha256: digest } = builtinPolicy();
  const { mayPublish } = await publishablePaths(
    { source: 'built-in', ref: null, sha256: digest, mode: 'ask' },
    {
      github: file(null),
      baselineClient: () => file(null),
      root: tmpdir(),
      redactor: createRedactor(),
    },
  );
  expect(await mayPublish('src/a.ts')).toBe(true);
});
