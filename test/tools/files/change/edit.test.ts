import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReadRecord } from '../../../../src/tools/index.ts';
import { describeClosest } from '../../../../src/tools/files/change/closest-part.ts';
import { replaceIn } from '../../../../src/tools/files/change/replace.ts';
import * as fc from '../../../properties.ts';
import { type FileTools, fileToolsIn, temporaryFolder } from '../../support.ts';

let folder: ReturnType<typeof temporaryFolder>;
let files: FileTools;
const pathOf = (name: string) => join(folder.path, name);
const put = (name: string, content: string | Buffer) => writeFileSync(pathOf(name), content);
const content = (name: string) => readFileSync(pathOf(name), 'latin1');

beforeEach(async () => {
  folder = temporaryFolder();
  files = await fileToolsIn(folder.path, { unread: 'allow' });
});
afterEach(() => folder.remove());

async function edit(name: string, before: string, after: string, more: object = {}) {
  return await files.run('fs_edit', { path: name, old_string: before, new_string: after, ...more });
}

async function refusal(name: string, before: string, after: string, more: object = {}) {
  const result = await edit(name, before, after, more);
  if (result.ok) throw new Error('it was done');
  return result.error;
}

const one = (path: string, before: string, after: string) => ({
  path,
  old_string: before,
  new_string: after,
});

