import { counted } from '../../common/index.ts';
/** Detects the type of a file by its first bytes. Its name proves nothing. */
export type Media =
  | { readonly form: 'image'; readonly mediaType: string }
  | { readonly form: 'pdf' }
  | { readonly form: 'binary'; readonly what: string }
  | { readonly form: 'text' };

/** Bytes that are examined. */
export const DETECT_BYTES = 8_192;

const IMAGES: readonly (readonly [string, string])[] = [
  ['89504e470d0a1a0a', 'image/png'],
  ['ffd8ff', 'image/jpeg'],
  ['474946383761', 'image/gif'],
  ['474946383961', 'image/gif'],
];

const BINARIES: readonly (readonly [string, string])[] = [
  ['504b0304', 'zip archive'],
  ['1f8b', 'gzip data'],
  ['7f454c46', 'ELF program'],
  ['4d5a', 'Windows program'],
  ['cafebabe', 'Java class or Mach-O program'],
  ['cffaedfe', 'Mach-O program'],
  ['0061736d', 'WebAssembly module'],
  ['fffe', 'UTF-16 text'],
  ['feff', 'UTF-16 text'],
  ['53514c69746520666f726d6174', 'SQLite database'],
  ['425a68', 'bzip2 data'],
  ['fd377a585a', 'xz data'],
  ['28b52ffd', 'zstd data'],
];

/** Why a binary file is not read and not edited. */
export function notText(
  path: string,
  { what }: Extract<Media, { form: 'binary' }>,
  size: number,
): string {
  return `${path} is not UTF-8 text: ${what}, ${counted(size, 'byte')}`;
}

/** Text has no NUL; any other content that is not recognised is binary. */
export function detectMedia(start: Buffer): Media {
  if (start.toString('latin1', 0, 5) === '%PDF-') return { form: 'pdf' };
  const hasNul = start.includes(0);
  // Words can begin like an image: "GIF89a is a format".
  if (!hasNul && isUtf8Start(start)) return { form: 'text' };
  const hex = start.subarray(0, 16).toString('hex');
  const image = IMAGES.find(([magic]) => hex.startsWith(magic));
  if (image !== undefined) return { form: 'image', mediaType: image[1] };
  const isWebp =
    start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP';
  if (isWebp) return { form: 'image', mediaType: 'image/webp' };
  const binary = BINARIES.find(([magic]) => hex.startsWith(magic));
  if (binary !== undefined) return { form: 'binary', what: binary[1] };
  return hasNul ? { form: 'binary', what: 'binary data' } : { form: 'text' };
}

function isUtf8Start(start: Buffer): boolean {
  // The last character may be cut in the middle, so it does not count.
  const decoded = new TextDecoder('utf-8').decode(start, { stream: true });
  return !decoded.includes('\uFFFD');
}
