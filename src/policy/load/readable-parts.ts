import { isJsonObject, type Json, ZOD_OPTIONS } from '../../common/index.ts';
import { type PolicyDocument, policySchema } from './schema.ts';
import type { LocatedValue } from './yaml.ts';

/**
 * The policy without what the schema refuses (by its paths): without each refused entry of a list, and without each refused top-level
 * key. So the errors in the other parts are reported at once. Such a policy is never used. `null` if nothing is left.
 */
export function readableParts(
  located: LocatedValue,
  refused: readonly (readonly PropertyKey[])[],
): { readonly document: PolicyDocument; readonly located: LocatedValue } | null {
  if (!isJsonObject(located.value)) return null;
  const left = new EntriesLeft();
  const value = left.without(located.value, refused.map(refusedPart), []);
  if (!isJsonObject(value)) return null;
  const parsed = policySchema.safeParse({ ...value, version: 1 }, ZOD_OPTIONS);
  if (!parsed.success) return null;
  return {
    document: parsed.data,
    located: {
      value,
      positionOf: (path) => located.positionOf(left.originalPath(path)),
      keyPositionOf: (path) => located.keyPositionOf(left.originalPath(path)),
    },
  };
}

/** Up to the innermost entry of a list; without a list, the top-level key. */
function refusedPart(path: readonly PropertyKey[]): readonly PropertyKey[] {
  const entry = path.findLastIndex((part) => typeof part === 'number');
  return path.slice(0, entry === -1 ? 1 : entry + 1);
}

/** Removes parts of a value, and remembers the index that each entry left had before. */
class EntriesLeft {
  readonly #indices = new Map<string, readonly number[]>();

  without(
    value: Json,
    refused: readonly (readonly PropertyKey[])[],
    path: readonly PropertyKey[],
  ): Json {
    if (refused.length === 0) return value;
    const below = (part: PropertyKey): (readonly PropertyKey[])[] =>
      refused.flatMap(([first, ...rest]) => (first === part ? [rest] : []));
    const isRefused = (part: PropertyKey): boolean => below(part).some((rest) => rest.length === 0);
    if (Array.isArray(value)) {
      const left = [...value.keys()].filter((index) => !isRefused(index));
      this.#indices.set(JSON.stringify(path), left);
      return left.map((index) =>
        this.without(value[index] ?? null, below(index), [...path, index]),
      );
    }
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !isRefused(key))
        .map(([key, part]) => [key, this.without(part, below(key), [...path, key])]),
    );
  }

  originalPath(path: readonly PropertyKey[]): readonly PropertyKey[] {
    return path.reduce<readonly PropertyKey[]>((before, part) => {
      const indices = this.#indices.get(JSON.stringify(before));
      const index = typeof part === 'number' ? indices?.[part] : undefined;
      return [...before, index ?? part];
    }, []);
  }
}
