import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { openTrail, type TrailEvent } from '../../../../src/audit/index.ts';
import {
  createRedactor,
  digestOf,
  type JsonObject,
  systemClock,
} from '../../../../src/common/index.ts';
import { DIALECTS, isRunTool, policyJsonSchema, PRESETS } from '../../../../src/policy/index.ts';
import { runStart, turnStart } from '../../../audit/events.ts';
import { cli, type Ended } from '../../command.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let trail: string;

/** The command line in a checkout of its own. */
async function countersign(args: readonly string[], stdin = ''): Promise<Ended> {
  return await cli(args, { cwd: folder, stdin });
}

async function file(path: string, text: string): Promise<string> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
  return path;
}

interface CallDescription {
  readonly tool: string;
  readonly input: JsonObject;
  readonly verdict: 'auto' | 'requireApproval' | 'deny';
  readonly approved?: boolean;
  /** As the trail has the arguments, where that is not the input itself. */
  readonly kept?: JsonObject;
  readonly kind?: string;
  /** The input of the call that was evaluated, as its tool parsed it, if that is not `input`. */
  readonly parsed?: JsonObject;
  readonly untrusted?: boolean;
}

function callEvents(call: string, printed: CallDescription): readonly TrailEvent[] {
  const evaluated = digestOf(printed.parsed ?? printed.input);
  const approval = `ap-${call.padStart(8, '0')}`;
  const decided: readonly TrailEvent[] =
    printed.approved === true
      ? [{ type: 'approval.consumed', approval, call, digest: evaluated }]
      : [];
  return [
    {
      type: 'call.state',
      call,
      state: 'PENDING',
      turn: 1,
      parent: null,
      'gen_ai.tool.name': printed.tool,
      'gen_ai.tool.call.id': `toolu_${call}`,
      'gen_ai.tool.call.arguments': printed.kept ?? printed.input,
      kind: printed.kind ?? 'execute',
    },
    {
      type: 'call.verdict',
      call,
      verdict: printed.verdict,
      rule: null,
      list: 'mode',
      line: null,
      because: 'as it was',
      policySha256: 'a'.repeat(64),
      argumentsSha256: evaluated,
      untrusted: printed.untrusted ?? false,
      sandboxed: true,
    },
    ...decided,
  ];
}

const command = (source: string): JsonObject => ({ command: source });

async function writeTrail(
  path: string,
  calls: (blob: (text: string) => Promise<JsonObject>) => Promise<readonly CallDescription[]>,
) {
  const filePath = join(folder, path);
  const opened = await openTrail({
    folder: filePath,
    run: 'run-0123456789abcdef',
    clock: systemClock,
    redactor: createRedactor(),
  });
  await opened.append(runStart());
  await opened.append(turnStart(1));
  const printed = await calls(async (text) => {
    const { sha256, bytes } = await opened.blob(text);
    return { blob: sha256, bytes };
  });
  for (const [index, each] of printed.entries())
    for (const event of callEvents(`c${index + 1}`, each)) await opened.append(event);
  await opened.close();
  return filePath;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-policy-cli-'));
  await file('src/a.ts', 'export {};\n');
  const long = `echo ${'x'.repeat(5_000)}`;
  trail = await writeTrail('trail', async (blob) => [
    { tool: 'bash_run', input: command('npm test'), verdict: 'requireApproval', approved: true },
    { tool: 'bash_run', input: command('npm test'), verdict: 'requireApproval', approved: true },
    { tool: 'bash_run', input: command('npm publish'), verdict: 'requireApproval' },
    { tool: 'fs_read', input: { path: 'src/a.ts' }, verdict: 'auto', kind: 'readonly' },
    {
      tool: 'bash_run',
      input: command(long),
      kept: { command: await blob(long) },
      verdict: 'requireApproval',
    },
    {
      tool: 'bash_run',
      input: command('echo REDACTED'),
      parsed: command('echo secret'),
      verdict: 'requireApproval',
      approved: true,
    },
    { tool: 'mcp__docs__search', input: { q: 'x' }, verdict: 'requireApproval', kind: 'readonly' },
    { tool: 'bash_run', input: { nonsense: 1 }, verdict: 'deny' },
    { tool: 'bash_run', input: command('rm -rf "a\u202Eb"'), verdict: 'requireApproval' },
  ]);
});

