/** Types for `countersign/verify`, which verifies audit trails. A test compares these types with those of the source. */

export interface VerifyOptions {
  /** The run that the trail must belong to. */
  readonly run?: string;
  /** Published head hashes: each must be the hash of an entry, at that count if one is given. */
  readonly heads?: readonly { readonly hash: string; readonly count?: number }[];
  /** Treats a trail whose last workflow run has no `run.end` as broken, not as unfinished. */
  readonly requireEnd?: boolean;
  /** `false` skips the Merkle root, a fifth of the time. */
  readonly root?: boolean;
}

/** A problem of a trail that breaks no promise. */
export interface TrailWarning {
  readonly seq: number;
  readonly code: string;
  readonly because: string;
}

export type TrailVerdict =
  | {
      readonly kind: 'intact';
      /** How many entries the trail has. */
      readonly count: number;
      /** The hash of the last entry. */
      readonly head: string;
      readonly run: string;
      /** RFC 9162 root over the hashes of all entries; `null` if it was skipped. */
      readonly root: string | null;
      /** `null`: the last workflow run has no end. A warning then says `unfinished`. */
      readonly outcome: string | null;
      readonly workflowRuns: number;
      readonly callsExecuted: number;
      /** Signatures are not read here: see `gh attestation verify`. */
      readonly signed: false;
      readonly warnings: readonly TrailWarning[];
      readonly warningCount: number;
    }
  | {
      readonly kind: 'broken';
      /** The first invalid entry: its `seq` (from 0) and line (from 1). */
      readonly seq: number;
      readonly line: number;
      readonly code: string;
      readonly because: string;
    }
  | { readonly kind: 'unreadable'; readonly because: string };

/** Verifies the audit trail in a folder (with its blobs) or a single file. Resolves to `unreadable` instead of rejecting. */
export declare function verifyTrail(path: string, options?: VerifyOptions): Promise<TrailVerdict>;
