import { describe, expect, test } from 'vitest';
import { type ApprovalRequest, readCodeOwners } from '../../../src/approvals/index.ts';
import { mentions, ownersOf, parseCodeOwners } from '../../../src/approvals/answers/codeowners.ts';
import { parseApprovers } from '../../../src/approvals/answers/approvers.ts';
import { BOB, CAROL, MemoryGitHub } from '../memory-github.ts';
import { QUIET, requestOf, testContext } from '../context.ts';

const names = (text: string, path: string) =>
  ownersOf(parseCodeOwners(text), path).map((rule) =>
    rule.kind === 'team'
      ? `${rule.org}/${rule.slug}`
      : rule.kind === 'user'
        ? rule.login
        : rule.kind,
  );

/** Who approved, with bob reading only and carol an admin in the team; both say yes to everything. */
async function answers(
  from: string[],
  request: ApprovalRequest,
  codeOwners = parseCodeOwners('/src/ @bob @octo/core\n/pay/ @carol'),
) {
  const context = testContext({ settings: { from }, codeOwners });
  context.github.teams.set('octo/core', ['carol']);
  context.github.permissions.set('bob', 'read');
  context.github.onPoll = (poll) => {
    if (poll === 2) context.github.say(BOB, '/approve all');
    if (poll === 3) context.github.say(CAROL, '/approve all');
  };
  const [answer] = await context.approver.ask([request], QUIET);
  return answer?.kind === 'approved'
    ? answer.by.map(({ login }) => login).join()
    : `${answer?.kind}`;
}

const asked = (...paths: readonly string[]) => [requestOf({ paths })];

describe('CODEOWNERS', () => {
  test('the last line that matches names the owners', () => {
    const text = '* @all\n*.js @js # a comment\n/docs/ @docs @octo/Writers\n/docs/api.js\n';
    expect(names(text, 'a.ts')).toEqual(['all']);
    expect(names(text, 'src/deep/a.js')).toEqual(['js']);
    expect(names(text, 'docs/a/b.js')).toEqual(['docs', 'octo/writers']);
    expect(names(text, 'docs/api.js')).toEqual([]);
  });

  test('only a word with @ is an owner, not the name of a permission', () => {
    expect(names('* write admin codeowners me@example.com @bob', 'a')).toEqual(['bob']);
  });

  test('a byte order mark is no part of the first pattern', () => {
    expect(names('\uFEFF/src/ @bob\n', 'src/a.ts')).toEqual(['bob']);
  });

  test.each(['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'])(
    'is read at %s',
    async (path) => {
      const github = new MemoryGitHub();
      github.files.set(path, '* @bob');
      const codeOwners = await readCodeOwners(github, 'a'.repeat(40));
      expect(codeOwners).toMatchObject([{ owners: ['@bob'] }]);
    },
  );

  test('patterns mean what they mean to GitHub', () => {
    const cases: [pattern: string, path: string, owned: boolean][] = [
      ['docs/*', 'docs/a.md', true],
      ['docs/*', 'docs/build/a.md', false],
      ['docs', 'x/docs/build/a.md', true],
      ['docs/', 'docs', false],
      ['apps/', 'x/apps/a', true],
      ['/apps/', 'x/apps/a', false],
      ['/apps/github', 'apps/github/deep/a', true],
      ['**/logs', 'deep/logs/a', true],
      ['**', 'a', true],
      ['**', 'a/b/.c', true],
      ['/**', 'a', true],
      ['/**', 'a/b/.c', true],
      ['**/', 'a/b', true],
      ['docs/**', 'docs/a/b', true],
      ['docs/**', 'docs', false],
      ['/scripts/**/x.sh', 'scripts/a/b/x.sh', true],
      ['*.js', '.hidden/.a.js', true],
      ['/.github/', '.github/workflows/ci.yml', true],
      ['a?c', 'abc', true],
      ['{a,b}', 'a', false],
      ['{a,b}', '{a,b}', true],
      ['!a', 'b', false],
      ['[ab]', 'a', false],
      [String.raw`/a\ b/`, 'a b/c', true],
      [String.raw`/a\ b/`, 'a', false],
      [String.raw`a\ b`, 'x/a b', true],
      [String.raw`app/\[id\]/`, 'app/[id]/page.tsx', true],
      [String.raw`app/\[id\]/`, 'app/i/page.tsx', false],
      [String.raw`a\*`, 'a*', true],
      [String.raw`a\*`, 'ab', false],
      [String.raw`\{a,b\}`, 'a', false],
      [String.raw`\{a,b\}`, '{a,b}', true],
      [String.raw`\!a`, '!a', true],
      [String.raw`\#a`, '#a', false],
      ['a\\', 'a', false],
      ['**', 'any/thing', true],
      ['/**', 'any/thing', true],
      ['/', 'any', false],
      ['*', 'src/deep/a', true],
      ['/*', 'a', true],
      ['/*', 'src/a', false],
      ['/*/', 'src/a', true],
      ['/a*', 'abc/d', true],
      ['src/**', 'src/deep/a', true],
      ['src/**', 'src', false],
      ['src/**', 'x/src/a', false],
    ];
    for (const [pattern, path, owned] of cases) {
      expect(names(`${pattern} @x`, path).length > 0, `${pattern} ~ ${path}`).toBe(owned);
    }
  });

  test('addresses and odd owners are nobody, a file that is too large has no lines', () => {
    expect(names('* a@b.test someone @', 'a')).toEqual([]);
    expect(names(`* @x\n${'#'.repeat(3_000_001)}`, 'a')).toEqual([]);
  });

  test('is read where GitHub looks, in its order', async () => {
    const github = new MemoryGitHub();
    expect(await readCodeOwners(github, 'x')).toBeNull();
    github.files.set('docs/CODEOWNERS', '* @docs');
    github.files.set('.github/CODEOWNERS', '* @first');
    const found = await readCodeOwners(github, 'x');
    expect(ownersOf(found!, 'a')).toEqual([{ kind: 'user', login: 'first' }]);
  });

  test('is the first file that there is, also if it names nobody', async () => {
    const github = new MemoryGitHub();
    github.files.set('CODEOWNERS', '* @second');
    for (const text of ['', ' \n', '# nobody yet\n']) {
      github.files.set('.github/CODEOWNERS', text);
      expect(await readCodeOwners(github, 'x')).toEqual([]);
    }
  });
});

