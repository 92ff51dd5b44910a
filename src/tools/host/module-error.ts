import { pathToFileURL } from 'node:url';
import { errorText, orNull } from '../../common/index.ts';

/** The stack is the module's own: any text, of any length. */
const MAX_STACK_CHARS = 20_000;

/** Why a module cannot be loaded: what was thrown, with its place in the file, as far as Node says it. */
export function loadError(error: unknown, file: string): Error {
  const place = placeIn(stackOf(error), file);
  const text = moduleErrorText(error);
  return new Error(place === null ? text : `${text.replace(/\.$/, '')} (${place})`, {
    cause: error,
  });
}

/** What was thrown. Node's own text about its permissions names options of the command line, which no module can set. */
export function moduleErrorText(error: unknown): string {
  const access = orNull(() => deniedAccess(error));
  if (access === null || access === undefined) return errorText(error);
  return `a module has no access of its own to files, programs or workers (${access}): use \`workspace\` and \`commands\` of the context`;
}

/** What Node's permission model refused; `null` for any other error. */
function deniedAccess(error: unknown): string | null {
  const { code, permission, resource }: Record<string, unknown> = Object(error);
  if (code !== 'ERR_ACCESS_DENIED') return null;
  return [permission, resource].filter((one) => typeof one === 'string' && one !== '').join(' ');
}

function stackOf(error: unknown): string {
  const stack = orNull(() => (error instanceof Error ? error.stack : null));
  return typeof stack === 'string' ? stack.slice(0, MAX_STACK_CHARS) : '';
}

/** The first place in this file that a stack names. A syntax error of an ES module has none: Node does not report it. */
function placeIn(stack: string, file: string): string | null {
  for (const name of [pathToFileURL(file).href, file]) {
    const at = stack.indexOf(`${name}:`);
    const [, line, column] = /^(\d+)(?::(\d+))?/.exec(stack.slice(at + name.length + 1)) ?? [];
    if (at !== -1 && line !== undefined)
      return column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  }
  const isSyntax = stack.startsWith('SyntaxError: ');
  return isSyntax ? '`node --check` with this file shows the line' : null;
}
