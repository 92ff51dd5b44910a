import { describe, expect, test } from 'vitest';
import { type AnswerCommand, namedIds, parseAnswer } from '../../../src/approvals/index.ts';
import * as fc from '../../properties.ts';

const A = 'ap-0123456z';
const B = 'ap-zzzzzzzz';
const FENCE = '```';

function commandsIn(body: string): readonly AnswerCommand[] | string {
  const parsed = parseAnswer(body);
  if (parsed.kind === 'commands') return parsed.commands;
  return parsed.kind === 'unclear' ? parsed.because : parsed.kind;
}

describe('a command', () => {
  test.each<[body: string, command: AnswerCommand]>([
    [`/approve ${A}`, { kind: 'approve', ids: [A] }],
    [`/approve ${A} ${B}`, { kind: 'approve', ids: [A, B] }],
    [`/approve ${A},${B.toUpperCase()}, ${A}`, { kind: 'approve', ids: [A, B] }],
    [`/approve\t${A}  `, { kind: 'approve', ids: [A] }],
    ['/approve all', { kind: 'approve', ids: 'all' }],
    ['/approve', { kind: 'approve', ids: 'only' }],
    ['/approve --note go on', { kind: 'approve', ids: 'only', note: 'go on' }],
    ['/approve all --note a --note b', { kind: 'approve', ids: 'all', note: 'a --note b' }],
    [`/deny ${A} ${B} too risky, sorry`, { kind: 'deny', ids: [A, B], reason: 'too risky, sorry' }],
    [`/deny ${A}`, { kind: 'deny', ids: [A], reason: '' }],
    ['/deny all no', { kind: 'deny', ids: 'all', reason: 'no' }],
    ['/deny', { kind: 'deny', ids: 'only', reason: '' }],
    ['/deny too risky', { kind: 'deny', ids: 'only', reason: 'too risky' }],
    ['/deny allowed nothing', { kind: 'deny', ids: 'only', reason: 'allowed nothing' }],
    [`/answer ${A} first\nsecond`, { kind: 'answer', ids: [A], text: 'first\nsecond' }],
    ['/cancel wrong branch', { kind: 'cancel', ids: [], reason: 'wrong branch' }],
    ['/cancel', { kind: 'cancel', ids: [], reason: '' }],
    ['/cancel ALL wrong branch', { kind: 'cancel', ids: [], reason: 'wrong branch' }],
    ['/cancel not in ap-southeast-1', { kind: 'cancel', ids: [], reason: 'not in ap-southeast-1' }],
    ['/cancel allowed nothing', { kind: 'cancel', ids: [], reason: 'allowed nothing' }],
    [`/cancel ${A} as ${B} does it`, { kind: 'cancel', ids: [A], reason: `as ${B} does it` }],
    [`/cancel ${A} wrong branch`, { kind: 'cancel', ids: [A], reason: 'wrong branch' }],
    [`/cancel ${A}: wrong branch`, { kind: 'cancel', ids: [A], reason: 'wrong branch' }],
    [`/deny ${A}, ${B}.`, { kind: 'deny', ids: [A, B], reason: '' }],
  ])('%j', (body, command) => {
    expect(commandsIn(body)).toEqual([command]);
  });

  test.each([
    ['capitals', `/APPROVE ${A}`],
    ['blanks before it', `   /approve ${A}`],
    ['an empty line before it', `\n\r\n \t\n/approve ${A}`],
    ['a byte order mark', `\uFEFF/approve ${A}`],
    ['blanks and newlines after it', `/approve ${A} \t\r\n\r\n`],
    ['a lone CR', `/approve ${A}\rThanks.`],
    ['prose below it', `/approve ${A}\n\nThis may have /deny in it, and even ${B}.`],
    ['a quote above it', `> \`/approve ${B}\`\n\n/approve ${A}`],
    ['code above it', `\`\`\`\nmake all\n\`\`\`\n/approve ${A}`],
    ['an HTML comment above it', `<!-- a template -->\n/approve ${A}`],
    ['other text that says no', `/approve ${A}\nNo objections, it may wait. Dense, but fine.`],
    ['code above it that begins like a quote', `${FENCE}\n> x@1 test\nok\n${FENCE}\n/approve ${A}`],
    ['indented code above it that begins like a quote', `    > x\n/approve ${A}`],
    ['an HTML comment of several lines above it', `<!--\n> a template\n-->\n/approve ${A}`],
    ['code below a quote above it', `> x\n${FENCE}\nx\n${FENCE}\n/approve ${A}`],
    ['code above it that begins like a definition', `${FENCE}\n[x\n${FENCE}\n/approve ${A}`],
    ['indented code above it that begins like a definition', `    [x\n/approve ${A}`],
    ['a path that ends like a denial below it', `/approve ${A}\n./deny ${B}.sh stays.`],
    ['a quoted refusal below it', `/approve ${A}\n> DENY`],
    ['a quoted denial below it', `/approve ${A}\n\n> /deny ${A}`],
  ])('counts with %s', (_name, body) => {
    expect(commandsIn(body)).toEqual([{ kind: 'approve', ids: [A] }]);
  });

  test('has the changed text of a block whose end is longer than its beginning', () => {
    expect(commandsIn(`/approve ${A} with\n~~~\nnpm test\n~~~~~\n`)).toEqual([
      { kind: 'approve', ids: [A], change: 'npm test' },
    ]);
  });

  test('counts beside others, each on its line; an end of runs without ids is for the calls that they name', () => {
    expect(commandsIn(`/approve ${A} --note ok\n\n/deny ${B} no\r\n/cancel`)).toEqual([
      { kind: 'approve', ids: [A], note: 'ok' },
      { kind: 'deny', ids: [B], reason: 'no' },
      { kind: 'cancel', ids: [A, B], reason: '' },
    ]);
    expect(commandsIn(`/deny ${A} no\n/cancel all`)).toEqual([
      { kind: 'deny', ids: [A], reason: 'no' },
      { kind: 'cancel', ids: [], reason: '' },
    ]);
    expect(commandsIn(`/deny ${A} no\n/cancel\n\n${A.toUpperCase()} deletes it.`)).toEqual([
      { kind: 'deny', ids: [A], reason: 'no' },
      { kind: 'cancel', ids: [A], reason: '' },
    ]);
    expect(commandsIn(`/answer ${A} one\n\n\`\`\`\n/etc\n\`\`\`\n/usr\n/approve ${B}`)).toEqual([
      { kind: 'answer', ids: [A], text: 'one\n\n```\n/etc\n```\n/usr' },
      { kind: 'approve', ids: [B] },
    ]);
  });

  test('denies also if the text below it refuses, or names other calls', () => {
    for (const below of ['No.', 'Denied, as I said.', `And /deny ${B} later.`])
      expect(commandsIn(`/deny ${A} too risky\n${below}`)).toEqual([
        { kind: 'deny', ids: [A], reason: 'too risky' },
      ]);
  });

  test('denies every call that it names, however many it names before', () => {
    expect(commandsIn(`/deny ${`${A} `.repeat(1_000)}${B} no`)).toEqual([
      { kind: 'deny', ids: [A, B], reason: 'no' },
    ]);
  });

  test('counts as the hundredth of a comment, too', () => {
    expect(commandsIn('/cancel\n'.repeat(100))).toHaveLength(100);
  });

  test('keeps the text of an answer that says no', () => {
    expect(commandsIn(`/approve ${A}\n/answer ${B} yes\nNo\n`)).toEqual([
      { kind: 'approve', ids: [A] },
      { kind: 'answer', ids: [B], text: 'yes\nNo' },
    ]);
  });

  test('keeps no half of a character where it is cut', () => {
    const [answered] = commandsIn(`/answer ${A} ${'x'.repeat(3_999)}😀`);
    expect(answered).toMatchObject({ kind: 'answer', text: 'x'.repeat(3_999) });
  });
});

