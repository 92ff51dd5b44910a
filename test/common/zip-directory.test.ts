import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { zipEntries } from '../../src/common/index.ts';
import { hasPython } from '../audit/vectors/python.ts';
import * as fc from '../properties.ts';
import { zipOf } from '../zip.ts';

const LIMITS = { maxBytes: 1_000_000, maxFiles: 100 };
const LOCAL = 0x04034b50;
const TRAIL = '{"a":1}\n'.repeat(40);

/** The same two files as real programs pack them. */
const REAL: readonly (readonly [string, string])[] = [
  [
    "Python's zipfile",
    'UEsDBBQAAAAIAIMYIlwZnVwNDgAAAEABAAALAAAAYXVkaXQuanNvbmyrVkpUsjKs5aoepcmiAVBLAwQUAAAACACDGCJcgxbcjAMAAAABAAAABwAAAGJsb2JzL2GrAABQSwECFAMUAAAACACDGCJcGZ1cDQ4AAABAAQAACwAAAAAAAAAAAAAAgAEAAAAAYXVkaXQuanNvbmxQSwECFAMUAAAACACDGCJcgxbcjAMAAAABAAAABwAAAAAAAAAAAAAAgAE3AAAAYmxvYnMvYVBLBQYAAAAAAgACAG4AAABfAAAAAAA=',
  ],
  [
    "Python's zipfile, stored, with a comment",
    'UEsDBBQAAAAAAIMYIlwZnVwNQAEAAEABAAALAAAAYXVkaXQuanNvbmx7ImEiOjF9CnsiYSI6MX0KeyJhIjoxfQp7ImEiOjF9CnsiYSI6MX0KeyJhIjoxfQp7ImEiOjF9CnsiYSI6MX0KeyJhIjoxfQp7ImEiOjF9CnsiYSI6MX0KeyJhIjoxfQp7ImEiOjF9CnsiYSI6MX0KeyJhIjoxfQp7ImEiOjF9CnsiYSI6MX0KeyJhIjoxfQp7ImEiOjF9CnsiYSI6MX0KeyJhIjoxfQp7ImEiOjF9CnsiYSI6MX0KeyJhIjoxfQp7ImEiOjF9CnsiYSI6MX0KeyJhIjoxfQp7ImEiOjF9CnsiYSI6MX0KeyJhIjoxfQp7ImEiOjF9CnsiYSI6MX0KeyJhIjoxfQp7ImEiOjF9CnsiYSI6MX0KeyJhIjoxfQp7ImEiOjF9CnsiYSI6MX0KeyJhIjoxfQp7ImEiOjF9ClBLAwQUAAAAAACDGCJcgxbcjAEAAAABAAAABwAAAGJsb2JzL2F4UEsBAhQDFAAAAAAAgxgiXBmdXA1AAQAAQAEAAAsAAAAAAAAAAAAAAIABAAAAAGF1ZGl0Lmpzb25sUEsBAhQDFAAAAAAAgxgiXIMW3IwBAAAAAQAAAAcAAAAAAAAAAAAAAIABaQEAAGJsb2JzL2FQSwUGAAAAAAIAAgBuAAAAjwEAAAkAYSBjb21tZW50',
  ],
  [
    "Python's zipfile to a pipe (data descriptors)",
    'UEsDBBQACAAIAIMYIlwAAAAAAAAAAAAAAAALAAAAYXVkaXQuanNvbmyrVkpUsjKs5aoepcmiAVBLBwgZnVwNDgAAAEABAABQSwMEFAAIAAgAgxgiXAAAAAAAAAAAAAAAAAcAAABibG9icy9hqwAAUEsHCIMW3IwDAAAAAQAAAFBLAQIUAxQACAAIAIMYIlwZnVwNDgAAAEABAAALAAAAAAAAAAAAAACAAQAAAABhdWRpdC5qc29ubFBLAQIUAxQACAAIAIMYIlyDFtyMAwAAAAEAAAAHAAAAAAAAAAAAAACAAUcAAABibG9icy9hUEsFBgAAAAACAAIAbgAAAH8AAAAAAA==',
  ],
  [
    "Python's zipfile with force_zip64",
    'UEsDBC0AAAAIAIMYIlwZnVwN//////////8LABQAYXVkaXQuanNvbmwBABAAQAEAAAAAAAAOAAAAAAAAAKtWSlSyMqzlqh6lyaIBUEsDBC0AAAAIAIMYIlyDFtyM//////////8HABQAYmxvYnMvYQEAEAABAAAAAAAAAAMAAAAAAAAAqwAAUEsBAi0DLQAAAAgAgxgiXBmdXA0OAAAAQAEAAAsAAAAAAAAAAAAAAIABAAAAAGF1ZGl0Lmpzb25sUEsBAi0DLQAAAAgAgxgiXIMW3IwDAAAAAQAAAAcAAAAAAAAAAAAAAIABSwAAAGJsb2JzL2FQSwUGAAAAAAIAAgBuAAAAhwAAAAAA',
  ],
  [
    'Info-ZIP, with a folder',
    'UEsDBBQAAAAIALaBd10ZnVwNDgAAAEABAAALABwAYXVkaXQuanNvbmxVVAkAAzdmBGs3ZgRrdXgLAAEEAAAAAAQAAAAAq1ZKVLIyrOWqHqXJogFQSwMECgAAAAAAtoF3XQAAAAAAAAAAAAAAAAYAHABibG9icy9VVAkAAzdmBGs3ZgRrdXgLAAEEAAAAAAQAAAAAUEsDBAoAAAAAALaBd12DFtyMAQAAAAEAAAAHABwAYmxvYnMvYVVUCQADN2YEazdmBGt1eAsAAQQAAAAABAAAAAB4UEsBAh4DFAAAAAgAtoF3XRmdXA0OAAAAQAEAAAsAGAAAAAAAAQAAAKSBAAAAAGF1ZGl0Lmpzb25sVVQFAAM3ZgRrdXgLAAEEAAAAAAQAAAAAUEsBAh4DCgAAAAAAtoF3XQAAAAAAAAAAAAAAAAYAGAAAAAAAAAAQAO1BUwAAAGJsb2JzL1VUBQADN2YEa3V4CwABBAAAAAAEAAAAAFBLAQIeAwoAAAAAALaBd12DFtyMAQAAAAEAAAAHABgAAAAAAAEAAACkgZMAAABibG9icy9hVVQFAAM3ZgRrdXgLAAEEAAAAAAQAAAAAUEsFBgAAAAADAAMA6gAAANUAAAAAAA==',
  ],
  [
    'Info-ZIP to a pipe (data descriptors)',
    'UEsDBBQACAAIALaBd10AAAAAAAAAAEABAAALABwAYXVkaXQuanNvbmxVVAkAAzdmBGs3ZgRrdXgLAAEEAAAAAAQAAAAAq1ZKVLIyrOWqHqXJogFQSwcIGZ1cDQ4AAABAAQAAUEsDBAoAAAAAALaBd10AAAAAAAAAAAAAAAAGABwAYmxvYnMvVVQJAAM3ZgRrN2YEa3V4CwABBAAAAAAEAAAAAFBLAwQUAAgACAC2gXddAAAAAAAAAAABAAAABwAcAGJsb2JzL2FVVAkAAzdmBGs3ZgRrdXgLAAEEAAAAAAQAAAAAqwAAUEsHCIMW3IwDAAAAAQAAAFBLAQIeAxQACAAIALaBd10ZnVwNDgAAAEABAAALABgAAAAAAAEAAACkgQAAAABhdWRpdC5qc29ubFVUBQADN2YEa3V4CwABBAAAAAAEAAAAAFBLAQIeAwoAAAAAALaBd10AAAAAAAAAAAAAAAAGABgAAAAAAAAAEADtQWMAAABibG9icy9VVAUAAzdmBGt1eAsAAQQAAAAABAAAAABQSwECHgMUAAgACAC2gXddgxbcjAMAAAABAAAABwAYAAAAAAABAAAApIGjAAAAYmxvYnMvYVVUBQADN2YEa3V4CwABBAAAAAAEAAAAAFBLBQYAAAAAAwADAOoAAAD3AAAAAAA=',
  ],
  [
    'zip-stream, which @actions/artifact uses (data descriptors)',
    'UEsDBBQACAAIAIMYIlwAAAAAAAAAAAAAAAALAAAAYXVkaXQuanNvbmyrVkpUsjKs5aoepcmiAVBLBwgZnVwNDgAAAEABAABQSwMEFAAIAAgAgxgiXAAAAAAAAAAAAAAAAAcAAABibG9icy9hqwAAUEsHCIMW3IwDAAAAAQAAAFBLAQItAxQACAAIAIMYIlwZnVwNDgAAAEABAAALAAAAAAAAAAAAIACAgQAAAABhdWRpdC5qc29ubFBLAQItAxQACAAIAIMYIlyDFtyMAwAAAAEAAAAHAAAAAAAAAAAAIACAgUcAAABibG9icy9hUEsFBgAAAAACAAIAbgAAAH8AAAAAAA==',
  ],
  [
    'JSZip with streamFiles',
    'UEsDBAoACAAIAIMYIlwAAAAAAAAAAAAAAAALAAAAYXVkaXQuanNvbmyrVkpUsjKs5aoepcmiAVBLBwgZnVwNDgAAAEABAABQSwMECgAAAAAAtYF3XQAAAAAAAAAAAAAAAAYAAABibG9icy9QSwMECgAIAAgAgxgiXAAAAAAAAAAAAAAAAAcAAABibG9icy9hqwAAUEsHCIMW3IwDAAAAAQAAAFBLAQIUAAoACAAIAIMYIlwZnVwNDgAAAEABAAALAAAAAAAAAAAAAAAAAAAAAABhdWRpdC5qc29ubFBLAQIUAAoAAAAAALWBd10AAAAAAAAAAAAAAAAGAAAAAAAAAAAAEAAAAEcAAABibG9icy9QSwECFAAKAAgACACDGCJcgxbcjAMAAAABAAAABwAAAAAAAAAAAAAAAABrAAAAYmxvYnMvYVBLBQYAAAAAAwADAKIAAACjAAAAAAA=',
  ],
];

