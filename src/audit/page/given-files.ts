import {
  CountersignError,
  errorText,
  zipEntries,
  type ZipEntry,
  zipRefused,
} from '../../common/index.ts';
import { BLOB_FOLDER, isSha256, TRAIL_FILE } from '../format/format.ts';

/** The most that the page holds in memory. Larger trails: `countersign audit verify`. */
const MAX_GIVEN_BYTES = 256 * 1024 * 1024;
export const MAX_FILES = 60_000;
const ZIP_NAME = /\.zip$/i;
const ZIP_BYTES = [0x50, 0x4b];

/** A file as a person gave it: its path in the folder that they gave, or its name. */
export interface GivenFile {
  readonly path: string;
  readonly blob: Blob;
}

/** The files of a trail, by their paths from its folder. */
export interface TrailInMemory {
  readonly trail: Uint8Array;
  /** The files beside it; `null` if only `audit.jsonl` was given. */
  readonly beside: ReadonlyMap<string, Uint8Array> | null;
}

/**
 * Reads the files of a trail: an artifact's zip archive, the files, their folder, or `audit.jsonl` alone. Throws `artifact-refused` for
 * what `zipEntries` refuses, more than 256 MB, a zip archive whose files are not what its directory says, none or several trails.
 */
export async function readGiven(given: readonly GivenFile[]): Promise<TrailInMemory> {
  const total = given.reduce((sum, { blob }) => sum + blob.size, 0);
  if (total > MAX_GIVEN_BYTES || given.length > MAX_FILES)
    throw refused(
      'they are more than 256 MB, or more than 60,000 files',
      'Use `countersign audit verify` for a larger trail.',
    );
  const [only, ...others] = given;
  if (only === undefined) throw refused('there are no files');
  if (others.length > 0) return trailIn(await bytesOfAll(given));
  const bytes = await bytesOf(only.blob);
  if (ZIP_NAME.test(only.path) || ZIP_BYTES.every((byte, index) => bytes[index] === byte))
    return trailIn(await unzipped(bytes));
  return { trail: bytes, beside: null };
}

function refused(because: string, fix = ''): CountersignError {
  const message = `The files were not read: ${because}.`;
  return new CountersignError('artifact-refused', message, fix === '' ? {} : { fix });
}

async function bytesOfAll(given: readonly GivenFile[]): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const { path, blob } of given) {
    // A blob that was given without its folder.
    const name = isSha256(path) ? `${BLOB_FOLDER}/${path}` : path;
    if (files.has(name)) throw refused(`${JSON.stringify(name)} is there twice`);
    files.set(name, await bytesOf(blob));
  }
  return files;
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** The one trail among files, and what lies beside it. */
function trailIn(files: ReadonlyMap<string, Uint8Array>): TrailInMemory {
  const trails = [...files.keys()].filter((path) => path.split('/').at(-1) === TRAIL_FILE);
  const [path, ...others] = trails;
  if (path === undefined) throw refused('none of them is audit.jsonl');
  if (others.length > 0) throw refused(`they have ${trails.length} audit trails; give one of them`);
  const folder = path.slice(0, -TRAIL_FILE.length);
  const beside = new Map(
    [...files]
      .filter(([name]) => name.startsWith(folder) && name !== path)
      .map(([name, bytes]) => [name.slice(folder.length), bytes]),
  );
  return { trail: files.get(path) ?? new Uint8Array(), beside };
}

async function unzipped(zip: Uint8Array): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const entry of zipEntries(zip, { maxBytes: MAX_GIVEN_BYTES, maxFiles: MAX_FILES })) {
    try {
      files.set(entry.name, await unpacked(entry));
    } catch (error) {
      throw zipRefused(`${JSON.stringify(entry.name)}: ${errorText(error)}`);
    }
  }
  return files;
}

const MISMATCH = 'it differs from its directory entry';

/** Holds at most the bytes that the directory names, whatever the archive unpacks to. */
async function unpacked({ packed, isDeflated, bytes, checksum }: ZipEntry): Promise<Uint8Array> {
  const whole = new Uint8Array(bytes);
  let index = 0;
  for await (const chunk of isDeflated ? inflated(packed) : [packed]) {
    if (index + chunk.length > bytes) throw new Error(MISMATCH);
    whole.set(chunk, index);
    index += chunk.length;
  }
  if (index !== bytes || crc32(whole) !== checksum) throw new Error(MISMATCH);
  return whole;
}

/** A reader in place of `for await`, which not every browser has for streams. */
async function* inflated(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  const stream = new Blob([packed.slice()])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

const CRC_POLYNOMIAL = 0xedb88320;
const CRC_OF_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1)
    crc = (crc & 1) === 1 ? (crc >>> 1) ^ CRC_POLYNOMIAL : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_OF_BYTE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