afterAll(async () => await rm(folder, { recursive: true, force: true }));

describe('policy test', () => {
  it('says under which conditions a call was tested', async () => {
    await file(
      'conditions.yml',
      `version: 1
auto: [kind:readonly, bash_run(npm test)]
tests:
  - { call: fs_edit(a), untrusted: true, expect: requireApproval }
  - { command: npm test, sandboxed: false, expect: requireApproval }
`,
    );
    const { out } = await countersign(['policy', 'test', 'conditions.yml']);
    expect(out).toContain('fs_edit(a) after untrusted content is requireApproval\n');
    expect(out).toContain('bash_run(npm test) without a sandbox is requireApproval\n');
  });

  it('reports each test on a line and ends with 0 where all hold', async () => {
    await file(
      'good.yml',
      'version: 1\nauto: [kind:readonly]\ntests:\n  - { call: fs_read(a), expect: auto }\n',
    );
    const ended = await countersign(['policy', 'test', 'good.yml']);
    expect(ended).toEqual({
      code: 0,
      out: 'ok good.yml:4:5: fs_read(a) is auto\ngood.yml: 1 passed, 0 failed\n',
      err: '',
    });
  });

  it('says that a policy has no tests', async () => {
    await file('untested.yml', 'version: 1\nauto: [kind:readonly]\n');
    expect(await countersign(['policy', 'test', 'untested.yml'])).toEqual({
      code: 0,
      out: 'untested.yml: no tests. Write calls and their verdicts under "tests".\n',
      err: '',
    });
  });

  it('ends with 1 where one fails, and reports the others too', async () => {
    await file(
      'bad.yml',
      'version: 1\ntests:\n  - { call: fs_read(a), expect: auto }\n  - { command: "rm\u202E x", expect: deny }\n',
    );
    const ended = await countersign(['policy', 'test', 'bad.yml']);
    expect(ended.code).toBe(1);
    expect(ended.out).toMatch(/^failed bad\.yml:3:5: fs_read\(a\) is requireApproval, not auto\./);
    expect(ended.out).toContain('\\u{202E}');
    expect(ended.out).toContain('1 passed, 1 failed');
    const json = JSON.parse((await countersign(['policy', 'test', 'bad.yml', '--json'])).out);
    expect(json).toMatchObject({ ok: false, passed: 1, failed: 1 });
  });

  it('reports the problems of a policy that does not load, with 1, and a missing file with 2', async () => {
    await file('broken.yml', 'version: 1\nmode: alow\n');
    const ended = await countersign(['policy', 'test', 'broken.yml']);
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.out).toMatch(/^error broken\.yml:2:7: /);
    expect((await countersign(['policy', 'test', 'none.yml'])).code).toBe(2);
  });
});

function recorded(list: readonly { recorded: string | null; call: string }[]): readonly string[] {
  return list
    .filter((each) => each.recorded !== null)
    .map((each) => `${each.recorded} ${each.call}`);
}

const push = (path: string) => ({
  tool: 'github_push_branch',
  input: { message: 'm', paths: ['src/a.ts', path] },
});

describe('a folder of a repository', () => {
  it('has no policy, and commands name the repository whose policy does not apply', async () => {
    const root = await mkdtemp(join(tmpdir(), 'cs repository '));
    await mkdir(join(root, '.git'));
    await mkdir(join(root, '.github'));
    await writeFile(join(root, '.github', 'countersign.yml'), 'version: 1\nmode: deny\n');
    await mkdir(join(root, 'sub'));
    const explain = ['policy', 'explain', '--command', 'npm publish'];
    for (const args of [explain, ['policy', 'check']]) {
      expect((await cli(args, { cwd: join(root, 'sub') })).err).toContain(`--workspace ${root}\n`);
      expect((await cli(args, { cwd: root })).err).not.toContain('note:');
    }
    await rm(root, { recursive: true });
  });
});

const EXPLAIN = ['policy', 'explain', '--command', 'ls'];

/** A folder with these files, until the test ends. */
async function repository(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'cs without '));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

