import { expect, test } from 'vitest';
import { checkAttestation } from '../../../src/audit/index.ts';
import { sha256 } from '../../../src/common/index.ts';
import { bundleFor, workflowKey } from '../../cli/trails.ts';
import { hasOpenssl } from '../../certificate.ts';

const FILE = Buffer.from('the bytes of an audit trail');
const check = (bundle: object) => checkAttestation(JSON.stringify(bundle), sha256(FILE));

test('what is not a Sigstore bundle is no attestation', () => {
  const wrong = { kind: 'wrong', because: 'it is not a Sigstore bundle' };
  expect(checkAttestation('no JSON', sha256(FILE))).toEqual(wrong);
  expect(check({ dsseEnvelope: {} })).toEqual(wrong);
});

test.skipIf(!hasOpenssl)(
  'a bundle of this file names who signed it, by its certificate or the first of a chain',
  async () => {
    const bundle = bundleFor(FILE, workflowKey());
    const { certificate } = bundle.verificationMaterial;
    const chained = [[certificate], [certificate, { rawBytes: '' }]].map((certificates) => ({
      ...bundle,
      verificationMaterial: { x509CertificateChain: { certificates } },
    }));
    for (const one of [bundle, ...chained])
      expect(check(one)).toEqual({
        kind: 'signed',
        identity: 'https://github.com/octo/repo/.github/workflows/agent.yml@refs/heads/main',
        issuer: 'O=nobody.example, CN=nobody-intermediate',
        predicateType: 'https://example.com/predicate',
        statementSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
  },
);

test.skipIf(!hasOpenssl).each(['main', 'a,b', 'a"b', "a'b"])(
  'the identity is whole, whatever the branch %s is called',
  async (branch) => {
    const identity = `https://github.com/octo/repo/.github/workflows/a.yml@refs/heads/${branch}`;
    expect(check(bundleFor(FILE, workflowKey(identity)))).toMatchObject({ identity });
  },
);

test.skipIf(!hasOpenssl)(
  'a bundle of another file, by another key or without a certificate is wrong',
  async () => {
    const [key, other] = [workflowKey(), workflowKey()];
    const bundle = bundleFor(FILE, key);
    const { key: otherKey } = other;
    expect(check(bundleFor(Buffer.from('another'), key))).toMatchObject({
      because: expect.stringContaining('it signs another file') as string,
    });
    expect(check(bundleFor(FILE, { ...key, key: otherKey }))).toMatchObject({
      because: 'the key of its certificate did not make its signature',
    });
    expect(check({ ...bundle, verificationMaterial: {} })).toEqual({
      kind: 'wrong',
      because: 'it has no certificate',
    });
    const [signature] = bundle.dsseEnvelope.signatures;
    const twice = { ...bundle.dsseEnvelope, signatures: [signature, signature] };
    expect(check({ ...bundle, dsseEnvelope: twice })).toMatchObject({ kind: 'wrong' });
  },
);
