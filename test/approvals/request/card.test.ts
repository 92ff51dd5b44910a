import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/common/index.ts';
import {
  type ApprovalRequest,
  CARD_MAX_CHARACTERS,
  type ApprovalCommentView,
  readMarker,
  renderApprovalComment,
  type RequestState,
} from '../../../src/approvals/index.ts';
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
    circumstances: { untrusted: [], sandbox: 'on' },
    whole: new Map(),
    count: 1,
    from: ['write'],
    expires: '2026-01-08T00:00:00.000Z',
    policyUrl: 'https://github.test/p.yml',
    runUrl: null,
    head: { hash: 'f'.repeat(64), count: 9 },
    ...over,
  };
}

describe('a card', () => {
  test('shows the command, why it asks with a link to the line, when it expires and how to answer', () => {
    const request = requestOf();
    const card = renderApprovalComment(view([request]));
    expect(card).toContain('```sh\nrm -rf build\n```');
    expect(card).toContain('requireApproval `bash_run` ([line 12](https://github.test/p.yml#L12))');
    expect(card).toContain('`A rule asks for approval.`');
    expect(card).toContain('`bash_run(rm -rf build)`');
    expect(card).toContain(`/approve ${request.id}`);
    expect(card).toContain(`/deny ${request.id} reason`);
    expect(card).toContain('Expires 2026-01-08');
    expect(card).toContain('f'.repeat(64));
    expect(card).not.toContain('/approve all');
  });

  test('says what the sandbox of a command lets it do, and nothing where none holds it to that', () => {
    const request = requestOf();
    expect(renderApprovalComment(view([request]))).not.toContain('sandbox lets');
    const sandbox = 'It reads the workspace; what it writes is discarded. It has no network.';
    expect(renderApprovalComment(view([{ ...request, sandbox }]))).toContain(
      `- **What its sandbox lets it do**: \`${sandbox}\``,
    );
  });

  test('points from its first line, and from nowhere else', () => {
    const request = requestOf({ command: `x\n<!-- countersign:card {"v":1} -->` });
    const card = renderApprovalComment(view([request]));
    expect(readMarker(card)).toMatchObject({
      run: 'run-a',
      ids: [request.id],
      state: 'waiting',
      workflowRun: 5,
    });
    expect(readMarker(`hello\n${card}`)).toBeNull();
    for (const body of [
      '',
      '<!-- countersign:card -->',
      '<!-- countersign:card {} -->',
      '<!-- countersign:card {"v":2} -->',
      `<!-- countersign:card ${'['.repeat(9000)} -->`,
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
          narrowestRule: because,
        });
        const card = renderApprovalComment(
          view([{ ...request, verdict: { ...request.verdict, because } }]),
        );
        const outside = outsideCode(card);
        expect(outside).not.toContain('@');
        expect(outside).not.toContain('\u202E');
        expect(outside.replaceAll(/^#{3,4} .*$/gm, '')).not.toMatch(/^#/m);
      }),
    );
  });

  test('invisible, bidirectional, control and odd characters are written out, and that is said', () => {
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
      const card = renderApprovalComment(view([requestOf({ command: `ls${character}x` })]));
      expect(card, JSON.stringify(character)).not.toContain(character);
      expect(card).toContain(`\\u{`);
      expect(card).toContain('Invisible or odd characters');
    }
    expect(renderApprovalComment(view([requestOf({ command: 'ls\r\nrm' })]))).toContain('ls␍\nrm');
  });

  test('look-alike letters and lines that scroll out of sight are pointed at', () => {
    const card = renderApprovalComment(
      view([requestOf({ command: `сurl x${' '.repeat(300)}; rm -rf /` })]),
    );
    expect(card).toContain('U+0441');
    expect(card).toContain('scroll to its end');
  });

  test('taint, a missing sandbox and sandbox: off are said at the top', () => {
    const untrusted = [
      { source: 'issue #7', author: 'mallory' },
      { source: 'https://x.test', author: null },
    ];
    const card = renderApprovalComment(
      view([requestOf()], { circumstances: { untrusted, sandbox: 'none' } }),
    );
    expect(card).toContain('`issue #7` by `@mallory`');
    expect(card).toContain('`https://x.test` author unknown');
    expect(card).toContain('No sandbox');
    expect(
      renderApprovalComment(
        view([requestOf()], { circumstances: { untrusted: [], sandbox: 'off' } }),
      ),
    ).toContain('sandbox: off');
  });

  test('the commands that ask are listed with their reason', () => {
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
    const card = renderApprovalComment(view([requestOf({ verdict })]));
    expect(card).toContain('`find -delete` asks: `An escape hatch.`');
    expect(card).toContain('`ls` runs by itself: `fine`');
  });

  test('names every state of a request, and calls nobody', () => {
    const states: [RequestState, string][] = [
      [
        { kind: 'approved', by: ['bob', 'carol'], note: 'ok @all' },
        '✅ approved by `@bob`, `@carol`: `ok @all`',
      ],
      [{ kind: 'denied', by: 'bob', reason: '' }, '❌ denied by `@bob`'],
      [{ kind: 'expired' }, 'expired'],
      [{ kind: 'void', because: 'a new head' }, 'void: `a new head`'],
      [{ kind: 'used' }, 'used'],
    ];
    for (const [state, words] of states) {
      const card = renderApprovalComment(view([requestOf()], {}, state));
      expect(card).toContain(words);
      expect(card).not.toContain('How to answer');
      expect(outsideCode(card)).not.toContain('@');
    }
  });

  test('that is suspended says that no job is waiting', () => {
    const marker = { ...view([requestOf()]).marker, state: 'suspended' as const };
    expect(renderApprovalComment(view([requestOf()], { marker }))).toContain('No job is waiting');
    expect(renderApprovalComment(view([requestOf()]))).not.toContain('No job is waiting');
  });

  test('a question is answered, not approved', () => {
    const question = requestOf({
      expects: 'answer',
      preview: { form: 'text', text: 'Which colour?' },
    });
    const card = renderApprovalComment(view([question]));
    expect(card).toContain(`/answer ${question.id} your words`);
    expect(card).not.toContain('/approve');
  });
});

describe('a card that would be too long', () => {
  test('cuts the long preview and leaves the short one whole, with digest and size', () => {
    const text = 'é'.repeat(100_000);
    const [long, short] = [
      requestOf({ call: 'c1', preview: { form: 'diff', text } }),
      requestOf({ call: 'c2', command: 'ls' }),
    ];
    const card = renderApprovalComment(view([long, short]));
    expect(card.length).toBeLessThanOrEqual(CARD_MAX_CHARACTERS);
    expect(card.length).toBeGreaterThan(CARD_MAX_CHARACTERS * 0.9);
    expect(card).toContain(sha256(text));
    expect(card).toContain('200000 bytes');
    expect(card).toContain('```sh\nls\n```');
    expect(card).toContain(`/approve ${long.id} ${short.id}`);
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
              narrowestRule: preview.slice(0, 5_000),
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
          const card = renderApprovalComment(
            view(requests, { circumstances: { untrusted, sandbox: 'none' } }),
          );
          expect(card.length).toBeLessThanOrEqual(CARD_MAX_CHARACTERS);
          for (const { id } of requests) expect(card).toContain(id);
          expect(card.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 30 },
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
