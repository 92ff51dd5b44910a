import type { ExpandedWord } from '../walk/context.ts';

/** How an address begins that has a scheme, as a word of its own or as the value of an option. */
const SCHEME = /^(?:--[\w-]+=)?[a-z][a-z0-9+.-]*:\/\//i;
const HOST_AND_PORT = /^([\w-]+(?:\.[\w-]+)*)(?::(.*))?$/s;
/** A host that is no scheme. Without a value of `$A`, `http:$A//HOST` reaches the host behind it. */
const NO_SCHEME = /\.|^localhost$/i;
/** A port that is put together with a variable or by arithmetic. */
const PORT = /^\d*(?:\$\w+|\$\{\w+\}|\$\(\([^()]*\)\)|\d)$/;
/** A user, and perhaps a password, with variables in them. */
const USER = /^[\w.:${}-]*$/;

/**
 * The host of a word of which only the user or the port is known at run time: `http://localhost:$PORT/`. With `:*` if it is the port. Only
 * a number and a variable that the source does not set are no more than that: what a command prints could end in `@another.example`.
 * `null` for any other word.
 */
export function hostOfKnownAddress({
  source,
  plain,
}: Pick<ExpandedWord, 'source' | 'plain'>): string | null {
  if (plain !== true) return null;
  const address = source.replaceAll('"', '');
  const scheme = SCHEME.exec(address)?.[0] ?? '';
  const authority = address.slice(scheme.length).split(/[/?#]/)[0] ?? '';
  const behindUser = authority.lastIndexOf('@') + 1;
  const [, host, port] = HOST_AND_PORT.exec(authority.slice(behindUser)) ?? [];
  const user = authority.slice(0, behindUser).replace(/@$/, '');
  if (host === undefined || !USER.test(user)) return null;
  if (scheme === '' && !NO_SCHEME.test(host)) return null;
  if (port === undefined) return scheme === '' ? null : host.toLowerCase();
  return PORT.test(port) ? `${host.toLowerCase()}:*` : null;
}

/** Options of nc that take no value in any of its versions, by nc(1) of OpenBSD, nc.traditional(1) 1.10 and ncat(1) 7.95. */
const NC_SWITCH = /^-[46nuvzkt]+$/;

/** The place of the word that can only be a port, behind the host and options whose values are known: `nc -z HOST "$PORT"`. */
export function portPlace(
  name: string,
  words: readonly Pick<ExpandedWord, 'text'>[],
): number | null {
  if (!/^(?:nc|ncat|netcat|telnet)$/.test(name)) return null;
  let place = 0;
  for (; /^-./.test(words[place]?.text ?? ''); place += 1) {
    const text = words[place]?.text ?? '';
    if (text === '-w' && /^\d+$/.test(words[place + 1]?.text ?? '')) place += 1;
    else if (name === 'telnet' || !NC_SWITCH.test(text)) return null;
  }
  return /^\w/.test(words[place]?.text ?? '') ? place + 1 : null;
}
