const URL_HOST = /[a-z][a-z0-9+.-]*:\/\/(?:[^@/\s'"]*@)?(\[[0-9a-f:]+\]|[\w.-]+)/gi;

/** Hosts named by addresses in a word: `https://HOST/…`, `git@HOST:path`. */
export function hostsIn(text: string): string[] {
  const hosts = [...text.matchAll(URL_HOST)].map((match) => match[1] ?? '');
  const copied = /^[\w.-]+@([\w.-]+):/.exec(text)?.[1];
  return [...hosts, ...(copied === undefined ? [] : [copied])].map((host) => host.toLowerCase());
}
