/** GitHub's expressions, as far as the example workflows use them: https://docs.github.com/actions/reference/evaluate-expressions. */

/** What expressions see: `github`, `inputs`, `needs`, `secrets`, `steps`. */
export type Contexts = Readonly<Record<string, unknown>>;

const TOKEN =
  /\s*(?:('(?:[^']|'')*')|(-?\d+(?:\.\d+)?)|([A-Za-z_][\w-]*)|(\|\||&&|==|!=|[!().,[\]]))/y;

/** The value of an expression, without its `${{ }}`. */
export function evaluate(source: string, contexts: Contexts): unknown {
  const parser = parserOf(tokensOf(source), contexts);
  const value = parser.or();
  parser.end();
  return value;
}

/** A text with every `${{ }}` in it replaced. */
export function interpolate(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{([\s\S]*?)\}\}/g, (_whole, inner: string) =>
    textOf(evaluate(inner, contexts)),
  );
}

/** Whether an `if:` lets its job run. */
export function holds(condition: string, contexts: Contexts): boolean {
  return truthy(evaluate(condition.replace(/^\$\{\{([\s\S]*)\}\}$/, '$1'), contexts));
}

function tokensOf(source: string): readonly string[] {
  const tokens: string[] = [];
  const rest = source.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < rest.length) {
    const offset = TOKEN.lastIndex;
    const match = TOKEN.exec(rest);
    if (match === null) throw new Error(`Not an expression at ${offset}: ${rest}`);
    tokens.push(match[0].trim());
  }
  return tokens;
}

function parserOf(tokens: readonly string[], contexts: Contexts) {
  let offset = 0;
  const taken = (token: string): boolean => {
    if (tokens[offset] !== token) return false;
    offset += 1;
    return true;
  };
  const must = (token: string): void => {
    if (!taken(token)) throw new Error(`Expected ${token}, found ${tokens[offset] ?? 'the end'}.`);
  };
  const or = (): unknown => {
    let value = and();
    while (taken('||')) {
      const other = and();
      value = truthy(value) ? value : other;
    }
    return value;
  };
  const and = (): unknown => {
    let value = equal();
    while (taken('&&')) {
      const other = equal();
      value = truthy(value) ? other : value;
    }
    return value;
  };
  const equal = (): unknown => {
    const value = not();
    if (taken('==')) return same(value, not());
    if (taken('!=')) return !same(value, not());
    return value;
  };
  const not = (): unknown => (taken('!') ? !truthy(not()) : access());
  const access = (): unknown => {
    let value = primary();
    while (taken('.')) value = property(value, tokens[offset++] ?? '');
    return value;
  };
  const primary = (): unknown => {
    if (taken('(')) {
      const value = or();
      must(')');
      return value;
    }
    const token = tokens[offset++] ?? '';
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (/^-?\d/.test(token)) return Number(token);
    if (token === 'true' || token === 'false') return token === 'true';
    if (!taken('(')) return property(contexts, token);
    const values: unknown[] = [];
    while (!taken(')')) {
      values.push(or());
      taken(',');
    }
    return call(token, values);
  };
  return {
    or,
    end: () => {
      if (offset < tokens.length)
        throw new Error(`Something follows: ${tokens.slice(offset).join(' ')}`);
    },
  };
}

function call(name: string, [first, second]: readonly unknown[]): unknown {
  switch (name) {
    case 'contains':
      return Array.isArray(first)
        ? first.some((item) => same(item, second))
        : lower(first).includes(lower(second));
    case 'startsWith':
      return lower(first).startsWith(lower(second));
    case 'fromJSON':
      return JSON.parse(textOf(first)) as unknown;
    case 'cancelled':
      return false;
    default:
      throw new Error(`The function ${name} is not known here.`);
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) ?? null) : null;
}

function truthy(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false && value !== 0 && value !== '';
}

function same(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return lower(one) === lower(other);
  if (typeof one === typeof other) return one === other;
  return Number(one ?? 0) === Number(other ?? 0);
}

function lower(value: unknown): string {
  return textOf(value).toLowerCase();
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
