import type { TrailHead } from '../../audit/index.ts';
import type { ApprovalMarker } from './card-marker.ts';
import type { ApprovalRequest } from '../ports.ts';

/** Where one request stands. */
export type RequestState =
  | { readonly kind: 'waiting'; readonly have: readonly string[] }
  | { readonly kind: 'approved'; readonly by: readonly string[]; readonly note?: string }
  | { readonly kind: 'denied'; readonly by: string; readonly reason: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'void'; readonly because: string }
  | { readonly kind: 'used' };

/** What held when people were asked, beside the calls themselves. */
export interface Circumstances {
  /** Text by people without write access that is in the model's context; empty where there is none. */
  readonly untrusted: readonly { readonly source: string; readonly author: string | null }[];
  /** Commands run behind an OS sandbox, or not; `off` where the policy says so in so many words. */
  readonly sandbox: 'on' | 'none' | 'off';
}

/** Digest and size of the whole previews as they were kept (redacted) beside the trail, by approval id. */
export type WholePreviews = ReadonlyMap<
  string,
  { readonly sha256: string; readonly bytes: number }
>;

/** Everything a card shows. Pure data: the card is written from it and never read back. */
export interface ApprovalCommentView {
  readonly marker: ApprovalMarker;
  readonly requests: readonly { readonly request: ApprovalRequest; readonly state: RequestState }[];
  readonly circumstances: Circumstances;
  /** Empty where every preview fits, or where the whole ones were not kept: the digest is then the preview's own. */
  readonly whole: WholePreviews;
  readonly count: number;
  readonly from: readonly string[];
  /** When the question expires, as ISO 8601. */
  readonly expires: string;
  /** The policy file on GitHub at the commit it was read from; `null` for the built-in policy. */
  readonly policyUrl: string | null;
  readonly runUrl: string | null;
  /** The check run whose buttons answer for the whole card; absent where there is none. */
  readonly checkUrl?: string;
  readonly head: TrailHead;
}
