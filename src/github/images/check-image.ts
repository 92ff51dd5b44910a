import { crc32 } from 'node:zlib';
import { detectMedia } from '../../tools/index.ts';

/** The model's API refuses the whole request for one image that is larger or invalid. */
const MAX_SIDE = 8_000;
const PNG_HEAD_BYTES = 8;
const MAX_CHUNKS = 100_000;
const JPEG_END = Buffer.from([0xff, 0xd9]);
const GIF_END = Buffer.from([0x3b]);
/** Some programs append data of their own. */
const END_BYTES = 65_536;

type ImageCheck =
  | { readonly ok: true; readonly mediaType: string }
  | { readonly ok: false; readonly because: string };

/** Checks that a model can read an image: of a known format, complete, and not too large. Pure. */
export function checkImage(bytes: Buffer): ImageCheck {
  const media = detectMedia(bytes);
  if (media.form !== 'image')
    return { ok: false, because: 'it is not a PNG, JPEG, GIF or WebP image' };
  const size = sizeOf(bytes, media.mediaType);
  if (size === null) return { ok: false, because: 'it is invalid or truncated' };
  if (size.width < 1 || size.height < 1) return { ok: false, because: 'it is empty' };
  if (Math.max(size.width, size.height) > MAX_SIDE)
    return { ok: false, because: `it is ${size.width} x ${size.height}, more than ${MAX_SIDE}` };
  return { ok: true, mediaType: media.mediaType };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeOf(bytes: Buffer, mediaType: string): Size | null {
  try {
    switch (mediaType) {
      case 'image/png':
        return pngSize(bytes);
      case 'image/jpeg':
        return jpegSize(bytes);
      case 'image/gif':
        if (!bytes.includes(GIF_END, -END_BYTES)) return null;
        return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
      default:
        return webpSize(bytes);
    }
  } catch (error) {
    // Reading beyond the end: the image is truncated.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** PNG (ISO/IEC 15948): chunks of length, name, data and checksum, from IHDR to IEND. */
function pngSize(bytes: Buffer): Size | null {
  let offset = PNG_HEAD_BYTES;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    const length = bytes.readUInt32BE(offset);
    const name = bytes.toString('latin1', offset + 4, offset + 8);
    const sum = bytes.readUInt32BE(offset + 8 + length);
    if (crc32(bytes.subarray(offset + 4, offset + 8 + length)) !== sum) return null;
    if (chunk === 0 && name !== 'IHDR') return null;
    if (name === 'IEND') return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    offset += length + 12;
  }
  return null;
}

/** JPEG (ITU T.81): markers with lengths until a frame header, which contains the size; an end marker somewhere after it. */
function jpegSize(bytes: Buffer): Size | null {
  if (!bytes.includes(JPEG_END, -END_BYTES)) return null;
  let offset = 2;
  for (let marker = 0; marker < MAX_CHUNKS; marker += 1) {
    if (bytes.readUInt8(offset) !== 0xff) return null;
    const kind = bytes.readUInt8(offset + 1);
    const isFrame = kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
    if (isFrame)
      return { width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) };
    offset += kind === 0xff ? 1 : 2 + bytes.readUInt16BE(offset + 2);
  }
  return null;
}

/** WebP (RFC 9649): a RIFF container whose first chunk contains the size, in one of three forms. */
function webpSize(bytes: Buffer): Size | null {
  if (bytes.readUInt32LE(4) + 8 > bytes.length) return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
