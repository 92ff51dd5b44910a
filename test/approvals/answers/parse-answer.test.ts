import { describe, expect, test } from 'vitest';
import { parseAnswer } from '../../../src/approvals/index.ts';
import * as fc from '../../properties.ts';

const A = 'ap-0123456z';
const B = 'ap-zzzzzzzz';

describe('an answer', () => {
  test('approves one, several or all', () => {
    expect(parseAnswer(`/approve ${A}`)).toEqual({ kind: 'approve', ids: [A], unreadable: [] });
    expect(parseAnswer(`/approve ${A} ${B}`)).toMatchObject({ ids: [A, B] });
    expect(parseAnswer(`/approve ${A},${B.toUpperCase()}, ${A}`)).toMatchObject({
      ids: [A, B],
      unreadable: [],
    });
    expect(parseAnswer(`/approve\t${A}  `)).toMatchObject({ ids: [A] });
    expect(parseAnswer('/approve all')).toEqual({ kind: 'approve', ids: 'all', unreadable: [] });
    expect(parseAnswer('/approve all --note go on')).toEqual({
      kind: 'approve',
      ids: 'all',
      unreadable: [],
      note: 'go on',
    });
    expect(parseAnswer(`/approve ${A} --note a --note b`)).toMatchObject({ note: 'a --note b' });
  });

  test('is the first line, after a byte order mark, with any newline', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(parseAnswer(`\uFEFF/approve ${A}${end}/deny ${A} no`)).toEqual({
        kind: 'approve',
        ids: [A],
        unreadable: [],
      });
    }
  });

  test('denies with a reason', () => {
    expect(parseAnswer(`/deny ${A} ${B} too risky, sorry`)).toEqual({
      kind: 'deny',
      ids: [A, B],
      unreadable: [],
      reason: 'too risky, sorry',
    });
    expect(parseAnswer(`/deny ${A}`)).toMatchObject({ ids: [A], reason: '' });
    expect(parseAnswer('/deny all no')).toMatchObject({ ids: 'all', reason: 'no' });
    expect(parseAnswer('/deny allowed nothing')).toMatchObject({ ids: [] });
    expect(parseAnswer('/deny because')).toMatchObject({ ids: [], reason: 'because' });
    expect(parseAnswer('/deny ap-bad')).toMatchObject({ ids: [], unreadable: ['ap-bad'] });
  });

  test('answers a question with all of its text, and cancels', () => {
    expect(parseAnswer(`/answer ${A} first\nsecond`)).toEqual({
      kind: 'answer',
      ids: [A],
      unreadable: [],
      text: 'first\nsecond',
    });
    expect(parseAnswer('/cancel wrong branch')).toEqual({ kind: 'cancel', reason: 'wrong branch' });
  });

  test('names what cannot be read, so that a condition is no approval', () => {
    expect(parseAnswer(`/approve ${A} but only if green`)).toMatchObject({
      ids: [A],
      unreadable: ['but', 'only', 'if', 'green'],
    });
    expect(parseAnswer(`/approve all ${A}`)).toMatchObject({ ids: [A], unreadable: ['all'] });
    expect(parseAnswer(`/approve ${'x '.repeat(500)}${A}`)).toMatchObject({
      unreadable: expect.objectContaining({ length: 500 }),
    });
    expect(parseAnswer(`/approve \`${A}\``)).toMatchObject({ ids: [], unreadable: [`\`${A}\``] });
    expect(parseAnswer(`/approve ${A}\u200B`)).toMatchObject({
      ids: [],
      unreadable: [`${A}\u200B`],
    });
    expect(parseAnswer(`/approve ${A} —note x`)).toMatchObject({ unreadable: ['—note', 'x'] });
    expect(parseAnswer('/approve')).toMatchObject({ ids: [] });
  });

  test('is not one in a quote, a fence, indented, in the middle of a line, later, or as another word', () => {
    const bodies = [
      `> /approve ${A}`,
      `\`\`\`\n/approve ${A}\n\`\`\``,
      `    /approve ${A}`,
      `\t/approve ${A}`,
      ` /approve ${A}`,
      `please /approve ${A}`,
      `\n/approve ${A}`,
      `/approved ${A}`,
      `/approve-all`,
      `/approve\u00A0${A}`,
      `//approve ${A}`,
      `\u200B/approve ${A}`,
      `\`/approve ${A}\``,
      `<!-- -->/approve ${A}`,
      `- /approve ${A}`,
      `／approve ${A}`,
      'approve',
      '',
      '\uFEFF\uFEFF/approve all',
    ];
    for (const body of bodies) expect(parseAnswer(body), body).toBeNull();
  });

  test('keeps no half of a character where it is cut', () => {
    const answered = parseAnswer(`/answer ${A} ${'x'.repeat(3_999)}😀`);
    expect(answered).toMatchObject({ kind: 'answer', text: 'x'.repeat(3_999) });
  });

  test('never throws, and is never found without its first word in the first column', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (body) => {
        const answered = parseAnswer(body);
        if (answered !== null) expect(body).toMatch(/^\uFEFF?\/(approve|deny|answer|cancel)/);
      }),
    );
  });

  test('takes no longer for a hostile body', () => {
    const start = process.cpuUsage();
    parseAnswer(`/approve ${' --note'.repeat(10_000)}`);
    parseAnswer(`/deny ${`${A},`.repeat(5_000)}`);
    parseAnswer(`/approve ${', '.repeat(32_000)}`);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000);
  });
});
