import {
  hasRandomChunk,
  isCommonValue,
  isHarmlessValue,
  isPathLike,
  isPlaceholder,
} from './harmless-values.ts';
import { isJsonObject, type Json, parseJson } from '../json/json.ts';
import { percentDecoded } from '../text/text.ts';
import { classOfName, namesSecretAddress, namesSecrets } from './names.ts';

/** The minimum length of a secret whose name does not say that it is one. */
const MIN_UNNAMED_CHARS = 8;
/** The minimum length of a secret whose name marks it. */
const MIN_NAMED_CHARS = 4;
/** Numbers with fewer digits are ports, sizes and counts, under any name. */
const MIN_NUMBER_DIGITS = 6;
/** The minimum length of a line of a secret that is a secret itself. */
const MIN_LINE_CHARS = 8;
/** A value with a describing name (`TEAM_NAME`) is a secret only if a run of this length looks random. */
const MIN_RANDOM_IN_DESCRIBED = 20;
/** The maximum nesting: JSON in JSON, pairs in lines. */
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
/** `--token=…`, `-Dpassword=…`, `password=…;` in options, connection strings and text after an address. */
const OPTION = /(?<![^\s;&?,(])-{0,2}(?:D(?=[a-z]))?([A-Za-z][\w.-]{1,60})=([^\s;&]{4,})/g;
/** The credentials after the scheme of a header, or after the user in an option of curl. */
const CREDENTIAL =
  /\b(?:Bearer|Basic|token)\s{1,4}([\w.~+/=-]{8,})|(?<!\S)(?:-u|--user)[ =]{0,2}["']?[^\s:"']{1,100}:([^\s"']{4,})/gi;
