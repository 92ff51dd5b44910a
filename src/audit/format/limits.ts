/** The longest line of a trail, without its newline. Writer and verifier refuse a longer one. */
export const MAX_ENTRY_BYTES = 8 * 1024 * 1024;

/** Arguments whose canonical JSON is longer are stored as a blob, so that lines stay short. */
export const MAX_INLINE_ARGUMENTS_CHARS = 64 * 1024;

/** How deep a value inside an entry may be nested; deeper arguments are stored as a blob. */
export const MAX_DEPTH = 100;

/** A longer value is stored with its beginning and end, and a note of how much was cut. */
export const MAX_BLOB_BYTES = 16 * 1024 * 1024;

/** The size of all blobs of a trail; beyond it, a blob is only a note of the value's size and digest. */
export const MAX_BLOBS_TOTAL_BYTES = 1024 * 1024 * 1024;

/** Warnings that a verification lists; further ones are only counted. */
export const MAX_WARNINGS = 100;

/** Calls, and approvals, that may be open at once; a verification refuses a trail with more. */
export const MAX_OPEN = 100_000;

/** Lists of approvers of one approval request. Each costs time at each answer. */
export const MAX_APPROVER_LISTS = 1_000;

/** The head is published every so many entries while the run continues. */
export const ANCHOR_EVERY = 50;
