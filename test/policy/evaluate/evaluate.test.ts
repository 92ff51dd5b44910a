import { describe, expect, it } from 'vitest';
import {
  applyHook,
  builtinPolicy,
  type Facts,
  evaluate,
  limitFor,
  runPolicyTests,
  toolVisible,
} from '../../../src/policy/index.ts';
import { evaluateAnalysed } from '../../../src/policy/evaluate/evaluate.ts';
import { analysis, evaluateCommands, pathResolver, policy, simple, situation } from '../helpers.ts';

function read(path: string): Facts {
  return {
    tool: 'fs_read',
    kind: 'readonly',
    category: 'files',
    paths: [{ path, access: 'read' }],
  };
}
function write(...paths: string[]): Facts {
  return {
    tool: 'fs_write',
    kind: 'write',
    category: 'files',
    paths: paths.map((path) => ({ path, access: 'write' })),
  };
}
function fetching(...hosts: string[]): Facts {
  return { tool: 'web_fetch', kind: 'network', hosts };
}
function push(...paths: string[]): Facts {
  return {
    tool: 'github_push_branch',
    kind: 'network',
    hosts: ['api.github.com'],
    paths: paths.flatMap((path) => [
      { path, access: 'read' },
      { path, access: 'write' },
    ]),
  };
}
function run(command: string): Facts {
  return { tool: 'bash_run', kind: 'execute', command };
}
function verdict(text: string, facts: Facts, parts: Parameters<typeof situation>[0] = {}): string {
  return evaluate(policy(text), facts, situation(parts)).verdict;
}

describe("the run's own tools", () => {
  const own = ['finish', 'todo_read', 'todo_write'];

  it.each([
    'mode: deny\n',
    'mode: plan\n',
    'mode: custom\n',
    'plan: required\n',
    'deny:\n  - "*"\n',
    'requireApproval:\n  - finish\n  - todo_*\n  - kind:readonly\n',
    'tools: { enabled: [fs_read] }\n',
    'tools: { disabled: ["*"] }\n',
    'limits: { "*": 0 }\n',
    'whenUntrusted: { mode: deny, deny: ["*"] }\n',
  ])('run under %j, by a built-in rule', (text) => {
    const parts = { untrusted: true, sandboxed: false, planning: true };
    for (const tool of own) {
      const facts = { tool, kind: 'readonly', category: 'run' } as const;
      expect(evaluate(policy(text), facts, situation(parts))).toMatchObject({
        verdict: 'auto',
        rule: null,
        list: 'wall',
        because: `${tool} touches nothing outside of the run, so no rule applies to it.`,
      });
      expect(toolVisible(policy(text), facts)).toBe(true);
      expect(limitFor(policy(text).limits, tool)).toBeNull();
    }
  });

  it('can still be refused by a hook', () => {
    const usual = evaluate(policy(''), { tool: 'finish', kind: 'readonly' }, situation());
    expect(applyHook(usual, { verdict: 'deny', because: 'not yet' }).verdict).toBe('deny');
  });
});

describe('a rule about what a call touches, and a tool that does not say what that is', () => {
  const silent = { tool: 'upload', kind: 'network' } as const;

  it.each([
    'deny:\n  - upload(secrets/**)\n',
    'deny:\n  - upload(*)\n',
    'requireApproval:\n  - upload(**)\n',
    'deny:\n  - "*(secrets/**)"\n',
    'auto:\n  - rule: upload\n    except: [secrets/**]\n',
    'auto:\n  - upload\ndeny:\n  - up*(secrets/**)\n',
  ])('asks under %j', (text) => {
    expect(
      verdict(`mode: ${text.startsWith('auto:\n  - rule') ? 'ask' : 'auto'}\n${text}`, silent),
    ).toBe('requireApproval');
  });

  it('says in the reason which rule it may be', () => {
    const text = 'mode: auto\ndeny:\n  - upload(secrets/**)\n';
    expect(evaluate(policy(text), silent, situation()).because).toBe(
      'It may be what the rule "upload(secrets/**)" (deny, line 4) is about: its tool does not say what it touches.',
    );
  });

  it('asks if the tool has replaced a built-in one and does not say it either', () => {
    const text = 'mode: auto\ndeny:\n  - web_fetch(*.example.com)\n';
    const facts = { tool: 'web_fetch', kind: 'network' } as const;
    expect(verdict(text, facts)).toBe('auto');
    expect(verdict(text, { ...facts, replacesBuiltin: true })).toBe('requireApproval');
  });

  it('runs if the tool says that it touches nothing, or something else', () => {
    const text = 'mode: auto\ndeny:\n  - upload(secrets/**)\n';
    expect(verdict(text, { ...silent, paths: [] })).toBe('auto');
    expect(verdict(text, { ...silent, paths: [{ path: 'a.txt', access: 'read' }] })).toBe('auto');
  });

  it('asks if the tool says only hosts and the rule is about files', () => {
    const hosts = { ...silent, hosts: ['files.example.com'] };
    expect(verdict('mode: auto\ndeny:\n  - upload(secrets/**)\n', hosts)).toBe('requireApproval');
    expect(verdict('mode: auto\ndeny:\n  - upload(*.example.org)\n', hosts)).toBe('auto');
    expect(verdict('mode: auto\ndeny:\n  - upload(*.example.com)\n', hosts)).toBe('deny');
  });

  it('is never let run by a rule with a specifier', () => {
    expect(verdict('mode: ask\nauto:\n  - upload(**)\n', silent)).toBe('requireApproval');
    expect(verdict('mode: deny\nauto:\n  - upload(secrets/**)\n', silent)).toBe('deny');
  });

  it('leaves calls of built-in tools alone, which say everything', () => {
    const text = 'mode: auto\ndeny:\n  - "*(secrets/**)"\n';
    expect(
      verdict(text, { tool: 'github_comment', kind: 'network', hosts: ['api.github.com'] }),
    ).toBe('auto');
    expect(verdict(text, { tool: 'skill', kind: 'readonly' })).toBe('auto');
  });
});