/** What `cat FILE | zip x.zip -` of Info-ZIP 3.0 writes: a Zip64 end record before the end record. */
const WITH_ZIP64_END =
  'UEsDBC0AAAAIALaBd10ZnVwN//////////8BABQALQEAEABAAQAAAAAAAA4AAAAAAAAAq1ZKVLIyrOWqHqXJogFQSwECHgMtAAAACAC2gXddGZ1cDQ4AAABAAQAAAQAAAAAAAAABAAAAgBEAAAAALVBLBgYsAAAAAAAAAB4DLQAAAAAAAAAAAAEAAAAAAAAAAQAAAAAAAAAvAAAAAAAAAEEAAAAAAAAAUEsGBwAAAABwAAAAAAAAAAEAAABQSwUGAAAAAAEAAQAvAAAAQQAAAAAA';

function textsOf(zip: Uint8Array): Record<string, string> {
  return Object.fromEntries(
    zipEntries(zip, LIMITS).map(({ name, packed, isDeflated }) => [
      name,
      (isDeflated ? inflateRawSync(packed) : Buffer.from(packed)).toString(),
    ]),
  );
}

const good = (): Buffer => zipOf([{ name: 'audit.jsonl', bytes: Buffer.from('good') }]);
const forged = (): Buffer => zipOf([{ name: 'audit.jsonl', bytes: Buffer.from('evil') }]);