describe('a repository without a policy', () => {
  it.each(['.github/countersign.yaml', 'countersign.yml', 'countersign.yaml', '.countersign.yml'])(
    'learns from commands that no run reads %s',
    async (path) => {
      const cwd = await repository({ [path]: 'version: 1\nmode: deny\n' });
      for (const args of [['policy', 'check'], EXPLAIN]) {
        expect((await cli(args, { cwd })).err).toContain(
          `note: No run reads ${path}. To use it, rename it to .github/countersign.yml.\n`,
        );
        const above = { cwd: dirname(cwd) };
        const name = basename(cwd);
        expect((await cli([...args, '--workspace', name], above)).err).toContain(
          `note: No run reads ${name}/${path}. To use it, rename it to ${name}/.github/countersign.yml.\n`,
        );
      }
      expect((await cli(['policy', 'check', path], { cwd })).err).toBe('');
    },
  );

  it('has none either while a sandbox keeps its place with an empty folder, which git ignores', async () => {
    const cwd = await repository({ '.github/countersign.yml/x': '' });
    const { code, err } = await cli(EXPLAIN, { cwd });
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringMatching(/it is a folder/) });
    await rm(join(cwd, '.github/countersign.yml/x'));
    const { code: after, out } = await cli(EXPLAIN, { cwd });
    expect({ after, out }).toMatchObject({
      after: 0,
      out: expect.stringMatching(/of the built-in policy/),
    });
    const named = [...EXPLAIN, '--policy', '.github/countersign.yml'];
    expect((await cli(named, { cwd })).err).toMatch(/it is a folder/);
  });
});

describe('policy explain', () => {
  it('lists the errors of a policy in the order of the file', async () => {
    const policy = await file(
      'wrong.yml',
      'version: 1\ndeny:\n  - npm test\n  - fs_wirte\n  - kind: readonly\n',
    );
    const { err } = await countersign(['policy', 'explain', '--policy', policy, '--command', 'ls']);
    expect([...err.matchAll(/^wrong\.yml:(\d+):/gm)].map(([, line]) => line)).toEqual([
      '3',
      '4',
      '5',
    ]);
  });

  it('says which folder it needs if it cannot write the temporary one', async () => {
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = '/dev/null';
    try {
      const { code, err } = await countersign(['policy', 'explain', '--command', 'ls']);
      expect({ code, err }).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          /^The temporary folder \/dev\/null cannot be written .*Set TMPDIR/,
        ),
      });
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  });

  it('evaluates calls of tools that only a run can call by what they would touch', async () => {
    const policy = await file(
      'explain.yml',
      'version: 1\nauto: [github_push_branch, web_fetch(example.com)]\ndeny: ["fs_read(private/**)"]\n',
    );
    const calls = [
      push('src/b.ts'),
      push('.env'),
      push('private/a'),
      { tool: 'web_fetch', input: { url: 'https://example.com/a' } },
      { tool: 'web_fetch', input: { url: 'https://example.org/a' } },
    ];
    const { code, out } = await countersign(
      ['policy', 'explain', '--policy', policy, '--stdin', '--json'],
      calls.map((call) => JSON.stringify(call)).join('\n'),
    );
    const printed = out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect({ code, printed }).toMatchObject({
      code: 0,
      printed: [
        { verdict: 'auto', rule: 'github_push_branch' },
        { verdict: 'requireApproval', list: 'wall' },
        { verdict: 'deny', rule: 'fs_read(private/**)', line: 3 },
        { verdict: 'auto', rule: 'web_fetch(example.com)' },
        { verdict: 'requireApproval', list: 'mode' },
      ],
    });
  });
});