describe('the order of the rules', () => {
  it('lets a matching deny win over everything', () => {
    const text = 'auto:\n  - fs_write(src/a.ts)\n  - fs_write\ndeny:\n  - fs_*\n';
    expect(verdict(text, write('src/a.ts'))).toBe('deny');
  });

  it('lets a rule with a specifier beat one without, in both directions', () => {
    const auto = 'auto:\n  - fs_write(src/**)\nrequireApproval:\n  - fs_write\n';
    const ask = 'auto:\n  - fs_write\nrequireApproval:\n  - fs_write(src/**)\n';
    expect(verdict(auto, write('src/a.ts'))).toBe('auto');
    expect(verdict(auto, write('docs/a.md'))).toBe('requireApproval');
    expect(verdict(ask, write('src/a.ts'))).toBe('requireApproval');
    expect(verdict(ask, write('docs/a.md'))).toBe('auto');
  });

  it('lets requireApproval beat auto on the same level', () => {
    expect(
      verdict(
        'auto:\n  - fs_write(src/**)\nrequireApproval:\n  - fs_write(src/a.ts)\n',
        write('src/a.ts'),
      ),
    ).toBe('requireApproval');
    expect(
      verdict('auto:\n  - kind:write\nrequireApproval:\n  - fs_write\n', write('src/a.ts')),
    ).toBe('requireApproval');
  });

  it.each([
    ['auto', 'auto'],
    ['ask', 'requireApproval'],
    ['deny', 'deny'],
    ['custom', 'requireApproval'],
  ])('falls back to mode %s', (mode, expected) => {
    const result = evaluate(policy(`mode: ${mode}\n`), write('src/a.ts'), situation());
    expect(result).toMatchObject({ verdict: expected, list: 'mode', rule: null, line: 2 });
    expect(result.hookDecides).toBe(mode === 'custom' ? true : undefined);
  });

  it('names the first of several rules that decide alike', () => {
    const text =
      'deny:\n  - bash_run(npm *)\n  - bash_run(npm test *)\n  - fs_write(a*)\n  - fs_write(*b)\n';
    expect(evaluate(policy(text), run('npm test'), situation()).line).toBe(3);
    expect(evaluate(policy(text), write('ab'), situation()).line).toBe(5);
  });

  it('names rule, line, list and reason', () => {
    const text = 'deny:\n  - rule: fs_write(db/**)\n    reason: Migrations are made by hand.\n';
    expect(evaluate(policy(text), write('db/1.sql'), situation())).toMatchObject({
      verdict: 'deny',
      rule: 'fs_write(db/**)',
      list: 'deny',
      line: 3,
      reason: 'Migrations are made by hand.',
    });
  });
});

describe('selecting tools', () => {
  it.each<[string, Facts, boolean]>([
    ['fs_read', read('a'), true],
    ['fs_*', read('a'), true],
    ['"*"', read('a'), true],
    ['*_read', read('a'), true],
    ['fs_rea', read('a'), false],
    ['kind:readonly', read('a'), true],
    ['kind:write', read('a'), false],
    ['category:files', read('a'), true],
    ['category:file', read('a'), false],
    ['tag:safe', { ...read('a'), tags: ['safe'] }, true],
    ['tag:safe', read('a'), false],
    ['mcp__docs__search', { tool: 'mcp__docs__search', kind: 'network' }, true],
    ['mcp__docs__*', { tool: 'mcp__docs__search', kind: 'network' }, true],
    ['mcp__docs__*', { tool: 'mcp__docs2__search', kind: 'network' }, false],
  ])('%s', (rule, facts, matches) => {
    expect(
      verdict(`auto:\n  - ${rule.startsWith('*') ? JSON.stringify(rule) : rule}\n`, facts),
    ).toBe(matches ? 'auto' : 'requireApproval');
  });
});

