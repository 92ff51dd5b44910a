import {
  isArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../common/index.ts';
import { joinPath } from './schema.ts';

/**
 * Names and values that models know from other tools, and what they mean here. The schema for the model shows only the
 * tool's own names.
 */
export interface InputAliases {
  /** Other names of fields: `{ file_path: 'path' }`. */
  readonly names?: Readonly<Record<string, string>>;
  /** Other values of a field, as text: `{ mode: { files_with_matches: 'files' } }`. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** Fields that change nothing here and are dropped. */
  readonly ignored?: readonly string[];
  /** The aliases of the items of a list. */
  readonly items?: Readonly<Record<string, InputAliases>>;
}

interface NormalizedInput {
  readonly input: Json;
  /** Fields that were given under two names with different values. */
  readonly conflicts: readonly string[];
}

/**
 * The input in the tool's own names and types: aliases and names in camel case are replaced, and numbers, booleans and lists that
 * were written as text are read where the schema wants them. What stands for an absent field is dropped. Everything else
 * stays for the parser to refuse. What it returns does not change when it is normalised again. Pure.
 */
export function normalizeInput(
  input: Json,
  {
    schema,
    aliases = {},
  }: { readonly schema: JsonObject; readonly aliases?: InputAliases | undefined },
  path = '',
): NormalizedInput {
  const { properties } = schema;
  if (!isJsonObject(input) || !isJsonObject(properties)) return { input, conflicts: [] };
  const ownName = (name: string): string | undefined =>
    Object.hasOwn(properties, name) ? name : ownEntry(aliases.names, name);
  const fields = new Map<string, { readonly given: string; readonly value: Json }>();
  const conflicts: string[] = [];
  for (const [given, raw] of Object.entries<Json>(input)) {
    const isOwn = Object.hasOwn(properties, given);
    if (!isOwn && aliases.ignored?.includes(given) === true) continue;
    const name = ownName(given) ?? ownName(snakeCase(given)) ?? given;
    if (isLeftOut(raw, schema, name)) continue;
    const field = fieldValue(raw, {
      schema: ownEntry(properties, name),
      aliases: ownEntry(aliases.items, name),
      values: ownEntry(aliases.values, name),
      path: joinPath(path, name),
    });
    conflicts.push(...field.conflicts);
    const other = fields.get(name);
    if (other === undefined) fields.set(name, { given, value: field.input });
    else if (JSON.stringify(other.value) !== JSON.stringify(field.input)) {
      const both = [other.given, given].map((key) => joinPath(path, key)).join(' and ');
      conflicts.push(`${both} are the same field (${name}) with different values; give one`);
    }
  }
  const entries = [...fields].map(([name, { value }]) => [name, value] as const);
  return { input: Object.fromEntries(entries), conflicts };
}

function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Whether a value says that a field is absent which may be: `null`, or an empty text where the field takes none. */
function isLeftOut(raw: Json, { properties, required = [] }: JsonObject, name: string): boolean {
  const field = isJsonObject(properties) ? ownEntry(properties, name) : undefined;
  return (
    isJsonObject(field) &&
    typeof field['type'] === 'string' &&
    field['type'] !== 'null' &&
    (raw === null || (raw === '' && !takesEmptyText(field))) &&
    !(isArray(required) && required.includes(name))
  );
}

function takesEmptyText({ type = null, minLength = 0, enum: values = [''] }: JsonObject): boolean {
  return type === 'string' && minLength === 0 && isArray(values) && values.includes('');
}

function fieldValue(
  raw: Json,
  field: {
    readonly schema: Json | undefined;
    readonly aliases: InputAliases | undefined;
    readonly values: Readonly<Record<string, Json>> | undefined;
    readonly path: string;
  },
): NormalizedInput {
  if (field.schema === undefined || !isJsonObject(field.schema))
    return { input: raw, conflicts: [] };
  const read = fromText(raw, field.schema['type'] ?? null);
  const meant = isArray(read) || isJsonObject(read) ? undefined : ownEntry(field.values, `${read}`);
  const value = meant ?? read;
  const items = field.schema['items'] ?? null;
  if (!isArray(value) || !isJsonObject(items)) return { input: value, conflicts: [] };
  const normalized = value.map((item, index) =>
    normalizeInput(item, { schema: items, aliases: field.aliases }, joinPath(field.path, index)),
  );
  return {
    input: normalized.map(({ input }) => input),
    conflicts: normalized.flatMap(({ conflicts }) => conflicts),
  };
}

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/;

/** A value that the schema wants in another type than text, read from text. */
function fromText(value: Json, type: Json): Json {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (type === 'integer' || type === 'number') return NUMBER.test(text) ? Number(text) : value;
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : value);
  if (type !== 'array' || !text.startsWith('[')) return value;
  const list = parseJson(text);
  return list !== undefined && isArray(list) ? list : value;
}

function ownEntry<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
