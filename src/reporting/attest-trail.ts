// I/O: the attestations beside the trail.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ATTESTATION_FILE,
  parseStatement,
  STATEMENT_ATTESTATION_FILE,
  STATEMENT_FILE,
  TRAIL_FILE,
  trailSha256,
} from '../audit/index.ts';
import { errorText } from '../common/index.ts';
import type { Attestor } from '../github/index.ts';

const FILE_MODE = 0o600;

/**
 * Signs the finished trail in a folder (as SLSA provenance), and the in-toto statement beside it; stores the bundles beside them and
 * with GitHub. Never rejects: on a failure it calls `warn`, and the trail is intact without an attestation. `attestor` is `null`
 * if no attestation is requested. It always removes the bundles of an earlier job, which sign a shorter trail.
 */
export async function attestTrail(
  folder: string,
  attestor: Attestor | null,
  warn: (message: string) => void,
): Promise<void> {
  try {
    for (const name of [ATTESTATION_FILE, STATEMENT_ATTESTATION_FILE])
      await rm(join(folder, name), { force: true });
    if (attestor === null) return;
    const subjects = [{ name: TRAIL_FILE, digest: { sha256: await trailSha256(folder) } }];
    await keep(await attestor.sign({ subjects }), ATTESTATION_FILE);
    // `null` if this job could not write one, which it has reported.
    const statement = await readFile(join(folder, STATEMENT_FILE), 'utf8')
      .then(parseStatement)
      .catch(() => null);
    if (statement !== null)
      await keep(
        await attestor.sign({ ...statement, subjects: statement.subject }),
        STATEMENT_ATTESTATION_FILE,
      );
  } catch (error) {
    warn(`The input \`attest\` is true, but the attestation failed: ${errorText(error)}`);
  }

  async function keep(bundle: string, name: string): Promise<void> {
    await writeFile(join(folder, name), bundle, { mode: FILE_MODE, flag: 'wx' });
    await attestor?.store(bundle);
  }
}
