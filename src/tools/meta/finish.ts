import * as z from 'zod';
import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonObject,
  memoize,
} from '../../common/index.ts';
import schemas from '../input-schemas.json' with { type: 'json' };
import { builtinTool } from '../define/builtin-tool.ts';
import type { OutputSchema } from '../output-schema/index.ts';
import { rememberTool } from '../define/memory.ts';
import { success } from '../define/result.ts';
import { isJson } from '../define/schema.ts';
import type { Preparation, Tool } from '../define/tool.ts';

const MAX_SUMMARY_CHARS = 20_000;
/** How often a result that does not fit is sent back. The next one ends the work unfinished. */
const MAX_TRIES = 5;
/** GitHub takes 1 MB for all outputs of a job. */
const MAX_RESULT_BYTES = 256 * 1024;
/** Where the schema of the result stands in that of the call. */
const RESULT_AT = '/properties/result';

/** How the model says that it ends the work. */
export interface Finish {
  readonly outcome: 'done' | 'incomplete';
  readonly summary: string;
  /** What it hands over for programs; absent where the run wants none, or got none that fits. */
  readonly result?: Json;
}

const ending = () =>
  z.object({
    outcome: z.enum(['done', 'incomplete']),
    summary: z.string().min(1).max(MAX_SUMMARY_CHARS),
  });
const withResult = memoize(() => z.object({ ...ending().shape, result: z.unknown().optional() }));

/**
 * `finish`: the model's own last word. What ends the run is the loop, which reads it by `finishOf`. With a schema the
 * last word brings a result that fits it, or says why there is none; one that does not fit is sent back with what is
 * wrong, a few times, and then ends the work as incomplete.
 */
export function finishTool(schema: OutputSchema | null = null): Tool {
  return schema === null ? plainFinish() : finishWith(schema);
}

function plainFinish(): Tool {
  return builtinTool({
    ...ABOUT,
    description: {
      short: 'End the work with a summary for people, in Markdown.',
      long: 'done: all that was asked is done and checked. incomplete: say what is missing and why.',
    },
    input: ending,
    inputSchema: schemas.finish,
    execute: (finish) => success('The run ends here.', { finish }),
  });
}

const ABOUT = {
  name: 'finish',
  displayName: 'Finish',
  kind: 'readonly',
  category: 'run',
} as const;

function finishWith(schema: OutputSchema): Tool {
  let tries = 0;
  const tool = builtinTool({
    ...ABOUT,
    description: {
      short: 'End the work with a summary for people, in Markdown, and the result for programs.',
      long: 'done: all that was asked is done and checked, and result is the whole of it. incomplete: say what is missing and why.',
      important: ['The work counts as done only with a result that fits its schema.'],
    },
    input: withResult,
    inputSchema: shownWith(schema),
    execute: ({ outcome, summary, result }) => {
      const problems = problemsWith(schema, { outcome, result });
      if (problems.length === 0 && isJson(result ?? null)) {
        const finish = { outcome, summary };
        return success('The run ends here.', {
          finish: isJson(result) && result !== undefined ? { ...finish, result } : finish,
        });
      }
      const told = `The result did not fit the output schema (${problems.join('; ')}).`;
      const finish = { outcome: 'incomplete' as const, summary: `${told} ${summary}` };
      return success('The run ends here, without a result that fits.', { finish });
    },
  });
  const patient = {
    ...tool,
    prepare: async (input: Json): Promise<Preparation> => {
      const prepared = await tool.prepare(input);
      if (!prepared.ok || tries >= MAX_TRIES) return prepared;
      const problems = problemsWith(schema, readInput(prepared.call.input));
      if (problems.length === 0) return prepared;
      tries += 1;
      return refused(problems, MAX_TRIES - tries);
    },
  };
  return rememberTool(patient, {
    form: () => z.number().int().nonnegative(),
    kept: () => tries,
    restore: (kept) => (tries = kept),
  });
}

/** The call's schema with the result's in it. */
function shownWith(schema: OutputSchema): JsonObject {
  const { finish } = schemas;
  return {
    ...finish,
    properties: { ...finish.properties, result: schema.shownAt(RESULT_AT) },
  };
}

interface Ending {
  readonly outcome: Finish['outcome'];
  readonly result?: unknown;
}

function readInput(input: Json): Ending {
  return withResult().parse(input);
}

/** What is wrong with an ending; empty where it may end the work. Unfinished work needs no result. */
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
  return {
    ok: false,
    error: {
      type: 'validation',
      message: `The result does not fit its schema: ${problems.join('; ')}.`,
      recommendations: [
        `Call finish again with a result that fits; ${left} more of these and the work ends as incomplete.`,
        'Where there can be no such result, finish with the outcome incomplete and leave it out.',
      ],
    },
  };
}

/** What `finish` put into a result's metadata, or `null` where the result is not of `finish`. */
export function finishOf(metadata: JsonObject | undefined): Finish | null {
  const finish = metadata?.['finish'];
  if (!isJsonObject(finish)) return null;
  const { outcome, summary, result } = finish;
  if (typeof summary !== 'string') return null;
  if (outcome !== 'done' && outcome !== 'incomplete') return null;
  return { outcome, summary, ...(result === undefined ? {} : { result }) };
}
