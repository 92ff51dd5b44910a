import { CURL_GLOB, CURL_SWITCHES } from '../specs/downloads.ts';
import { byName, wordSet } from '../specs/table.ts';
import type { ExpandedWord } from '../walk/context.ts';
import { withoutVersion } from '../words/program-names.ts';
import { hostOfKnownAddress, portPlace } from './known-address.ts';

/** Programs whose words are addresses even without a scheme: `curl example.com/a`. */
const TAKES_BARE_HOSTS = wordSet('curl wget aria2c http https xh ftp sftp ssh telnet nc ncat');
/** Programs that take `HOST:path`. */
const COPIES = wordSet('scp rsync sftp');
/** Subcommands of git that reach another repository. A host of theirs has a dot, which `HEAD:main` has not. */
const REMOTE_SUBCOMMANDS = wordSet('clone fetch pull push ls-remote remote submodule');
const HOST_AND_PATH = /^([^/:\s]+):(?!\/\/)/;
const DOTTED_HOST_AND_PATH = /^((?:[^/:\s]+@)?[^/:\s]+\.[^/:\s]+):(?!\/\/)/;
const USER_AND_HOST = /^([\w.-]+@[\w.-]+):/;

/** Options of clients whose value is a host, or several: `-hHOST`, `--host HOST`. */
const HOST_OPTIONS = byName<readonly string[]>({
  'mysql, mariadb, mysqldump, mariadb-dump, mysqladmin, psql, pg_dump, pg_restore, pg_isready, redis-cli, valkey-cli, mongosh, mongo, clickhouse-client, mosquitto_pub, mosquitto_sub, ldapsearch':
    ['-h', '--host'],
  sqlcmd: ['-S', '--server'],
  'kubectl, oc': ['-s', '--server'],
  'docker, podman': ['-H', '--host'],
  gh: ['--hostname'],
});
/** In the words of libpq: `psql "host=HOST dbname=x"`. */
const CONNECTION_HOST = /(?:^|\s)host(?:addr)?\s*=\s*'?([^\s']+)/g;

