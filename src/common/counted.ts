/** A number with what it counts: `1 call`, `2 calls`; `plural` where an `s` does not make it. */
export function counted(count: number, one: string, plural = `${one}s`): string {
  return `${count} ${count === 1 ? one : plural}`;
}