describe('who is mentioned', () => {
  const codeOwners = parseCodeOwners(
    '/docs/ @dora @octo/docs write@example.com\n/pay/ @pat @dora\n/many/ @m1 @m2 @m3 @m4 @m5 @m6 @m7 @m8 @m9 @m10 @m11\n',
  );
  const mentioned = (notify: readonly string[], ...paths: readonly string[]) =>
    mentions({ settings: { notify }, codeOwners }, asked(...paths));

  test('are those whom the policy names, and the owners of the files of the calls, each once', () => {
    expect(mentioned(['@bob', '@octo/core'], 'docs/a')).toEqual(['@bob', '@octo/core']);
    expect(mentioned(['@bob', 'codeowners'], 'docs/a', 'pay/a', 'docs/b')).toEqual([
      '@bob',
      '@dora',
      '@octo/docs',
      '@pat',
    ]);
    expect(mentioned(['codeowners', '@dora'], 'docs/a')).toEqual(['@dora', '@octo/docs']);
  });

  test('are ten owners at most, besides those whom the policy names', () => {
    const people = mentioned(['@bob', 'codeowners'], 'many/a', 'pay/a');
    expect(people).toEqual(['@bob', ...Array.from({ length: 10 }, (_, index) => `@m${index + 1}`)]);
  });

  test('are no owners if the repository has no CODEOWNERS file, or the files are not known', () => {
    const settings = { notify: ['codeowners', '@bob'] };
    expect(mentions({ settings, codeOwners: null }, asked('docs/a'))).toEqual(['@bob']);
    expect(mentions({ settings, codeOwners }, [requestOf({ paths: null })])).toEqual(['@bob']);
  });
});

describe('approvals.from', () => {
  test('names levels, people, teams and code owners; anything else is an error', () => {
    expect(
      parseApprovers(['maintain', '@bob', '@Octo/Core_Team', 'codeowners', '@short_code']),
    ).toEqual([
      { kind: 'level', level: 'maintain' },
      { kind: 'user', login: 'bob' },
      { kind: 'team', org: 'octo', slug: 'core_team' },
      { kind: 'codeowners' },
      { kind: 'user', login: 'short_code' },
    ]);
    for (const entry of ['none', 'Write', 'bob', '@', '@a/b/c', '@dependabot[bot]', '', '*']) {
      expect(() => parseApprovers([entry])).toThrow(/names nobody/);
    }
  });

  test('a level is that much or more, and a name or a team needs no level', async () => {
    expect(await answers(['read'], requestOf())).toBe('bob');
    expect(await answers(['write'], requestOf())).toBe('carol');
    expect(await answers(['@BOB'], requestOf())).toBe('bob');
    expect(await answers(['@octo/core'], requestOf())).toBe('carol');
    expect(await answers([], requestOf())).toBe('unanswered');
  });

  test('every file that the call touches needs an approval by one of its owners', async () => {
    expect(await answers(['codeowners'], requestOf({ paths: ['src/a.ts'] }))).toBe('bob');
    expect(await answers(['codeowners'], requestOf({ paths: ['src/a.ts', 'pay/b.ts'] }))).toBe(
      'bob,carol',
    );
    const split = parseCodeOwners('/src/ @bob\n/pay/ @dave');
    const both = requestOf({ paths: ['src/a.ts', 'pay/b.ts'] });
    expect(await answers(['codeowners'], both, split)).toBe('unanswered');
    const ownerless = requestOf({ paths: ['src/a.ts', 'README.md'] });
    expect(await answers(['codeowners'], ownerless)).toBe('unanswered');
    expect(await answers(['codeowners'], requestOf({ paths: null }))).toBe('unanswered');
    expect(await answers(['codeowners'], requestOf({ paths: ['README.md'] }))).toBe('unanswered');
    expect(await answers(['codeowners'], requestOf({ paths: [] }))).toBe('unanswered');
    expect(await answers(['codeowners', 'admin'], requestOf({ paths: [] }))).toBe('carol');
  });
});
