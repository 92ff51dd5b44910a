/** The longest line of a trail, its line feed not counted. A longer one is refused by writer and verifier alike. */
export const MAX_ENTRY_BYTES = 8 * 1024 * 1024;

/** Arguments whose canonical JSON is longer are kept as a blob, so that lines stay short. */
export const MAX_INLINE_ARGUMENTS_CHARS = 64 * 1024;

/** How deep a value inside an entry may be nested; deeper arguments are kept as a blob. */
export const MAX_DEPTH = 100;

/** A longer value keeps its head and its tail, and says how much was cut. */
export const MAX_BLOB_BYTES = 16 * 1024 * 1024;

/** What all blobs of a trail may take together; values beyond are kept as a note of their size and digest. */
export const MAX_BLOBS_TOTAL_BYTES = 1024 * 1024 * 1024;

/** Warnings that a verification lists; more are counted only. */
export const MAX_WARNINGS = 100;

/** Calls, and approvals, that may be open at once before a verification refuses the trail. */
export const MAX_OPEN = 100_000;

/** After this many entries the head is told once more, for where it is published while the run goes on. */
export const ANCHOR_EVERY = 50;