describe('fs_edit keeps what it does not name', () => {
  it('takes $& and friends as plain text', async () => {
    put('a', 'one two\n');
    expect((await edit('a', 'two', "$& $1 $$ $` $'")).ok).toBe(true);
    expect(content('a')).toBe("one $& $1 $$ $` $'\n");
  });
  it('takes pattern characters in the old text as plain text', async () => {
    put('a', 'x = (a.*b)[0] + $1\n');
    await edit('a', '(a.*b)[0] + $1', 'y');
    expect(content('a')).toBe('x = y\n');
  });
  it('matches CRLF files by line feeds and writes their endings', async () => {
    put('a', 'one\r\ntwo\r\nthree\r\n');
    await edit('a', 'one\ntwo', 'one\ninserted\nTWO');
    expect(content('a')).toBe('one\r\ninserted\r\nTWO\r\nthree\r\n');
  });
  it('writes CRLF also where the old text has no line ending', async () => {
    put('a', 'one\r\ntwo');
    await edit('a', 'two', 'two\nthree');
    expect(content('a')).toBe('one\r\ntwo\r\nthree');
  });
  it('changes only the named line in a file of mixed endings', async () => {
    put('a', 'a\r\nb\nc\r\nd\n');
    await edit('a', 'a\nb\nc\nd', 'a\nB\nc\nd');
    expect(content('a')).toBe('a\r\nB\nc\r\nd\n');
  });
  it('takes \\r\\n in the texts of an edit for the line ending of the file', async () => {
    put('a', 'a\r\nb\r\n');
    await edit('a', 'a\r\nb', 'a\nB\r\nc');
    expect(content('a')).toBe('a\r\nB\r\nc\r\n');
    put('b', 'a\nb\n');
    await edit('b', 'a\r\nb', 'x\r\ny');
    expect(content('b')).toBe('x\ny\n');
    put('c', 'one');
    await edit('c', 'one', 'one\r\ntwo\n');
    expect(content('c')).toBe('one\r\ntwo\r\n');
  });
  it('refuses to convert line endings, and says how to', async () => {
    put('a', 'a\r\nb\r\n');
    const { message, recommendations } = await refusal('a', 'a\r\n', 'a\n');
    expect(message).toContain('identical');
    expect(recommendations.join()).toContain('line endings only');
    expect((await refusal('a', 'a\rb', 'x')).message).toContain('carriage return inside');
  });
  it('keeps a BOM, a missing last newline and bytes that are no UTF-8', async () => {
    put('a', Buffer.from('\uFEFFone \xff\xfe two', 'latin1'));
    put(
      'a',
      Buffer.concat([Buffer.from('\uFEFFone '), Buffer.from([0xff, 0xc3]), Buffer.from(' two é')]),
    );
    await edit('a', 'two é', '2 ü');
    expect(readFileSync(pathOf('a'))).toEqual(
      Buffer.concat([Buffer.from('\uFEFFone '), Buffer.from([0xff, 0xc3]), Buffer.from(' 2 ü')]),
    );
  });
  it('keeps the mode of a file', async () => {
    put('run.sh', '#!/bin/sh\necho 1\n');
    chmodSync(pathOf('run.sh'), 0o755);
    await edit('run.sh', 'echo 1', 'echo 2');
    expect(statSync(pathOf('run.sh')).mode & 0o777).toBe(0o755);
  });
  it('can empty a file and replace from its first to its last byte', async () => {
    put('a', 'all\n');
    await edit('a', 'all\n', '');
    expect(content('a')).toBe('');
  });
  it('edits a file whose name holds spaces, quotes and an accent', async () => {
    put(`a b'"é.txt`, 'x\n');
    expect((await edit(`a b'"é.txt`, 'x', 'y')).ok).toBe(true);
    expect(content(`a b'"é.txt`)).toBe('y\n');
  });
  it('gives, for any text and edit, what replacing in the line feed view gives', () => {
    const piece = fc.constantFrom('a', 'b', 'é', '\n', '\r\n', '$&', ' ');
    const text = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, text, (before, old, next) => {
        const edited = { old_string: old, new_string: next, replace_all: true };
        const result = replaceIn(Buffer.from(before), edited);
        if (result.outcome !== 'replaced') return;
        const [view, wanted, put2] = [before, old, next].map((each) =>
          each.replaceAll('\r\n', '\n'),
        );
        expect(result.bytes.toString().replaceAll('\r\n', '\n')).toBe(
          view?.split(wanted ?? '').join(put2),
        );
        if (before.includes('\n') && !before.includes('\r'))
          expect(result.bytes.toString()).not.toContain('\r');
        if (before.includes('\n') && !/(?<!\r)\n/.test(before))
          expect(result.bytes.toString()).not.toMatch(/(?<!\r)\n/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('fs_edit refuses', () => {
  it('several matches, and counts overlapping ones', async () => {
    put('a', 'x\naa a\nx\n');
    expect((await refusal('a', 'x', 'y')).message).toContain(
      'occurs 2 times in a (overlapping ones counted), at lines 1, 3',
    );
    put('b', 'aaa');
    expect((await refusal('b', 'aa', 'c')).message).toContain('2 times');
    put('c', `\n${'a'.repeat(20_000)}`);
    expect((await refusal('c', 'a', 'c')).message).toContain(
      'occurs at least 10000 times in c (overlapping ones counted), at lines 2.',
    );
    expect((await edit('a', 'x', 'y', { replace_all: true })).ok).toBe(true);
    expect(content('a')).toBe('y\naa a\ny\n');
  });
  it('matches that differ in their line endings alone as one text', async () => {
    put('a', 'x\r\ny\nx\ny\n');
    expect((await refusal('a', 'x\ny', 'z')).message).toContain('2 times');
  });
  it('an empty old text and identical texts', async () => {
    put('a', 'x');
    expect((await refusal('a', '', 'y')).type).toBe('validation');
    expect((await refusal('a', 'x', 'x')).message).toContain('identical');
  });
  it('no match, saying where the nearest text is and how it differs', async () => {
    put('a', 'function f() {\n\treturn  “value”;\n}\n');
    expect((await refusal('a', '    return  “value”;', 'x')).message).toMatch(
      /line 2; it differs only in indentation/,
    );
    expect((await refusal('a', 'return "value";', 'x')).message).toMatch(
      /nearest text is at line 2/,
    );
    expect((await refusal('a', 'Function f() {', 'x')).message).toContain(
      'only in upper and lower case',
    );
    expect((await refusal('a', 'zzzz qqqq', 'x')).message).toContain('Nothing in it is near');
    expect(readFileSync(pathOf('a'), 'utf8')).toBe('function f() {\n\treturn  “value”;\n}\n');
  });
  it('a text in another Unicode normalisation, and says that it is that', async () => {
    put('a', 'cafe\u0301 au lait\n');
    expect((await refusal('a', 'caf\u00e9 au lait', 'tea')).message).toContain(
      'only in Unicode normalisation',
    );
  });
  it.each([
    ['its line numbers', '    1\tif x:\n    2\t\treturn "a < b"', 'without the numbers of lines'],
    ['escapes', 'if x:\\n\\treturn \\"a < b\\"', 'without the backslashes'],
    ['entities', 'return &quot;a &lt; b&quot;', 'with the characters that the entities'],
  ])('a text with %s, and says that it is there without them', async (_, old, why) => {
    put('a', 'if x:\n\treturn "a < b"\n');
    expect((await refusal('a', old, 'y')).message).toContain(why);
  });
  it('a text that is nothing but the number of a line, and finds nothing in its place', async () => {
    put('a', 'if x:\n');
    expect((await refusal('a', '12\t', 'y')).message).toContain('Nothing in it is near');
  });
  it('a newline that the end of the file does not have', async () => {
    put('a', 'a\r\nb');
    const { message } = await refusal('a', 'a\nb\n', 'x\n');
    expect(message).toContain('has no newline after it: leave the last newline out');
    put('b', 'b\nb ');
    expect((await refusal('b', 'b \n', 'x')).message).toContain('no newline after it');
  });
  it('newlines alone that the file does not have, which are nowhere in it', async () => {
    for (const text of ['', 'a', 'a\nb\n']) {
      put('a', text);
      const { message } = await refusal('a', '\n\n', 'x');
      expect(message).toBe('old_string does not occur in a. Nothing in it is near.');
    }
  });
  it('trailing white space and invisible characters it was not given', async () => {
    put('a', 'const a = 1;  \nconst b\u200B = 2;\n');
    expect((await refusal('a', 'const a = 1;\nconst b\u200B = 2;', 'x')).message).toContain(
      'only in trailing white space',
    );
    expect((await refusal('a', 'const b = 2;', 'x')).message).toContain(
      'characters that do not show',
    );
  });
  it('a missing file, a directory, and what leads out', async () => {
    mkdirSync(pathOf('d'));
    mkdirSync(pathOf('.git'));
    put('.git/config', 'secret');
    symlinkSync('/etc', pathOf('out'));
    put('nine', '');
    expect(await refusal('none', 'a', 'b')).toMatchObject({
      type: 'not_found',
      message: 'There is no file none. Did you mean "nine"?',
    });
    symlinkSync('nowhere', pathOf('dangling'));
    expect((await refusal('dangling', 'a', 'b')).message).toContain('a symbolic link to "nowhere"');
    expect((await refusal('d', 'a', 'b')).message).toContain('directory');
    for (const name of [
      '../x',
      '/etc/passwd',
      '.git/config',
      'out/passwd',
      '.GIT/config',
      'd/../../x',
      'a\0b',
    ]) {
      expect((await refusal(name, 'root', 'x')).type).toBe('permission');
    }
  });
  it('a FIFO, without waiting for it', async () => {
    execFileSync('mkfifo', [pathOf('pipe')]);
    expect((await refusal('pipe', 'a', 'b')).message).toContain('pipe');
  });
  it('lone surrogates, which no file can hold', async () => {
    put('a', 'x');
    expect((await refusal('a', 'x', '\uD800')).type).toBe('validation');
  });
  it('a file larger than it can hold', async () => {
    put('big', Buffer.alloc(10_000_001, 97));
    const { message, recommendations } = await refusal('big', 'a', 'b');
    expect(message).toContain('has 10000001 bytes, more than the 10000000');
    expect(recommendations.join()).toContain('bash_run');
    expect(await files.text('fs_write', { path: 'big', content: 'x' })).toContain('bash_run');
  });
});

describe('fs_edit says why', () => {
  it('text that was copied from bytes that are not UTF-8 is not found', async () => {
    const bytes = Buffer.from([0x61, 0xff, 0x62, 0x0a]);
    put('a', bytes);
    const { message } = await refusal('a', 'a\uFFFDb', 'c');
    expect(message).toContain('not UTF-8: fs_read shows them as U+FFFD');
    put('b', Buffer.from('caf\xe9\n', 'latin1'));
    expect((await refusal('b', 'café', 'tea')).message).toContain('bytes that are not UTF-8');
    expect(content('a')).toBe(bytes.toString('latin1'));
  });
  it('a file that would become too large is not written', async () => {
    put('a', 'x'.repeat(20_000));
    const { message } = await refusal('a', 'x', 'y'.repeat(1_000), { replace_all: true });
    expect(message).toBe(
      'a would have 20000000 bytes, more than the 10000000 that the fs_ tools can change.',
    );
    expect(content('a')).toBe('x'.repeat(20_000));
  });
});

describe('what was read decides', () => {
  beforeEach(async () => {
    files = await fileToolsIn(folder.path);
  });
  it('names a command for a file that fs_read refuses, because it cannot be read first', async () => {
    put('a', Buffer.from('\uFEFFhello', 'utf16le'));
    for (const input of [
      await files.text('fs_write', { path: 'a', content: 'x' }),
      await files.text('fs_edit', { path: 'a', old_string: 'hello', new_string: 'x' }),
    ]) {
      expect(input).toContain('a is not UTF-8 text: UTF-16 text, 12 bytes; it was not touched.');
      expect(input).toContain('by bash_run with access "write"');
      expect(input).not.toContain('fs_read');
    }
  });
  it('refuses to change a file that was never read, or changed since', async () => {
    put('a', 'one\n');
    expect(
      await files.text('fs_edit', { path: 'a', old_string: 'one', new_string: 'two' }),
    ).toContain('has not been read');
    expect(await files.text('fs_write', { path: 'a', content: 'x' })).toContain(
      'has not been read',
    );
    await files.run('fs_read', { path: 'a' });
    put('a', 'one!\n');
    expect(
      await files.text('fs_edit', { path: 'a', old_string: 'one', new_string: 'two' }),
    ).toContain('changed since');
    expect(await files.text('fs_write', { path: 'a', content: 'x' })).toContain('changed since');
    expect(content('a')).toBe('one!\n');
    await files.run('fs_read', { path: './a' });
    expect(
      await files.text('fs_edit', { path: 'a', old_string: 'one', new_string: 'two' }),
    ).toContain('1 replacement');
  });
  it('knows what an earlier part of the conversation has read', async () => {
    put('a', 'one\n');
    const reads = createReadRecord();
    await (await fileToolsIn(folder.path, { reads })).run('fs_read', { path: 'a' });
    const later = await fileToolsIn(folder.path, {
      reads: createReadRecord({ seen: reads.seen() }),
    });
    expect(
      await later.text('fs_edit', { path: 'a', old_string: 'one', new_string: 'two' }),
    ).toContain('Edited');
  });
  it('edits what a link inside the workspace leads to, and leaves the link', async () => {
    put('a', 'one\n');
    symlinkSync('a', pathOf('link'));
    await files.run('fs_read', { path: 'link' });
    expect(
      await files.text('fs_edit', { path: 'link', old_string: 'one', new_string: 'two' }),
    ).toContain('Edited');
    expect(content('a')).toBe('two\n');
    expect(lstatSync(pathOf('link')).isSymbolicLink()).toBe(true);
  });
  it('counts what the tools wrote as read', async () => {
    expect(await files.text('fs_write', { path: 'new/deep/a', content: 'one\n' })).toContain(
      'Created new/deep/a (4 bytes)',
    );
    expect(
      await files.text('fs_edit', { path: 'new/deep/a', old_string: 'one', new_string: 'two' }),
    ).toContain('Edited');
    expect(await files.text('fs_write', { path: 'new/deep/a', content: 'three' })).toContain(
      'Replaced',
    );
    expect(content('new/deep/a')).toBe('three');
  });
  it.each(['new/', 'new/.', 'new/./', './', '.', 'a/..'])(
    'writes no file to %s, which names a folder',
    async (path) => {
      expect(await files.text('fs_write', { path, content: 'one' })).toContain(
        'path: it names a folder; name the file in it',
      );
      expect(existsSync(pathOf('new'))).toBe(false);
    },
  );
  it.each([
    ['~/notes.md', '"~" stands for no folder'],
    ['~', '"~" stands for no folder'],
    ['file:///notes.md', 'begins like a URL or a drive'],
    ['C:/notes.md', 'begins like a URL or a drive'],
    ['C:\\notes.md', 'begins like a URL or a drive'],
    ['src\\notes.md', '"\\" separates no folders'],
    ['notes.md\n', 'white space at an end'],
    [' notes.md', 'white space at an end'],
    ['no\u0007tes.md', 'control characters'],
  ])('makes no file %j, a name that means another place', async (path, because) => {
    expect(await files.text('fs_write', { path, content: 'x' })).toContain(because);
    const prepared = await files.tool('fs_write').prepare({ path, content: 'x' });
    expect(await (prepared.ok && prepared.call.preview())).toMatchObject({
      form: 'text',
      text: expect.stringContaining(because),
    });
    expect(readdirSync(folder.path)).toEqual([]);
  });
  it('makes and replaces files whose names are unusual, but mean what they say', async () => {
    const names = [
      'dev-disk-by\\x2duuid.mount',
      '~tilde',
      'a~/b',
      '$x [y] (z)/{w}',
      'a b/c',
      '#1',
      'é',
    ];
    for (const path of names)
      expect(await files.text('fs_write', { path, content: 'x' })).toContain('Created');
    put('odd\n', 'x');
    await files.text('fs_read', { path: 'odd\n' });
    expect(await files.text('fs_write', { path: 'odd\n', content: 'y' })).toContain('Replaced');
  });
  it('lets only one of two edits of the same text through, and both of different texts', async () => {
    put('a', 'one two\n');
    await files.run('fs_read', { path: 'a' });
    const same = await Promise.all(
      ['x', 'y'].map(
        async (to) => await files.run('fs_edit', { path: 'a', old_string: 'one', new_string: to }),
      ),
    );
    expect(same.map((result) => result.ok)).toEqual([true, false]);
    const apart = await Promise.all(
      ['x', 'two'].map(
        async (from) =>
          await files.run('fs_edit', { path: 'a', old_string: from, new_string: 'z' }),
      ),
    );
    expect(apart.every((result) => result.ok)).toBe(true);
    expect(content('a')).toBe('z z\n');
  });
  it('writes a file named for a directory or through a link nowhere', async () => {
    mkdirSync(pathOf('d'));
    symlinkSync('/tmp', pathOf('out'));
    expect(await files.text('fs_write', { path: 'd', content: 'x' })).toContain('is a directory');
    expect((await files.run('fs_write', { path: 'out/x-countersign', content: 'x' })).ok).toBe(
      false,
    );
    expect((await files.run('fs_write', { path: '.git/hooks/pre-commit', content: 'x' })).ok).toBe(
      false,
    );
    expect((await files.run('fs_write', { path: '../x', content: 'x' })).ok).toBe(false);
  });
});

describe('fs_write over a file that is there', () => {
  it.each([
    ['line endings', 'a\r\nb\r\n', 'x\ny\n', 'x\r\ny\r\n'],
    ['those of most of its lines', 'a\r\nb\r\nc\n', 'x\n', 'x\r\n'],
    ['its line feeds', 'a\nb\r\nc\n', 'x\n', 'x\n'],
    ['its byte order mark', '\uFEFFa\n', 'x\n', '\uFEFFx\n'],
    ['both', '\uFEFFa\r\n', 'x\n', '\uFEFFx\r\n'],
    ['nothing, where the new content has its own', 'a\n', '\uFEFFx\r\n', '\uFEFFx\r\n'],
  ])('keeps %s, and shows it to people', async (_, before, given, after) => {
    put('a', before);
    const prepared = await files.tool('fs_write').prepare({ path: 'a', content: given });
    if (!prepared.ok) throw new Error(prepared.error.message);
    const { text } = await prepared.call.preview();
    const result = await files.run('fs_write', { path: 'a', content: given });
    expect(readFileSync(pathOf('a'), 'utf8')).toBe(after);
    expect(result).toMatchObject({ displayContent: text });
    expect(text.includes('\r')).toBe(`${before}${after}`.includes('\r'));
  });
  it('refuses to lose bytes that are no UTF-8, which a diff would not show', async () => {
    put('a', Buffer.from('caf\xe9\nx\n', 'latin1'));
    const given = { path: 'a', content: 'caf\uFFFD\ny\n' };
    const prepared = await files.tool('fs_write').prepare(given);
    if (!prepared.ok) throw new Error(prepared.error.message);
    expect(await prepared.call.preview()).toMatchObject({
      form: 'text',
      text: expect.stringContaining('would fail'),
    });
    expect(await files.text('fs_write', given)).toContain('U+FFFD');
    expect(content('a')).toBe('caf\xe9\nx\n');
    expect((await edit('a', 'x', 'y')).ok).toBe(true);
    expect(content('a')).toBe('caf\xe9\ny\n');
    expect((await files.run('fs_write', { path: 'a', content: 'café\n' })).ok).toBe(true);
    put('b', 'its own \uFFFD\n');
    expect((await files.run('fs_write', { path: 'b', content: 'kept \uFFFD\n' })).ok).toBe(true);
  });
  it('gives a file with several names one of its own, and leaves the other name as it was', async () => {
    put('a', 'one\n');
    linkSync(pathOf('a'), pathOf('b'));
    await files.run('fs_write', { path: 'a', content: 'two\n' });
    expect([content('a'), content('b')]).toEqual(['two\n', 'one\n']);
  });
});

describe('fs_multi_edit', () => {
  it('applies edits in order, over several files', async () => {
    put('a', 'one\n');
    put('b', 'one\r\n');
    const result = await files.run('fs_multi_edit', {
      edits: [one('a', 'one', 'two'), one('./a', 'two', 'three'), one('b', 'one\n', 'x\ny\n')],
    });
    expect(result).toMatchObject({ ok: true, metadata: { filesChanged: ['a', 'b'] } });
    expect([content('a'), content('b')]).toEqual(['three\n', 'x\r\ny\r\n']);
  });
  it('applies the edits of a file that has two names by a link in order, too', async () => {
    put('a', 'one\n');
    symlinkSync('a', pathOf('link'));
    const edits = [one('a', 'one', 'two'), one('link', 'two', 'three')];
    expect(await files.text('fs_multi_edit', { edits })).toContain('a: 2 replacements');
    expect(content('a')).toBe('three\n');
  });
  it('takes one path for all edits, and asks for it where an edit has none', async () => {
    put('a', 'one two\n');
    const edits = [
      { old_string: 'one', new_string: '1' },
      { old_string: 'two', new_string: '2' },
    ];
    expect(await files.text('fs_multi_edit', { edits })).toContain('path');
    await files.run('fs_multi_edit', { path: 'a', edits });
    expect(content('a')).toBe('1 2\n');
  });
  it('writes nothing when one edit cannot be made, and names it', async () => {
    put('a', 'one\n');
    put('b', 'one\n');
    const text = await files.text('fs_multi_edit', {
      edits: [one('a', 'one', 'two'), one('b', 'nothing like it', 'x')],
    });
    expect(text).toContain('Edit 2 of 2 cannot be made, so none was');
    expect([content('a'), content('b')]).toEqual(['one\n', 'one\n']);
  });
  it.each([
    ['puts back what was written when a later file cannot be', false, 'Nothing was changed.'],
    ['names a file that somebody else changed meanwhile', true, 'Could not be put back: a.'],
  ])('%s', async (_, changesBoth, told) => {
    put('a', 'one\n');
    put('b', 'one\n');
    const real = files.workspace;
    const broken = await fileToolsIn(folder.path, {
      unread: 'allow',
      workspace: {
        ...real,
        write: async (path, bytes, options) => {
          // Somebody else is faster with the second file.
          if (path === 'b') put('b', 'theirs\n');
          if (path === 'b' && changesBoth) put('a', 'theirs\n');
          await real.write(path, bytes, options);
        },
      },
    });
    const text = await broken.text('fs_multi_edit', {
      edits: [one('a', 'one', 'two'), one('b', 'one', 'two')],
    });
    expect(text).toContain(told);
    expect([content('a'), content('b')]).toEqual([changesBoth ? 'theirs\n' : 'one\n', 'theirs\n']);
  });
});

describe('what people and the policy see of a change', () => {
  it('is the exact diff as the file is now', async () => {
    put('a', 'one\ntwo\nthree\n');
    const prepared = await files
      .tool('fs_edit')
      .prepare({ path: 'a', old_string: 'two', new_string: '2' });
    if (!prepared.ok) throw new Error('refused');
    expect(await prepared.call.preview()).toEqual({
      form: 'diff',
      text: '--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three',
    });
    const fresh = await files.tool('fs_write').prepare({ path: 'new', content: 'x\n' });
    if (!fresh.ok) throw new Error('refused');
    expect((await fresh.call.preview()).text).toBe('--- /dev/null\n+++ b/new\n@@ -0,0 +1,1 @@\n+x');
  });
  it('is that the call would fail, where the file was never read or has changed since', async () => {
    files = await fileToolsIn(folder.path);
    put('a', 'one\n');
    put('b', 'one\n');
    await files.run('fs_read', { path: 'b' });
    put('b', 'two\n');
    for (const [path, why] of [
      ['a', 'has not been read yet'],
      ['b', 'has changed since it was read'],
    ] as const) {
      const prepared = await files.tool('fs_write').prepare({ path, content: 'new\n' });
      if (!prepared.ok) throw new Error('refused');
      const text = `This call would fail as the file is now: ${path} ${why}; it was not touched.`;
      expect(await prepared.call.preview()).toEqual({ form: 'text', text });
    }
  });
  it('is shown in the log of what was done, unless it is too long to be read', async () => {
    put('a', 'one\n');
    expect(await edit('a', 'one', 'two')).toMatchObject({
      displayContent: '--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-one\n+two',
    });
    const long = await files.run('fs_write', { path: 'b', content: 'x\n'.repeat(50_000) });
    expect(long).toMatchObject({ displayContent: 'b: changed, too much to show here' });
  });
  it('is whole, whatever its length, where a person approves by it', async () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index}\n`).join('');
    const prepared = await files.tool('fs_write').prepare({ path: 'b', content: lines });
    if (!prepared.ok) throw new Error('refused');
    const { text } = await prepared.call.preview();
    expect(text.split('\n').filter((line) => line.startsWith('+line '))).toHaveLength(50_000);
  });
  it('says that an edit would fail instead of showing an empty diff', async () => {
    const prepared = await files
      .tool('fs_edit')
      .prepare({ path: 'none', old_string: 'two', new_string: '2' });
    if (!prepared.ok) throw new Error('refused');
    expect(await prepared.call.preview()).toEqual({
      form: 'text',
      text: expect.stringContaining('would fail'),
    });
  });
  it('is the path from the root', async () => {
    const prepared = await files
      .tool('fs_edit')
      .prepare({ path: './src/../[id]/{a}*.ts', old_string: 'a', new_string: 'b' });
    expect(prepared).toMatchObject({
      ok: true,
      call: {
        facts: { paths: [{ path: '[id]/{a}*.ts', access: 'write' }] },
      },
    });
  });
});

describe('a replacement of very many', () => {
  const twoLines = { old_string: 'a', new_string: 'b\n', replace_all: true };
  it.each([
    ['in one long line', '', '\n'],
    ['before the only line ending', '\r\n', '\r\n'],
    ['after the only line ending', '', '\r\n'],
  ])('takes time in proportion, %s', (where, after, ending) => {
    const before = where.startsWith('after') ? '\r\n' : '';
    const replaced = replaceIn(Buffer.from(`${before}${'a'.repeat(300_000)}${after}`), twoLines);
    expect(replaced.outcome === 'replaced' && replaced.bytes.toString()).toBe(
      `${before}${`b${ending}`.repeat(300_000)}${after}`,
    );
  });

  it('gives each new line the ending of its own place', () => {
    const replaced = replaceIn(Buffer.from('a\r\na\na a\r\n\na'), twoLines);
    expect(replaced.outcome === 'replaced' && replaced.bytes.toString()).toBe(
      'b\r\n\r\nb\n\nb\r\n b\r\n\r\n\nb\n',
    );
  });
});

describe('describeNearest', () => {
  it.each([' ', '\t', '\n', '\r\n'])('is quick over a long run of %j', (blank) => {
    const [there, wanted] = ['b', 'c'].map((end) => `a${blank.repeat(60_000)}${end}`);
    describeClosest(there ?? '', wanted ?? '');
  });
  it('is quick in a file of nothing but empty lines', () => {
    const long = Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    expect(describeClosest('\n'.repeat(1_900_000), long.join(''))).toBeNull();
  });
  it('is quick in files of many like lines, and gives up on huge ones', () => {
    const line = 'const value = compute(alpha, beta, gamma);';
    const many = Array.from({ length: 20_000 }, (_, index) => `${line} // ${index % 7}`).join('\n');
    expect(
      describeClosest(many, Array.from({ length: 400 }, () => `${line} // x`).join('\n')),
    ).toContain('nearest text');
    expect(describeClosest('x'.repeat(2_000_001), 'y')).toBeNull();
    expect(describeClosest('', 'y')).toBeNull();
  });
});