/** The archive with a number of its end record changed; `at` counts from the begin of that record. */
function withEnd(zip: Buffer, offset: number, change: (before: number) => number): Buffer {
  const changed = Buffer.from(zip);
  const place = zip.length - 22 + offset;
  if (offset < 12 || offset === 20) changed.writeUInt16LE(change(zip.readUInt16LE(place)), place);
  else changed.writeUInt32LE(change(zip.readUInt32LE(place)), place);
  return changed;
}

/** An extra field with another name (APPNOTE 4.6.9). */
function unicodePath(name: string, other: string): Buffer {
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(5 + other.length, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(crc32(name), 5);
  return Buffer.concat([field, Buffer.from(other)]);
}

/** Info-ZIP takes the second names: it unpacks the forged file as audit.jsonl. */
function twoNames(): Buffer {
  return zipOf([
    { name: 'audit.jsonl', bytes: Buffer.from('good'), extra: unicodePath('audit.jsonl', 'a.txt') },
    { name: 'b.txt', bytes: Buffer.from('evil'), extra: unicodePath('b.txt', 'audit.jsonl') },
  ]);
}

/** The archive with another number at a place. */
function withNumber(zip: Buffer, offset: number, value: number): Buffer {
  const changed = Buffer.from(zip);
  changed.writeUInt16LE(value, offset);
  return changed;
}

/** A file whose text is its name. */
function named(name: string) {
  return { name, bytes: Buffer.from(name) };
}

/** The same in the header before the bytes of the first file and in its entry of the directory. */
function withBoth(zip: Buffer, atHeader: number, value: number): Buffer {
  const entry = zip.indexOf('PK\u0001\u0002');
  // The directory has two more bytes before these numbers.
  return withNumber(withNumber(zip, atHeader, value), entry + 2 + atHeader, value);
}

/** An archive of one file. The extra fields of its entry end where the end record begins. */
function withExtra(extra: Buffer): Buffer {
  return zipOf([{ name: 'audit.jsonl', bytes: Buffer.from('good'), extra }]);
}

/** The archive with bytes between its only file and its directory. */
function withGap(zip: Buffer, gap: Buffer): Buffer {
  const directory = zip.indexOf('PK\u0001\u0002');
  const whole = Buffer.concat([zip.subarray(0, directory), gap, zip.subarray(directory)]);
  return withEnd(whole, 16, (offset) => offset + gap.length);
}

/** The archive with an extra field in the header before the bytes of its only file. */
function withLocalExtra(zip: Buffer, extra: Buffer): Buffer {
  const bytes = 30 + zip.readUInt16LE(26);
  const whole = Buffer.concat([zip.subarray(0, bytes), extra, zip.subarray(bytes)]);
  const sized = withNumber(whole, 28, extra.length);
  return withEnd(sized, 16, (offset) => offset + extra.length);
}

/** The archive of one file whose entry in the directory has another number of four bytes at a place. */
function withInEntry(offset: number, value: number): Buffer {
  const zip = good();
  zip.writeUInt32LE(value, zip.indexOf('PK\u0001\u0002') + offset);
  return zip;
}

/** An extra field without a meaning, of this many bytes in all. */
function anyExtra(bytes: number): Buffer {
  const field = Buffer.alloc(bytes);
  field.writeUInt16LE(0x9999, 0);
  field.writeUInt16LE(bytes - 4, 2);
  return field;
}

/** A stored file whose bytes are a file of their own, with both in the directory. */
function overlapping(): Buffer {
  const inner = good();
  const innerFile = inner.subarray(0, inner.indexOf('PK\u0001\u0002'));
  const local = Buffer.alloc(31);
  local.writeUInt32LE(LOCAL, 0);
  local.writeUInt32LE(innerFile.length, 18);
  local.writeUInt16LE(1, 26);
  local.write('o', 30);
  const entry = Buffer.alloc(47);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt32LE(crc32(innerFile), 16);
  entry.writeUInt32LE(innerFile.length, 20);
  entry.writeUInt32LE(innerFile.length, 24);
  entry.writeUInt16LE(1, 28);
  entry.write('o', 46);
  const innerEntry = Buffer.from(inner.subarray(innerFile.length, -22));
  innerEntry.writeUInt32LE(local.length, 42);
  const end = Buffer.from(inner.subarray(-22));
  end.writeUInt16LE(2, 8);
  end.writeUInt16LE(2, 10);
  end.writeUInt32LE(entry.length + innerEntry.length, 12);
  end.writeUInt32LE(local.length + innerFile.length, 16);
  return Buffer.concat([local, innerFile, entry, innerEntry, end]);
}

/** The archive with bytes behind the entries of its directory, which count as a part of it. */
function withMoreDirectory(zip: Buffer): Buffer {
  const more = Buffer.from('more');
  const whole = Buffer.concat([zip.subarray(0, -22), more, zip.subarray(-22)]);
  return withEnd(whole, 12, (size) => size + more.length);
}

/** An archive after the files of another one: a program that reads only the headers before files sees both. */
function withHidden(hidden: Buffer, zip: Buffer): Buffer {
  const files = hidden.subarray(0, hidden.indexOf('PK\u0001\u0002'));
  const directory = zip.indexOf('PK\u0001\u0002');
  const whole = Buffer.concat([files, zip]);
  whole.writeUInt32LE(files.length, files.length + directory + 42);
  return withEnd(whole, 16, (offset) => offset + files.length);
}

describe('a zip archive of', () => {
  test.each(REAL)('%s is read', (_, text) => {
    expect(textsOf(Buffer.from(text, 'base64'))).toEqual({ 'audit.jsonl': TRAIL, 'blobs/a': 'x' });
  });

  test('nothing is read', () => {
    expect(textsOf(zipOf([]))).toEqual({});
  });

  test('as many files and bytes as may be is read, and of one more is not', () => {
    const zip = zipOf([named('a'), named('bcd')]);
    expect(zipEntries(zip, { maxBytes: 4, maxFiles: 2 })).toHaveLength(2);
    expect(() => zipEntries(zip, { maxBytes: 3, maxFiles: 2 })).toThrow('more than 3 bytes');
    expect(() => zipEntries(zip, { maxBytes: 4, maxFiles: 1 })).toThrow('at most 1 are unpacked');
  });

  test('names as long as file systems have them is read, and of longer ones is not', () => {
    const part = 'p'.repeat(255);
    const longest = [part, part, part, 'q'.repeat(232)].join('/');
    expect(Object.keys(textsOf(zipOf([named(longest)])))).toEqual([longest]);
    expect(() => textsOf(zipOf([named(`${longest}q`)]))).toThrow('a name in it is too long');
    expect(() => textsOf(zipOf([named(`${part}p`)]))).toThrow('not a valid file name');
  });

  test('a name that begins with a byte order mark is read by its whole name', () => {
    expect(Object.keys(textsOf(zipOf([named('\ufeffaudit.jsonl')])))).toEqual([
      '\ufeffaudit.jsonl',
    ]);
  });

  test('the longest comment is read', () => {
    const comment = Buffer.alloc(0xffff, 'c');
    const zip = Buffer.concat([withEnd(good(), 20, () => comment.length), comment]);
    expect(textsOf(zip)).toEqual({ 'audit.jsonl': 'good' });
  });

  test('files with comments of their own is read', () => {
    const zip = withMoreDirectory(good());
    expect(textsOf(withNumber(zip, zip.indexOf('PK\u0001\u0002') + 32, 4))).toEqual({
      'audit.jsonl': 'good',
    });
  });

  test('files in another order than in its directory is read', () => {
    const zip = zipOf([named('a'), named('b')]);
    const directory = zip.indexOf('PK\u0001\u0002');
    const second = zip.indexOf('PK\u0001\u0002', directory + 1);
    const end = zip.length - 22;
    const turned = Buffer.concat([
      zip.subarray(0, directory),
      zip.subarray(second, end),
      zip.subarray(directory, second),
      zip.subarray(end),
    ]);
    expect(textsOf(turned)).toEqual({ a: 'a', b: 'b' });
  });

  test('an empty stored file whose size follows it is read', () => {
    const empty = withBoth(withBoth(zipOf([named('e')]), 6, 8), 8, 0);
    const directory = empty.indexOf('PK\u0001\u0002');
    empty.writeUInt32LE(0, directory + 20);
    expect(textsOf(empty)).toEqual({ e: '' });
  });

  test('less than a header between its files is read', () => {
    expect(textsOf(withGap(good(), Buffer.alloc(29)))).toEqual({ 'audit.jsonl': 'good' });
    expect(textsOf(withLocalExtra(good(), anyExtra(12)))).toEqual({ 'audit.jsonl': 'good' });
  });
});

describe('a zip archive that another reader may read as other files is refused:', () => {
  const two = zipOf([
    { name: 'audit.jsonl', bytes: Buffer.from('good') },
    { name: 'b', bytes: Buffer.from('b') },
  ]);
  const comment = (bytes: Buffer): Buffer =>
    Buffer.concat([withEnd(good(), 20, () => bytes.length), bytes]);
  const otherLocal = good();
  otherLocal.write('forged.jsonl'.slice(0, 11), 30);
  const stored = Buffer.from(REAL[1]?.[1] ?? '', 'base64');
  const noLocal = good();
  noLocal.writeUInt32LE(LOCAL + 1, 0);
  const noEntry = good();
  noEntry.writeUInt8(3, noEntry.indexOf('PK\u0001\u0002') + 2);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);

  test.each<readonly [string, Buffer]>([
    ['two archives, one after the other', Buffer.concat([good(), forged()])],
    ['bytes before it', Buffer.concat([Buffer.from('MZ'), good()])],
    ['bytes after it', Buffer.concat([good(), Buffer.from('more')])],
    ['a comment that is shorter than its length', withEnd(good(), 20, () => 5)],
    ['a comment with an end record', comment(forged().subarray(-22))],
    [
      'a directory with more entries than are counted',
      withEnd(
        withEnd(two, 8, () => 1),
        10,
        () => 1,
      ),
    ],
    ['two different counts', withEnd(two, 8, () => 1)],
    ['a directory of another size', withEnd(two, 12, (size) => size - 1)],
    ['another offset', withEnd(two, 16, (offset) => offset - 1)],
    ['a part of several', withEnd(good(), 4, () => 1)],
    ['a directory in another part', withEnd(good(), 6, () => 1)],
    ['a Zip64 end record', Buffer.from(WITH_ZIP64_END, 'base64')],
    [
      'what looks like a Zip64 locator before its end record',
      withExtra(Buffer.concat([Buffer.from([0x99, 0x99, 20, 0]), locator])),
    ],
    ['nothing but such a locator', withEnd(Buffer.concat([locator, zipOf([])]), 16, () => 20)],
    ['another name before the bytes', otherLocal],
    ['a longer name before the bytes', withNumber(good(), 26, 12)],
    ['no entry in its directory', noEntry],
    ['a file within the bytes of another one', overlapping()],
    ['a whole header between its file and its directory', withGap(good(), Buffer.alloc(30))],
    ['bytes between its directory and its end record', withMoreDirectory(good())],
    ['bytes that end in its directory', withBoth(good(), 18, 9)],
    ['bytes that end behind it', withBoth(good(), 18, 0xffff)],
    ['extra fields that end behind their length', withExtra(withNumber(anyExtra(8), 2, 5))],
    ['a second name before the bytes', withLocalExtra(good(), unicodePath('audit.jsonl', 'b'))],
    ['another flag before the bytes', withNumber(good(), 6, 0x800)],
    ['no header before the bytes', noLocal],
    ['a second name', twoNames()],
    ['a file that its directory does not have', withHidden(forged(), good())],
    ['another compression before the bytes', withNumber(good(), 8, 0)],
    ['another size before the bytes', withNumber(good(), 18, 1)],
    [
      'stored bytes whose size follows them',
      withNumber(withNumber(stored, 6, 8), stored.indexOf('PK\u0001\u0002') + 8, 8),
    ],
  ])('%s', (_, zip) => {
    expect(() => zipEntries(zip, LIMITS)).toThrow(/^The artifact is not unpacked/);
  });
});

