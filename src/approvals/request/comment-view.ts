import type { TrailHead } from '../../audit/index.ts';
import type { ApprovalMarker } from './comment-marker.ts';
import type { ApprovalRequest } from '../approver.ts';

/** The state of one request. */
export type RequestState =
  | { readonly kind: 'waiting'; readonly have: readonly string[] }
  | { readonly kind: 'approved'; readonly by: readonly string[]; readonly note?: string }
  | { readonly kind: 'denied'; readonly by: string; readonly reason: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'void'; readonly because: string }
  | { readonly kind: 'used' };

/** What approvers should know beside the calls themselves. */
export interface Circumstances {
  /** Content by people without write access in the model's context. */
  readonly untrusted: readonly { readonly source: string; readonly author: string | null }[];
  /** Whether commands run in a sandbox. `none`: none is available. `off`: the policy says `sandbox: off`. */
  readonly sandbox: 'on' | 'none' | 'off';
}

/** Digest and size of the whole previews that are stored (redacted) as blobs of the trail, by approval id. */
export type WholePreviews = ReadonlyMap<
  string,
  { readonly sha256: string; readonly bytes: number }
>;

/** Everything that an approval comment shows. The comment is rendered from it and never parsed. */
export interface ApprovalCommentView {
  readonly marker: ApprovalMarker;
  readonly requests: readonly { readonly request: ApprovalRequest; readonly state: RequestState }[];
  readonly circumstances: Circumstances;
  /** Empty if every preview fits, or if the whole previews were not stored: the digest is then the preview's own. */
  readonly whole: WholePreviews;
  readonly count: number;
  readonly from: readonly string[];
  /** When the approval requests expire, as ISO 8601. */
  readonly expires: string;
  /** The policy file on GitHub at the commit it was read from; `null` for the built-in policy. */
  readonly policyUrl: string | null;
  readonly runUrl: string | null;
  /** The check run whose buttons answer for the whole comment; absent without buttons. */
  readonly checkUrl?: string;
  readonly head: TrailHead;
}
