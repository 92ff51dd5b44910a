/**
 * How a run parses what it parses a handful of times. Zod else writes a function for each object of a schema and has it
 * compiled, which pays where thousands are parsed, as in verifying a trail, and costs a start more than it saves.
 */
export const ZOD_OPTIONS = { jitless: true } as const;