test.each<readonly [string, Buffer, string]>([
  ['encrypted files', withBoth(good(), 6, 1), 'unsupported compression or is encrypted'],
  ['files that bzip2 compressed', withBoth(good(), 8, 12), 'unsupported compression'],
  ['sizes in a Zip64 field', withInEntry(20, 0xffffffff), 'it uses Zip64'],
  ['a place in a Zip64 field', withInEntry(42, 0xffffffff), 'it uses Zip64'],
])('a zip archive with %s is refused by its reason', (_, zip, reason) => {
  expect(() => zipEntries(zip, LIMITS)).toThrow(reason);
});

test.skipIf(!hasPython())(
  "whatever bytes change, Python's zipfile reads the same files, or none",
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-zips-'));
    try {
      const seeds = [
        good(),
        Buffer.concat([good(), forged()]),
        ...REAL.map(([, text]) => Buffer.from(text, 'base64')),
      ];
      const edits = fc.array(fc.tuple(fc.nat(800), fc.constantFrom(0, 1, 2, 0x50, 0xff)), {
        minLength: 1,
        maxLength: 3,
      });
      const cases = fc.sample(fc.tuple(fc.constantFrom(...seeds), edits), {
        numRuns: fc.casesToTry(200),
      });
      const read = cases.flatMap(([seed, changes]): [string, Record<string, string>][] => {
        const zip = Buffer.from(seed);
        for (const [offset, byte] of changes) zip[offset % zip.length] = byte;
        try {
          return [[zip.toString('base64'), textsOf(zip)]];
        } catch {
          return [];
        }
      });
      expect(read.length).toBeGreaterThan(0);
      writeFileSync(join(folder, 'zips.json'), JSON.stringify(read.map(([zip]) => zip)));
      const theirs: (Record<string, string> | null)[] = JSON.parse(
        execFileSync('python3', ['-c', PYTHON, join(folder, 'zips.json')], { encoding: 'utf8' }),
      );
      for (const [offset, files] of theirs.entries())
        if (files !== null) expect(files).toEqual(read[offset]?.[1]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/** Prints for each archive what it unpacks to; null for one that is refused. */
const PYTHON = `
import base64, io, json, sys, zipfile
def texts(zip):
    try:
        with zipfile.ZipFile(io.BytesIO(base64.b64decode(zip))) as read:
            return {one.filename: read.read(one).decode() for one in read.infolist() if not one.is_dir()}
    except Exception:
        return None
print(json.dumps([texts(one) for one in json.load(open(sys.argv[1]))]))
`;
