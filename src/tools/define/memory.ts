import type * as z from 'zod';
import type { Json } from '../../common/index.ts';
import type { Tool } from './tool.ts';

/**
 * A tool that remembers something over the calls of its run: `kept` tells it for a checkpoint, and `restore` takes what
 * an earlier job of the run kept. What an older version kept in another form is left, and the tool begins anew.
 */
export function rememberTool<T extends Json>(
  tool: Tool,
  memory: {
    readonly form: () => z.ZodType<T>;
    readonly kept: () => T;
    readonly restore: (kept: T) => void;
  },
): Tool {
  return Object.freeze({
    ...tool,
    memory: {
      kept: memory.kept,
      restore: (kept: Json) => {
        const parsed = memory.form().safeParse(kept);
        if (parsed.success) memory.restore(parsed.data);
      },
    },
  });
}
