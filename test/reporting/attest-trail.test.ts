import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  ATTESTATION_FILE,
  checkAttestation,
  parseStatement,
  STATEMENT_ATTESTATION_FILE,
  STATEMENT_FILE,
} from '../../src/audit/index.ts';
import { PREDICATE_TYPE } from '../../src/audit/verify/statement.ts';
import { CountersignError, sha256 } from '../../src/common/index.ts';
import type { Attestor } from '../../src/github/index.ts';
import type { AttestedStatement } from '../../src/github/artifacts/attest.ts';
import { attestTrail } from '../../src/reporting/attest-trail.ts';
import { writeBesideTrail } from '../../src/reporting/index.ts';
import { bundleFor, trailOf, workflowKey } from '../cli/trails.ts';
import { hasOpenssl } from '../certificate.ts';

/** Signs with a key of its own, as the workflow's identity would. */
async function localAttestor(
  file: string,
): Promise<Attestor & { readonly signed: AttestedStatement[]; readonly kept: string[] }> {
  const key = workflowKey();
  const signed: AttestedStatement[] = [];
  const kept: string[] = [];
  return {
    signed,
    kept,
    sign: async (what) => {
      signed.push(what);
      const { subjects, ...parts } = what;
      const _type = 'https://in-toto.io/Statement/v1';
      const statement = { _type, subject: subjects, predicateType: 'https://slsa.dev/x', ...parts };
      return JSON.stringify(bundleFor(await readFile(file), key, statement));
    },
    store: (bundle) => {
      kept.push(bundle);
      return Promise.resolve();
    },
  };
}

/** Refuses to sign, or signs and cannot keep it. */
function refusing(reason: Error, signer?: Attestor): Attestor {
  const refuse = async (): Promise<never> => await Promise.reject(reason);
  return { sign: async (file) => await (signer?.sign(file) ?? refuse()), store: refuse };
}

describe.skipIf(!hasOpenssl)(
  'the attestation of a trail (needs openssl to make a certificate)',
  () => {
    test('the bundle beside the trail is of exactly this file, and was kept', async () => {
      const { folder, file } = await trailOf();
      const attestor = await localAttestor(file);
      const warnings: string[] = [];
      await attestTrail(folder, attestor, (message) => warnings.push(message));
      const digest = sha256(await readFile(file));
      const bundle = await readFile(join(folder, ATTESTATION_FILE), 'utf8');
      expect(attestor.signed).toEqual([
        { subjects: [{ name: 'audit.jsonl', digest: { sha256: digest } }] },
      ]);
      expect(attestor.kept).toEqual([bundle]);
      expect(checkAttestation(bundle, digest)).toMatchObject({ kind: 'signed' });
      expect(warnings).toEqual([]);
    });

    test('the statement beside the trail is signed as it is, in a bundle of its own', async () => {
      const { folder, file } = await trailOf();
      await writeBesideTrail(folder, () => undefined);
      const attestor = await localAttestor(file);
      await attestTrail(folder, attestor, () => undefined);
      const text = await readFile(join(folder, STATEMENT_FILE), 'utf8');
      const bundle = await readFile(join(folder, STATEMENT_ATTESTATION_FILE), 'utf8');
      const statement = parseStatement(text);
      expect(attestor.signed[1]).toMatchObject({
        subjects: statement.subject,
        predicateType: PREDICATE_TYPE,
        predicate: statement.predicate,
      });
      expect(attestor.kept).toHaveLength(2);
      expect(checkAttestation(bundle, sha256(await readFile(file)))).toMatchObject({
        kind: 'signed',
        predicateType: PREDICATE_TYPE,
        statementSha256: sha256(text),
      });
    });

    test('where GitHub does not keep it, the signature stays beside the trail, with a warning', async () => {
      const { folder, file } = await trailOf();
      const warnings: string[] = [];
      const reason = new CountersignError('github-permission', 'Not accessible.', {
        fix: 'Add attestations: write.',
      });
      await attestTrail(folder, refusing(reason, await localAttestor(file)), (message) =>
        warnings.push(message),
      );
      expect(await readFile(join(folder, ATTESTATION_FILE), 'utf8')).toContain('dsseEnvelope');
      expect(warnings).toEqual([expect.stringContaining('Add attestations: write.')]);
    });

    test('a bundle of an earlier, shorter trail does not stay', async () => {
      const { folder, file } = await trailOf();
      await attestTrail(folder, await localAttestor(file), () => undefined);
      await appendFile(file, '\n');
      await attestTrail(folder, null, () => undefined);
      await expect(readFile(join(folder, ATTESTATION_FILE))).rejects.toThrow('ENOENT');
    });
  },
);

test('a refusal to sign is a warning that says what to add, never an error', async () => {
  const { folder } = await trailOf();
  const warnings: string[] = [];
  const error = new CountersignError('github-permission', 'No identity.', {
    fix: 'Add id-token: write.',
  });
  await attestTrail(folder, refusing(error), (message) => warnings.push(message));
  expect(warnings).toEqual([expect.stringMatching(/attest.*No identity\. Add id-token: write\./)]);
  await expect(readFile(join(folder, ATTESTATION_FILE))).rejects.toThrow('ENOENT');
});
