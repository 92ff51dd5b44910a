// I/O: the attestation beside the trail.
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ATTESTATION_FILE, TRAIL_FILE, trailBytes } from '../audit/index.ts';
import { errorText } from '../common/index.ts';
import type { Attestor } from '../github/index.ts';

const FILE_MODE = 0o600;

/**
 * Signs the finished trail in a folder, and stores the bundle beside it and with GitHub. Never rejects: on a failure it
 * calls `warn`, and the trail is intact without an attestation. `attestor` is `null` if no attestation is requested. It
 * always removes the bundle of an earlier job, which signs a shorter trail.
 */
export async function attestTrail(
  folder: string,
  attestor: Attestor | null,
  warn: (message: string) => void,
): Promise<void> {
  const path = join(folder, ATTESTATION_FILE);
  try {
    await rm(path, { force: true });
    if (attestor === null) return;
    const bundle = await attestor.sign({ name: TRAIL_FILE, sha256: await digestOf(folder) });
    await writeFile(path, bundle, { mode: FILE_MODE, flag: 'wx' });
    await attestor.store(bundle);
  } catch (error) {
    warn(`The input \`attest\` is true, but the attestation failed: ${errorText(error)}`);
  }
}

async function digestOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of trailBytes(folder)) hash.update(chunk);
  return hash.digest('hex');
}
