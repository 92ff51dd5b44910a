/**
 * Makes a value when it is first asked for, and keeps it: a start pays only for what the run uses. A `make` that throws is
 * asked again the next time.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