describe('path rules', () => {
  it.each<[string, string, boolean]>([
    ['src/**', 'src/a/b.ts', true],
    ['src/**', 'src/.hidden/x', true],
    ['src/**', 'src/../secret.ts', false],
    ['src/**', './src//a.ts', true],
    ['src/**', '/w/src/a.ts', true],
    ['src/**', 'srcs/a.ts', false],
    ['src/', 'src/a.ts', true],
    ['./src/a.ts', 'src/a.ts', true],
    ['src/*', 'src/a/b.ts', false],
    ['**/*.md', 'README.md', true],
    ['**/*.md', 'a/.b/c.md', true],
    ['*.{md,txt}', 'a.txt', true],
    ['app/(group)/page.tsx', 'app/(group)/page.tsx', true],
    [String.raw`app/\[id\]/page.tsx`, 'app/[id]/page.tsx', true],
    ['@types/**', '@types/a.d.ts', true],
    ['a+b/**', 'a+b/c', true],
    ['src/** !src/gen/** !**/*.lock', 'src/a.ts', true],
    ['src/** !src/gen/** !**/*.lock', 'src/gen/a.ts', false],
    ['src/** !src/gen/** !**/*.lock', 'src/x.lock', false],
    ['!docs/**', 'src/a.ts', true],
    ['!docs/**', 'docs/a.md', false],
    ['SRC/**', 'src/a.ts', false],
  ])('fs_write(%s) and %s', (glob, path, matches) => {
    const text = `auto:\n  - ${JSON.stringify(`fs_write(${glob})`)}\n`;
    expect(verdict(text, write(path))).toBe(matches ? 'auto' : 'requireApproval');
  });

  it.each([
    ['rm -rf src', 'fs_write(SRC/db/**)'],
    ['cp -r src out', 'fs_read(Src/keys/**)'],
  ])(
    'a gate below a folder does not depend on case where the file system does not: %s',
    (command, gate) => {
      const chosen = policy(`auto: [bash_run(rm -rf *), bash_run(cp -r *)]\ndeny: [${gate}]\n`);
      const verdictIf = (caseInsensitive: boolean): string =>
        evaluate(
          chosen,
          { tool: 'bash_run', kind: 'execute', command },
          situation({ pathResolver: pathResolver({}, { caseInsensitive }) }),
        ).verdict;
      expect(verdictIf(false)).toBe('auto');
      expect(verdictIf(true)).not.toBe('auto');
    },
  );

  it('ignore case where the file system does', () => {
    const insensitive = pathResolver({}, { caseInsensitive: true });
    expect(
      verdict('deny:\n  - fs_write(Secrets/**)\nmode: auto\n', write('SECRETS/a'), {
        pathResolver: insensitive,
      }),
    ).toBe('deny');
    expect(
      verdict('auto:\n  - fs_write(src/**)\n', write('/W/SRC/a'), { pathResolver: insensitive }),
    ).toBe('auto');
  });

  it('need every path covered for auto, and one affected for a rule that asks or denies', () => {
    const text =
      'auto:\n  - fs_write(src/**)\n  - fs_write(docs/**)\ndeny:\n  - fs_write(src/db/**)\n';
    expect(verdict(text, write('src/a', 'docs/b'))).toBe('auto');
    expect(verdict(text, write('src/a', 'test/b'))).toBe('requireApproval');
    expect(verdict(text, write('docs/a', 'src/db/b'))).toBe('deny');
  });

  it('apply to what a symlink leads to: rules that ask or deny to either name, auto to both', () => {
    const links = pathResolver({
      'src/link': '/w/db',
      'src/out': '/etc',
      'src/git': '/w/.git',
      'src/env': '/w/.env',
    });
    const text = 'mode: auto\nauto:\n  - fs_write(src/**)\ndeny:\n  - fs_write(db/**)\n';
    expect(verdict(text, write('src/link/1.sql'), { pathResolver: links })).toBe('deny');
    expect(
      verdict('auto:\n  - fs_write(src/**)\n', write('src/link/1.sql'), { pathResolver: links }),
    ).toBe('requireApproval');
    expect(
      verdict('deny:\n  - fs_write(src/link/**)\nmode: auto\n', write('src/link/1.sql'), {
        pathResolver: links,
      }),
    ).toBe('deny');
    expect(verdict(text, write('src/out/passwd'), { pathResolver: links })).toBe('deny');
    expect(verdict(text, write('src/git/config'), { pathResolver: links })).toBe('deny');
    expect(verdict('auto:\n  - kind:readonly\n', read('src/env'), { pathResolver: links })).toBe(
      'requireApproval',
    );
  });

  it('treat writing to a folder as touching what a rule that asks or denies names below it', () => {
    const text = 'mode: auto\ndeny:\n  - fs_write(src/db/**)\n';
    expect(verdict(text, write('src'))).toBe('deny');
    expect(verdict(text, write('.'))).toBe('deny');
    expect(verdict(text, write('src/d'))).toBe('auto');
  });

  it.each([
    ['deny: [fs_write(src)]', 'src/a/b.ts', 'deny'],
    ['deny: [fs_write(./src)]', 'src/a', 'deny'],
    ['deny: ["fs_write(**/keys)"]', 'a/keys/b', 'deny'],
    ['deny: ["fs_write({src,.github})"]', '.github/workflows/ci.yml', 'deny'],
    ['deny: [fs_write(.git*)]', '.github/workflows/ci.yml', 'deny'],
    ['deny: ["fs_write(**/gen?)"]', 'a/gens/b', 'deny'],
    ['deny: ["fs_write(a/b[cd])"]', 'a/bc/e', 'deny'],
    ['auto: [{ rule: fs_write(**), except: [.git*] }]', '.github/a', 'requireApproval'],
    ['requireApproval: [fs_write(src)]', 'src/a', 'requireApproval'],
    ['auto: [{ rule: fs_write(**), except: [.github] }]', '.github/a', 'requireApproval'],
    ['auto: [{ rule: "kind:write", except: [docs/**] }]', 'docs/a', 'requireApproval'],
    ['auto: [{ rule: "kind:write", except: [docs/**] }]', 'src/a', 'auto'],
    ['auto: ["fs_write(**, !.github)"]', '.github/a', 'requireApproval'],
    ['deny: [fs_write(src)]', 'srcs/a', 'auto'],
    ['deny: ["fs_write(src/*)"]', 'src/a/b', 'auto'],
    ['deny: ["fs_write(*)"]', 'src/a', 'auto'],
    ['deny: [fs_write(*.md)]', 'docs/a.md', 'auto'],
    ['deny: [fs_write(.)]', 'src/a', 'auto'],
    ['deny: [{ rule: fs_write(src/**), except: [src/gen] }]', 'src/gen/a', 'deny'],
  ])('limit what is below a folder that they name: %s, %s', (rule, path, is) => {
    const mode = is === 'requireApproval' ? 'ask' : 'auto';
    expect(verdict(`mode: ${mode}\n${rule}\n`, write(path))).toBe(is);
  });

  it.each([
    ['fs_write(a\\,b)', 'a,b'],
    ['fs_write(data/My File.md)', 'data/My File.md'],
    ['fs_write(* copy.md)', 'a copy.md'],
    ['fs_write({a,b}/[,x].ts)', 'b/,.ts'],
  ])('match names with blanks and commas: %s', (rule, path) => {
    expect(verdict(`auto: ['${rule}']\n`, write(path))).toBe('auto');
  });

  it('allow nothing below a folder that is named without a wildcard', () => {
    expect(verdict('auto: [fs_write(src)]\n', write('src/a'))).toBe('requireApproval');
  });

  it.each(['cat keys/a', 'cat keys/*', 'grep -r x keys/a', 'cat < keys/b', 'cp -r keys out'])(
    'limit commands below a folder that is named without a wildcard: %s',
    (command) => {
      const text = 'auto: ["bash_run(@readonly)", "bash_run(cp *)"]\ndeny: [fs_read(keys)]\n';
      expect(verdict(text, run(command))).not.toBe('auto');
    },
  );

  it('are never auto if the real place of a path is unknown', () => {
    const blind = { ...pathResolver(), realpath: () => null };
    expect(verdict('mode: auto\n', write('src/a'), { pathResolver: blind })).toBe(
      'requireApproval',
    );
  });

  it('take exceptions of several forms', () => {
    const text =
      'auto:\n  - rule: fs_*\n    except: [fs_write, "fs_read(docs/**)", ".github/**"]\n';
    expect(verdict(text, read('src/a'))).toBe('auto');
    expect(verdict(text, read('docs/a'))).toBe('requireApproval');
    expect(verdict(text, read('.github/x.yml'))).toBe('requireApproval');
    expect(verdict(text, write('src/a'))).toBe('requireApproval');
    const tool = 'auto: [{ rule: "fs_*(src/**)", except: [fs_write, src/fs_write] }]\n';
    expect(verdict(tool, read('src/a'))).toBe('auto');
    expect(verdict(tool, read('src/fs_write'))).toBe('requireApproval');
    expect(verdict(tool, write('src/a'))).toBe('requireApproval');
    const deny = 'mode: auto\ndeny:\n  - rule: fs_write(db/**)\n    except: [db/seeds/**]\n';
    expect(verdict(deny, write('db/seeds/a.sql'))).toBe('auto');
    expect(verdict(deny, write('db/a.sql'))).toBe('deny');
  });

  it.each([
    ['{ rule: bash_run, except: [tool push *] }', 'tool $X', false],
    ['{ rule: bash_run, except: [tool push *] }', 'tool x', true],
    ['{ rule: "kind:execute", except: ["bash_run(tool push *)"] }', 'tool $X', false],
    ['{ rule: bash_run(tool *), except: [tool push] }', 'tool pu*', false],
    ['{ rule: bash_run(tool *), except: [tool push] }', 'tool po*', true],
  ])('of auto let nothing run that may be an exception: %s, %s', (rule, line, isAuto) => {
    const facts = { tool: 'bash_run', kind: 'execute', command: line } as const;
    expect(verdict(`auto: [${rule}]\n`, facts) === 'auto').toBe(isAuto);
  });
});

