/**
 * Options for schemas that parse only a few values. By default Zod compiles a function for each object schema, which pays
 * off for thousands of values (verifying a trail) but costs more than it saves at a start.
 */
export const ZOD_OPTIONS = { jitless: true } as const;
