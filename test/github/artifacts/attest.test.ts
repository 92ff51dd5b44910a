import { expect, test } from 'vitest';
import { createRedactor } from '../../../src/common/index.ts';
import { createAttestor } from '../../../src/github/index.ts';
import { errorOf, context } from '../context.ts';

test('without an identity to sign with it says which permissions to add, and sends nothing', async () => {
  const { server } = await context();
  const { url: apiUrl, token, owner, repo } = server;
  const attestor = createAttestor({
    apiUrl,
    token,
    owner,
    repo,
    redactor: createRedactor(),
    environment: {},
  });
  const error = await errorOf(
    attestor.sign({ subjects: [{ name: 'audit.jsonl', digest: { sha256: 'a'.repeat(64) } }] }),
  );
  expect(error.code).toBe('github-permission');
  expect(error.fix).toContain('id-token: write');
  expect(error.fix).toContain('attestations: write');
  expect(server.log).toEqual([]);
});

test('an attestation with a secret of the step is not stored', async () => {
  const { server } = await context();
  const { url: apiUrl, token, owner, repo } = server;
  const secret = 's3cr3tV4lueQx9-of-the-step';
  const redactor = createRedactor({ secrets: [{ kind: 'own', value: secret }] });
  const attestor = createAttestor({ apiUrl, token, owner, repo, redactor, environment: {} });
  const payload = Buffer.from(`{"request":"${secret}"}`).toString('base64');
  const error = await errorOf(attestor.store(JSON.stringify({ dsseEnvelope: { payload } })));
  expect(error.message).toContain('contains a secret, so it is not sent');
  expect(server.log).toEqual([]);
});