describe('built-in rules', () => {
  const open = 'mode: auto\nauto:\n  - "*"\n  - fs_*(**)\n';

  it.each([
    '.git/config',
    '.git',
    '.GIT/hooks/pre-commit',
    'sub/.git/config',
    'GIT~1/config',
    '.git./config',
    '../other/a',
    '/etc/passwd',
    '/w-evil/a',
    '/proc/self/environ',
    '/dev/null',
    '~/.ssh/id_rsa',
    'a\u0000b',
    '/home/runner/work/_temp/_runner_file_commands/set_env_1',
  ])('deny %j to file tools whatever the rules say', (path) => {
    expect(verdict(open, read(path))).toBe('deny');
    expect(verdict(open, write(path))).toBe('deny');
    expect(evaluate(policy(open), read(path), situation())).toMatchObject({
      list: 'wall',
      rule: null,
      line: null,
    });
  });

  it.each([
    '.env',
    '.env.local',
    'app/.env',
    'prod.env',
    '.npmrc',
    '.netrc',
    'id_rsa',
    'certs/a.pem',
    'a.key',
    '.ssh/config',
    'x/.aws/credentials',
    '.git-credentials',
    'secrets.yml',
  ])('ask before %s under general rules, and let a rule that names it open it', (path) => {
    expect(verdict(open, read(path))).toBe('requireApproval');
    expect(verdict(open, write(path))).toBe('requireApproval');
    expect(verdict(`auto:\n  - fs_read(${path})\n`, read(path))).toBe('auto');
    expect(verdict(`auto:\n  - fs_read(${path})\n`, write(path))).toBe('requireApproval');
  });

  it('let a glob that names such files open them, and one that does not stay closed', () => {
    expect(verdict('auto:\n  - fs_read(**/.env*)\n', read('a/.env.test'))).toBe('auto');
    expect(verdict('auto:\n  - fs_read(certs/*.pem)\n', read('certs/a.pem'))).toBe('auto');
    expect(verdict('auto:\n  - fs_read(certs/**)\n', read('certs/a.pem'))).toBe('requireApproval');
    expect(verdict('auto:\n  - fs_read(*)\n', read('.env'))).toBe('requireApproval');
    expect(
      verdict(
        'auto:\n  - fs_read(.env)\ndeny:\n  - fs_read(.env)\n'.replace(
          'deny:\n  - fs_read(.env)',
          'deny:\n  - fs_*(.env)',
        ),
        read('.env'),
      ),
    ).toBe('deny');
  });

  it.each([
    '.gitignore',
    '.github/workflows/ci.yml',
    '.gitattributes',
    'src/env.ts',
    'environment.md',
    'src/secrets/index.ts',
    'keys.ts',
    'src/secrets',
  ])('leave %s to the rules', (path) => {
    expect(verdict(open, read(path))).toBe('auto');
  });
});

