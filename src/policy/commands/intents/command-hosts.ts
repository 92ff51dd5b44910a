/** Programs whose words are addresses even without a scheme: `curl example.com/a`. */
const TAKES_BARE_HOSTS: ReadonlySet<string> = new Set(
  'curl wget aria2c http https xh ftp sftp ssh telnet nc ncat'.split(' '),
);
/** Programs that take `HOST:path`. */
const COPIES: ReadonlySet<string> = new Set(['scp', 'rsync', 'sftp']);
/** Subcommands of git that reach another repository. A host of theirs has a dot, which `HEAD:main` has not. */
const REMOTE_SUBCOMMANDS: ReadonlySet<string> = new Set(
  'clone fetch pull push ls-remote remote submodule'.split(' '),
);
const HOST_AND_PATH = /^([^/:\s]+):(?!\/\/)/;
const DOTTED_HOST_AND_PATH = /^((?:[^/:\s]+@)?[^/:\s]+\.[^/:\s]+):(?!\/\/)/;
const USER_AND_HOST = /^([\w.-]+@[\w.-]+):/;

/** The scheme is looked for backwards from `://`: forwards, a long word without one would be read again from each of its letters. */
const AUTHORITY = /(?<=[a-z][a-z0-9+.-]*):\/\/([^/?#\s'"]*)/gi;

/**
 * The hosts that the words of a command name, each as a network tool would have it: in lower case, `xn--` and `127.0.0.1` for
 * their other spellings, with a port unless it is 80. A word that is known only at run time is read as it is written.
 */
export function hostsNamed(
  name: string,
  words: readonly { readonly text: string | null; readonly source: string }[],
): readonly string[] {
  const isRemote =
    name === 'git' && words.some(({ text }) => text !== null && REMOTE_SUBCOMMANDS.has(text));
  const withPath = COPIES.has(name)
    ? HOST_AND_PATH
    : isRemote
      ? DOTTED_HOST_AND_PATH
      : USER_AND_HOST;
  return words.flatMap(({ text, source }) => {
    const word = text ?? source;
    const authorities = [...word.matchAll(AUTHORITY)].map(([, authority = '']) => authority);
    const copied = withPath.exec(word)?.[1] ?? USER_AND_HOST.exec(word)?.[1];
    if (copied !== undefined) authorities.push(copied);
    if (TAKES_BARE_HOSTS.has(name) && text !== null)
      authorities.push(...bareAddressesIn(text).map(authorityOf));
    return authorities.flatMap(hostsOf);
  });
}

/** A header as it is given to curl, wget and HTTPie: `Host: HOST`, `-HHost:HOST`, `--header=Host: HOST`. */
const HOST_HEADER = /^(?:-[a-z]*?|--[a-z-]+=)?\s*host\s*:\s*(.*)$/is;

/** The word itself, or the value in an option: `-xHOST:80`, `--all-proxy=HOST`. Of an option only what looks like a host. */
function bareAddressesIn(word: string): readonly string[] {
  const header = HOST_HEADER.exec(word)?.[1];
  if (header !== undefined) return [header];
  if (!word.startsWith('-')) return [word];
  const value = /^--[^=]*=(.*)$/s.exec(word)?.[1] ?? /^-[A-Za-z]([^-].*)$/s.exec(word)?.[1] ?? '';
  return /[.:]/.test(value) ? [value] : [];
}

function authorityOf(address: string): string {
  return address.replace(/^(?:https?:)?\/*/i, '').split(/[/?#\s]/)[0] ?? '';
}

/** Programs disagree about `a.example\@b.example`: both are named. */
function hostsOf(authority: string): readonly string[] {
  const readings = new Set([authority, authority.split('\\')[0] ?? '']);
  return [...readings].flatMap((reading) => {
    const host = reading.slice(reading.lastIndexOf('@') + 1);
    const address = `http://${host}/`;
    if (URL.canParse(address)) return [new URL(address).host];
    const start = /^[\w.-]+/.exec(host)?.[0];
    // `--connect-to HOST:PORT:HOST:PORT` names two.
    const others = host.split(/[:,[\]]/).filter((part) => part !== start && part.includes('.'));
    return [...(start === undefined ? [] : [start]), ...others].map((name) => name.toLowerCase());
  });
}