/** `scott/tiger@` of Oracle. */
const ORACLE = /^jdbc:oracle:\w{1,10}:[^/@\s]{1,100}\/([^@\s]{4,})@/i;
/** Variables with options and addresses for programs, which may contain a password. */
const TAKES_OPTIONS = /(?:OPTIONS|OPTS|FLAGS|ARGS|PROXY)$/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;
const QUOTED = /^(["'])(.*)\1$/s;

interface Named {
  readonly name: string;
  readonly value: string;
  /** How the name of the container marks secrets: `fields` if some fields may be public, `all` if none is. */
  readonly inside?: 'fields' | 'all' | undefined;
  readonly depth: number;
}

/**
 * The secrets in a variable: itself, and the passwords, fields and lines in it. Empty if its name or value says that it
 * is none.
 */
export function secretsOfVariable(name: string, value: string): readonly string[] {
  return [...new Set(secretsOf({ name, value, depth: 0 }))];
}

/** A value that is certainly a secret, and the passwords, fields and lines in it. */
export function partsOfSecret(secret: string): readonly string[] {
  const value = secret.trim();
  if (value === '') return [];
  const parts = fieldsOfSecret(value, 0) ?? pairsIn(value);
  return [...new Set([value, ...parts, ...(secretsOfUrl(value) ?? [])])];
}

function secretsOf({ name, value: text, inside, depth }: Named): readonly string[] {
  const value = unquoted(text.trim());
  const own = inside === 'all' ? 'secret' : classOfName(name);
  if (value.length < MIN_NAMED_CHARS || depth > MAX_DEPTH) return [];
  if (own === 'harmless') return TAKES_OPTIONS.test(name) ? credentialsIn(value) : [];
  const isSecret = own === 'secret' || (inside !== undefined && own === 'unknown');
  const within = namesSecrets(name) ? 'all' : 'fields';
  const parts = structured({ name, value, inside: isSecret ? within : undefined, depth });
  if (parts !== null) {
    const isWhole = parts.length > 0 || (isSecret && parsedJson(value) === undefined);
    return isWhole ? [value, ...parts] : [];
  }
  const address = secretsOfUrl(value, namesSecretAddress(name));
  if (address !== null) return [...address, ...pairsIn(value)];
  if (isSecret) {
    const isNamed = classOfName(name) === 'secret';
    const inner = [...pairsIn(value), ...decodedParts(value, depth)];
    return isNamedSecret(value, isNamed) ? [value, ...inner] : [];
  }
  if (own === 'described') {
    const isRandom = hasRandomChunk(value, MIN_RANDOM_IN_DESCRIBED) && !isPathLike(value);
    return isRandom ? [value] : pairsIn(value);
  }
  const pairs = pairsIn(value);
  const isSecretValue = value.length >= MIN_UNNAMED_CHARS && !isHarmlessValue(value);
  if (pairs.length === 0 && !isSecretValue) return [];
  return [value, ...pairs, ...decodedParts(value, depth)];
}

/** The password of an address, and of options for programs. */
function credentialsIn(value: string): readonly string[] {
  const passwords = value.split(/[\s,|]+/).flatMap((part) => {
    const parts = part.includes('@') ? (secretsOfUrl(part) ?? []) : [];
    return parts.filter((one) => one !== part);
  });
  return [...passwords, ...pairsIn(value)];
}

/** The decoded content of a base64 secret: a configuration file, or a user and a password (`auth` of a registry). */
function decodedParts(value: string, depth: number): readonly string[] {
  const text = textOfBase64(value);
  if (text === null) return [];
  const [, password = ''] = /^[^:\s]{1,100}:(\S+)$/.exec(text) ?? [];
  return fieldsOfSecret(text, depth + 1) ?? [password].filter((one) => isNamedSecret(one, true));
}

function textOfBase64(value: string): string | null {
  if (value.length > MAX_STRUCTURED_CHARS || !BASE64.test(value)) return null;
  const text = Buffer.from(value, 'base64').toString('utf8').trim();
  return text.length < MIN_UNNAMED_CHARS || /[^\t\n\r -~\u00A0-\uFFFC]/.test(text) ? null : text;
}

/** Whether a value with the name of a secret is one: not if it is common, a small number, or a path to a secret. */
function isNamedSecret(value: string, isNamed: boolean): boolean {
  if (value.length < (isNamed ? MIN_NAMED_CHARS : MIN_UNNAMED_CHARS)) return false;
  if (/^[\d.,:]+$/.test(value) && value.length < MIN_NUMBER_DIGITS) return false;
  if (isCommonValue(value) || isPlaceholder(value)) return false;
  return !(/^[/~.]|^[A-Za-z]:\\/.test(value) && isPathLike(value));
}

/** The secrets in a structure that is a secret as a whole; `null` for a value without structure. */
function fieldsOfSecret(value: string, depth: number): readonly string[] | null {
  return structured({ name: 'SECRET', value, inside: 'fields', depth });
}

/** The secrets in JSON, pairs and lines; `null` for a value without such a structure. */
function structured(named: Named): readonly string[] | null {
  const { value, depth } = named;
  if (value.length > MAX_STRUCTURED_CHARS) return null;
  const json = parsedJson(value);
  if (json !== undefined) return secretsOfJson(json, named);
  if (PAIRS.test(value)) {
    return value.split(';').flatMap((pair) => {
      const [name = '', inner = ''] = pair.split(/=(.*)/s);
      return secretsOf({ name: name.trim(), value: inner, depth: depth + 1 });
    });
  }
  return /[\r\n]/.test(value) ? secretsOfLines(value, named) : null;
}

function secretsOfJson(json: Json, named: Named): readonly string[] {
  if (typeof json === 'string') return secretsOf({ ...named, value: json });
  if (typeof json !== 'object' || json === null || named.depth >= MAX_DEPTH) return [];
  const fields: readonly (readonly [string, Json])[] = isJsonObject(json)
    ? Object.entries(json)
    : json.map((item) => [named.name, item]);
  return fields.flatMap(([name, field]) =>
    secretsOfJson(field, { ...named, name, depth: named.depth + 1 }),
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
  // A value that ends with `=` may also be base64.
  if (name !== '' && (/[^=\s]/.test(value) || line.endsWith(':')))
    return secretsOf({ name, value, inside: named.inside, depth: named.depth + 1 });
  if (line.length < MIN_LINE_CHARS) return [];
  const isSecret = named.inside === undefined ? hasRandomChunk(line) : !isCommonValue(line);
  return isSecret ? [line] : [];
}

/**
 * The secrets in one line: values with the names of secrets (`--token=…`, `host=… password=…`), credentials, a line of
 * `.netrc`.
 */
function pairsIn(value: string): readonly string[] {
  const line = value.slice(0, MAX_STRUCTURED_CHARS);
  const named = [...line.matchAll(OPTION)].flatMap(([, name = '', inner = '']) =>
    classOfName(name) === 'secret' ? [unquoted(inner)] : [],
  );
  const credentials = [...line.matchAll(CREDENTIAL)].flatMap(([, token, password]) => {
    if (token !== undefined) return isHarmlessValue(token) ? [] : [token];
    return password !== undefined && /\d/.test(password) ? [password] : [];
  });
  const others = [
    ...credentials,
    ...(NETRC.test(line) ? [...line.matchAll(NETRC_PASSWORD)].map(([, one = '']) => one) : []),
    ORACLE.exec(line)?.[1] ?? '',
  ];
  return [...named, ...others].filter((one) => isNamedSecret(one, true));
}

function unquoted(value: string): string {
  return QUOTED.exec(value)?.[2] ?? value;
}

function parsedJson(value: string): Json | undefined {
  return /^[[{]/.test(value) ? parseJson(value) : undefined;
}

const MAX_URL_CHARS = 8_000;
/** A user without a password is a token from this length on. */
const MIN_TOKEN_USER_CHARS = 20;
const MIN_PASSWORD_CHARS = 4;

const SCHEME = /^(?:jdbc:)?[a-z][a-z0-9+.-]{1,30}:\/\//i;
const URL_PARTS =
  /^(?:(?<user>[^/?#@:\s]*)(?::(?<password>[^/?#@\s]*))?@)?(?<host>[^/?#@\s]*)(?<path>[^?#\s]*)(?:\?(?<query>[^#\s]*))?(?:#\S*)?$/;
/** The same for a password with unescaped reserved characters. */
const ODD_PASSWORD =
  /^(?<user>[^/?#@:\s]*):(?!\d{1,5}(?:\/|$))(?<password>\S+)@(?<host>[^/?#@\s]*)(?<path>[^?#\s]*)$/;
/** Services whose addresses alone grant access. */
const SECRET_ADDRESS = new RegExp(
  [
    String.raw`hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/.`,
    String.raw`discord(?:app)?\.com/api/(?:v\d+/)?webhooks/.`,
    String.raw`webhook\.office\.com/.|outlook\.office(?:365)?\.com/webhook|logic\.azure\.com.*[?&]sig=`,
    String.raw`hooks\.zapier\.com/hooks/.|maker\.ifttt\.com/.*/key/.|api\.telegram\.org/bot.|hook\.[\w.]+make\.com/.`,
    String.raw`hc-ping\.com/.|chat\.googleapis\.com/.*[?&]key=|webhook\.site/.|mattermost.*/hooks/.`,
  ].join('|'),
  'i',
);
/** On these hosts ids in paths are public, or useless by themselves. */
const PUBLIC_IDS =
  /^(?:[\w-]+\.)*(?:github\.com|githubusercontent\.com|ghcr\.io|githubapp\.com|blob\.core\.windows\.net)(?::\d+)?$/i;

/**
 * The secrets in an address: itself, its password, and the parts that look random. Empty for a public one, `null` for
 * an invalid one. `isSecretAddress`: by its name, whoever knows the address can use it.
 */
function secretsOfUrl(value: string, isSecretAddress = false): readonly string[] | null {
  if (value.length > MAX_URL_CHARS || !SCHEME.test(value)) return null;
  const rest = value.replace(SCHEME, '');
  const groups = (ODD_PASSWORD.exec(rest) ?? URL_PARTS.exec(rest))?.groups;
  if (groups === undefined) return null;
  const { user = '', password = '', host = '', path = '', query = '' } = groups;
  const parts = [
    ...secretUserInfo(user, password),
    ...(PUBLIC_IDS.test(host) ? [] : path.split('/').filter((part) => hasRandomChunk(part))),
    ...secretParameters(query),
  ];
  const leadsSomewhere = path.length > 1 || query !== '' || user !== '';
  if (parts.length > 0 || SECRET_ADDRESS.test(rest) || (isSecretAddress && leadsSomewhere))
    return [value, ...parts];
  return [];
}

function secretUserInfo(user: string, password: string): readonly string[] {
  if (password === '') {
    return user.length >= MIN_TOKEN_USER_CHARS || hasRandomChunk(user) ? withDecoded(user) : [];
  }
  const isSecret = password.length >= MIN_PASSWORD_CHARS && !isCommonValue(password);
  return isSecret ? withDecoded(password) : [];
}

function secretParameters(query: string): readonly string[] {
  return query
    .split('&')
    .flatMap((parameter) => {
      const [name = '', value = ''] = parameter.split(/=(.*)/s);
      const isSecret =
        classOfName(name) === 'secret' && !isCommonValue(value)
          ? value.length >= MIN_PASSWORD_CHARS
          : hasRandomChunk(value, 16);
      return isSecret ? withDecoded(value) : [];
    })
    .filter((part) => part.length >= MIN_PASSWORD_CHARS);
}

function withDecoded(text: string): readonly string[] {
  return [...new Set([text, percentDecoded(text)])];
}
