const PARTS_OF_A_DOLLAR = 1e10;

/** Dollars without the noise of binary fractions: no price of a token is finer than this. */
export function roundUsd(usd: number): number {
  return Math.round(usd * PARTS_OF_A_DOLLAR) / PARTS_OF_A_DOLLAR;
}
