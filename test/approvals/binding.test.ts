import { describe, expect, test } from 'vitest';
import { approvalDigest, approvalId, newNonce } from '../../src/approvals/index.ts';
import { type ApprovalBinding, readApprovalId } from '../../src/approvals/binding.ts';
import type { CommandProfile } from '../../src/policy/index.ts';
import * as fc from '../properties.ts';

const binding: ApprovalBinding = {
  tool: 'bash_run',
  input: { command: 'npm publish', cwd: '.' },
  policySha256: 'a'.repeat(64),
  headSha: 'b'.repeat(40),
  run: 'run-0123456789abcdef',
  call: 'c1',
  nonce: 'n',
};

const word = fc.constantFrom('a', 'b');
const lists = fc.constantFrom<readonly string[]>([], ['a'], ['a', 'b'], ['b', 'a']);
const flag = fc.boolean();
/** Every part of an approval, with few values, so that two often differ in one thing alone. */
const parts = {
  tool: word,
  input: fc.constantFrom(null, {}, { command: 'ls' }, { command: 'ls', cwd: '.' }, ['ls']),
  policySha256: word,
  headSha: word,
  run: word,
  call: word,
  nonce: word,
  files: fc.constantFrom({}, { a: null }, { a: 'x' }, { b: 'x' }, { a: 'x', b: null }),
  profile: fc.option(
    fc.record({
      name: fc.constantFrom<CommandProfile['name']>('reading', 'writing'),
      write: lists,
      show: lists,
      network: flag,
    }),
    { nil: undefined },
  ),
  places: fc.option(fc.constantFrom({ a: 'x' }, { a: 'y' }, { b: 'x' }, { a: 'x', b: 'x' }, {}), {
    nil: undefined,
  }),
  needs: fc.option(
    fc.record({
      from: fc.constantFrom([['a']], [['a', 'b']], [['a'], ['b']], [[]], []),
      count: fc.constantFrom(1, 2),
      self: flag,
      expireMs: fc.constantFrom(1, 2),
    }),
    { nil: undefined },
  ),
  owned: fc.option(fc.option(lists, { nil: null }), { nil: undefined }),
  plan: fc.option(word, { nil: undefined }),
} satisfies { readonly [name in keyof Required<ApprovalBinding>]: fc.Arbitrary<unknown> };

const FIELDS = ['name', 'write', 'show', 'network', 'from', 'count', 'self', 'expireMs'];

/** A binding without the parts that are not there. */
function present(whole: object): ApprovalBinding {
  const known = Object.entries(whole).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as unknown as ApprovalBinding;
}

/** The other value; of two objects with this field, the first with the other's field alone. */
function withField(one: unknown, other: unknown, field: string): unknown {
  const [first, second] = [one, other].map((value) =>
    typeof value === 'object' && value !== null && field in value
      ? (value as Readonly<Record<string, unknown>>)
      : null,
  );
  if (first === null || first === undefined || second === null || second === undefined)
    return other;
  return { ...first, [field]: second[field] };
}

describe('an approval', () => {
  test('is bound to everything that it is an approval of', () => {
    const others: Partial<ApprovalBinding>[] = [
      { tool: 'bash_run2' },
      { input: { command: 'npm publish ', cwd: '.' } },
      { input: { command: 'npm publish' } },
      { policySha256: 'c'.repeat(64) },
      { headSha: 'c'.repeat(40) },
      { run: 'run-1' },
      { call: 'c2' },
      { nonce: 'm' },
      { files: { 'a.sh': 'd'.repeat(64) } },
      { files: { 'a.sh': null } },
    ];
    const digests = [binding, ...others.map((other) => ({ ...binding, ...other }))].map(
      approvalDigest,
    );
    expect(new Set(digests).size).toBe(digests.length);
    expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  test('differs from any approval that differs in one part of it, also in whether the part is there', () => {
    const bound = fc.record(parts).map(present);
    const names = fc.constantFrom(...(Object.keys(parts) as (keyof ApprovalBinding)[]));
    const fields = fc.constantFrom(...FIELDS);
    fc.assert(
      fc.property(bound, bound, names, fields, (one, other, name, field) => {
        const value = withField(one[name], other[name], field);
        const changed = present({ ...one, [name]: value });
        const isSame = JSON.stringify(one[name]) === JSON.stringify(value);
        expect(approvalDigest(one) === approvalDigest(changed)).toBe(isSame);
      }),
      { numRuns: 2_000 },
    );
  });

  test('does not depend on the order of keys, and no files are the same as none named', () => {
    expect(approvalDigest({ ...binding, input: { cwd: '.', command: 'npm publish' } })).toBe(
      approvalDigest(binding),
    );
    expect(approvalDigest({ ...binding, files: {} })).toBe(approvalDigest(binding));
  });

  test('two different JSON inputs never have one digest', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        const [first, second] = [one, other].map(
          (input) => JSON.parse(JSON.stringify(input)) as ApprovalBinding['input'],
        );
        const same =
          approvalDigest({ ...binding, input: first! }) ===
          approvalDigest({ ...binding, input: second! });
        // Only the order of keys may differ, which is no difference.
        if (same) expect(first).toEqual(second);
      }),
    );
  });

  test('a nonce is never the same twice', () => {
    expect(newNonce()).not.toBe(newNonce());
    expect(newNonce()).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('an id', () => {
  test('is read in upper and lower case, with the letters that look like digits', () => {
    expect(readApprovalId('ap-0123456z')).toBe('ap-0123456z');
    expect(readApprovalId('AP-0123456Z')).toBe('ap-0123456z');
    expect(readApprovalId('ap-OoIiLl00')).toBe('ap-00111100');
  });

  test('is refused where it is anything else', () => {
    for (const text of [
      '',
      'ap-',
      '0123456z',
      'ap-0123456',
      'ap-0123456zz',
      'ap-0123456u',
      'ap_0123456z',
      'ap-0123 56z',
      ' ap-0123456z',
      'ap-０１２３４５６７',
      'ap-0123456z.',
      'ap-0123456\u212A',
    ]) {
      expect(readApprovalId(text)).toBeNull();
    }
  });

  test('made from any digest is read back as itself, however a person writes it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const id = approvalId(Buffer.from(bytes).toString('hex'));
        expect(readApprovalId(id)).toBe(id);
        expect(readApprovalId(id.toUpperCase())).toBe(id);
        expect(readApprovalId(id.replaceAll('0', 'O').replaceAll('1', 'l'))).toBe(id);
      }),
    );
  });
});
