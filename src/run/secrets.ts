import { createRedactor, type PatternedRedactor } from '../base/index.ts';
import type { Policy } from '../policy/index.ts';

const SECRET_NAME = /(?:TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_?KEY)/i;
const MIN_SECRET_CHARS = 8;

/** The policy's `redact.patterns`, as a redactor takes them. */
export function patternsOf(policy: Policy): { name: string; regex: string }[] {
  return policy.redactPatterns.map((regex) => ({ name: 'policy', regex }));
}

/** Not a secret, whatever its name is like: a number of tokens, which occurs anywhere. */
const NUMBER_OF_TOKENS = /(?:^|[_-])MAX[_-]TOKENS$/i;
const HEADERS_NAME = /^OTEL_EXPORTER_OTLP_(?:\w+_)?HEADERS$/;

/** The values of this environment that are secrets by the names of their variables. */
export function secretsIn(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const values = Object.entries(environment).flatMap(([name, value = '']) => {
    if (HEADERS_NAME.test(name)) return headerValues(value);
    return SECRET_NAME.test(name) && !NUMBER_OF_TOKENS.test(name) ? [value] : [];
  });
  return [...new Set(values)].filter((value) => value.length >= MIN_SECRET_CHARS);
}

/** Headers for a collector hold credentials: each value, as written and as sent, and without its scheme (`Bearer …`). */
function headerValues(text: string): readonly string[] {
  const values = text.split(',').map((part) => part.slice(part.indexOf('=') + 1).trim());
  const plain = values.map((value) => value.replaceAll(/%20/g, ' '));
  return [...values, ...plain, ...plain.map((value) => value.replace(/^\w+ +/, ''))];
}

/**
 * A redactor that knows every secret that this process can see: those it was given by name, and each variable of
 * the environment whose name says that it is one.
 */
export function redactorFor(
  environment: Readonly<Record<string, string | undefined>>,
  known: Readonly<Record<string, string | null>>,
): PatternedRedactor {
  const fromEnvironment = secretsIn(environment).map((value) => ({ kind: 'environment', value }));
  const given = Object.entries(known).flatMap(([kind, value]) =>
    value === null ? [] : [{ kind, value }],
  );
  return createRedactor({ secrets: [...given, ...fromEnvironment] });
}
