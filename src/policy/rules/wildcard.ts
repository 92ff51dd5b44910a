/**
 * Whether `text` is `parts` in order with any characters between them: `['a', 'b']` is `a*b`. Greedy from the left,
 * which is enough for `*` alone and linear: no expression is built from what a person or a model wrote.
 */
export function matchesParts(text: string, parts: readonly string[]): boolean {
  const first = parts[0] ?? '';
  if (parts.length < 2) return text === first;
  const last = parts[parts.length - 1] ?? '';
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, from);
    if (found === -1 || found + part.length > end) return false;
    from = found + part.length;
  }
  return from <= end;
}

/** Matches a name (of a tool or a host) against a pattern in which `*` is any characters. */
export function matchesName(name: string, pattern: string): boolean {
  return pattern.includes('*') ? matchesParts(name, pattern.split('*')) : name === pattern;
}
