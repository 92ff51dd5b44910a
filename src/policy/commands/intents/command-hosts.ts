import { CURL_GLOB } from '../specs/downloads.ts';
import { byName, wordSet } from '../specs/table.ts';
import type { ExpandedWord } from '../walk/context.ts';
import { withoutVersion } from '../words/program-names.ts';

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
 * their other spellings, with a port unless it is 80. A word that is known only at run time is read as it is written.
 */
export function hostsNamed(
  name: string,
  words: readonly Pick<ExpandedWord, 'text' | 'source' | 'glob'>[],
): readonly string[] {
  const isRemote = reachesRemote(name, words);
  const withPath = COPIES.has(name)
    ? HOST_AND_PATH
    : isRemote
      ? DOTTED_HOST_AND_PATH
      : USER_AND_HOST;
  const options = HOST_OPTIONS.get(withoutVersion(name)) ?? [];
  return words.flatMap(({ text, source, glob }, index) => {
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
    return authorities.flatMap(hostsOf);
  });
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
 * The words, as they are written, of which a client takes a host that is known only at run time: `curl "https://$HOST/a"`, but not
 * `curl "https://api.example.com/$PAGE"`.
 */
export function wordsOfUnknownHosts(
  name: string,
  words: readonly Pick<ExpandedWord, 'text' | 'source' | 'prefix'>[],
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
  return words.flatMap(({ text, source, prefix }, index) => {
    if (text !== null) return [];
    const before = words[index - 1]?.text ?? '';
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
