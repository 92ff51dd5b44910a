/**
 * The only file that imports the attestation client, which is loaded when something is attested: it costs a second. The
 * client itself reads `ACTIONS_ID_TOKEN_REQUEST_URL`, `ACTIONS_ID_TOKEN_REQUEST_TOKEN`, `GITHUB_SERVER_URL` and the event
 * of the environment; they are looked at here only to say what is missing before it does.
 */
import { CountersignError, type Environment, errorText } from '../../common/index.ts';
import { coreOf, type GitHubOptions } from '../client/client.ts';
import { attestationMade, readAs } from '../client/schemas.ts';

/** What is attested: a file by its name and SHA-256. */
export interface AttestedFile {
  readonly name: string;
  readonly sha256: string;
}

/** Signs with the identity of the workflow, which no step of it holds a key of. */
export interface Attestor {
  /** A Sigstore bundle as JSON, with SLSA provenance as its predicate. Throws `github-permission` or `github-refused`. */
  sign(file: AttestedFile): Promise<string>;
  /** Leaves a bundle with GitHub, where `gh attestation verify` finds it. Failures are those of `GitHub`. */
  keep(bundle: string): Promise<void>;
}

const SIGN_TIMEOUT_MS = 60_000;
const FIX = 'Add to the `permissions:` of the job: `id-token: write` and `attestations: write`.';

/** Sigstore through GitHub's OIDC token. Sends nothing before its first method is called. */
export function createAttestor(
  options: GitHubOptions & { readonly environment: Environment },
): Attestor {
  return {
    sign: async (file) => {
      if ((options.environment['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '') === '') {
        throw new CountersignError('github-permission', 'This job has no identity to sign with.', {
          fix: FIX,
        });
      }
      return await bounded(sign(file, options.token));
    },
    keep: async (bundle) => {
      const core = coreOf(options);
      const parsed: unknown = JSON.parse(bundle);
      await core.request({
        route: `POST ${core.base}/attestations`,
        body: { bundle: parsed },
        doing: 'keep the attestation of the trail',
        needs: 'attestations=write',
        read: readAs(attestationMade),
      });
    },
  };
}

async function sign({ name, sha256 }: AttestedFile, token: string): Promise<string> {
  try {
    const { attestProvenance } = await import('@actions/attest');
    // Kept by our own client, so that a signature is not lost where only the keeping is refused.
    const made = await attestProvenance({
      subjects: [{ name, digest: { sha256 } }],
      token,
      skipWrite: true,
    });
    return JSON.stringify(made.bundle);
  } catch (error) {
    throw new CountersignError(
      'github-refused',
      `The trail could not be signed: ${errorText(error)}.`,
      { fix: FIX },
    );
  }
}

/** The client has no end of its own for its waits. */
async function bounded<T>(signing: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const because = `Signing took longer than ${SIGN_TIMEOUT_MS / 1000} s.`;
    timer = setTimeout(
      () => reject(new CountersignError('github-unreachable', because)),
      SIGN_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([signing, late]);
  } finally {
    clearTimeout(timer);
  }
}
