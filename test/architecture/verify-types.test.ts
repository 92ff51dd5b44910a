/** The published types of the verifier against the program's own: this file is checked by the compiler, which is the test. */
import { expect, test } from 'vitest';
import * as own from '../../src/audit/index.ts';
import type * as published from '../../types/verify.d.ts';

type IsPart<A, B> = [A] extends [B] ? true : never;
type OwnOptions = NonNullable<Parameters<typeof own.verifyAt>[1]>;

const SAME: readonly true[] = [
  true satisfies IsPart<own.TrailVerdict, published.TrailVerdict>,
  true satisfies IsPart<published.VerifyOptions, OwnOptions>,
  true satisfies IsPart<OwnOptions, published.VerifyOptions>,
];
const verifyTrail: typeof published.verifyTrail = own.verifyAt;

test('the published types of the verifier are those of the program', () => {
  expect(SAME).not.toContain(false);
  expect(verifyTrail).toBe(own.verifyAt);
});
