/**
 * I/O: the only file that imports the attestation client. Loading it takes a second, so it is loaded on first use. The client
 * itself reads `ACTIONS_ID_TOKEN_REQUEST_URL`, `ACTIONS_ID_TOKEN_REQUEST_TOKEN`, `GITHUB_SERVER_URL` and the event of the
 * environment; they are checked here only to report missing ones first.
 */
import {
  CountersignError,
  type Environment,
  errorText,
  systemClock,
  within,
} from '../../common/index.ts';
import { coreOf, type GitHubOptions } from '../client/client.ts';
import { attestationMade, readAs } from '../client/schemas.ts';

/** The attested file, by its name and SHA-256. */
export interface AttestedFile {
  readonly name: string;
  readonly sha256: string;
}

/** Signs with the identity of the workflow, for which no step has a key. */
export interface Attestor {
  /** A Sigstore bundle as JSON, with SLSA provenance as its predicate. Throws `github-permission` or `github-refused`. */
  sign(file: AttestedFile): Promise<string>;
  /** Stores a bundle at GitHub, where `gh attestation verify` finds it. Errors are those of `GitHub`. */
  store(bundle: string): Promise<void>;
}

const SIGN_TIMEOUT_MS = 60_000;
const FIX = 'Add to the `permissions:` of the job: `id-token: write` and `attestations: write`.';

/** Sigstore through GitHub's OIDC token. */
export function createAttestor(
  options: GitHubOptions & {
    readonly environment: Environment;
    /** How long signing may take. Absent: a minute. */
    readonly signTimeoutMs?: number;
  },
): Attestor {
  return {
    sign: async (file) => {
      if ((options.environment['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '') === '') {
        throw new CountersignError('github-permission', 'This job has no identity to sign with.', {
          fix: FIX,
        });
      }
      const limitMs = options.signTimeoutMs ?? SIGN_TIMEOUT_MS;
      const late = new CountersignError(
        'github-unreachable',
        `Signing took longer than ${limitMs / 1000} s.`,
      );
      // The client itself has no timeout.
      return await within(sign(file, options.token), { clock: systemClock, limitMs, late });
    },
    store: async (bundle) => {
      const core = coreOf(options);
      const parsed: unknown = JSON.parse(bundle);
      await core.request({
        route: `POST ${core.base}/attestations`,
        body: { bundle: parsed },
        doing: 'store the attestation of the audit trail',
        needs: 'attestations=write',
        read: readAs(attestationMade),
      });
    },
  };
}

async function sign({ name, sha256 }: AttestedFile, token: string): Promise<string> {
  try {
    const { attestProvenance } = await import('@actions/attest');
    // Our own client stores it, so that the signature is not lost if GitHub refuses to store it.
    const attestation = await attestProvenance({
      subjects: [{ name, digest: { sha256 } }],
      token,
      skipWrite: true,
    });
    return JSON.stringify(attestation.bundle);
  } catch (error) {
    throw new CountersignError(
      'github-refused',
      `The audit trail could not be signed: ${errorText(error)}.`,
      { fix: FIX },
    );
  }
}
