import type { Json, JsonObject } from '../../common/index.ts';

/** The schema of a run's result. */
export interface OutputSchema {
  /** The schema as it was written, in canonical JSON. */
  readonly text: string;
  readonly sha256: string;
  /** The schema for the model, with its references adjusted to its place `pointer` in another schema. */
  readonly shownAt: (pointer: string) => JsonObject;
  /** The first ten problems of a value, each with its place as a JSON pointer; empty for a valid value. */
  readonly problemsOf: (value: Json) => readonly string[];
}
