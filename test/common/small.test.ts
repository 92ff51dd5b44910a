import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  CountersignError,
  crockford,
  digestOf,
  errorText,
  isJsonObject,
  type Json,
  newRunId,
  OUTCOMES,
  sanitizeJson,
  sha256,
  systemClock,
} from '../../src/common/index.ts';
import * as fc from '../properties.ts';

describe('canonicalJson', () => {
  it('is RFC 8785: keys by UTF-16 unit, numbers as ECMAScript has them, nothing escaped without need', () => {
    expect(
      canonicalJson({
        '\u20ac': 1,
        '\r': 2,
        '\ufb33': 3,
        '1': 4,
        '\ud83d\ude00': 5,
        '\u0080': 6,
        ö: 7,
      }),
    ).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
    expect(
      canonicalJson([Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0, '\u000f\u2028"\\/']),
    ).toBe('[333333333.3333333,1e+30,4.5,0.002,1e-27,0,"\\u000f\u2028\\"\\\\/"]');
  });

  it('is one text for one value, whatever the order of its keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as Json;
        const text = canonicalJson(plain);
        expect(canonicalJson(shuffled(plain))).toBe(text);
        expect(JSON.parse(text)).toEqual(plain);
      }),
    );
  });

  it('throws on what JSON cannot carry', () => {
    for (const value of [Number.NaN, Infinity, '\ud800', { a: ['\udc00'] }]) {
      expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ code: 'internal' }));
    }
    expect(() => canonicalJson(undefined as unknown as Json)).toThrow(CountersignError);
  });
});

function shuffled(value: Json): Json {
  if (Array.isArray(value)) return value.map(shuffled);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, child]) => [key, shuffled(child)]),
  );
}

describe('sanitizeJson', () => {
  it('gives any text a canonical form, and leaves whole text alone', () => {
    expect(sanitizeJson('a\ud83db\udc00\ud83d\ude00')).toBe('a\ufffdb\ufffd😀');
    fc.assert(
      fc.property(fc.string({ unit: fc.codePoint }), (text) => {
        const clean = sanitizeJson(text);
        return (
          typeof clean === 'string' &&
          clean.isWellFormed() &&
          (!text.isWellFormed() || clean === text)
        );
      }),
    );
  });
});

describe('digests', () => {
  it('are SHA-256 in lower-case hexadecimal, of text, bytes and values', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256(Buffer.from('abc'))).toBe(sha256('abc'));
    expect(digestOf({ b: 1, a: [] })).toBe(sha256('{"a":[],"b":1}'));
  });
});

describe('crockford', () => {
  it('takes five bits a character, from the left, without i, l, o and u', () => {
    expect(crockford(Uint8Array.of(0, 0, 0, 0, 0), 8)).toBe('00000000');
    expect(crockford(Uint8Array.of(255, 255, 255, 255, 255), 8)).toBe('zzzzzzzz');
    expect(crockford(Uint8Array.of(0b00001_000, 0b10_00011_0, 0b0100_0000), 4)).toBe('1234');
  });

  it('refuses to give more characters than there are bits', () => {
    expect(() => crockford(Uint8Array.of(1), 2)).toThrow(
      expect.objectContaining({ code: 'internal' }),
    );
  });
});

describe('newRunId', () => {
  it('is a name of its own each time', () => {
    const ids = new Set(Array.from({ length: 500 }, newRunId));
    expect(ids.size).toBe(500);
    for (const id of ids) expect(id).toMatch(/^run-[0-9a-hjkmnp-tv-z]{16}$/);
  });
});

describe('errors', () => {
  it('keep code, fix and cause, and read as message and fix', () => {
    const cause = new Error('EIO');
    const error = new CountersignError('trail-unwritable', 'It cannot be written.', {
      fix: 'Free space.',
      cause,
    });
    expect(error).toMatchObject({ code: 'trail-unwritable', cause, name: 'CountersignError' });
    expect(errorText(error)).toBe('It cannot be written. Free space.');
    expect(errorText(new CountersignError('internal', 'Oh.'))).toBe('Oh.');
    expect([errorText(cause), errorText('text'), errorText(null), errorText(undefined)]).toEqual([
      'EIO',
      'text',
      'null',
      'undefined',
    ]);
  });

  it('of anything that was thrown have a text', () => {
    expect(errorText(Object.create(null))).toBe('Something that has no text was thrown.');
    expect(errorText(new Error(''))).toBe('Error');
    const numbered = Object.assign(new Error('x'), { message: 404 });
    const silent = Object.assign(new Error('x'), { message: Object.create(null) });
    expect([numbered, silent].map(errorText)).toEqual([
      '404',
      'Something that has no text was thrown.',
    ]);
    const both = new AggregateError([new Error('connect ECONNREFUSED ::1:1'), new Error('x')]);
    expect(errorText(new TypeError('fetch failed', { cause: both }))).toBe(
      'fetch failed: connect ECONNREFUSED ::1:1',
    );
  });
});

describe('systemClock', () => {
  it('sleeps, and ends with the reason of its signal', async () => {
    const startedMs = systemClock.monotonicMs();
    await systemClock.sleep(20);
    expect(systemClock.monotonicMs() - startedMs).toBeGreaterThanOrEqual(15);
    const stop = new AbortController();
    const slept = systemClock.sleep(60_000, stop.signal);
    stop.abort(new Error('enough'));
    await expect(slept).rejects.toThrow('enough');
    await expect(systemClock.sleep(1, AbortSignal.abort(new Error('before')))).rejects.toThrow(
      'before',
    );
    expect(Math.abs(systemClock.now().getTime() - Date.now())).toBeLessThan(600_000);
  });
});

describe('isJsonObject', () => {
  it('is for objects that are not arrays and not null', () => {
    expect([{}, { a: 1 }].every(isJsonObject)).toBe(true);
    expect([null, [], 'x', 1, undefined].some(isJsonObject)).toBe(false);
  });
});

describe('outcomes', () => {
  it('are distinguished by name', () => {
    expect(new Set(OUTCOMES).size).toBe(OUTCOMES.length);
  });
});
