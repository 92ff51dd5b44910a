import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRedactor, sha256 } from '../../../src/common/index.ts';
import { sliceLines } from '../../../src/tools/files/slice.ts';
import * as fc from '../../properties.ts';
import { type FileTools, fileToolsIn, temporaryFolder } from '../support.ts';

let folder: ReturnType<typeof temporaryFolder>;
let files: FileTools;
const pathOf = (name: string) => join(folder.path, name);
const put = (name: string, content: string | Buffer) => writeFileSync(pathOf(name), content);
const read = async (path: string, more: object = {}) =>
  await files.text('fs_read', { path, ...more });

beforeEach(async () => {
  folder = temporaryFolder();
  files = await fileToolsIn(folder.path);
});
afterEach(() => folder.remove());

describe('fs_read of text', () => {
  it('numbers lines and shows their total', async () => {
    put('a', 'one\n\ttwo\nthree');
    expect(await read('a')).toBe(
      '    1\tone\n    2\t\ttwo\n    3\tthree\n[a: lines 1-3 of 3; no newline at the end]',
    );
  });
  it('takes an offset and a limit and says where to read on', async () => {
    put('a', Array.from({ length: 100 }, (_, index) => `l${index + 1}\n`).join(''));
    expect(await read('a', { offset: 10, limit: 2 })).toBe(
      '   10\tl10\n   11\tl11\n[a: lines 10-11 of 100; read on with offset 12]',
    );
    expect(await read('a', { offset: 100 })).toBe('  100\tl100\n[a: lines 100-100 of 100]');
    expect(await read('a', { offset: 101 })).toContain(
      'a has 100 lines; line 101 is beyond its end',
    );
    put('b', 'one\n');
    expect(await read('b', { offset: 2 })).toContain('b has 1 line; line 2 is beyond its end');
  });
  it('says that a file is empty', async () => {
    put('a', '');
    expect(await read('a')).toBe('a is empty (0 bytes).');
  });
  it('hides the BOM and carriage returns of line endings, and says which endings there are', async () => {
    put('a', '\uFEFFone\r\ntwo\r\n');
    expect(await read('a')).toBe('    1\tone\n    2\ttwo\n[a: lines 1-2 of 2; line endings CRLF]');
    put('b', 'one\r\ntwo\n');
    expect(await read('b')).toContain('line endings mixed, CRLF and LF');
  });
  it('shows invalid UTF-8 as replacement characters and says so', async () => {
    put('a', Buffer.from([0x61, 0xff, 0x62, 0x0a]));
    expect(await read('a')).toBe(
      '    1\ta\uFFFDb\n[a: lines 1-1 of 1; invalid UTF-8 shown as \uFFFD]',
    );
  });
  it('cuts a line of 5 MB and shows its size', async () => {
    put('a', `short\n${'é'.repeat(2_500_000)}\nend\n`);
    const text = await read('a');
    expect(text.length).toBeLessThan(3_000);
    expect(text).toContain('[... line cut, it has 5000000 bytes]');
    expect(text).toContain('    3\tend');
    expect(text).not.toContain('\uFFFD');
  });
  it('removes secrets before it cuts a line', async () => {
    const secret = 'secret-value-1234567890';
    files = await fileToolsIn(folder.path, {
      redactor: createRedactor({ secrets: [{ kind: 'own', value: secret }] }),
    });
    put('a', `${'x'.repeat(1_990)}${secret}${'y'.repeat(5_000)}\n`);
    expect(await read('a')).not.toContain('secret');
  });
  it.each([
    ['a secret as long as GitHub takes one', 48_000, 1],
    ['a secret that is there many times', 1_000, 40],
  ])('shows nothing of %s in a line that it cuts', async (_what, chars, times) => {
    const secret = randomBytes(chars).toString('hex').slice(0, chars);
    files = await fileToolsIn(folder.path, {
      redactor: createRedactor({ secrets: [{ kind: 'own', value: secret }] }),
    });
    put('a', `{"keys":"${secret.repeat(times)}","more":"${'x'.repeat(200_000)}"}\nend\n`);
    const text = await read('a');
    expect(text).toContain('[redacted:own:');
    expect(text).toContain('    2\tend');
    for (let from = 0; from < chars; from += 20)
      expect(text).not.toContain(secret.slice(from, from + 20));
  });
  it('keeps head and tail of a slice that is too long, and names the lines between', async () => {
    put(
      'a',
      Array.from({ length: 2_000 }, (_, index) => `line ${index + 1} ${'x'.repeat(90)}\n`).join(''),
    );
    const text = await read('a');
    expect(text.length).toBeLessThanOrEqual(30_000);
    expect(text).toContain('    1\tline 1 ');
    expect(text).toContain(' 2000\tline 2000 ');
    const [, first, last] =
      /\[\.\.\. lines (\d+)-(\d+) cut here; read them with offset \1/.exec(text) ?? [];
    expect(text).toContain(`\tline ${Number(first) - 1} `);
    expect(text).not.toContain(`\tline ${first} `);
    expect(text).not.toContain(`\tline ${last} `);
    expect(text).toContain(`\tline ${Number(last) + 1} `);
  });
  it('keeps head and tail also where every line is too long', async () => {
    put(
      'a',
      Array.from({ length: 200 }, (_, index) => `${index + 1}${'x'.repeat(20_000)}\n`).join(''),
    );
    const text = await read('a');
    expect(text.length).toBeLessThanOrEqual(30_000);
    expect(text).toMatch(/lines \d+-\d+ cut here/);
    expect(text).toContain('  200\t200x');
  });
  it('reads a slice of a sparse gigabyte without reading the rest', async () => {
    const handle = openSync(pathOf('huge'), 'w');
    writeSync(handle, 'first\nsecond\n');
    writeSync(handle, 'x'.repeat(10_000));
    writeSync(handle, 'end\n', 1_000_000_000);
    closeSync(handle);
    const before = process.memoryUsage().rss;
    const text = await read('huge', { limit: 2 });
    expect(text).toBe(
      '    1\tfirst\n    2\tsecond\n[huge: lines 1-2 of a file of 1000000004 bytes; read on with offset 3]',
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });
});

describe('fs_read of other things', () => {
  it('names fs_list for a directory and a near name for a missing file', async () => {
    mkdirSync(pathOf('src'));
    put('src/index.ts', 'x');
    expect(await read('src')).toMatch(
      /src is a directory\. List it with fs_list\({"path": "src"}\)/,
    );
    expect(await read('src/indx.ts')).toContain('Did you mean "src/index.ts"?');
    put('da\u200Bng.txt', 'x');
    expect(await read('dang.txt')).toContain(
      String.raw`Did you mean "da\u200bng.txt"? It looks like yours, which is "dang.txt".`,
    );
    expect(await read('nowhere/at/all')).toContain('There is no file');
    symlinkSync('gone', pathOf('dangling'));
    expect(await read('dangling')).toContain('is a symbolic link to "gone", which does not exist');
  });
  it('refuses binary files with their type and size', async () => {
    put('a', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]));
    expect(await read('a')).toContain('a is not UTF-8 text: ELF program, 7 bytes');
    put('b', Buffer.from('some\0thing'));
    expect(await read('b')).toContain('binary data, 10 bytes');
    put('c', Buffer.from('\uFEFFhello', 'utf16le'));
    expect(await read('c')).toContain('UTF-16 text');
  });
  it('does not take text that begins like a program for one', async () => {
    put('a', 'MZ is a prefix\n');
    expect(await read('a')).toContain('MZ is a prefix');
    put('b', 'GIF89a begins each of these files\n');
    expect(await read('b')).toContain('1\tGIF89a begins');
  });
  it('returns images and PDF files as blocks, within limits', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
    put('p.png', png);
    expect(await files.run('fs_read', { path: 'p.png' })).toMatchObject({
      ok: true,
      llmContent: [
        { type: 'text' },
        { type: 'image', mediaType: 'image/png', base64: png.toString('base64') },
      ],
      displayContent: 'p.png: image/png, 10 bytes',
    });
    put('d.txt', '%PDF-1.7\n\0');
    expect(await files.run('fs_read', { path: 'd.txt' })).toMatchObject({
      llmContent: [{ type: 'text' }, { type: 'document', mediaType: 'application/pdf' }],
    });
    put('big.png', Buffer.concat([png, Buffer.alloc(4_000_000)]));
    expect(await read('big.png')).toContain('at most 3750000');
  });
  it('refuses what leads out, .git, devices and FIFOs, without waiting', async () => {
    mkdirSync(pathOf('.git'));
    put('.git/config', 'token');
    symlinkSync('/etc/passwd', pathOf('passwd'));
    symlinkSync('.git/config', pathOf('config'));
    execFileSync('mkfifo', [pathOf('pipe')]);
    for (const path of [
      'passwd',
      'config',
      '../x',
      '.git/config',
      '.git',
      '/proc/self/environ',
      '/dev/zero',
      'pipe',
      'a\0',
    ]) {
      const result = await files.run('fs_read', { path });
      expect(result).toMatchObject({ ok: false });
      expect(JSON.stringify(result)).not.toMatch(/root:|token/);
    }
  });
  it('follows a link inside the workspace', async () => {
    put('a', 'one\n');
    symlinkSync('a', pathOf('link'));
    expect(await read('link')).toContain('one');
  });
  it('says that a file may not be read', async () => {
    put('a', 'one');
    chmodSync(folder.path, 0o755);
    chmodSync(pathOf('a'), 0);
    const nobody = 65_534;
    const isRoot = process.getuid?.() === 0;
    // Root may read everything, so for the moment of reading the test is somebody else.
    if (isRoot) process.seteuid?.(nobody);
    try {
      expect(await read('a')).toContain('denies access');
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
  it('names bad input', async () => {
    expect(await read('a', { offset: -1 })).toContain(
      'offset: expected a value of at least 1, got number -1',
    );
    expect(await read('a', { offfset: 1 })).toContain('Did you mean "offset"?');
  });
});

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('sliceLines', () => {
  it('lets go of very many short lines in time that follows their number', async () => {
    const count = 600_000;
    const slice = await sliceLines(chunks(Buffer.from('x\n'.repeat(count)), 65_536), {
      offset: 1,
      limit: count,
      maxLineBytes: 100,
      maxBytes: 400_000,
      countAll: true,
    });
    expect(slice.head.map(({ number }) => number)).toEqual(numbers(1, 100_000));
    expect(slice.tail.map(({ number }) => number)).toEqual(numbers(count - 99_999, count));
  });

  it('keeps of a line no more bytes than it may, however long the line is', async () => {
    const slice = await sliceLines(chunks(Buffer.alloc(1_000_000, 'x'), 1_000), {
      offset: 1,
      limit: 1,
      maxLineBytes: 2_500,
      maxBytes: 10_000,
      countAll: true,
    });
    const [line] = slice.head;
    expect(line).toMatchObject({ number: 1, totalBytes: 1_000_000 });
    expect(line?.bytes).toHaveLength(2_500);
  });

  it('finds the same lines however the bytes are cut into chunks', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'bb', '\n', '\r\n', 'é'), { maxLength: 40 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 9 }),
        async (content, size, offset) => {
          const bytes = Buffer.from(content);
          const slice = await sliceLines(chunks(bytes, size), {
            offset,
            limit: 3,
            maxLineBytes: 1_000,
            maxBytes: 10_000,
            countAll: true,
          });
          const lines = content.split('\n');
          if (lines.at(-1) === '') lines.pop();
          expect(slice.totalLines).toBe(lines.length);
          expect(slice.sha256).toBe(sha256(bytes));
          const wanted = content
            .split('\n')
            .map((line, index, all) => (index < all.length - 1 ? line.replace(/\r$/, '') : line));
          expect(slice.head.map((line) => line.bytes.toString())).toEqual(
            wanted.slice(0, lines.length).slice(offset - 1, offset + 2),
          );
        },
      ),
    );
  });
});

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) {
    yield await Promise.resolve(bytes.subarray(from, from + size));
  }
}
