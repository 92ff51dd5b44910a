import { classOfName } from '../../secrets/names.ts';
import type { SecretRange } from '../ranges.ts';
import { looksRandom } from './random.ts';

/**
 * A value and its name, in four parts: the end of a name that says that it is a secret; what assigns a value (`=`, `:`, `=>`, the
 * end of a tag, an attribute, and for an option a blank); perhaps the scheme of a header or the name of a cookie; the value.
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
const NAME = /(?:public )?[\w.-]*$/i;
const MAX_NAME_CHARS = 60;
/** Tokens that only continue a list, and keys that only tell entries apart. */
const OF_A_LIST =
  /(?:(?:next|page|continuation|cursor|sync|delta|skip|resume)[_-]?token|(?:restore|shard|hash|lock|group|row|dedup|idempotency|unique|concurrency)[_-]?key)$/i;
/** `checksum/secret: …`, as Helm annotates what depends on a secret. */
const OF_A_DIGEST = /(?:checksum|digest|fingerprint)[/_.-][\w.-]*$/i;
const DIGEST = /^[0-9a-f]{32,128}$/;
/** A public key of SSH or of Stripe, and the fingerprint of one of OpenPGP. */
const PUBLIC_KEY = /^(?:AAAA[BCE]|pk_(?:live|test)_|(?:0x)?[0-9A-F]{40}$)/;
const FILE_NAME = /\.[a-z][a-z0-9]{1,4}$/;
/** A UUID is an id more often, unless the name says more than `token` or `key`. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NAME_BEFORE_UUID = /auth|secret|passw|api|access/i;
/** The key of a cache or an object contains a digest. */
const BARE_KEY = /^key$/i;

/** Random values behind a name in any case that says that they are secret, as in configuration files, headers and URLs. */
export function* findNamed(text: string): Generator<SecretRange> {
  for (const match of text.matchAll(NAMED)) {
    const value = match.groups?.['secret'] ?? '';
    const before = text.slice(Math.max(0, match.index - MAX_NAME_CHARS), match.index);
    if (DIGEST.test(value) && OF_A_DIGEST.test(before)) continue;
    const name = `${NAME.exec(before)?.[0] ?? ''}${/^[a-z]+/i.exec(match[0])?.[0] ?? ''}`;
    if (!isRandomSecret(value, name)) continue;
    const end = match.index + match[0].length;
    yield { start: end - value.length, end, kind: 'named-secret', value };
  }
}

/** Whether a value is public although its name says that it is a key. */
export function isPublicKey(value: string): boolean {
  return PUBLIC_KEY.test(value);
}

export function isRandomSecret(value: string, name: string): boolean {
  if (isPublicKey(value) || FILE_NAME.test(value) || OF_A_LIST.test(name)) return false;
  const isRandom = UUID.test(value)
    ? NAME_BEFORE_UUID.test(name)
    : looksRandom(value, { countsHex: !BARE_KEY.test(name) });
  return isRandom && classOfName(name) === 'secret';
}
