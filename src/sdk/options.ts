import * as z from 'zod';
import type { CallbackAnswer } from '../approvals/index.ts';
import {
  CountersignError,
  didYouMean,
  docsPage,
  errorText,
  issueClause,
  oneLine,
  ZOD_OPTIONS,
} from '../common/index.ts';
import { type Model, PROVIDERS } from '../model/index.ts';
import { KINDS } from '../policy/index.ts';
import type { Hook } from '../tool-calls/index.ts';
import { isTool, type Registry, type Tool } from '../tools/index.ts';
import type { ProgramRequest } from './program-request.ts';

const MAX_PROBLEM_CHARS = 500;
const MAX_CONTEXT_ITEMS = 200;

const text = z.string().trim().min(1);
const limit = z.number().positive();
const count = z.int().positive();
const isFunction = (value: unknown): boolean => typeof value === 'function';
const hasMethod = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && isFunction(Reflect.get(value, name));

/** The model by its name, and how its provider is reached. Absent keys come from the environment, as on the command line. */
const modelOptions = z.strictObject({
  name: text.optional(),
  provider: z.enum(PROVIDERS).optional(),
  apiKey: text.optional(),
  /** For a gateway of the Messages API. */
  authToken: text.optional(),
  baseUrl: text.optional(),
  headers: z.record(z.string(), z.string()).optional(),
  prices: text.optional(),
  maxOutputTokens: z.int().positive().optional(),
  contextWindow: z.int().positive().optional(),
  promptCache: z.boolean().optional(),
});
export type ModelOptions = z.infer<typeof modelOptions>;

const contextItem = z.strictObject({
  source: text,
  text: z.string(),
  author: text.optional(),
  /** True only if its author may direct the agent. Absent: false. */
  trusted: z.boolean().optional(),
});

const ownModel = z.custom<Model>((value) => hasMethod(value, 'respond'), 'not a model');
/** A script is read by the model itself, which names its faults. */
const script = z.custom<{ readonly turns: readonly unknown[] }>(
  (value) => typeof value === 'object' && value !== null && 'turns' in value,
  'not a script',
);
const tools = z
  .array(z.custom<Tool>(isTool, 'not a tool: make it with defineTool or tool'))
  .readonly();
/** A registry is read once, so that the policy and the run have the same tools, which are checked like those of a list. */
const toolList = z.union([
  tools,
  z
    .custom<Registry>((value) => hasMethod(value, 'all'), 'not a registry')
    .transform((registry, context) => {
      try {
        return registry.all();
      } catch (error) {
        context.addIssue(`its method all failed: ${errorText(error)}`);
        return z.NEVER;
      }
    })
    .pipe(tools),
]);

/** A misspelt phase would never run, and a hook without one does nothing. */
const hook = z
  .strictObject({
    name: text.optional(),
    on: z
      .strictObject({
        tools: z.array(text).readonly().optional(),
        kinds: z.array(z.enum(KINDS)).readonly().optional(),
      })
      .optional(),
    preToolUse: z.custom<Phase<'preToolUse'>>(isFunction, 'not a function').exactOptional(),
    postToolUse: z.custom<Phase<'postToolUse'>>(isFunction, 'not a function').exactOptional(),
    toolRequest: z.custom<Phase<'toolRequest'>>(isFunction, 'not a function').exactOptional(),
    messagesChanged: z
      .custom<Phase<'messagesChanged'>>(isFunction, 'not a function')
      .exactOptional(),
  })
  .refine(
    (given) =>
      (given.preToolUse ?? given.postToolUse ?? given.toolRequest ?? given.messagesChanged) !==
      undefined,
    'it has none of preToolUse, postToolUse, toolRequest, messagesChanged',
  );
type Phase<P extends 'preToolUse' | 'postToolUse' | 'toolRequest' | 'messagesChanged'> =
  NonNullable<Hook[P]>;

const runOptions = z.strictObject({
  request: text,
  workspace: text.optional(),
  policy: z.union([text, z.strictObject({ text: z.string() })]).optional(),
  baselines: z.array(text).readonly().optional(),
  trail: text,
  model: z.union([text, modelOptions, ownModel, script]).optional(),
  approve: z
    .custom<
      (
        request: ProgramRequest,
        options: { readonly signal: AbortSignal },
      ) => CallbackAnswer | undefined | Promise<CallbackAnswer | undefined>
    >(isFunction, 'not a function')
    .optional(),
  requester: text.optional(),
  tools: toolList.optional(),
  hooks: z.array(hook).readonly().optional(),
  context: z.array(contextItem).max(MAX_CONTEXT_ITEMS).readonly().optional(),
  budget: z
    .strictObject({
      turns: count.optional(),
      calls: count.optional(),
      tokens: count.optional(),
      usd: limit.optional(),
      minutes: limit.optional(),
    })
    .optional(),
  systemPrompt: text.optional(),
  outputSchema: z
    .custom<object>((value) => typeof value === 'object' && value !== null, 'not a JSON Schema')
    .transform((schema, context) => {
      try {
        return JSON.stringify(schema);
      } catch (error) {
        context.addIssue(`it is not JSON: ${errorText(error)}`);
        return z.NEVER;
      }
    })
    .optional(),
  sandboxRequired: z.boolean().optional(),
  secrets: z.record(z.string(), z.string()).optional(),
  environment: z.record(z.string(), z.string().optional()).optional(),
  signal: z.instanceof(AbortSignal).optional(),
});

/** What a program says of a run. Unknown keys are refused, so that a misspelt one is noticed. */
export type RunOptions = z.input<typeof runOptions>;
export type ParsedOptions = z.output<typeof runOptions>;

/** Checks the options of a run. Throws `input-invalid` with the first option that is wrong, without its value. */
export function parseOptions(options: RunOptions): ParsedOptions {
  const parsed = runOptions.safeParse(options, ZOD_OPTIONS);
  if (parsed.success) return parsed.data;
  const { path, ...issue } = firstIssue(parsed.error.issues);
  const where = path.map(String).join('.');
  const hint = misspeltOption(parsed.error.issues[0]);
  const problem = `${oneLine(issueClause(issue), MAX_PROBLEM_CHARS)}.${hint}`;
  throw new CountersignError(
    'input-invalid',
    `startRun: ${where === '' ? 'its options' : `the option ${where}`}: ${problem}`,
    { fix: `${docsPage('sdk.md')} lists the options.` },
  );
}

/** What an unknown option was meant to be, as the end of a sentence. */
function misspeltOption(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code !== 'unrecognized_keys' || issue.path.length > 0) return '';
  return didYouMean(issue.keys[0] ?? '', Object.keys(runOptions.shape));
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>;

/** The first issue; of an option with several forms, that of the form which the value fits best: the one whose fault lies deepest. */
function firstIssue(issues: readonly z.core.$ZodIssue[]): Issue {
  const [issue] = issues;
  if (issue?.code !== 'invalid_union') return issue ?? { path: [], message: '' };
  const forms = issue.errors.map((form) => firstIssue(form));
  const [best] = forms.toSorted((one, other) => other.path.length - one.path.length);
  if (best === undefined) return issue;
  return { ...best, path: [...issue.path, ...best.path] };
}

/** Whether a model is given as an object of the program. */
export function isOwnModel(model: NonNullable<ParsedOptions['model']>): model is Model {
  return hasMethod(model, 'respond');
}

/** Whether a model is given as a script. */
export function isScript(
  model: NonNullable<ParsedOptions['model']>,
): model is { readonly turns: readonly unknown[] } {
  return typeof model === 'object' && 'turns' in model;
}
