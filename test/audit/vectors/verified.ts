/** What the verifier says of a vector. */
import { type TrailVerdict, verifyTrail } from '../../../src/audit/index.ts';
import { sha256 } from '../../../src/common/index.ts';
import type { Vector } from './forgeries.ts';

export async function verified({
  trail,
  files,
}: Pick<Vector, 'trail' | 'files'>): Promise<TrailVerdict> {
  const bytesOf = (path: string): Buffer | null => {
    const text = files[path];
    return text === undefined ? null : Buffer.from(text, 'base64');
  };
  return await verifyTrail([Buffer.from(trail)], {
    blobs: (digest) => Promise.resolve(bytesOf(`blobs/${digest}`)),
    files: {
      file: (name) => {
        const bytes = bytesOf(name);
        return Promise.resolve(bytes && { sha256: sha256(bytes), bytes: bytes.length });
      },
      blobNames: async function* () {
        for (const path of Object.keys(files))
          if (path.startsWith('blobs/')) yield path.slice('blobs/'.length);
      },
    },
  });
}