describe('policy explain of a call that no tool accepts', () => {
  const because = expect.stringContaining('The input of fs_read is not valid: path: missing');

  it('says that the input is invalid, not that the policy denies it, and exits 2', async () => {
    const args = ['policy', 'explain', '--tool', 'fs_read', '--input', '{"offset":1}'];
    const { code, out } = await countersign(args);
    expect({ code, out }).toEqual({
      code: 2,
      out: expect.stringMatching(/^invalid: The input of fs_read is not valid: .*fs_read takes/),
    });
    const json = await countersign([...args, '--json']);
    expect({ code: json.code, printed: JSON.parse(json.out) }).toEqual({
      code: 2,
      printed: { verdict: 'invalid', rule: null, line: null, because },
    });
  });

  it('answers the other lines of standard input, too', async () => {
    const { code, out } = await countersign(
      ['policy', 'explain', '--stdin', '--json'],
      '{"tool":"fs_read"}\n{"tool":"fs_read","input":{"path":"a"}}\n',
    );
    const printed = out.trim().split('\n');
    expect({ code, printed: printed.map((line) => JSON.parse(line)) }).toMatchObject({
      code: 2,
      printed: [{ verdict: 'invalid', because }, { verdict: 'auto' }],
    });
  });

  it('notes a name that no built-in tool has, and names the input that is missing', async () => {
    const args = ['policy', 'explain', '--tool'];
    const misspelt = await countersign([...args, 'fs_edti', '--input', '{}']);
    expect(misspelt.code).toBe(0);
    expect(misspelt.err).toMatch(
      /^note: No built-in tool has the name "fs_edti".*Did you mean "fs_edit"/,
    );
    const other = await countersign([...args, 'deploy', '--input', '{}']);
    expect(other.err.match(/\bfs_read\b/g)).toHaveLength(1);
    const known = await countersign([...args, 'github_push_branch', '--input', '{"paths":["a"]}']);
    expect(known.err).toBe('');
    const { code, err } = await countersign([...args, 'fs_read']);
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^--tool is fs_read, and --input is missing\./),
    });
  });

  it.each([['policy check -'], ['policy explain --policy - --command ls'], ['policy diff - -']])(
    '%s is refused, with the name of standard input',
    async (words) => {
      const { code, err } = await countersign(words.split(' '), 'version: 1\n');
      expect(code).toBe(2);
      expect(err).toContain('For standard input write /dev/stdin');
    },
  );

  it('does not wait for a pipe of the checkout, into which nothing writes', async () => {
    const root = await mkdtemp(join(tmpdir(), 'cs pipe '));
    onTestFinished(() => rm(root, { recursive: true }));
    await mkdir(join(root, '.github'));
    execFileSync('mkfifo', [join(root, '.github/countersign.yml')]);
    const { code, err } = await countersign(['policy', 'check', '--workspace', root]);
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be read: it is a pipe.'),
    });
  });

  it('says why a policy cannot be read', async () => {
    const { code, err } = await countersign(['policy', 'check', '.']);
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be read: it is a folder.'),
    });
  });

  it.each([
    ['--command', 'ls'],
    ['--tool', 'fs_read', '--input', '{"path":"a"}'],
  ])('is refused beside standard input: %s', async (...named) => {
    const { code, err, out } = await countersign(['policy', 'explain', '--stdin', ...named], '');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^--command names a call, and so do .*Write either --command/);
  });
});

describe('policy diff', () => {
  it('reports what is newly auto, denied, no longer asked, over the grammar and over a trail', async () => {
    await file('old.yml', 'version: 1\nrequireApproval: [bash_run]\n');
    await file(
      'new.yml',
      'version: 1\nauto:\n  - bash_run(npm test)\ndeny:\n  - bash_run(npm publish)\nbudget: { turns: 200 }\n',
    );
    const ended = await countersign([
      'policy',
      'diff',
      'old.yml',
      'new.yml',
      '--trail',
      'trail',
      '--json',
    ]);
    expect(ended.code).toBe(0);
    const printed = JSON.parse(ended.out);
    expect(printed.loosens).toBe(true);
    expect(recorded(printed.newlyAuto)).toEqual([
      'run-0123456789abcdef/c1 bash_run(npm test)',
      'run-0123456789abcdef/c2 bash_run(npm test)',
    ]);
    expect(recorded(printed.noLongerAsked)).toHaveLength(2);
    expect(recorded(printed.newlyDenied)).toEqual([
      'run-0123456789abcdef/c3 bash_run(npm publish)',
    ]);
  });

  it('exits 1 with --strict only if the new policy is looser', async () => {
    expect((await countersign(['policy', 'diff', 'old.yml', 'new.yml', '--strict'])).code).toBe(1);
    const same = await countersign(['policy', 'diff', 'old.yml', 'old.yml', '--strict']);
    expect(same).toMatchObject({
      code: 0,
      out: 'No verdict changes.\nThe new policy is not looser for any call that was compared.\n',
    });
  });

  it('refuses one file, an unreadable one and an invalid one', async () => {
    expect((await countersign(['policy', 'diff', 'old.yml'])).code).toBe(2);
    expect((await countersign(['policy', 'diff', 'old.yml', 'none.yml'])).code).toBe(2);
    expect((await countersign(['policy', 'diff', 'old.yml', 'broken.yml'])).err).toMatch(
      /broken\.yml:2:7/,
    );
  });
});

