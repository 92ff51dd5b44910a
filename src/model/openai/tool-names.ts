import { sha256 } from '../../common/index.ts';
import type { ModelRequest } from '../model.ts';

/** The APIs' pattern for the name of a function is `^[a-zA-Z0-9_-]{1,64}$`. */
const MAX_NAME_CHARS = 64;
const DIGEST_CHARS = 8;
const UNNAMED = 'unnamed';

/**
 * The name under which a tool is sent. A longer one (`mcp__SERVER__TOOL`) ends with a part of its digest, so that two tools
 * never share a name.
 */
export function sentName(name: string): string {
  const valid = name.replaceAll(/[^\w-]/g, '_') || UNNAMED;
  if (valid === name && name.length <= MAX_NAME_CHARS) return name;
  const digest = sha256(name).slice(0, DIGEST_CHARS);
  return `${valid.slice(0, MAX_NAME_CHARS - DIGEST_CHARS - 1)}_${digest}`;
}

/** Translates the names in a reply back. A name that was not sent stays, so that the call is refused by it. */
export function receivedNames(request: ModelRequest): (name: string) => string {
  const names = new Map(request.tools.map(({ name }) => [sentName(name), name]));
  return (name) => names.get(name) ?? name;
}
