import { blockedPort, type Environment, invalidInput, trimEnd } from '../common/index.ts';

/** The API that `GITHUB_API_URL` names; github.com's without it. Throws `input-invalid` for another text than a URL. */
export function apiUrlIn(environment: Environment): string {
  return urlIn(environment, 'GITHUB_API_URL', 'https://api.github.com');
}

/** The pages that `GITHUB_SERVER_URL` names; github.com's without it. Throws `input-invalid` for another text than a URL. */
export function serverUrlIn(environment: Environment): string {
  return urlIn(environment, 'GITHUB_SERVER_URL', 'https://github.com');
}

/** The URL without a slash at its end, because paths are appended. An empty variable counts as unset. */
function urlIn(environment: Environment, name: string, otherwise: string): string {
  const given = environment[name] || otherwise;
  const port = blockedPort(given);
  if (/^https?:$/.test(URL.parse(given)?.protocol ?? '') && port === null)
    return trimEnd(given, '/');
  const problem =
    port === null ? 'is not a URL' : `has the port ${port}, to which no request can be sent`;
  throw invalidInput(
    `The environment variable ${name} ${problem}: ${JSON.stringify(given)}.`,
    `Write a URL, such as ${otherwise}.`,
  );
}

/**
 * The origin of the pages of the GitHub with this API, such as `https://github.com` for `https://api.github.com`; `null` for an
 * address that is none of github.com, ghe.com or Enterprise Server.
 */
export function pageOriginOf(apiUrl: string): string | null {
  const { protocol, host, pathname, origin } = new URL(apiUrl);
  if (host === 'api.github.com' || (host.startsWith('api.') && host.endsWith('.ghe.com')))
    return `${protocol}//${host.slice('api.'.length)}`;
  return /^\/api\/v3\/?$/.test(pathname) ? origin : null;
}
