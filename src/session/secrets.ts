import {
  classOfName,
  createRedactor,
  type Environment,
  type PatternedRedactor,
  secretsOfVariable,
} from '../common/index.ts';
import type { Policy } from '../policy/index.ts';

/** A value that is a secret, and the variable that holds it. */
interface EnvironmentSecret {
  readonly name: string;
  readonly value: string;
}

/** The policy's `redact.patterns`, as a redactor takes them. */
export function patternsOf(policy: Policy): { name: string; regex: string }[] {
  return policy.redactPatterns.map((regex) => ({ name: 'policy', regex }));
}

const HEADERS_NAME = /^OTEL_EXPORTER_OTLP_(?:\w+_)?HEADERS$/;
/** The runner's values of these variables are public, even if a workflow passes them on under another name. */
const RUNNER_NAME = /^GITHUB_/;
const MIN_HEADER_CHARS = 8;

/**
 * The secrets of this environment: every value, unless its variable has a harmless name, or it is itself short, common
 * or public (docs/secrets.md). The first variable with a value names it.
 */
export function secretsOfEnvironment(environment: Environment): readonly EnvironmentSecret[] {
  const known = publicValues(environment);
  const found = new Map<string, string>();
  for (const [name, text = ''] of Object.entries(environment)) {
    const value = text.trim();
    if (known.has(value)) continue;
    const values = HEADERS_NAME.test(name) ? headerValues(value) : secretsOfVariable(name, value);
    for (const secret of values) {
      if (!known.has(secret) && !found.has(secret)) found.set(secret, name);
    }
  }
  return [...found].map(([value, name]) => ({ name, value }));
}

export function secretsIn(environment: Environment): readonly string[] {
  return secretsOfEnvironment(environment).map(({ value }) => value);
}

/** The repository, its parts, the branch, the commit and the people, which the runner gives to every step. */
function publicValues(environment: Environment): ReadonlySet<string> {
  const values = Object.entries(environment).flatMap(([name, value = '']) =>
    RUNNER_NAME.test(name) && classOfName(name) === 'harmless' ? [value.trim()] : [],
  );
  const parts = (environment['GITHUB_REPOSITORY'] ?? '').split('/');
  return new Set([...values, ...parts]);
}

/**
 * Headers for an OpenTelemetry collector hold credentials: hides each value as written, decoded, and without its scheme
 * (`Bearer …`).
 */
function headerValues(text: string): readonly string[] {
  const values = text.split(',').map((part) => part.slice(part.indexOf('=') + 1).trim());
  const plain = values.map((value) => value.replaceAll(/%20/g, ' '));
  return [...values, ...plain, ...plain.map((value) => value.replace(/^\w+ +/, ''))].filter(
    (value) => value.length >= MIN_HEADER_CHARS,
  );
}

/** A shorter path is not what makes a URL secret. */
const MIN_WEBHOOK_PATH_CHARS = 16;

/**
 * A redactor for every secret that this process can see: the given ones and those of the environment. Each is named
 * after its variable, so that people see which one a redaction replaces.
 */
export function redactorFor(
  environment: Environment,
  known: Readonly<Record<string, string | null>>,
): PatternedRedactor {
  const fromEnvironment = secretsOfEnvironment(environment).map(({ name, value }) => ({
    kind: `env-${name}`,
    value,
  }));
  const given = Object.entries(known).flatMap(([kind, value]) =>
    value === null ? [] : [{ kind, value }],
  );
  return createRedactor({ secrets: [...given, ...fromEnvironment] });
}

/** A webhook's URL as secrets to redact: the whole of it, and the path, which alone gives access. */
export function webhookSecrets(url: string | null): Readonly<Record<string, string | null>> {
  const parsed = url === null ? null : URL.parse(url);
  const path = parsed === null ? '' : `${parsed.pathname}${parsed.search}`;
  return {
    'notify-webhook': url,
    'notify-webhook-path': path.length >= MIN_WEBHOOK_PATH_CHARS ? path : null,
  };
}
