/** What `read` returns; `null` if it throws, whatever that is: for what may be missing, refused or over. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