describe('network tools', () => {
  it.each<[string, string, boolean]>([
    ['docs.example.com', 'docs.example.com', true],
    ['docs.example.com', 'DOCS.example.com.', true],
    ['docs.example.com', 'docs.example.com:8443', false],
    ['docs.example.com:8443', 'docs.example.com:8443', true],
    ['docs.example.com:*', 'docs.example.com:1', true],
    ['*.example.com', 'a.b.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', 'evilexample.com', false],
    ['*.google.com', 'evil.com\u0000.google.com', false],
    ['*.google.com', 'evil.com/.google.com', false],
    ['*.google.com', 'user@x.google.com', false],
    ['[::1]:80', '[::1]:80', true],
    ['*', 'anything.org', true],
  ])('web_fetch(%s) and %j', (pattern, host, matches) => {
    expect(verdict(`auto:\n  - web_fetch(${pattern})\n`, fetching(host))).toBe(
      matches ? 'auto' : 'requireApproval',
    );
  });

  it('need every host covered, and a rule that asks or denies counts for every port', () => {
    expect(verdict('auto:\n  - web_fetch(a.org)\n', fetching('a.org', 'b.org'))).toBe(
      'requireApproval',
    );
    expect(
      verdict('mode: auto\ndeny:\n  - web_fetch(evil.org)\n', fetching('a.org', 'evil.org:8443')),
    ).toBe('deny');
  });

  it('give a specifier nothing to match in a call without paths, hosts or command', () => {
    expect(
      verdict('auto:\n  - github_comment(anything)\n', { tool: 'github_comment', kind: 'network' }),
    ).toBe('requireApproval');
    expect(
      verdict('auto:\n  - fs_read(**)\n', { tool: 'fs_read', kind: 'readonly', paths: [] }),
    ).toBe('requireApproval');
  });
});

