import type * as z from 'zod';
import type { Json } from '../../common/index.ts';
import type { Tool } from './tool.ts';

/**
 * Gives a tool a memory over the calls of its run: `save` returns it for a checkpoint, `restore` takes what an earlier job
 * saved. A memory that does not match `schema` (another version saved it) is ignored.
 */
export function withMemory<T extends Json>(
  tool: Tool,
  memory: {
    readonly schema: () => z.ZodType<T>;
    readonly save: () => T;
    readonly restore: (saved: T) => void;
  },
): Tool {
  return Object.freeze({
    ...tool,
    memory: {
      save: memory.save,
      restore: (saved: Json) => {
        const parsed = memory.schema().safeParse(saved);
        if (parsed.success) memory.restore(parsed.data);
      },
    },
  });
}
