import { CountersignError, isJsonObject, type JsonObject } from '../../common/index.ts';
import { firstNonJson } from './input/schema.ts';
import type { ToolResult } from './tool.ts';

/** Of all fields together, as JSON. */
const MAX_CHARS = 10_000;
/** Of one call. */
const MAX_UPDATES = 1_000;
/** Says that a result is safe for the model as it stands, so only the result itself can say it. */
const OF_RESULTS = 'untrustedMarked';
const SOURCES = ['untrustedSource', 'untrustedAuthor'] as const;

/** The metadata that a tool sets while its call executes (`setMetadata`). Both ends of a module's process check it with this. */
export class LiveMetadata {
  #fields: JsonObject = {};
  #updates = 0;

  /**
   * Takes fields; a later value of a field replaces the earlier one. Returns a copy of all fields so far. Throws `input-invalid`, and
   * takes nothing, for anything that is not a JSON object, too much, or what only a result can say: a tool that would mark its text as
   * untrusted must not believe that it did.
   */
  set(given: unknown): JsonObject {
    const fields = copyOf(given);
    if (Object.hasOwn(fields, OF_RESULTS)) throw refused(`${OF_RESULTS} belongs into a result`);
    for (const name of SOURCES) {
      const isText = typeof fields[name] === 'string' && fields[name] !== '';
      if (Object.hasOwn(fields, name) && !isText) throw refused(`${name} is not a text`);
    }
    if (this.#updates === MAX_UPDATES) throw refused(`a call sets it at most ${MAX_UPDATES} times`);
    const all = { ...this.#fields, ...fields };
    const { length } = JSON.stringify(all);
    if (length > MAX_CHARS)
      throw refused(`it has ${length} characters, which are more than ${MAX_CHARS}`);
    this.#updates += 1;
    this.#fields = all;
    return structuredClone(all);
  }

  /** The result with these fields. Its own count first, but a source of untrusted text that was named stays named. */
  mergedInto(result: ToolResult): ToolResult {
    if (Object.keys(this.#fields).length === 0) return result;
    const own = Object.entries(result.metadata ?? {}).filter(
      ([name, value]) => !(SOURCES.some((source) => source === name) && typeof value !== 'string'),
    );
    return { ...result, metadata: { ...this.#fields, ...Object.fromEntries(own) } };
  }
}

function copyOf(given: unknown): JsonObject {
  let text: string | undefined;
  try {
    text = JSON.stringify(given);
  } catch (error) {
    throw refused(`it is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
  const copy: unknown = text === undefined ? null : JSON.parse(text);
  if (!isJsonObject(copy)) throw refused('it is not a JSON object');
  const wrong = firstNonJson(copy);
  if (wrong !== null) throw refused(`${wrong} is nested too deeply, or is not well-formed text`);
  return copy;
}

function refused(because: string): CountersignError {
  return new CountersignError('input-invalid', `The metadata of the call is refused: ${because}.`, {
    fix: `Set a JSON object of at most ${MAX_CHARS} characters in all.`,
  });
}