describe('untrusted content', () => {
  const untrusted = { untrusted: true };
  it('makes whatever is not read-only ask, by default', () => {
    const text = 'mode: auto\nauto:\n  - fs_write\n';
    expect(verdict(text, write('src/a'), untrusted)).toBe('requireApproval');
    expect(verdict(text, read('src/a'), untrusted)).toBe('auto');
    expect(verdict(text, { tool: 'web_fetch', kind: 'network', hosts: ['a.org'] }, untrusted)).toBe(
      'requireApproval',
    );
    expect(evaluate(policy(text), write('src/a'), situation(untrusted))).toMatchObject({
      list: 'whenUntrusted',
    });
  });

  it('may forbid, exempt by name, or change nothing, and never loosens', () => {
    expect(verdict('mode: auto\nwhenUntrusted: deny\n', write('a'), untrusted)).toBe('deny');
    expect(verdict('mode: auto\nwhenUntrusted: auto\n', write('a'), untrusted)).toBe('auto');
    expect(verdict('mode: deny\nwhenUntrusted: auto\n', write('a'), untrusted)).toBe('deny');
    const lists =
      'auto:\n  - fs_write\nwhenUntrusted:\n  auto:\n    - fs_write(docs/**)\n    - bash_run\n  deny:\n    - fs_read(db/**)\n';
    expect(verdict(lists, write('docs/a'), untrusted)).toBe('auto');
    expect(verdict(lists, write('src/a'), untrusted)).toBe('requireApproval');
    expect(verdict(lists, read('db/x'), untrusted)).toBe('deny');
    expect(verdict(lists, { tool: 'bash_run', kind: 'execute', command: 'ls' }, untrusted)).toBe(
      'requireApproval',
    );
  });

  it('asks again about secrets only if no rule for them lets the call run anyway', () => {
    const opened = 'auto:\n  - fs_read(.env)\n  - bash_run(@readonly)\n';
    expect(verdict(opened, read('.env'), untrusted)).toBe('auto');
    const command = { tool: 'bash_run', kind: 'execute', command: 'cat .env' } as const;
    expect(verdict(opened, command, untrusted)).toBe('auto');
    const closed = 'auto:\n  - fs_read\nwhenUntrusted:\n  auto:\n    - fs_read(.env)\n';
    expect(verdict(closed, read('.env'), untrusted)).toBe('requireApproval');
    expect(verdict(opened, read('.git/config'), untrusted)).toBe('deny');
  });
});

describe('facts that are missing', () => {
  const command = { tool: 'bash_run', kind: 'execute', command: 'ls' } as const;
  const auto = policy('mode: auto\nauto:\n  - bash_run\n  - bash_run(@readonly)\n');

  it('a command that was not analysed asks, and gets the profile of an unknown program', () => {
    const call = { facts: command, situation: situation(), analysis: null };
    expect(evaluateAnalysed(auto, call)).toMatchObject({
      verdict: 'requireApproval',
      because: 'It asks because it cannot be evaluated: it was not analysed.',
      profile: { name: 'program' },
    });
  });

  it('a path whose real place is unknown asks, under its name and in a command', () => {
    const nowhere = { ...pathResolver(), realpath: () => null };
    const parts = { pathResolver: nowhere };
    expect(verdict('mode: auto\nauto:\n  - "*"\n', read('src/a'), parts)).toBe('requireApproval');
    const reads = simple('cat src/a', {
      classes: ['@readonly'],
      paths: [{ path: 'src/a', access: 'read', from: 'argument' }],
    });
    expect(evaluateCommands(auto, analysis(reads)).verdict).toBe('auto');
    expect(evaluateCommands(auto, analysis(reads), parts).verdict).toBe('requireApproval');
  });

  it.each([
    ['a rule for a path', { paths: [{ path: '.github/a', access: 'write' }] }, 'deny'],
    ["git's own folder", { paths: [{ path: '.git/config', access: 'write' }] }, 'deny'],
    ['a rule for a host', { hosts: ['evil.example'] }, 'requireApproval'],
    ['nothing', { paths: [{ path: 'src/a', access: 'write' }], hosts: ['a.example'] }, 'auto'],
  ] as const)('a tool that names a command names what else it touches, too: %s', (_, own, is) => {
    const rules = 'auto: [deploy]\ndeny: [deploy(.github/**)]\nrequireApproval: [deploy(evil.*)]\n';
    const facts = { tool: 'deploy', kind: 'execute', command: 'ls', ...own } as const;
    const found = evaluate(policy(rules), facts, situation());
    expect(found.verdict).toBe(is);
    expect(found.commands).toHaveLength(1);
  });

  it('a rule without a path pattern opens nothing that usually contains secrets', () => {
    expect(verdict('auto:\n  - fs_read\n  - kind:readonly\n', read('.env'))).toBe(
      'requireApproval',
    );
  });
});

