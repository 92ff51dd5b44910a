const DIGITS = 4;

/** How much of a budget is used, in one line. Minutes have many decimals, of which four are shown. */
export function budgetLine(about: {
  readonly budget: string;
  readonly event: string;
  readonly used: number;
  readonly limit: number;
}): string {
  const { budget, event, used, limit } = about;
  const [shownUsed, shownLimit] = [used, limit].map((amount) => Number(amount.toFixed(DIGITS)));
  return `budget of ${budget} ${event}: ${shownUsed} of ${shownLimit}`;
}
