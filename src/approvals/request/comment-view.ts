import type { TrailHead } from '../../audit/index.ts';
import type { ApprovalMarker } from './comment-marker.ts';
import type { ApprovalRequest } from '../approver.ts';

export type RequestState =
  /** `missing`: files whose code owners have not approved yet. */
  | {
      readonly kind: 'waiting';
      readonly have: readonly string[];
      readonly missing?: readonly string[];
    }
  | { readonly kind: 'approved'; readonly by: readonly string[]; readonly note?: string }
  | { readonly kind: 'denied'; readonly by: string; readonly reason: string }
  | { readonly kind: 'expired' }
  | { readonly kind: 'void'; readonly because: string };

/** What approvers should know beside the calls themselves. */
export interface Circumstances {
  /** Content by people without write access in the model's context. */
  readonly untrusted: readonly { readonly source: string; readonly author: string | null }[];
  /** Whether commands run in a sandbox. `none`: none is available. `off`: the policy says `sandbox: off`. */
  readonly sandbox: 'on' | 'none' | 'off';
}

/** A text that is stored (redacted) as a blob of the trail. */
export interface StoredText {
  readonly sha256: string;
  readonly bytes: number;
}

/** The whole previews, and the whole diffs of what calls would publish, by approval id. */
export type WholePreviews = ReadonlyMap<
  string,
  { readonly call: StoredText; readonly diff: StoredText | null }
>;

/** Who requested the run, and what for: the beginning of an approval comment. All of it is redacted. */
export interface RequestOrigin {
  /** A login; `null` if nobody asked (a schedule). */
  readonly requester: string | null;
  /** The event that started the run, such as `issue_comment`. */
  readonly event: string;
  /** Where it was asked for; `null` if nowhere. */
  readonly url: string | null;
  /** What was asked for. */
  readonly request: string;
}

/** Everything that an approval comment shows. The comment is rendered from it and never parsed. */
export interface ApprovalCommentView {
  readonly marker: ApprovalMarker;
  readonly requests: readonly { readonly request: ApprovalRequest; readonly state: RequestState }[];
  /** Absent: unknown. */
  readonly origin?: RequestOrigin;
  /** What the agent wrote last before these calls, redacted; empty if nothing. */
  readonly agentWords: string;
  readonly circumstances: Circumstances;
  /** The run works on a pull request, whose authors cannot approve unless `approvals.self` is true. */
  readonly excludesAuthors: boolean;
  /** Empty if every preview fits, or if the whole previews were not stored: the digest is then the preview's own. */
  readonly whole: WholePreviews;
  /** Who is mentioned while a request waits: `@user` and `@org/team`. */
  readonly notify: readonly string[];
  /** When the last of the approval requests expires, as ISO 8601. */
  readonly expires: string;
  /** The policy file on GitHub at the commit it was read from; `null` for the built-in policy. */
  readonly policyUrl: string | null;
  readonly runUrl: string | null;
  /** The artifact that will have the whole of what the comment cuts; `null` if there is none. */
  readonly artifact: string | null;
  /** The check run whose buttons answer for the whole comment; absent without buttons. */
  readonly checkUrl?: string;
  /** True if each call has a box that approves it. */
  readonly boxes?: true;
  readonly head: TrailHead;
}
