import { classOfName } from '../../secrets/names.ts';
import type { SecretRange } from '../ranges.ts';
import { looksRandom } from './random.ts';

/**
 * The end of a name that says that it is a secret, what assigns a value (`=`, `:`, `=>`, the end of a tag, an attribute, and for an
 * option a blank), perhaps the scheme of a header or the name of a cookie, and the value.
 */
const NAMED = new RegExp(
  [
    String.raw`(?:token|secret|passw(?:or)?d|pwd|key|auth|authorization|credentials?|cookie|session)`,
    String.raw`(?:["'\]]{0,2}[ \t]{0,3}(?:=>|:=|[:=>])[ \t]{0,3}|["'][ \t]{1,3}value=|(?<=--[\w-]{0,40})[ \t]{1,3})`,
    String.raw`["'\`]?(?:[A-Za-z][\w-]{1,20}[ \t]{1,3}|[\w.-]{1,40}=(?=[^=\s]))?`,
    String.raw`(?<secret>[\w~.+/-]{16,512}={0,2})`,
  ].join(''),
  'gi',
);
const NAME = /[\w.-]*$/;
const MAX_NAME_CHARS = 60;
/** Tokens that only continue a list. */
const OF_A_PAGE = /next|page|continuation|cursor/i;
/** A public key of SSH. */
const PUBLIC_KEY = /^AAAA[BCE]/;
/** A UUID is an id more often, unless the name says more than `token` or `key`. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NAME_BEFORE_UUID = /auth|secret|passw|api|access/i;
/** The key of a cache ends with a digest. */
const BARE_KEY = /^key$/i;
const ENDS_WITH_DIGEST = /(?:^|[^0-9A-Za-z])[0-9a-f]{32,128}$/i;

/** Random values behind a name in any case that says that they are secret, as in configuration files, headers and URLs. */
export function* findNamed(text: string): Generator<SecretRange> {
  for (const match of text.matchAll(NAMED)) {
    const value = match.groups?.['secret'] ?? '';
    const before = text.slice(Math.max(0, match.index - MAX_NAME_CHARS), match.index);
    const name = `${NAME.exec(before)?.[0] ?? ''}${/^[a-z]+/i.exec(match[0])?.[0] ?? ''}`;
    if (!isSecret(name, value)) continue;
    const end = match.index + match[0].length;
    yield { start: end - value.length, end, kind: 'named-secret', value };
  }
}

function isSecret(name: string, value: string): boolean {
  if (PUBLIC_KEY.test(value) || (BARE_KEY.test(name) && ENDS_WITH_DIGEST.test(value))) return false;
  const isRandom = UUID.test(value) ? NAME_BEFORE_UUID.test(name) : looksRandom(value);
  return isRandom && classOfName(name) === 'secret' && !OF_A_PAGE.test(name);
}