describe('policy replay', () => {
  it('evaluates recorded calls again, arguments from blobs included, and reports what it could not', async () => {
    await file(
      'replay.yml',
      'version: 1\nauto:\n  - bash_run(npm test)\n  - bash_run(echo *)\n  - kind:readonly\n',
    );
    const ended = await countersign([
      'policy',
      'replay',
      'trail',
      '--policy',
      'replay.yml',
      '--json',
    ]);
    const printed = JSON.parse(ended.out);
    expect(printed.calls).toBe(8);
    expect(printed.counts).toEqual({ 'requireApproval->auto': 5, 'requireApproval->deny': 1 });
    expect(printed.flips.map(({ id }: { id: string }) => id.split('/')[1])).toEqual([
      'c1',
      'c2',
      'c5',
      'c6',
      'c7',
      'c9',
    ]);
    expect(printed.inexact).toEqual(['run-0123456789abcdef/c6']);
    expect(printed.skipped).toMatchObject([{ id: 'run-0123456789abcdef/c8' }]);
  });

  it('prints people the same, with notes on stderr and nothing hidden in the lines', async () => {
    await file('strict.yml', 'version: 1\nmode: deny\n');
    const ended = await countersign([
      'policy',
      'replay',
      'trail/audit.jsonl',
      '--policy',
      'strict.yml',
    ]);
    expect(ended.code).toBe(0);
    expect(ended.out).toMatch(/^8 of 8 calls would get another verdict\n/);
    expect(ended.out).toContain('a\\u{202E}b');
    expect(ended.out).not.toContain('\u202E');
    expect(ended.err).toMatch(/1 call has arguments that were redacted/);
    expect(ended.err).toMatch(/1 call cannot be evaluated again/);
  });

  it('does not take a blob that is not what its name says', async () => {
    const changed = await writeTrail('changed', async (blob) => [
      {
        tool: 'bash_run',
        input: command('x'),
        kept: { command: await blob('echo harmless') },
        verdict: 'requireApproval',
      },
    ]);
    const ref =
      /"blob":"([0-9a-f]{64})"/.exec(await readFile(join(changed, 'audit.jsonl'), 'utf8'))?.[1] ??
      '';
    await writeFile(join(changed, 'blobs', ref), 'npm test');
    const printed = JSON.parse(
      (await countersign(['policy', 'replay', 'changed', '--policy', 'replay.yml', '--json'])).out,
    );
    expect(printed).toMatchObject({ calls: 0, skipped: [{ id: 'run-0123456789abcdef/c1' }] });
  });

  it.each([
    ['replay', ['cut', '--policy', 'cut.yml']],
    ['suggest', ['cut', '--policy', 'cut.yml']],
    ['diff', ['cut.yml', 'cut.yml', '--trail', 'cut']],
  ])(
    '%s warns of a trail whose last line is truncated, and leaves that out',
    async (name, args) => {
      const text = await readFile(join(trail, 'audit.jsonl'), 'utf8');
      await file('cut/audit.jsonl', text.slice(0, -9));
      await file('cut.yml', 'version: 1\n');
      const { code, err } = await countersign(['policy', name, ...args]);
      expect(err).toMatch(/^warning: The last line of .*cut is truncated \(\d+ bytes/m);
      expect(code).toBe(0);
    },
  );

  it('refuses a trail that was changed with 1, as audit show does, and one that is not there with 2', async () => {
    const text = await readFile(join(trail, 'audit.jsonl'), 'utf8');
    await file('forged/audit.jsonl', text.replace('npm publish', 'npm  pubish'));
    const forged = await countersign(['policy', 'replay', 'forged']);
    expect(forged).toMatchObject({ code: 1, out: '' });
    expect((await countersign(['audit', 'show', 'forged'])).code).toBe(1);
    expect(forged.err).toMatch(/The audit trail is broken at line/);
    expect((await countersign(['policy', 'replay', 'nowhere'])).code).toBe(2);
  });
});

describe('policy suggest', () => {
  it('prints a patch that git applies, for what was approved twice and to the letter, and changes nothing', async () => {
    const text = 'version: 1\nauto:\n  - kind:readonly\nrequireApproval: [bash_run]\n';
    await file('.github/countersign.yml', text);
    const ended = await countersign(['policy', 'suggest', 'trail']);
    expect(ended.code).toBe(0);
    expect(await readFile(join(folder, '.github/countersign.yml'), 'utf8')).toBe(text);
    await file('rules.patch', ended.out);
    await new Promise<void>((resolve, reject) => {
      execFile('git', ['apply', 'rules.patch'], { cwd: folder }, (error) =>
        error === null ? resolve() : reject(error),
      );
    });
    expect(await readFile(join(folder, '.github/countersign.yml'), 'utf8')).toContain(
      'auto:\n  - "bash_run(npm test)"\n  - kind:readonly\n',
    );
    expect((await countersign(['policy', 'check'])).code).toBe(0);
  });

  it('never suggests from redacted arguments, however often they were approved', async () => {
    await file('once.yml', 'version: 1\nrequireApproval: [bash_run]\n');
    const printed = JSON.parse(
      (
        await countersign([
          'policy',
          'suggest',
          'trail',
          '--policy',
          'once.yml',
          '--times',
          '1',
          '--json',
        ])
      ).out,
    );
    expect(printed.suggestions.map(({ rule }: { rule: string }) => rule)).toEqual([
      'bash_run(npm test)',
    ]);
    expect(
      (await countersign(['policy', 'suggest', 'trail', '--policy', 'once.yml', '--times', 'many']))
        .code,
    ).toBe(2);
  });
});

test.each([
  ['deny: ["bash_run(npm test)"]', []],
  ['deny: [web_fetch]', ['bash_run(npm test)']],
])(
  'under a baseline with %s, replay and suggest know what it would still stop',
  async (rule, suggested) => {
    await file('own.yml', 'version: 1\nrequireApproval: [bash_run]\n');
    await file('base.yml', `version: 1\nmode: defer\n${rule}\n`);
    const under = ['--policy', 'own.yml', '--baseline', 'base.yml', '--json'];
    const printed = JSON.parse((await countersign(['policy', 'suggest', 'trail', ...under])).out);
    expect(printed.suggestions.map(({ rule: one }: { rule: string }) => one)).toEqual(suggested);
    const replayed = JSON.parse((await countersign(['policy', 'replay', 'trail', ...under])).out);
    const stopped = replayed.flips.some(({ id }: { id: string }) => id.endsWith('/c1'));
    expect(stopped).toBe(suggested.length === 0);
  },
);

describe('policy import', () => {
  it('prints a policy that loads, and reports on stderr what it could not carry over', async () => {
    await file(
      'settings.json',
      JSON.stringify({
        permissions: { allow: ['Bash(npm test:*)', 'Unknown(thing)'], deny: ['Read(./.env)'] },
      }),
    );
    const ended = await countersign(['policy', 'import', '--from', 'claude-code', 'settings.json']);
    expect(ended.code).toBe(0);
    await file('imported.yml', ended.out);
    expect((await countersign(['policy', 'check', 'imported.yml'])).code).toBe(0);
    expect(ended.err).toMatch(/not imported: Unknown/);
    const piped = await countersign(
      ['policy', 'import', '--from', 'claude-code', '-', '--json'],
      await readFile(join(folder, 'settings.json'), 'utf8'),
    );
    expect(JSON.parse(piped.out)).toMatchObject({ from: 'claude-code', policy: ended.out });
  });

  it('refuses an unknown agent, naming those that it knows, and a file of another kind', async () => {
    const unknown = await countersign(['policy', 'import', '--from', 'clippy', 'settings.json']);
    expect(unknown).toMatchObject({ code: 2 });
    for (const dialect of DIALECTS) expect(unknown.err).toContain(dialect);
    expect((await countersign(['policy', 'import', 'settings.json'])).code).toBe(2);
    expect((await countersign(['policy', 'import', '--from', 'codex', 'good.yml'])).code).toBe(2);
    expect((await countersign(['policy', 'import', '--from', 'codex', 'none.rules'])).code).toBe(2);
  });
});

describe('policy check', () => {
  it.skipIf(process.getuid?.() === 0)('warns of a module that cannot be read', async () => {
    await file('no-access/.git/HEAD', '');
    await file('no-access/policy.yml', 'version: 1\nhooks: [a.mjs]\n');
    await file('no-access/a.mjs', '');
    await chmod(join(folder, 'no-access/a.mjs'), 0);
    const args = ['policy', 'check', 'no-access/policy.yml', '--workspace', 'no-access'];
    expect(await countersign(args)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/a\.mjs cannot be used: the system denies access/) as string,
    });
  });

  it('warns of modules that the checkout does not have, and of none beside a policy alone', async () => {
    const policy = `version: 1
tools:
  modules:
    - tools/*.mjs
    - tool/*.mjs
hooks: [countersign:mask(x), hooks/here.mjs, hooks/gone.mjs]
`;
    await file('with-modules/policy.yml', policy);
    await file('with-modules/tools/a.mjs', '');
    await file('with-modules/hooks/here.mjs', '');
    const args = ['policy', 'check', 'with-modules/policy.yml', '--workspace', 'with-modules'];
    expect(JSON.parse((await countersign([...args, '--json'])).out)).toMatchObject({
      warnings: [],
    });
    await file('with-modules/.git/HEAD', '');
    const ended = await countersign(args);
    expect(ended.code).toBe(0);
    expect(ended.out).toMatch(
      /policy\.yml:5:7: tools\.modules: tool\/\*\.mjs cannot be used: no file matches it at .*\n.*policy\.yml:6:46: hooks: hooks\/gone\.mjs cannot be used: the file does not exist at .*\n.*0 errors, 2 warnings\n$/,
    );
  });

  it('knows every tool that a run has, and says what a misspelt one may have meant', async () => {
    const tools = JSON.parse((await countersign(['tools', 'list', '--json'])).out) as readonly {
      name: string;
    }[];
    const ruled = tools.filter(({ name }) => !isRunTool(name));
    const rules = ruled.map(({ name }) => `  - ${name}\n`).join('');
    await file('names.yml', `version: 1\nrequireApproval:\n${rules}auto:\n  - github_coment(x)\n`);
    const ended = await countersign(['policy', 'check', 'names.yml', '--json']);
    expect(JSON.parse(ended.out)).toMatchObject({
      ok: true,
      warnings: [{ line: ruled.length + 4, fix: 'Did you mean "github_comment"?' }],
    });
    await file('held.yml', 'version: 1\ndeny:\n  - fs_wirte(.github/**)\n');
    const refused = await countersign(['policy', 'check', 'held.yml', '--json']);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject({
      ok: false,
      errors: [{ line: 3, fix: 'Did you mean "fs_write"?' }],
    });
  });
});

describe('policy preset and policy schema', () => {
  it('lists the presets in two columns', async () => {
    const lines = (await countersign(['policy', 'preset'])).out.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual([...PRESETS]);
    expect(new Set(lines.map((line) => /^\S+ +/.exec(line)?.[0].length)).size).toBe(1);
  });

  it('lists the presets, and prints each as a policy that checks clean and passes its tests', async () => {
    const list = JSON.parse((await countersign(['policy', 'preset', '--json'])).out);
    expect(list.map(({ name }: { name: string }) => name)).toEqual([...PRESETS]);
    const fix = await countersign(['policy', 'preset', 'fix']);
    expect(fix.out).toMatch(/^# yaml-language-server: \$schema=https:\/\//);
    await file('fix.yml', fix.out);
    expect((await countersign(['policy', 'test', 'fix.yml'])).code).toBe(0);
    expect((await countersign(['policy', 'preset', 'fxi'])).err).toMatch(
      /readonly, triage, review, fix, dependencies, release/,
    );
  });

  it('prints the schema that is published', async () => {
    expect(JSON.parse((await countersign(['policy', 'schema'])).out)).toEqual(policyJsonSchema());
  });
});