describe('plans, tools and hooks', () => {
  it('let only read-only tools run in plan mode and until a plan is approved', () => {
    const only = 'mode: plan\nauto:\n  - "*"\n';
    expect(verdict(only, read('a'))).toBe('auto');
    expect(verdict(only, write('a'))).toBe('deny');
    expect(verdict('auto:\n  - "*"\n', write('a'), { planning: true })).toBe('deny');
    expect(policy('plan: required\n').planRequired).toBe(true);
    expect(toolVisible(policy(only), { tool: 'fs_write', kind: 'write' })).toBe(false);
    expect(toolVisible(policy(only), { tool: 'fs_read', kind: 'readonly' })).toBe(true);
  });

  it('say whether the mode or a plan that is missing keeps a call from running', () => {
    for (const [text, planning, because] of [
      ['mode: plan', false, '"mode: plan" lets only read-only tools run.'],
      ['mode: auto', true, 'A plan must be approved before anything but read-only tools.'],
      ['mode: deny', false, 'No rule matches, and "mode: deny" (line 2) forbids it.'],
    ] as const)
      expect(evaluate(policy(text), write('a'), situation({ planning })).because).toBe(because);
  });

  it('do not offer what is denied outright, and offer what is denied in part', () => {
    const text =
      'deny:\n  - web_*\n  - fs_write(db/**)\n  - rule: bash_*\n    except: ["bash_run(ls)"]\n';
    expect(toolVisible(policy(text), { tool: 'web_fetch', kind: 'network' })).toBe(false);
    expect(toolVisible(policy(text), { tool: 'fs_write', kind: 'write' })).toBe(true);
    expect(toolVisible(policy(text), { tool: 'bash_run', kind: 'execute' })).toBe(true);
    expect(
      toolVisible(policy('mode: deny\nauto:\n  - fs_read\n'), { tool: 'fs_write', kind: 'write' }),
    ).toBe(false);
  });

  it('follow tools.enabled and tools.disabled', () => {
    const text = 'mode: auto\ntools: { enabled: [fs_*], disabled: [fs_write] }\n';
    expect(verdict(text, read('a'))).toBe('auto');
    expect(verdict(text, write('a'))).toBe('deny');
    expect(verdict(text, { tool: 'web_search', kind: 'network' })).toBe('deny');
  });

  it('let a hook tighten, loosen nothing, and decide where mode is custom', () => {
    const ask = evaluate(policy('mode: ask\n'), write('a'), situation());
    expect(applyHook(ask, { verdict: 'auto', because: 'x' })).toBe(ask);
    expect(applyHook(ask, { verdict: 'deny', because: 'x' }).verdict).toBe('deny');
    const allowed = evaluate(
      policy('auto: [{ rule: fs_write(a), reason: x }]\n'),
      write('a'),
      situation(),
    );
    expect(allowed.rule).toBe('fs_write(a)');
    const denied = applyHook(allowed, { verdict: 'deny', because: 'not now' });
    expect(denied).toMatchObject({ verdict: 'deny', rule: null, line: null });
    expect(denied.list).not.toBe('auto');
    expect(denied.reason).toBeUndefined();
    const custom = evaluate(policy('mode: custom\n'), write('a'), situation());
    expect(applyHook(custom, { verdict: 'auto', because: 'fine' })).toMatchObject({
      verdict: 'auto',
      because: 'A hook decided: fine',
    });
    expect(applyHook(custom, { verdict: 'auto', because: 'fine' }).hookDecides).toBeUndefined();
    const guarded = evaluate(policy('mode: custom\n'), write('.git/config'), situation());
    expect(applyHook(guarded, { verdict: 'auto', because: 'x' }).verdict).toBe('deny');
    const secret = evaluate(policy('mode: custom\n'), write('a', '.env'), situation());
    expect(secret.verdict).toBe('requireApproval');
  });
});

