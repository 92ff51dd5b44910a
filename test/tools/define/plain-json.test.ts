import { describe, expect, test } from 'vitest';
import { plainJson } from '../../../src/tools/define/plain-json.ts';

class Denial {
  readonly reason = 'no';
  get decision(): string {
    return 'deny';
  }
}

class Point {
  readonly x = 1;
  readonly y = 2;
  length(): number {
    return Math.hypot(this.x, this.y);
  }
}

describe('what JSON would drop is refused:', () => {
  test.each([
    ['a field that is a getter of its class', new Denial()],
    [
      'a field of a prototype',
      Object.assign(Object.create({ decision: 'deny' }), { reason: 'no' }),
    ],
    ['a map with a field of its own', Object.assign(new Map(), { reason: 'no' })],
    ['such an object within another', { decisions: [new Denial()] }],
    ['a promise', Promise.resolve({ decision: 'deny' })],
  ])('%s', (_name, value) => {
    expect(() => plainJson(value)).toThrow('a value that JSON does not have');
  });
});

test.each([
  ['an instance with fields and methods', new Point(), { x: 1, y: 2 }],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
  ['an address', new URL('https://example.com/'), 'https://example.com/'],
  ['nothing', undefined, null],
])('%s is the JSON that it says', (_name, value, json) => {
  expect(plainJson(value)).toEqual(json);
});
