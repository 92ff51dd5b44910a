/**
 * True where the environment names a proxy for requests to `url`, so that the client that knows proxies is loaded.
 * `NO_PROXY` is left to that client: asking it once too often costs a tenth of a second, asking it never a connection.
 */
export function isProxied(env: Readonly<Record<string, string | undefined>>, url: string): boolean {
  const name = url.toLowerCase().startsWith('http:') ? 'http_proxy' : 'https_proxy';
  return [name, name.toUpperCase()].some((key) => (env[key] ?? '') !== '');
}
