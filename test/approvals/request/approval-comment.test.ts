import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/common/index.ts';
import { type ApprovalRequest, readMarker } from '../../../src/approvals/index.ts';
import {
  COMMENT_MAX_CHARACTERS,
  renderApprovalComment,
} from '../../../src/approvals/request/approval-comment.ts';
import type {
  ApprovalCommentView,
  RequestState,
} from '../../../src/approvals/request/comment-view.ts';
import * as fc from '../../properties.ts';
import { requestOf } from '../context.ts';

function view(
  requests: readonly ApprovalRequest[],
  over: Partial<ApprovalCommentView> = {},
  state: RequestState = { kind: 'waiting', have: [] },
): ApprovalCommentView {
  return {
    marker: {
      v: 1,
      run: 'run-a',
      ids: requests.map(({ id }) => id),
      state: 'waiting',
      workflowRun: 5,
      attempt: 1,
      check: null,
    },
    requests: requests.map((request) => ({ request, state })),
    agentWords: '',
    notify: [],
    artifact: null,
    circumstances: { untrusted: [], sandbox: 'on' },
    excludesAuthors: true,
    whole: new Map(),
    expires: '2026-01-08T00:00:00.000Z',
    policyUrl: 'https://github.test/p.yml',
    runUrl: null,
    head: { hash: 'f'.repeat(64), count: 9 },
    ...over,
  };
}

const mentions = (notify: readonly string[]) =>
  /^cc .*$/m.exec(renderApprovalComment(view([requestOf()], { notify })))?.[0];

function namedLetters(request: ApprovalRequest): number {
  const comment = renderApprovalComment(view([request]));
  const [line = ''] = /^❗ Non-ASCII letters: .*$/m.exec(comment) ?? [];
  return line.match(/U\+/g)?.length ?? 0;
}

