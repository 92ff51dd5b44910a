import * as z from 'zod';
import {
  canonicalJson,
  counted,
  isJsonObject,
  type Json,
  type JsonObject,
  memoize,
} from '../../common/index.ts';
import { builtinTool } from '../define/builtin-tool.ts';
import type { OutputSchema } from '../output-schema/index.ts';
import { withMemory } from '../define/memory.ts';
import { failure, success } from '../define/result.ts';
import { isJson } from '../define/input/schema.ts';
import type { Preparation, Tool, ToolResult } from '../define/tool.ts';

const MAX_SUMMARY_CHARS = 20_000;
/** How often a result that does not match its schema is refused. The next one ends the work as incomplete. */
const MAX_TRIES = 5;
/** How often an unproved `done` is refused. The next one ends the work as incomplete. */
const MAX_REMINDERS = 2;
/** GitHub takes 1 MB for all outputs of a job. */
const MAX_RESULT_BYTES = 256 * 1024;
/** The place of the result's schema in the schema of the call. */
const RESULT_POINTER = '/properties/result';

/** How the model says that it ends the work. */
export interface Finish {
  readonly outcome: 'done' | 'incomplete';
  readonly summary: string;
  /** The result for programs; absent if the run needs none, or got none that matches its schema. */
  readonly result?: Json;
}

const ending = () =>
  z.object({
    outcome: z.enum(['done', 'incomplete']),
    summary: z.string().min(1).max(MAX_SUMMARY_CHARS),
  });
const withResult = memoize(() => z.object({ ...ending().shape, result: z.unknown().optional() }));

/**
 * `finish`: the model ends the work. The loop reads the call with `finishOf` and ends the run. With a schema the call brings
 * a result that matches it, or says why there is none. A result that does not match, or a `done` that is not proved, is
 * refused with what is wrong, a few times, and then ends the work as incomplete.
 */
export function finishTool(
  schema: OutputSchema | null = null,
  unproved: Unproved = () => Promise.resolve([]),
): Tool {
  const remind = reminders(unproved);
  return schema === null ? plainFinish(remind) : finishWith(schema, remind);
}

/** What is not proved of the work and has to be before it is done, one sentence each; empty if nothing is missing. */
export type Unproved = () => Promise<readonly string[]>;

/** What is not proved, in one sentence for people. */
export function unprovedText(unproved: readonly string[]): string {
  return `Not proved as done: ${unproved.join('; ')}.`;
}

/** The result of an ending that is not proved, in place of the tool's own; `null` if it may end as it says. */
type Remind = (ending: Ending & { readonly summary: string }) => Promise<ToolResult | null>;

/** Refuses an unproved `done` a few times, while the model can still act; the next one ends the work as incomplete. */
function reminders(unproved: Unproved): Remind {
  let given = 0;
  return async ({ outcome, summary }) => {
    const missing = outcome === 'done' ? await unproved() : [];
    if (missing.length === 0) return null;
    given += 1;
    if (given > MAX_REMINDERS) {
      const finish = { outcome: 'incomplete', summary: `${unprovedText(missing)} ${summary}` };
      return success('The run ends here, as incomplete.', { finish });
    }
    return failure('validation', unprovedText(missing), [
      'Run each of these commands as the whole command of a call, from the root of the workspace and not in the background: ' +
        'a pipe, &&, a redirection or a variable hides its exit code. Change no file afterwards; then call finish again.',
      `If it cannot succeed, finish with the outcome incomplete and say why. ${endsAfter(MAX_REMINDERS - given, 'call without the proof')}`,
    ]);
  };
}

function plainFinish(remind: Remind): Tool {
  return builtinTool({
    ...COMMON,
    description: {
      short: 'End the work with a summary for people, in Markdown.',
      long: 'done: all that was asked is done and checked. incomplete: say what is missing and why.',
    },
    input: ending(),
    execute: async (finish) => (await remind(finish)) ?? success('The run ends here.', { finish }),
  });
}

const COMMON = {
  name: 'finish',
  displayName: 'Finish',
  kind: 'readonly',
  category: 'run',
} as const;

function finishWith(schema: OutputSchema, remind: Remind): Tool {
  let tries = 0;
  const tool = builtinTool({
    ...COMMON,
    description: {
      short: 'End the work with a summary for people, in Markdown, and the result for programs.',
      long: 'done: all that was asked is done and checked, and result is complete. incomplete: say what is missing and why.',
      important: ['The work counts as done only with a result that matches its schema.'],
    },
    input: withResult(),
    argumentSchemas: { result: schema.shownAt(RESULT_POINTER) },
    execute: async ({ outcome, summary, result }) => {
      const reminder = await remind({ outcome, summary });
      if (reminder !== null) return reminder;
      const problems = problemsWith(schema, { outcome, result });
      if (problems.length === 0) {
        const finish = { outcome, summary, ...(isJson(result) ? { result } : {}) };
        return success('The run ends here.', { finish });
      }
      const mismatch = `The result did not match the output schema (${problems.join('; ')}).`;
      const finish = { outcome: 'incomplete' as const, summary: `${mismatch} ${summary}` };
      return success('The run ends here, without a valid result.', { finish });
    },
  });
  const retrying = {
    ...tool,
    prepare: async (input: Json): Promise<Preparation> => {
      const prepared = await tool.prepare(input);
      if (!prepared.ok || tries >= MAX_TRIES) return prepared;
      const problems = problemsWith(schema, withResult().parse(prepared.call.input));
      if (problems.length === 0) return prepared;
      tries += 1;
      return refused(problems, MAX_TRIES - tries);
    },
  };
  return withMemory(retrying, {
    schema: () => z.number().int().nonnegative(),
    save: () => tries,
    restore: (saved) => (tries = saved),
  });
}

interface Ending {
  readonly outcome: Finish['outcome'];
  readonly result?: unknown;
}

/** What ends the work although it is refused now: the next `one` after some more refusals. */
function endsAfter(refusals: number, one: string): string {
  const first = refusals === 0 ? 'The' : `After ${counted(refusals, 'more refusal')}, the`;
  return `${first} next ${one} ends the work as incomplete.`;
}

/** What is wrong with an ending; empty if it may end the work. Incomplete work needs no result. */
function problemsWith(schema: OutputSchema, { outcome, result }: Ending): readonly string[] {
  if (result === undefined) return outcome === 'done' ? ['/: there is no result'] : [];
  if (!isJson(result)) return ['/: it is not well-formed JSON'];
  const problems = schema.problemsOf(result);
  if (problems.length > 0) return problems;
  const bytes = Buffer.byteLength(canonicalJson(result));
  return bytes > MAX_RESULT_BYTES
    ? [`/: it has ${bytes} bytes, more than ${MAX_RESULT_BYTES}`]
    : [];
}

function refused(problems: readonly string[], left: number): Preparation {
  return failure('validation', `The result does not match its schema: ${problems.join('; ')}.`, [
    `Call finish again with a valid result. ${endsAfter(left, 'invalid result')}`,
    'If no valid result is possible, finish with the outcome incomplete and leave it out.',
  ]);
}

/** What `finish` put into a result's metadata, or `null` for a result of another tool. */
export function finishOf(metadata: JsonObject | undefined): Finish | null {
  const finish = metadata?.['finish'];
  if (!isJsonObject(finish)) return null;
  const { outcome, summary, result } = finish;
  if (typeof summary !== 'string') return null;
  if (outcome !== 'done' && outcome !== 'incomplete') return null;
  return { outcome, summary, ...(result === undefined ? {} : { result }) };
}
