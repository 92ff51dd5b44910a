import { parse, TomlError } from 'smol-toml';
import { isJsonObject, type Json, type JsonObject } from '../../../common/index.ts';
import type { Unreadable } from './settings-file.ts';

/** Reads a TOML document (https://toml.io). Dates and times are text. A problem names the line and the column. */
export function parseToml(text: string): { readonly table: JsonObject } | Unreadable {
  try {
    return { table: JSON.parse(JSON.stringify(parse(text))) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The message ends with a picture of the lines around it.
    const [message = ''] = error.message.replace('Invalid TOML document: ', '').split('\n', 1);
    const reason = message.replace(/\.*$/, '.');
    return { problem: `Line ${error.line}, column ${error.column}: ${reason}` };
  }
}

/** A value in one line, for messages. */
export function tomlText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(tomlText).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const parts = Object.entries<Json>(value).map(([name, part]) => `${name} = ${tomlText(part)}`);
  return `{ ${parts.join(', ')} }`;
}