/** The scheme is looked for backwards from `://`: forwards, a long word without one would be read again from each of its letters. */
const AUTHORITY = /(?<=[a-z][a-z0-9+.-]*):\/\/([^/?#\s'"]*)/gi;

/**
 * The hosts that the words of a command name, each as a network tool would have it: in lower case, `xn--` and `127.0.0.1` for
 * their other spellings, with a port unless it is 80, and with `:*` if it may be every port. A word that is known only at run time is read as it
 * is written.
 */
export function hostsNamed(
  name: string,
  words: readonly Pick<ExpandedWord, 'text' | 'source' | 'glob' | 'plain'>[],
): readonly string[] {
  const isRemote = reachesRemote(name, words);
  const withPath = COPIES.has(name)
    ? HOST_AND_PATH
    : isRemote
      ? DOTTED_HOST_AND_PATH
      : USER_AND_HOST;
  const options = HOST_OPTIONS.get(withoutVersion(name)) ?? [];
  const named = words.flatMap((each, index) => {
    const { text, source, glob } = each;
    const word = text ?? source;
    // A wildcard of the shell that no file matches stays as it is written.
    if (name === 'curl' && (text !== null || glob !== undefined) && hasGlobInHost(word))
      return ['*'];
    const authorities = [...word.matchAll(AUTHORITY)].map(([, authority = '']) => authority);
    const copied = withPath.exec(word)?.[1] ?? USER_AND_HOST.exec(word)?.[1];
    if (copied !== undefined) authorities.push(copied);
    if (TAKES_BARE_HOSTS.has(name) && text !== null)
      authorities.push(...bareAddressesIn(text).map(authorityOf));
    authorities.push(...hostValues(options, word, words[index + 1]?.text ?? ''));
    if (name === 'psql')
      authorities.push(...[...word.matchAll(CONNECTION_HOST)].map(([, host = '']) => host));
    if (name === 'curl') authorities.push(...reachedInstead(words[index - 1]?.text ?? '', word));
    const known = text === null ? hostOfKnownAddress(each) : null;
    return [...authorities.flatMap(hostsOf), ...(known === null ? [] : [known])];
  });
  const withPorts = portsGiven(name, words).flatMap((port) =>
    named.filter((host) => !host.includes(':')).map((host) => `${host}:${port}`),
  );
  return [...named, ...withPorts];
}

/** Clients that take the port as a word behind the host, and other clients that take it as an option. */
const TAKES_PORT_WORD = wordSet('nc ncat netcat telnet');
const TAKES_PORT_OPTION = wordSet('ssh scp sftp');
/** A port: a word of its own, or attached to its option. */
const PORT = /^(-[pP]|--port=)?(\d{1,5})$/;
const PORT_OPTION = /^(?:-[pP]|--port)$/;

/** What may be the port of a host in another word: `nc HOST 80`, `psql -h HOST -p 5432`. One that is known only at run time may be any. */
function portsGiven(name: string, words: readonly Pick<ExpandedWord, 'text'>[]): readonly string[] {
  const takesWord = TAKES_PORT_WORD.has(name);
  if (!takesWord && !TAKES_PORT_OPTION.has(name) && !HOST_OPTIONS.has(withoutVersion(name)))
    return [];
  const place = portPlace(name, words);
  return words.flatMap(({ text }, index) => {
    if (text === null) return index === place ? ['*'] : [];
    const [, option, port] = PORT.exec(text) ?? [];
    const before = words[index - 1]?.text ?? '';
    const isPort = takesWord || option !== undefined || PORT_OPTION.test(before);
    return isPort && port !== undefined ? [port] : [];
  });
}

/** `--connect-to HOST:PORT:OTHER:PORT` reaches the other host, `--resolve HOST:PORT:ADDRESS,ADDRESS` one of the addresses. */
function reachedInstead(option: string, word: string): readonly string[] {
  const [, attached, value = word] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
  const name = attached ?? option;
  if (name.startsWith('--connect-t'))
    return [/^(?:\[[^\]]*\]|[^:]*):\d*:(.+)$/s.exec(value)?.[1]?.replace(/:$/, '') ?? ''];
  if (!name.startsWith('--reso')) return [];
  const addresses = /^[^:]*:\d+:(.+)$/s.exec(value)?.[1]?.split(',') ?? [];
  return addresses.map((each) => (/^[^[]*:/.test(each) ? `[${each}]` : each));
}

function reachesRemote(name: string, words: readonly Pick<ExpandedWord, 'text'>[]): boolean {
  return name === 'git' && words.some(({ text }) => text !== null && REMOTE_SUBCOMMANDS.has(text));
}

/** Clients beside these whose addresses have a scheme. */
const TAKES_ADDRESSES = wordSet('wget2 axel lynx w3m links elinks GET yt-dlp youtube-dl');
/** Programs that take a host as a word of its own. */
const TAKES_HOSTS = wordSet('ftp sftp ssh telnet nc ncat netcat ping');
/** How an address begins whose host is not complete: `https://`, `--url=http://localhost:`. */
const UNFINISHED_ADDRESS = /^[^\s"']*:\/\/[^/?#\s]*$/;
/** The same without a scheme: `api.`, `localhost:`. */
const UNFINISHED_HOST = /^[\w-]+(?:\.[\w-]*)*[.:]$|^[\w-]+(?:\.[\w-]*)+$/;
/** Clients whose address is the first operand, or the second behind a method: `http POST HOST NAME:VALUE`. */
const TAKES_ITEMS = wordSet('http https xh');
/** Options of clients whose value is in the next word and is no address. */
const TAKES_OTHER_VALUE =
  /^(?:-[a-zA-Z]*[ubcdowADEFHOPTX]|--(?:user|output|cookie|data|form|header|write-out|user-agent|request)\S*)$/;

/**
 * Options of curl by which it reaches another machine than the one of the address: what a socket leads to, or what a server of names or a
 * file says. By curl(1) 8.10, where they may be abbreviated.
 */
const REACHES_OTHERS = /^--(?:unix|abstract|dns-s|doh-u|alt-s)/;
/** Options of curl whose value is an address or a host, in the next word or behind `=`. */
const CURL_ADDRESS = new RegExp(
  `^(?:${CURL_SWITCHES}x|--(?:proxy|proxy1\\.0|prep[a-z]*|socks[\\da-z-]*|reso[a-z]*|connect-to|url?|ipfs[a-z-]*)(?:=.*)?)$`,
  's',
);

/**
 * The words, as they are written, by which a client reaches a host that is known only at run time: `curl "https://$HOST/a"` and
 * `curl --unix-socket FILE …`, but not `curl "https://api.example.com/$PAGE"`. `sameEnvironment`: variables that the source does not set
 * are those of the sandbox, which say no more than a user or a port.
 */
export function wordsOfUnknownHosts(
  name: string,
  words: readonly Pick<ExpandedWord, 'text' | 'source' | 'prefix' | 'plain'>[],
  { sameEnvironment }: { readonly sameEnvironment: boolean },
): readonly string[] {
  const takesHost = TAKES_HOSTS.has(name);
  const takesBareHost = TAKES_BARE_HOSTS.has(name);
  const isClient =
    takesHost ||
    takesBareHost ||
    TAKES_ADDRESSES.has(name) ||
    COPIES.has(name) ||
    HOST_OPTIONS.has(withoutVersion(name)) ||
    reachesRemote(name, words);
  if (!isClient) return [];
  const firstItem = TAKES_ITEMS.has(name) ? placeBehindAddress(words) : words.length;
  const port = sameEnvironment ? portPlace(name, words) : null;
  return words.flatMap((word, index) => {
    const { text, source, prefix, plain } = word;
    const before = words[index - 1]?.text ?? '';
    if (text !== null) return name === 'curl' && REACHES_OTHERS.test(text) ? [source] : [];
    if (index === port && plain === true) return [];
    if (sameEnvironment && hostOfKnownAddress(word) !== null) return [];
    if (name === 'curl' && (CURL_ADDRESS.test(before) || CURL_ADDRESS.test(prefix)))
      return [source];
    // Behind the address, only the value of an option is another one: `--proxy "http:$PROXY"`.
    const isItem = index >= firstItem && !before.startsWith('-');
    const isHost =
      takesBareHost && !isItem && UNFINISHED_HOST.test(prefix) && !TAKES_OTHER_VALUE.test(before);
    return isHost || UNFINISHED_ADDRESS.test(prefix) || (takesHost && prefix === '')
      ? [source]
      : [];
  });
}

/** The place behind the address of a request of HTTPie, which is its first operand that cannot be a method. */
function placeBehindAddress(words: readonly Pick<ExpandedWord, 'text'>[]): number {
  const address = words.findIndex(({ text }, index) => {
    const isValue = words[index - 1]?.text?.startsWith('-') === true;
    return text !== null && !isValue && /^(?!-).*[^a-zA-Z]/s.test(text);
  });
  return address === -1 ? words.length : address + 1;
}

/** The value of an option that names a host: in the word itself, or in the next one. */
function hostValues(options: readonly string[], word: string, next: string): readonly string[] {
  return options.flatMap((option) => {
    if (word === option) return next.split(',');
    const attached = option.startsWith('--') ? `${option}=` : option;
    return word.startsWith(attached) ? word.slice(attached.length).split(',') : [];
  });
}

const GLOB = new RegExp(CURL_GLOB, 'g');
const HOST_PART = /^(?:[^/?#\s]*:\/\/[^/?#\s]*|[\w.@:%{},[\]-]*)/;

/** Whether curl puts together the host of an address itself: `http://{a,b}.example`, `http://[a-c].example`. */
function hasGlobInHost(word: string): boolean {
  const end = HOST_PART.exec(word)?.[0].length ?? 0;
  return [...word.matchAll(GLOB)].some(({ index }) => index < end);
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
