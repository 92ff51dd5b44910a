/** Programs whose words are addresses even without a scheme: `curl example.com/a`. */
const TAKES_BARE_HOSTS: ReadonlySet<string> = new Set(
  'curl wget aria2c http https xh ftp sftp ssh telnet nc ncat'.split(' '),
);
/** Programs that take `HOST:path`; of git, only the subcommands that reach another repository. */
const COPIES: ReadonlySet<string> = new Set(['scp', 'rsync', 'sftp']);
const REMOTE_SUBCOMMANDS: ReadonlySet<string> = new Set(
  'clone fetch pull push ls-remote remote submodule'.split(' '),
);

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
  const isCopy =
    COPIES.has(name) ||
    (name === 'git' && words.some(({ text }) => text !== null && REMOTE_SUBCOMMANDS.has(text)));
  return words.flatMap(({ text, source }) => {
    const word = text ?? source;
    const authorities = [...word.matchAll(AUTHORITY)].map(([, authority = '']) => authority);
    const copied = (isCopy ? /^([^/:\s]+):(?!\/\/)/ : /^([\w.-]+@[\w.-]+):/).exec(word)?.[1];
    if (copied !== undefined) authorities.push(copied);
    if (TAKES_BARE_HOSTS.has(name) && text !== null && !text.startsWith('-'))
      authorities.push(text.replace(/^(?:https?:)?\/*/i, '').split(/[/?#\s]/)[0] ?? '');
    return authorities.flatMap(hostsOf);
  });
}

/** Programs disagree about `a.example\@b.example`: both are named. */
function hostsOf(authority: string): readonly string[] {
  const readings = new Set([authority, authority.split('\\')[0] ?? '']);
  return [...readings].flatMap((reading) => {
    const host = reading.slice(reading.lastIndexOf('@') + 1);
    const address = `http://${host}/`;
    if (URL.canParse(address)) return [new URL(address).host];
    const start = /^[\w.-]+/.exec(host)?.[0];
    return start === undefined ? [] : [start.toLowerCase()];
  });
}
