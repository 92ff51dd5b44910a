import { sha256 } from '../../common/index.ts';
import type { Entry } from '../format/entry.ts';
import {
  ATTESTATION_FILE,
  BLOB_FOLDER,
  isSha256,
  isSideFile,
  STATEMENT_ATTESTATION_FILE,
} from '../format/format.ts';
import { MAX_BLOB_BYTES } from '../format/limits.ts';
import type { RunStatement } from '../verify/statement.ts';
import { deriveStatement, type TrailVerdict, type VerifyOptions } from '../verify/verify.ts';
import type { TrailInMemory } from './given-files.ts';

const CHUNK_BYTES = 64 * 1024;
/** How often the page may draw while a trail is read. */
const CHUNKS_BETWEEN_PAUSES = 16;

/** What the page says of a trail. */
export interface Checked {
  readonly verdict: TrailVerdict;
  /** Of an intact trail that has a start. */
  readonly statement: RunStatement | null;
  /** The texts of people and models in the first start and the last end; empty unless the trail is intact. */
  readonly request: string;
  readonly summary: string;
  /** Whether there are attestations, which this page does not check. */
  readonly isAttested: boolean;
}

/** Verifies a trail as `countersign audit verify` does, and derives what it says. `pause` is awaited between parts of it. */
export async function checkGiven(
  { trail, beside }: TrailInMemory,
  options: { readonly heads: readonly string[]; readonly pause: (read: number) => Promise<void> },
): Promise<Checked> {
  const texts: { request: string | null; summary: string } = { request: null, summary: '' };
  const visit = (entry: Entry): void => {
    if (entry.type === 'run.start') {
      texts.request ??= entry.request;
      texts.summary = '';
    } else if (entry.type === 'run.end') texts.summary = entry.summary;
  };
  const { verdict, statement } = await deriveStatement(
    chunksOf(trail, options.pause),
    {
      heads: options.heads.map((hash) => ({ hash })),
      root: false,
      ...(beside === null ? {} : besideIn(beside)),
    },
    visit,
  );
  const isIntact = verdict.kind === 'intact';
  return {
    verdict,
    statement,
    request: isIntact ? (texts.request ?? '') : '',
    summary: isIntact ? texts.summary : '',
    isAttested: [ATTESTATION_FILE, STATEMENT_ATTESTATION_FILE].some((name) => beside?.has(name)),
  };
}

async function* chunksOf(
  bytes: Uint8Array,
  pause: (read: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let chunks = 0;
  for (let index = 0; index < bytes.length; index += CHUNK_BYTES) {
    yield bytes.subarray(index, index + CHUNK_BYTES);
    chunks += 1;
    if (chunks % CHUNKS_BETWEEN_PAUSES === 0) await pause(index);
  }
}

/** The files beside a trail, read as a folder's are. */
function besideIn(files: ReadonlyMap<string, Uint8Array>): Pick<VerifyOptions, 'blobs' | 'files'> {
  const prefix = `${BLOB_FOLDER}/`;
  return {
    blobs: async (digest) => {
      const bytes = isSha256(digest) ? files.get(`${prefix}${digest}`) : undefined;
      if (bytes === undefined) return null;
      return Buffer.from(bytes.length > MAX_BLOB_BYTES ? [] : bytes);
    },
    files: {
      file: async (name) => {
        const bytes = isSideFile(name) ? files.get(name) : undefined;
        return bytes === undefined ? null : { sha256: sha256(bytes), bytes: bytes.length };
      },
      blobNames: async function* () {
        for (const path of files.keys()) {
          const name = path.startsWith(prefix) ? path.slice(prefix.length) : '';
          if (isSha256(name)) yield name;
        }
      },
    },
  };
}
