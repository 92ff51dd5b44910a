import { createRedactor, type StreamingRedactor } from '../base/index.ts';
import type { Policy } from '../policy/index.ts';

const SECRET_NAME = /(?:TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_?KEY)/i;
const MIN_SECRET_CHARS = 8;

/** The policy's `redact.patterns`, as a redactor takes them. */
export function patternsOf(policy: Policy): { name: string; regex: string }[] {
  return policy.redactPatterns.map((regex) => ({ name: 'policy', regex }));
}

/**
 * A redactor that knows every secret that this process can see: those it was given by name, and each variable of
 * the environment whose name says that it is one.
 */
export function redactorFor(
  environment: Readonly<Record<string, string | undefined>>,
  known: Readonly<Record<string, string | null>>,
): StreamingRedactor {
  const fromEnvironment = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && SECRET_NAME.test(name) && value.length >= MIN_SECRET_CHARS
      ? [{ kind: 'environment', value }]
      : [],
  );
  const given = Object.entries(known).flatMap(([kind, value]) =>
    value === null ? [] : [{ kind, value }],
  );
  return createRedactor({ secrets: [...given, ...fromEnvironment] });
}
