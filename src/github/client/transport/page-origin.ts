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