describe('a comment that resembles an answer counts for nothing, with a reason', () => {
  test.each([
    ['a condition', `/approve ${A} but only if green`, /more than ids/],
    ['`all` beside an id', `/approve all ${A}`, /more than ids/],
    ['backticks around the id', `/approve \`${A}\``, /more than ids/],
    ['an invisible character', `/approve ${A}\u200B`, /more than ids/],
    ['a full stop', `/approve ${A}.`, /more than ids/],
    ['a wrong id', '/approve ap-bad', /more than ids/],
    [
      'a denial in code below a note that ends with `with`',
      `/approve ${A} --note what to go on with\n\`\`\`\n/deny ${A}\n\`\`\``,
      /begins like a command/,
    ],
    ['another dash', `/approve ${A} —note x`, /more than ids/],
    ['a denial of no id', '/deny ap-bad no', /does not begin with an id/],
    ['a denial in backticks', `/deny \`${A}\` no`, /does not begin with an id/],
    ['an answer without an id', '/answer blue', /does not begin with an id/],
    ['an answer without a text', `/answer ${A}`, /no text/],
    ['another word', `/approved ${A}`, /begins like a command/],
    ['a misspelt word', `/aprove ${A}`, /begins like a command/],
    ['a letter of another alphabet', `/\u0430pprove ${A}`, /begins like a command/],
    ['a denial with such a letter below it', '/approve all\n/d\u0435ny all', /a line of it/],
    ['a word of its own', `/reject ${A}`, /begins like a command/],
    ['no slash', `approve ${A}`, /begins like a command/],
    ['a mention before it', `@octo-bot[bot], /approve ${A}`, /begins like a command/],
    ['a list', `- /approve ${A}`, /begins like a command/],
    ['emphasis', `**/approve ${A}**`, /begins like a command/],
    ['HTML', `<b>/approve ${A}</b>`, /begins like a command/],
    ['a full-width slash', `／approve ${A}`, /begins like a command/],
    ['an invisible character before it', `\u200B/approve ${A}`, /begins like a command/],
    ['an invisible character in it', `/app\u200Brove ${A}`, /begins like a command/],
    ['a wide blank', `/approve\u00A0${A}`, /begins like a command/],
    ['two byte order marks', '\uFEFF\uFEFF/approve all', /begins like a command/],
    ['a line separator', `/approve ${A}\u2028/deny ${A}`, /begins like a command/],
    ['backticks around it', `\`/approve ${A}\``, /begins like a command/],
    ['a fence', `\`\`\`\n/approve ${A}\n\`\`\``, /in code/],
    ['the indent of code', `    /approve ${A}`, /in code/],
    ['an HTML comment', `<!--\n/approve ${A}\n-->`, /in code/],
    ['an HTML comment before it', `<!-- -->/approve ${A}`, /begins like a command/],
    [
      'text behind an HTML comment above it',
      `<!-- --> Not yet:\n/approve ${A}`,
      /below other text/,
    ],
    ['nothing but a quote', `> /approve ${A}`, /in a quote/],
    ['a quote directly above it', `> why?\n/approve ${A}`, /in a quote/],
    ['a quote above it, and a line of a wide blank', `> why?\n\u00A0\n/approve ${A}`, /in a quote/],
    ['prose above it', `Looks good.\n/approve ${A}`, /below other text/],
    ['a denial below prose', `/approve ${A}\nBut:\n/deny ${B} no`, /below other text/],
    ['a misspelt denial below it', `/approve ${A}\n/dney ${B} no`, /a line of it/],
    ['a denial without a slash below it', `/approve ${A}\ndeny ${B} no`, /a line of it/],
    ['a denial in code below it', `/approve ${A}\n\`/deny ${B}\``, /a line of it/],
    ['a denial in a list below it', `/approve ${A}\n- /deny ${B}`, /a line of it/],
    ['a misspelt denial in an answer', `/answer ${A} yes\n/dny ${B} no`, /a line of it/],
    ['a denial in a heading below it', `/approve ${A}\n# /deny ${B}`, /a line of it/],
    ['a denial in a table below it', `/approve ${A}\n\n| deny ${B} |\n|--|`, /a line of it/],
    ['a denial behind a box below it', `/approve ${A}\n- [x] /deny ${B}`, /a line of it/],
    ['a denial behind a dash below it', `/approve ${A}\n— /deny ${B}`, /a line of it/],
    ['a denial behind a picture below it', `/approve ${A}\n🚫 /deny ${B}`, /a line of it/],
    ['a denial within a line below it', `/approve ${A}\nEdit: /deny ${B}`, /within a line/],
    ['a denial within its note', `/approve ${A} --note ok /deny ${B} no`, /within a line/],
    ['a bare denial that is misspelt', '/approve all\n/dennied', /a line of it/],
    ['the command of another program', `/approve ${A}\n/label bug`, /a line of it/],
    [
      'a malformed end of a run below it',
      `/approve ${A}\n/cancel ap-x`,
      /does not begin with an id/,
    ],
    ['a malformed denial below it', `/approve ${A}\n/deny ap-x no`, /does not begin with an id/],
    ['`/resume` beside it', `/approve ${A}\n/resume`, /`\/resume`/],
    ['a bare denial below it', `/approve ${A}\nDENY`, /text below its command refuses/],
    ['a no below it', `/approve ${A}\n\nNo!`, /text below its command refuses/],
    ['a thumb down below it', `/approve ${A}\n👎🏽`, /text below its command refuses/],
    [
      'a denial of `all` below it',
      '/approve all\n**Deny all of this**',
      /below its command refuses/,
    ],
    [
      'a denial below a denial',
      `/deny ${B}\n/approve ${A}\nRejected.`,
      /below its command refuses/,
    ],
    ['an id in the next line', `/approve\n${A}`, /names no call behind/],
    ['an exception of `all`', `/approve all\n\nbut not ${A.toUpperCase()}`, /names no call behind/],
    ['an exception in a note', `/approve all --note except ${A}`, /names no call behind/],
    ['a vertical tab in a note', `/approve ${A} --note x\v/deny ${A}`, /begins like a command/],
    ['a next line in a note', `/approve ${A} --note x\u0085/deny ${A}`, /begins like a command/],
    ['an end of runs with an id behind other words', `/cancel please ${A}`, /before other words/],
    ['an end of all runs with an id', `/cancel all ${A}`, /before other words/],
    ['an end of all runs but one', `/cancel all but \`${A}\``, /before other words/],
    ['an end of runs with half an id', '/cancel please ap-0123…', /before other words/],
    ['an end of one run by its own id', `/cancel run-${'0'.repeat(16)}`, /ids of calls/],
    ['an end of runs with an id in the next line', `/cancel\n${A}`, /behind `\/cancel`/],
    ['an end of runs with half an id below it', '/cancel\n\nap-0123… only', /behind `\/cancel`/],
    [
      'an end of runs with the id of a run below it',
      `/cancel wrong branch\n\nI mean \`run-${'0'.repeat(16)}\`.`,
      /behind `\/cancel`/,
    ],
    ['an approval of all with half an id below it', '/approve all\nbut ap-0123…', /names no call/],
    ['an end of runs below a quoted id', `> \`${A}\`: rm -r x\n\n/cancel`, /behind `\/cancel`/],
    ['an end of runs with another id below it', `/deny ${A}\n/cancel\n${B}`, /behind `\/cancel`/],
    ['an end of runs with half an id below', `/deny ${A}\n/cancel\nap-0123…`, /behind `\/cancel`/],
    ['an end of runs with an id in a reason', `/deny no, ${A}\n/cancel`, /behind `\/cancel`/],
    ['an end of runs with an id in code', `/cancel\n\`\`\`\n${A}\n\`\`\``, /behind `\/cancel`/],
    ['more commands than one comment may have', '/cancel\n'.repeat(101), /more than 100/],
  ])('%s', (_name, body, because) => {
    expect(parseAnswer(body)).toMatchObject({ kind: 'unclear', resembles: true });
    expect(commandsIn(body)).toMatch(because);
  });

  test.each(['👍', ' 👍🏽 ', ':+1:', 'LGTM!', 'Approve', 'approve all.', '👎', '❌', 'denied'])(
    'the whole comment %j',
    (body) => {
      expect(parseAnswer(body)).toMatchObject({ kind: 'unclear', resembles: true, ids: [] });
    },
  );

  test('with the ids that it holds, and whether it seems to deny', () => {
    expect(parseAnswer(`deny \`${A}\` and ${B.toUpperCase()}`)).toMatchObject({
      ids: [A, B],
      denies: true,
    });
    expect(parseAnswer(`> /deny ${A}\n\n/approve ${A} please`)).toMatchObject({ denies: false });
    expect(parseAnswer('👎')).toMatchObject({ denies: true });
    expect(parseAnswer(`/countersign deny: ${A}`)).toMatchObject({ denies: true });
    expect(parseAnswer(`/countersign approve: ${A}`)).toMatchObject({ denies: false });
    expect(parseAnswer(`Fine, but /deny ${A}`)).toMatchObject({ denies: true, resembles: false });
  });
});

