import { didYouMean, oneLine } from '../../common/index.ts';
import { failure, type Failure, type Tool } from '../../tools/index.ts';
import type { CallContext } from '../context.ts';

const MAX_NAMED = 8;
const MAX_NAME_CHARS = 80;

/** Step 1: the tool with exactly this name. */
export function findTool(
  context: CallContext,
  name: string,
): { readonly ok: true; readonly tool: Tool } | Failure {
  const tool = context.find(name);
  if (tool !== undefined) return { ok: true, tool };
  const names = context.toolNames();
  const alike = relatedNames(name, names);
  return failure(
    'not_found',
    `There is no tool named ${JSON.stringify(oneLine(name, MAX_NAME_CHARS))}.${didYouMean(name, names)}`,
    [
      alike.length === 0
        ? 'Call one of the tools that you were given, by its exact name.'
        : `Use one of: ${alike.join(', ')}.`,
    ],
  );
}

/** The names that share a word with an unknown one, such as `bash_run` and `Bash`. */
function relatedNames(name: string, names: readonly string[]): readonly string[] {
  const wanted = new Set(wordsOf(name));
  return names.filter((one) => wordsOf(one).some((word) => wanted.has(word))).slice(0, MAX_NAMED);
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2);
}
