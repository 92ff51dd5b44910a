import { randomBytes } from 'node:crypto';
import { crockford, defined, digestOf, type Json } from '../common/index.ts';
import type { ApprovalNeeds, CommandProfile } from '../policy/index.ts';

const ID_LENGTH = 8;
const NONCE_BYTES = 16;
export const APPROVAL_ID = /^ap-[0-9a-hj-km-np-tv-z]{8}$/;
/** Matched before `toLowerCase`, which maps some characters outside ASCII to ASCII letters. */
const TYPED = /^ap-[0-9a-z]{8}$/i;

/** Everything that an approval covers. A change to any of it changes the digest. */
export interface ApprovalBinding {
  readonly tool: string;
  /** The parsed arguments, exact and unredacted: what will be executed. */
  readonly input: Json;
  readonly policySha256: string;
  readonly headSha: string;
  readonly run: string;
  readonly call: string;
  /** Fresh for each request, so that a model cannot search for arguments that give an id it has seen. */
  readonly nonce: string;
  /** Digests of the files that the call depends on; `null` for a file that does not exist. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** The sandbox profile of its command; absent for a call that runs no command. */
  readonly profile?: CommandProfile;
  /** Where links lead the paths of the call; absent if each is where it is named. */
  readonly places?: Readonly<Record<string, string>>;
  /** Who can approve it; absent if only `approvals` of the policy says so, which `policySha256` covers. */
  readonly needs?: ApprovalNeeds;
  /** The files whose code owners decide; absent if code owners do not. */
  readonly owned?: readonly string[] | null;
  /** SHA-256 of the lines of a plan; absent for any other call. */
  readonly plan?: string;
}

/** A fresh nonce: 128 random bits as hexadecimal digits. */
export function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString('hex');
}

/**
 * SHA-256 over the canonical JSON (RFC 8785) of what is approved, as 64 hexadecimal digits. `files: {}` and an absent
 * `files` give the same digest. Throws `internal` for arguments that JSON cannot represent.
 */
export function approvalDigest(binding: ApprovalBinding): string {
  return digestOf({
    _schema: 'countersign.approval/1',
    tool: binding.tool,
    input: binding.input,
    policySha256: binding.policySha256,
    headSha: binding.headSha,
    run: binding.run,
    call: binding.call,
    nonce: binding.nonce,
    files: binding.files ?? {},
    ...defined({
      profile: binding.profile && profileJson(binding.profile),
      places: binding.places,
      needs: binding.needs && needsJson(binding.needs),
      owned: binding.owned,
      plan: binding.plan,
    }),
  });
}

function profileJson({ name, write, show, network }: CommandProfile): Json {
  return { name, write, show, network };
}

function needsJson({ from, count, self, expireMs }: ApprovalNeeds): Json {
  return { from, count, self, expireMs };
}

/** The short name of a digest: `ap-` and its first 40 bits in Crockford base32. */
export function approvalId(digest: string): string {
  return `ap-${crockford(Buffer.from(digest, 'hex'), ID_LENGTH)}`;
}

/**
 * The id that a person typed, in its one spelling, or `null` for any other text. Case does not matter. As in Crockford's
 * alphabet, `o` reads as `0`, `i` and `l` read as `1`. No id contains those letters, so two ids never collide. `u` is
 * not in the alphabet.
 */
export function readApprovalId(text: string): string | null {
  if (!TYPED.test(text)) return null;
  const typed = text.toLowerCase().slice(3);
  const id = `ap-${typed.replaceAll('o', '0').replaceAll(/[il]/g, '1')}`;
  return APPROVAL_ID.test(id) ? id : null;
}
