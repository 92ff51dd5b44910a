/**
 * Makes a value when it is first asked for, and keeps it: a start pays only for what the run uses. A `make` that throws is
 * asked again the next time.
 */
export function memoize<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The same for what is asked by arguments: each is asked once, and whoever asks again has the first answer, a failure too. */
export function memoizeBy<A extends readonly (string | number | undefined)[], T>(
  ask: (...of: A) => Promise<T>,
): (...of: A) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (...of) => {
    const key = JSON.stringify(of);
    const answer = asked.get(key) ?? ask(...of);
    asked.set(key, answer);
    return answer;
  };
}