describe('`mode: custom`', () => {
  const rules = policy('mode: custom\ndeny: [bash_run(deploy prod)]\n');

  it.each<[string, Facts, boolean, boolean]>([
    ['no rule matches', write('a'), true, true],
    ['no rule matches a command', run('deploy test'), true, true],
    ['a file usually holds secrets', write('.env'), true, false],
    ['a command may be what a rule denies', run('deploy $WHERE'), true, false],
    ['a command has no sandbox', run('deploy test'), false, false],
  ])('lets the hook decide or not where %s', (_, facts, sandboxed, decides) => {
    const asked = evaluate(rules, facts, situation({ sandboxed }));
    expect(asked.verdict).toBe('requireApproval');
    const { verdict: after } = applyHook(asked, { verdict: 'auto', because: 'fine' });
    expect(after).toBe(decides ? 'auto' : 'requireApproval');
  });

  it('keeps the verdict of a rule that a hook only repeats', () => {
    const asked = evaluate(policy('requireApproval: [fs_write]\n'), write('a'), situation());
    expect(applyHook(asked, { verdict: 'requireApproval', because: 'me too' })).toBe(asked);
  });
});

describe('the built-in policy', () => {
  it('lets read-only tools run and asks for everything else', () => {
    const builtin = builtinPolicy();
    expect(evaluate(builtin, read('src/a'), situation())).toMatchObject({
      verdict: 'auto',
      rule: 'kind:readonly',
      line: null,
    });
    expect(evaluate(builtin, write('src/a'), situation())).toMatchObject({
      verdict: 'requireApproval',
      list: 'mode',
      line: null,
    });
    expect(
      evaluate(builtin, { tool: 'bash_run', kind: 'execute', command: 'ls' }, situation()).verdict,
    ).toBe('requireApproval');
    expect(evaluate(builtin, read('.env'), situation()).verdict).toBe('requireApproval');
  });
});

describe('a call that publishes files', () => {
  it('is bound by the rules for reading that deny or ask, whatever lets the call itself run', () => {
    const auto = 'auto:\n  - github_push_branch\n';
    const deny = `${auto}deny:\n  - fs_read(private/**)\n`;
    expect(verdict(deny, push('src/a.ts'))).toBe('auto');
    expect(verdict(deny, push('src/a.ts', 'private/b'))).toBe('deny');
    expect(verdict(`${auto}requireApproval:\n  - fs_read(conf/**)\n`, push('conf/a'))).toBe(
      'requireApproval',
    );
    expect(
      verdict(
        'auto:\n  - github_push_branch(**)\ndeny:\n  - rule: fs_read(**)\n    except: [docs/**]\n',
        push('docs/a'),
      ),
    ).toBe('auto');
    const untrusted = 'whenUntrusted:\n  auto: [github_push_branch]\n  deny: ["fs_read(a/**)"]\n';
    expect(verdict(auto + untrusted, push('a/b'), { untrusted: true })).toBe('deny');
    expect(verdict(auto + untrusted, push('c'), { untrusted: true })).toBe('auto');
  });

  it('follows a link to what may not be read', () => {
    const text = 'auto:\n  - github_push_branch\ndeny:\n  - fs_read(private/**)\n';
    const linked = pathResolver({ shown: '/w/private/plan' });
    expect(verdict(text, push('shown'), { pathResolver: linked })).toBe('deny');
  });

  it('is not allowed by a rule for reading alone, and asks about what usually contains secrets', () => {
    const reading = 'auto:\n  - kind:readonly\n  - fs_read(.env)\n';
    expect(verdict(reading, push('src/a.ts'))).toBe('requireApproval');
    const both = `${reading}  - github_push_branch\n`;
    expect(verdict(both, push('.env'))).toBe('requireApproval');
    expect(verdict(`${both}  - github_push_branch(.env)\n`, push('.env'))).toBe('auto');
  });

  it('says which file and which rule for reading', () => {
    const text = 'auto:\n  - github_push_branch\ndeny:\n  - fs_read(private/**)\n';
    expect(evaluate(policy(text), push('private/a'), situation())).toMatchObject({
      rule: 'fs_read(private/**)',
      line: 5,
      because:
        'It publishes the contents of "private/a". The rule "fs_read(private/**)" on line 5 forbids it.',
    });
  });

  it('gets the same verdict in the tests of a policy', () => {
    const text =
      'auto: [github_push_branch]\ndeny: ["fs_read(private/**)"]\ntests:\n' +
      '  - { call: github_push_branch(private/a), expect: deny }\n' +
      '  - { call: github_push_branch(.env), expect: requireApproval }\n' +
      '  - { tool: github_push_branch, kind: network, path: private/a, expect: deny }\n' +
      '  - { call: github_push_branch(src/a.ts), expect: auto }\n';
    const results = runPolicyTests(policy(text));
    expect(results.map(({ actual }) => actual)).toEqual(results.map(({ expected }) => expected));
    expect(results).toHaveLength(4);
  });
});
