/**
 * I/O: the only file that imports the attestation client. Loading it takes a second, so it is loaded on first use. The client
 * itself reads `ACTIONS_ID_TOKEN_REQUEST_URL`, `ACTIONS_ID_TOKEN_REQUEST_TOKEN`, `GITHUB_SERVER_URL` and the event of the
 * environment; they are checked here only to report missing ones first.
 */
import * as z from 'zod';
import {
  clauseText,
  CountersignError,
  type Environment,
  systemClock,
  within,
} from '../../common/index.ts';
import { coreOf, type WriterOptions } from '../client/client.ts';
import { readAs } from '../client/transport/core.ts';

/** What is signed: an in-toto statement, as its parts. */
export interface AttestedStatement {
  /** Files by their names and SHA-256. */
  readonly subjects: readonly {
    readonly name: string;
    readonly digest: { readonly sha256: string };
  }[];
  /** Without one: SLSA provenance, which says which workflow run made the files. */
  readonly predicateType?: string;
  readonly predicate?: object;
}

/** Signs with the identity of the workflow, for which no step has a key. */
export interface Attestor {
  /** A Sigstore bundle as JSON. Throws `github-permission` or `github-refused`. */
  sign(statement: AttestedStatement): Promise<string>;
  /** Stores a bundle at GitHub, where `gh attestation verify` finds it. Errors are those of `GitHub`. */
  store(bundle: string): Promise<void>;
}

const SIGN_TIMEOUT_MS = 60_000;
const FIX = 'Add to the `permissions:` of the job: `id-token: write` and `attestations: write`.';

/** Sigstore through GitHub's OIDC token. */
export function createAttestor(
  options: WriterOptions & {
    readonly environment: Environment;
    /** How long signing may take. Absent: a minute. */
    readonly signTimeoutMs?: number;
  },
): Attestor {
  return {
    sign: async (statement) => {
      if ((options.environment['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '') === '') {
        throw new CountersignError('github-permission', 'This job has no identity to sign with.', {
          fix: FIX,
        });
      }
      const limitMs = options.signTimeoutMs ?? SIGN_TIMEOUT_MS;
      const message = `Signing took longer than ${limitMs / 1000} s.`;
      const late = new CountersignError('github-unreachable', message);
      // The client itself has no timeout.
      return await within(sign(statement, options.token), { clock: systemClock, limitMs, late });
    },
    store: async (bundle) => {
      const core = coreOf(options);
      const parsed: unknown = JSON.parse(bundle);
      await core.request({
        route: `POST ${core.base}/attestations`,
        body: { bundle: parsed },
        doing: 'store the attestation of the audit trail',
        needs: 'attestations=write',
        read: readAs(z.looseObject({ id: z.number() })),
      });
    },
  };
}

async function sign(
  { subjects, predicateType, predicate }: AttestedStatement,
  token: string,
): Promise<string> {
  try {
    const { attest, attestProvenance } = await import('@actions/attest');
    // Our own client stores it, so that the signature is not lost if GitHub refuses to store it.
    const options = {
      subjects: subjects.map(({ name, digest }) => ({ name, digest: { ...digest } })),
      token,
      skipWrite: true,
    };
    const attestation =
      predicateType === undefined || predicate === undefined
        ? await attestProvenance(options)
        : await attest({ ...options, predicateType, predicate });
    return JSON.stringify(attestation.bundle);
  } catch (error) {
    const message = `The audit trail could not be signed: ${clauseText(error)}.`;
    throw new CountersignError('github-refused', message, { fix: FIX });
  }
}
