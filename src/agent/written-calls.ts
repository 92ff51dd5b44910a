import type { ModelRequest } from '../model/index.ts';

/** How the templates of models begin a call that their server should have read and did not. */
const MARKS = [
  /<\|?tool_calls?(?:_begin)?\|?>/,
  /<｜tool▁calls?▁begin｜>/,
  /\[TOOL_CALLS\]/,
  /<function(?:=|_call>|>)/,
  /<\|python_tag\|>/,
  /<(?:\w+:)?invoke name=/,
] as const;
/** How far behind a mark the name of the tool stands. */
const MAX_CHARS_TO_NAME = 200;
/** A reply that is nothing but one call in JSON, as small models write it. */
const BARE =
  /^(?:```\w*\s*)?\{\s*"(?:name|function|tool)"\s*:\s*"([\w-]{1,64})"\s*,\s*"(?:arguments|parameters|input)"\s*:/;

/**
 * Whether a text has a call of one of the tools in a form that only a server reads: it was started without its parser for the
 * model, or the model wrote the call wrongly. Nobody executes such a call, and a reply with one is not the end of the work.
 */
export function hasWrittenCall(text: string, tools: ModelRequest['tools']): boolean {
  const names: ReadonlySet<string> = new Set(tools.map(({ name }) => name));
  const bare = BARE.exec(text.trim())?.[1];
  if (bare !== undefined && names.has(bare)) return true;
  return MARKS.some((mark) => {
    const offset = text.search(mark);
    const after = offset === -1 ? '' : text.slice(offset, offset + MAX_CHARS_TO_NAME);
    return (after.match(/[\w-]+/g) ?? []).some((word) => names.has(word));
  });
}