test('an id in prose or in a quote is a mention', () => {
  for (const body of [`Is ${A} safe?`, `> /approve ${A}\n\nWhat does this do?`, `see \`${A}\``])
    expect(parseAnswer(body)).toMatchObject({ kind: 'unclear', resembles: false, ids: [A] });
});

test('other text is nothing', () => {
  const bodies = [
    '',
    'Approved changes go to main. Deny lists stay.',
    '/etc/passwd is read',
    'I would /approve this',
    `x${A}`,
    `${A}x`,
    '👍 for the idea',
    '> quoted',
    '/countersign fix it',
  ];
  for (const body of bodies) expect(parseAnswer(body), body).toEqual({ kind: 'none' });
});

test('`/resume` stands alone, with a run or without', () => {
  expect(parseAnswer(' /Resume \r\n\r\nplease')).toEqual({ kind: 'resume', run: null });
  expect(parseAnswer('/resume RUN-A')).toEqual({ kind: 'resume', run: 'run-a' });
  expect(parseAnswer('/resume run-a now')).toMatchObject({ kind: 'unclear' });
});

describe('whatever a comment holds', () => {
  const id = fc.constantFrom(A, B);
  const word = fc.constantFrom(
    'please',
    'ok',
    '`',
    '>',
    '-',
    '/etc/x',
    '<!--',
    '-->',
    '```',
    'ap-x',
  );
  const line = fc.oneof(
    fc.tuple(fc.constantFrom('/approve', '/deny', '/answer', 'deny', '/Deny', ' /deny'), id, word),
    fc.tuple(word, word, id),
    fc.tuple(word, word, word),
    fc.tuple(fc.constantFrom('> ', '    ', '```', '`'), fc.constant('/deny'), id),
  );
  const body = fc
    .array(line, { maxLength: 8 })
    .map((lines) => lines.map((words) => words.join(' ')).join('\n'));

  test('reading it never throws, and no command names an id that the comment does not hold', () => {
    fc.assert(
      fc.property(fc.oneof(body, fc.string({ unit: fc.codePoint })), (text) => {
        const parsed = parseAnswer(text);
        if (parsed.kind !== 'commands') return;
        for (const named of parsed.commands.flatMap(namedIds)) expect(text).toContain(named);
        expect(text).toMatch(/^\s*\/(approve|deny|answer|cancel)/im);
      }),
      { numRuns: 400 },
    );
  });

  test('text without a command never becomes an approval by quotes, code and prose around it', () => {
    fc.assert(
      fc.property(body, fc.constantFrom('> ', '    ', '- ', 'I say '), (text, prefix) => {
        const marked = text.split('\n').map((each) => `${prefix}${each}`);
        for (const around of [marked, ['~~~~', ...marked, '~~~~'], ['', ...marked, '', 'Yes.']])
          expect(parseAnswer(around.join('\n')).kind).not.toBe('commands');
      }),
    );
  });

  test('a denial beside an approval is read, or the comment counts for nothing', () => {
    const denial = fc
      .tuple(fc.constantFrom('', ' ', '- ', '@bot ', '**', '`'), fc.constantFrom('/', ''))
      .map(([before, slash]) => `${before}${slash}deny ${B} no`);
    fc.assert(
      fc.property(body, denial, body, (before, denied, after) => {
        // The text of an answer, a quote and open code may hold anything.
        fc.pre(!/\/answer|>|`|<!--/.test(before + after));
        const parsed = parseAnswer([`/approve ${A}`, before, denied, after].join('\n'));
        if (parsed.kind !== 'commands') return;
        expect(
          parsed.commands.some((one) => one.kind === 'deny' && namedIds(one).includes(B)),
        ).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

test('hostile bodies are read in no time', () => {
  const bodies = [
    `/approve ${' --note'.repeat(9_000)}`,
    `/deny ${`${A},`.repeat(5_000)}`,
    `/approve ${', '.repeat(32_000)}`,
    '@a'.repeat(32_000),
    '<!--'.repeat(16_000),
    '<!---'.repeat(13_000),
    `${'> '.repeat(1_000)}\n`.repeat(32),
    `/deny ${A}\n`.repeat(4_000),
    `x\n/approve ${A}\n`.repeat(3_000),
  ];
  for (const body of bodies) parseAnswer(body);
});
