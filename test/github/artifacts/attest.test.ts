import { expect, test } from 'vitest';
import { createAttestor } from '../../../src/github/index.ts';
import { errorOf, context } from '../context.ts';

test('without an identity to sign with it says which permissions to add, and sends nothing', async () => {
  const { server } = await context();
  const { url: apiUrl, token, owner, repo } = server;
  const attestor = createAttestor({ apiUrl, token, owner, repo, environment: {} });
  const error = await errorOf(
    attestor.sign({ subjects: [{ name: 'audit.jsonl', digest: { sha256: 'a'.repeat(64) } }] }),
  );
  expect(error.code).toBe('github-permission');
  expect(error.fix).toContain('id-token: write');
  expect(error.fix).toContain('attestations: write');
  expect(server.log).toEqual([]);
});
