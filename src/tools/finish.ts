import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../base/index.ts';
import { defineTool } from './define.ts';
import { success } from './result.ts';
import type { Tool } from './tool.ts';

const MAX_SUMMARY_CHARS = 20_000;

/** How the model says that it ends the work. */
export interface Finish {
  readonly outcome: 'done' | 'incomplete';
  readonly summary: string;
}

/**
 * `finish`: the model's own last word. What ends the run is the loop, which reads it by `finishOf`.
 */
export function finishTool(): Tool {
  return defineTool({
    name: 'finish',
    displayName: 'Finish',
    description: {
      short: 'End the work with a summary for people, in Markdown.',
      long: 'done: all that was asked is done and checked. incomplete: say what is missing and why.',
    },
    kind: 'readonly',
    category: 'run',
    input: z.object({
      outcome: z.enum(['done', 'incomplete']),
      summary: z.string().min(1).max(MAX_SUMMARY_CHARS),
    }),
    execute: ({ outcome, summary }) =>
      success('The run ends here.', { finish: { outcome, summary } }),
  });
}

/** What `finish` put into a result's metadata, or `null` where the result is not of `finish`. */
export function finishOf(metadata: JsonObject | undefined): Finish | null {
  const finish = metadata?.['finish'];
  if (!isJsonObject(finish)) return null;
  const { outcome, summary } = finish;
  if (typeof summary !== 'string') return null;
  return outcome === 'done' || outcome === 'incomplete' ? { outcome, summary } : null;
}
