import {
  hasRandomChunk,
  isCommonValue,
  isHarmlessValue,
  isPathLike,
  isPlaceholder,
} from './harmless-values.ts';
import { isJsonObject, type Json } from '../json.ts';
import { classOfName, namesSecretAddress, namesSecrets } from './names.ts';
import { secretsOfUrl } from './urls.ts';

/** A value whose name says nothing is a secret from this length on. */
const MIN_UNNAMED_CHARS = 8;
/** One whose name says that it is a secret, from this. */
const MIN_NAMED_CHARS = 4;
/** Numbers with fewer digits are ports, sizes and counts, whatever they are called. */
const MIN_NUMBER_DIGITS = 6;
/** Lines of a secret are secrets themselves from this length on. */
const MIN_LINE_CHARS = 8;
/** A value that is described by its name (`TEAM_NAME`) is a secret only if a run of it, this long, looks random. */
const MIN_RANDOM_IN_DESCRIBED = 20;
/** Values in values: JSON in JSON, pairs in lines. */
const MAX_DEPTH = 4;
const MAX_LINES = 500;
const MAX_STRUCTURED_CHARS = 1_000_000;

const ARMOUR = /^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/;
/** A line of a `.env`, `.npmrc` or YAML file: its name and its value. */
const ASSIGNMENT =
  /^(?:export\s{1,8}|-\s{1,8})?["']?([\w./:@-]{1,100}?)["']?\s{0,4}(?:=|:(?=\s|$))\s{0,4}(.*)$/;
const PAIRS = /^[\w .-]{1,60}=[^;]*(?:;[\w .-]{1,60}=[^;]*)+;?$/;
const NETRC_PASSWORD = /\b(?:password|account)\s{1,20}(\S+)/g;
const NETRC = /^(?:machine|login|default|macdef)\s/;
const OPTION = /(?<!\S)-{0,2}([A-Za-z][\w-]{1,60})=(\S{4,})/g;
const QUOTED = /^(["'])(.*)\1$/s;

interface Named {
  readonly name: string;
  readonly value: string;
  /** What holds it is called a secret: `fields` where some fields of it may be public, `all` where none is. */
  readonly inside?: 'fields' | 'all' | undefined;
  readonly depth?: number;
}

/**
 * The secrets that a variable holds: itself, and the passwords, fields and lines in it. Empty where its name or its
 * value says that it is none.
 */
export function secretsOfVariable(name: string, value: string): readonly string[] {
  return [...new Set(secretsOf({ name, value }))];
}

/** A value that is a secret for certain, and the passwords, fields and lines in it. */
export function partsOfSecret(secret: string): readonly string[] {
  const value = secret.trim();
  if (value === '') return [];
  const parts = structured({ name: 'SECRET', value, inside: 'fields' }) ?? pairsIn(value);
  return [...new Set([value, ...parts, ...(secretsOfUrl(value) ?? [])])];
}

function secretsOf({ name, value: text, inside, depth = 0 }: Named): readonly string[] {
  const value = unquoted(text.trim());
  const own = inside === 'all' ? 'secret' : classOfName(name);
  if (own === 'harmless' || value.length < MIN_NAMED_CHARS || depth > MAX_DEPTH) return [];
  const isSecret = own === 'secret' || (inside !== undefined && own === 'unknown');
  const within = namesSecrets(name) ? 'all' : 'fields';
  const parts = structured({ name, value, inside: isSecret ? within : undefined, depth });
  if (parts !== null) {
    const isWhole = parts.length > 0 || (isSecret && parsedJson(value) === undefined);
    return isWhole ? [value, ...parts] : [];
  }
  const address = secretsOfUrl(value, namesSecretAddress(name));
  if (address !== null) return address;
  if (isSecret) {
    const isNamed = classOfName(name) === 'secret';
    return isNamedSecret(value, isNamed) ? [value, ...pairsIn(value)] : [];
  }
  if (own === 'described') {
    const isRandom = hasRandomChunk(value, MIN_RANDOM_IN_DESCRIBED) && !isPathLike(value);
    return isRandom ? [value] : pairsIn(value);
  }
  const pairs = pairsIn(value);
  const isSecretValue = value.length >= MIN_UNNAMED_CHARS && !isHarmlessValue(value);
  return pairs.length > 0 || isSecretValue ? [value, ...pairs] : [];
}

/** What a name that says so makes a secret: anything but what is common, a small number, or a place of a secret. */
function isNamedSecret(value: string, isNamed: boolean): boolean {
  if (value.length < (isNamed ? MIN_NAMED_CHARS : MIN_UNNAMED_CHARS)) return false;
  if (/^[\d.,:]+$/.test(value) && value.length < MIN_NUMBER_DIGITS) return false;
  if (isCommonValue(value) || isPlaceholder(value)) return false;
  return !(/^[/~.]|^[A-Za-z]:\\/.test(value) && isPathLike(value));
}

/** The secrets in JSON, pairs and lines; `null` for what is all of one piece. */
function structured(named: Named): readonly string[] | null {
  const { value } = named;
  if (value.length > MAX_STRUCTURED_CHARS) return null;
  const json = parsedJson(value);
  if (json !== undefined) return secretsOfJson(json, named);
  if (PAIRS.test(value)) {
    return value.split(';').flatMap((pair) => {
      const [name = '', inner = ''] = pair.split(/=(.*)/s);
      return secretsOf({ name: name.trim(), value: inner, depth: depthBelow(named) });
    });
  }
  return /[\r\n]/.test(value) ? secretsOfLines(value, named) : null;
}

function secretsOfJson(json: Json, named: Named): readonly string[] {
  if (typeof json === 'string')
    return secretsOf({ ...named, value: json, depth: depthBelow(named) });
  if (typeof json !== 'object' || json === null || depthBelow(named) > MAX_DEPTH) return [];
  const below = { inside: named.inside, depth: depthBelow(named) };
  const fields: readonly (readonly [string, Json])[] = isJsonObject(json)
    ? Object.entries(json)
    : json.map((item) => [named.name, item]);
  return fields.flatMap(([name, field]) =>
    typeof field === 'string'
      ? secretsOf({ name, value: field, ...below })
      : secretsOfJson(field, { name, value: '', ...below }),
  );
}

function secretsOfLines(text: string, named: Named): readonly string[] {
  return text
    .split(/[\r\n]+/)
    .slice(0, MAX_LINES)
    .flatMap((line) => secretsOfLine(line.trim(), named));
}

function secretsOfLine(line: string, named: Named): readonly string[] {
  if (line === '' || line.startsWith('#') || ARMOUR.test(line)) return [];
  const passwords = [...line.matchAll(NETRC_PASSWORD)].map((match) => match[1] ?? '');
  if (passwords.length > 0) return passwords.filter((password) => isNamedSecret(password, true));
  if (NETRC.test(line)) return [];
  const [, name = '', value = ''] = ASSIGNMENT.exec(line) ?? [];
  // What ends in `=` may as well be base64.
  if (name !== '' && (/[^=\s]/.test(value) || line.endsWith(':')))
    return secretsOf({ name, value, inside: named.inside, depth: depthBelow(named) });
  if (line.length < MIN_LINE_CHARS) return [];
  const isSecret = named.inside === undefined ? hasRandomChunk(line) : !isCommonValue(line);
  return isSecret ? [line] : [];
}

/** The values of pairs in one line whose names say that they are secret: `--token=…`, `host=… password=…`. */
function pairsIn(value: string): readonly string[] {
  return [...value.matchAll(OPTION)].flatMap(([, name = '', inner = '']) => {
    const isSecret = classOfName(name) === 'secret' && isNamedSecret(unquoted(inner), true);
    return isSecret ? [unquoted(inner)] : [];
  });
}

function unquoted(value: string): string {
  return QUOTED.exec(value)?.[2] ?? value;
}

function depthBelow({ depth = 0 }: Named): number {
  return depth + 1;
}

function parsedJson(value: string): Json | undefined {
  if (!/^[[{]/.test(value)) return undefined;
  try {
    const json: Json = JSON.parse(value);
    return json;
  } catch {
    return undefined;
  }
}
