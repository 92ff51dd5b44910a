import type { Json, JsonObject } from '../../common/index.ts';

/** What a run's result must look like. */
export interface OutputSchema {
  /** The schema as it was written, in canonical JSON. */
  readonly text: string;
  readonly sha256: string;
  /** The same for a model, its own references made to hold where it stands at `pointer` in another schema. */
  readonly shownAt: (pointer: string) => JsonObject;
  /** What is wrong with a value, a line each with the place as a JSON pointer, the first ten; empty where it fits. */
  readonly problemsOf: (value: Json) => readonly string[];
}
