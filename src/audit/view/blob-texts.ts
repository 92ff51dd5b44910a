import { sha256 } from '../../common/index.ts';
import type { BlobReader } from '../format/reader.ts';
import type { BlobRef } from '../format/recorded.ts';

/** Characters of blobs in one report. Larger blobs, and further ones, are named by their digest. */
const MAX_BLOB_CHARS = 200_000;
const MAX_BLOBS_CHARS = 16 * 1024 * 1024;
const MAX_BLOBS_KNOWN = 10_000;

/** The texts of blobs, while there is room for them. */
export class BlobTexts {
  readonly #read: BlobReader | undefined;
  #room = MAX_BLOBS_CHARS;
  /** Blobs that took their room, so that a blob that many calls name takes it once. */
  readonly #known = new Set<string>();

  constructor(read: BlobReader | undefined) {
    this.#read = read;
  }

  /** A value, or the text of its blob. */
  async text(value: string | BlobRef | null): Promise<string> {
    if (value === null || typeof value === 'string') return value ?? '';
    const { sha256: digest, bytes: size } = value;
    const isKnown = this.#known.has(digest);
    const fits = size <= MAX_BLOB_CHARS && (isKnown || size <= this.#room);
    if (this.#read === undefined || !fits) return `[${size} bytes, kept as blobs/${digest}]`;
    if (!isKnown) this.#room -= size;
    if (this.#known.size < MAX_BLOBS_KNOWN) this.#known.add(digest);
    const bytes = await this.#read(digest);
    if (bytes !== null && sha256(bytes) === digest) return bytes.toString('utf8');
    return `[the value ${digest} is missing or was changed]`;
  }
}
