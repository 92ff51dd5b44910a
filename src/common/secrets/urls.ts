import { hasRandomChunk, isCommonValue } from './harmless-values.ts';
import { classOfName } from './names.ts';

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
export function secretsOfUrl(value: string, isSecretAddress = false): readonly string[] | null {
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
  try {
    return [...new Set([text, decodeURIComponent(text)])];
  } catch {
    return [text];
  }
}