describe('an approval comment', () => {
  test('shows the command, why it asks with a link to the line, when it expires and how to answer', () => {
    const request = requestOf();
    const comment = renderApprovalComment(view([request]));
    expect(comment).toContain('```sh\nrm -rf build\n```');
    expect(comment).toContain(
      'requireApproval `bash_run` ([line 12](https://github.test/p.yml#L12))',
    );
    expect(comment).toContain('`A rule asks for approval.`');
    expect(comment).toContain('`bash_run(rm -rf build)`');
    expect(comment).toContain(`/approve ${request.id}`);
    expect(comment).toContain(`/deny ${request.id} reason`);
    expect(comment).toContain('Expires 8 Jan 2026, 00:00 UTC (7 days after it was asked)');
    expect(comment).toContain('f'.repeat(64));
    expect(comment).not.toContain('/approve all');
  });

  test('says what the sandbox lets a command do, and nothing without a sandbox', () => {
    const request = requestOf();
    expect(renderApprovalComment(view([request]))).not.toContain('sandbox lets');
    const sandbox = 'It reads the workspace; what it writes is discarded. It has no network.';
    expect(renderApprovalComment(view([{ ...request, sandbox }]))).toContain(
      `- **Sandbox**: \`${sandbox}\``,
    );
  });

  test('mentions whom the policy lists, and nobody without a list', () => {
    expect([[], ['@bob'], ['@bob', '@octo-org/reviewers']].map(mentions)).toEqual([
      undefined,
      'cc @bob',
      'cc @bob @octo-org/reviewers',
    ]);
  });

  test('has its marker in the first line only', () => {
    const request = requestOf({ command: `x\n<!-- countersign:approval-request {"v":1} -->` });
    const comment = renderApprovalComment(view([request]));
    expect(readMarker(comment)).toMatchObject({
      run: 'run-a',
      ids: [request.id],
      state: 'waiting',
      workflowRun: 5,
    });
    expect(readMarker(`hello\n${comment}`)).toBeNull();
    for (const body of [
      '',
      '<!-- countersign:approval-request -->',
      '<!-- countersign:approval-request {} -->',
      '<!-- countersign:approval-request {"v":2} -->',
      `<!-- countersign:approval-request ${'['.repeat(9000)} -->`,
    ]) {
      expect(readMarker(body)).toBeNull();
    }
  });

  test('no command, rule or reason can leave its fence or span', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('`', '~', '\n', '\r', ' ', '@', '<', '>', '#', '/', 'a', '\u202E'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(hostile, hostile, (command, because) => {
        const request = requestOf({
          preview: { form: 'command', text: command },
          rules: [because],
        });
        const comment = renderApprovalComment(
          view([{ ...request, verdict: { ...request.verdict, because } }]),
        );
        const outside = outsideCode(comment);
        expect(outside).not.toContain('@');
        expect(outside).not.toContain('\u202E');
        expect(outside.replaceAll(/^#{3,4} .*$/gm, '')).not.toMatch(/^#/m);
      }),
    );
  });

  test('invisible, bidirectional, control and odd characters are escaped, with a notice', () => {
    for (const character of [
      '\u202E',
      '\u200B',
      '\u00A0',
      '\u0007',
      '\u001B',
      '\uFEFF',
      '\u3164',
      '\uFE0F',
      '\u{E0041}',
      '\uE000',
      '\u2028',
      '\r',
      '\u00AD',
    ]) {
      const comment = renderApprovalComment(view([requestOf({ command: `ls${character}x` })]));
      expect(comment, JSON.stringify(character)).not.toContain(character);
      expect(comment).toContain(`\\u{`);
      expect(comment).toContain('Invisible or unusual characters');
    }
    expect(renderApprovalComment(view([requestOf({ command: 'ls\r\nrm' })]))).toContain('ls␍\nrm');
  });

  test('look-alike letters and lines that scroll out of sight get a warning', () => {
    const comment = renderApprovalComment(
      view([requestOf({ command: `сurl x${' '.repeat(300)}; rm -rf /` })]),
    );
    expect(comment).toContain('U+0441');
    expect(comment).toContain('scroll to its end');
  });

  test('of many look-alike letters it names 16, and 4 if it is very long', () => {
    const letters = Array.from({ length: 17 }, (_, index) => String.fromCharCode(0x430 + index));
    const request = requestOf({ command: letters.join('') });
    expect(namedLetters(request)).toBe(16);
    const rules = Array.from({ length: 400 }, () => 'r'.repeat(300));
    expect(namedLetters({ ...request, rules })).toBe(4);
  });

  test('untrusted content, a missing sandbox and `sandbox: off` are shown at the top', () => {
    const untrusted = [
      { source: 'issue #7', author: 'mallory' },
      { source: 'https://x.test', author: null },
    ];
    const comment = renderApprovalComment(
      view([requestOf()], { circumstances: { untrusted, sandbox: 'none' } }),
    );
    expect(comment).toContain('`issue #7` by `@mallory`');
    expect(comment).toContain('`https://x.test` author unknown');
    expect(comment).toContain('No sandbox');
    expect(comment).not.toMatch(/^> - and /m);
    expect(
      renderApprovalComment(
        view([requestOf()], { circumstances: { untrusted: [], sandbox: 'off' } }),
      ),
    ).toContain('sandbox: off');
    const many = Array.from({ length: 23 }, (_, index) => ({ source: `#${index}`, author: 'm' }));
    const long = renderApprovalComment(
      view([requestOf()], { circumstances: { untrusted: many, sandbox: 'on' } }),
    );
    expect(long).toContain('\n> - `#19` by `@m`\n> - and 3 more\n');
  });

  test('the commands that need approval are listed with their reason', () => {
    const verdict = {
      ...requestOf().verdict,
      commands: [
        {
          words: ['find', '-delete'],
          verdict: 'requireApproval' as const,
          rule: null,
          line: null,
          because: 'An escape hatch.',
        },
        { words: ['ls'], verdict: 'auto' as const, rule: null, line: null, because: 'fine' },
      ],
    };
    const comment = renderApprovalComment(view([requestOf({ verdict })]));
    expect(comment).toContain('`find -delete` needs approval: `An escape hatch.`');
    expect(comment).toContain('`ls` runs automatically: `fine`');
    const commandsLeftOut = { asking: 2, others: 1 };
    const cut = renderApprovalComment(
      view([requestOf({ verdict: { ...verdict, commandsLeftOut } })]),
    );
    expect(cut).toContain(
      '- ❗ not listed here: 2 commands that need approval and 1 command that runs automatically',
    );
  });

  test('shows every state of a request, and mentions nobody', () => {
    const states: [RequestState, string][] = [
      [
        { kind: 'approved', by: ['bob', 'carol'], note: 'ok @all' },
        '✅ approved by `@bob`, `@carol`: `ok @all`',
      ],
      [{ kind: 'denied', by: 'bob', reason: '' }, '❌ denied by `@bob`'],
      [{ kind: 'denied', by: 'bob', reason: 'too risky' }, '❌ denied by `@bob`: `too risky`'],
      [{ kind: 'expired' }, '⌛ expired'],
      [{ kind: 'void', because: 'a new head' }, '🚫 void: `a new head`'],
    ];
    for (const [state, words] of states) {
      const comment = renderApprovalComment(view([requestOf()], {}, state));
      expect(comment).toContain(words);
      expect(comment).not.toContain('How to answer');
      expect(outsideCode(comment)).not.toContain('@');
    }
  });

  test.each<[string, number, RequestState, string]>([
    ['nothing yet', 1, { kind: 'waiting', have: [] }, '⏳ waiting\n'],
    ['one of two', 2, { kind: 'waiting', have: ['bob'] }, '⏳ waiting, 1 of 2 (`@bob`)\n'],
    [
      'all but an owner',
      1,
      { kind: 'waiting', have: ['bob'], missing: ['a.ts', 'b.ts'] },
      '⏳ waiting, for a code owner of `a.ts b.ts` (`@bob`)\n',
    ],
    [
      'one of two, and no owner',
      2,
      { kind: 'waiting', have: ['bob'], missing: ['a.ts'] },
      '⏳ waiting, 1 of 2 (`@bob`), for a code owner of `a.ts`\n',
    ],
  ])('says what a waiting request has and what it lacks: %s', (_what, count, state, words) => {
    const request = requestOf();
    const needs = { ...request.needs, count };
    expect(renderApprovalComment(view([{ ...request, needs }], {}, state))).toContain(words);
  });

  test('says once who can approve calls that need the same people, and of each call if they need others', () => {
    const [one, two] = [requestOf({ call: 'c1' }), requestOf({ call: 'c2' })];
    const same = renderApprovalComment(view([one, two]));
    expect(same).toContain(
      '**Who can approve**: people with `write` permission or more, except the requester and the authors of the pull request.',
    );
    expect(same).not.toContain('Who can approve this call');
    const from = [['codeowners', '@org/security'], ['admin']];
    const needs = { ...two.needs, from, count: 2, expireMs: 3_600_000 };
    const different = renderApprovalComment(view([one, { ...two, needs }]));
    expect(different).toContain('**Who can approve**: each call says whom it needs.');
    expect(different).toContain(
      '- **Who can approve this call**: people with `write` permission or more, except the requester and the authors of the pull request; within 7 days',
    );
    expect(different).toContain(
      '- **Who can approve this call**: 2 different people of the code owners of the files, `@org/security`, who are also one of: people with `admin` permission or more, except the requester and the authors of the pull request; within 1 hour',
    );
    const own = { ...one, needs: { ...one.needs, self: true } };
    const onIssue = renderApprovalComment(view([one], { excludesAuthors: false }));
    expect(onIssue).toContain('permission or more, except the requester. Edited');
    expect(renderApprovalComment(view([own]))).toContain('permission or more. Edited comments');
    const nobody = { ...one, needs: { ...one.needs, from: [['write'], []] } };
    expect(renderApprovalComment(view([nobody]))).toContain('nobody (`from` is empty)');
  });

  test.each<[string, Partial<ApprovalRequest['verdict']>, string | null, string]>([
    ['the policy, without a page', {}, null, 'requireApproval `bash_run` (line 12)'],
    [
      'a layer',
      { layer: 'org baseline' },
      'https://x/p.yml',
      'requireApproval `bash_run` in `org baseline` (line 12)',
    ],
    [
      'a layer with a page',
      { layer: 'org baseline', link: 'https://x/base.yml#L12' },
      'https://x/p.yml',
      'requireApproval `bash_run` in `org baseline` ([line 12](https://x/base.yml#L12))',
    ],
    ['no rule', { list: 'mode', rule: null, line: null }, null, 'no rule matched (`mode`)'],
    ['a built-in rule', { list: 'wall', rule: 'x', line: null }, null, 'built-in rule `x`'],
  ])('says which line decided: %s', (_what, over, policyUrl, words) => {
    const request = requestOf();
    const decided = { ...request, verdict: { ...request.verdict, ...over } };
    expect(renderApprovalComment(view([decided], { policyUrl }))).toContain(
      `- **Decided by**: ${words}\n`,
    );
  });

  test('offers boxes and a review for calls, and not for questions', () => {
    const [call, question] = [requestOf(), requestOf({ call: 'c2', expects: 'answer' })];
    const over = {
      marker: { ...view([call]).marker, reviews: true as const },
      boxes: true as const,
    };
    const both = renderApprovalComment(view([call, question], over));
    expect(both).toContain(`\n- [ ] approve ${call.id}\n`);
    expect(both).not.toContain(`approve ${question.id}`);
    expect(both).toContain('or tick the box of a call, or review this pull request');
    expect(renderApprovalComment(view([question], over))).not.toMatch(/tick the box|review this/);
    expect(renderApprovalComment(view([call]))).not.toMatch(/tick the box|review this|- \[ \]/);
    const denied = renderApprovalComment(view([call], over, { kind: 'expired' }));
    expect(denied).not.toContain('- [ ]');
  });

  test('that is suspended says that the run is suspended', () => {
    const marker = { ...view([requestOf()]).marker, state: 'suspended' as const };
    expect(renderApprovalComment(view([requestOf()], { marker }))).toContain(
      'The run is suspended',
    );
    expect(renderApprovalComment(view([requestOf()]))).not.toContain('The run is suspended');
  });

  test('a question is answered, not approved', () => {
    const question = requestOf({
      expects: 'answer',
      preview: { form: 'text', text: 'Which colour?' },
    });
    const comment = renderApprovalComment(view([question]));
    expect(comment).toContain(`/answer ${question.id} your answer`);
    expect(comment).not.toContain('/approve');
  });
});

describe('an approval comment that would be too long', () => {
  test('cuts the long preview and leaves the short one whole, with digest and size', () => {
    const text = 'é'.repeat(100_000);
    const [long, short] = [
      requestOf({ call: 'c1', preview: { form: 'diff', text } }),
      requestOf({ call: 'c2', command: 'ls' }),
    ];
    const comment = renderApprovalComment(view([long, short]));
    expect(comment.length).toBeLessThanOrEqual(COMMENT_MAX_CHARACTERS);
    expect(comment.length).toBeGreaterThan(COMMENT_MAX_CHARACTERS * 0.9);
    expect(comment).toContain(sha256(text));
    expect(comment).toContain('200000 bytes');
    expect(comment).toContain('```sh\nls\n```');
    expect(comment).toContain(`/approve ${long.id} ${short.id}`);
  });

  test('says of a call shown whole that its long runs of backticks are written out', () => {
    const short = requestOf({ call: 'c2', command: `echo ${'`'.repeat(9)}` });
    const notice = '❗ Invisible or unusual characters';
    const whole = renderApprovalComment(view([short]));
    expect(whole).not.toContain(notice);
    const diff = { form: 'diff', text: 'a'.repeat(100_000) } as const;
    const long = requestOf({ call: 'c1', preview: diff });
    const comment = renderApprovalComment(view([long, short]));
    expect(comment).toContain(`echo ${String.raw`\u{60}`.repeat(9)}`);
    expect(comment).toContain(notice);
  });

  test('stays within the limit whatever is on it', () => {
    const piece = fc.constantFrom('a', '`', '\u202E', '\n', '😀', '@x ');
    const text = fc
      .tuple(fc.string({ unit: piece, maxLength: 40 }), fc.nat(3_000))
      .map(([unit, times]) => unit.repeat(times));
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 40 }),
        fc.nat(20),
        (texts, commands) => {
          const requests = texts.map((preview, index) => {
            const request = requestOf({
              call: `c${index}`,
              preview: { form: 'command', text: preview },
              rules: [preview.slice(0, 5_000)],
            });
            const command = {
              words: [preview.slice(0, 900)],
              verdict: 'deny' as const,
              rule: null,
              line: null,
              because: preview.slice(0, 900),
            };
            return {
              ...request,
              verdict: {
                ...request.verdict,
                because: preview.slice(0, 2_000),
                commands: Array.from({ length: commands }, () => command),
              },
            };
          });
          const untrusted = texts.map((source) => ({ source, author: source.slice(0, 300) }));
          const comment = renderApprovalComment(
            view(requests, { circumstances: { untrusted, sandbox: 'none' } }),
          );
          expect(comment.length).toBeLessThanOrEqual(COMMENT_MAX_CHARACTERS);
          for (const { id } of requests) expect(comment).toContain(id);
          expect(comment.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 10 },
    );
  });
});

/** The Markdown without its fences and code spans, as CommonMark reads them. */
function outsideCode(markdown: string): string {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of markdown.split(/\r\n|\n|\r/).slice(1)) {
    const marks = /^ {0,3}(`{3,})(.*)$/.exec(line);
    if (fence !== null) {
      if (marks !== null && (marks[1]?.length ?? 0) >= fence.length && marks[2]?.trim() === '')
        fence = null;
      continue;
    }
    if (marks !== null && !marks[2]?.includes('`')) fence = marks[1] ?? '';
    else lines.push(line.replaceAll(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, ''));
  }
  expect(fence).toBeNull();
  return lines.join('\n');
}
