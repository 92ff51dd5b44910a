import * as z from 'zod';
import {
  type Clock,
  CountersignError,
  defined,
  type Environment,
  markHandled,
  oneLine,
  roundUsd,
} from '../common/index.ts';
import {
  createModel,
  headerSecrets,
  loginIn,
  type Model,
  type ModelReply,
  type ModelRequest,
  parseHeaders,
  parsePrices,
  parseScript,
  recordableReply,
  scriptedModel,
} from '../model/index.ts';
import { isOwnModel, isScript, type ModelOptions, type ParsedOptions } from './options.ts';

const MAX_PROBLEM_CHARS = 500;

/** The model of a run, and the secrets by which it is reached, named for a redactor. */
interface ChosenModel {
  readonly model: Model;
  readonly secrets: Readonly<Record<string, string | null>>;
}

/** The model that the program names, brings or scripts. Rejects with `input-invalid` and `script-invalid`. */
export async function chooseModel(
  given: ParsedOptions['model'] = {},
  place: { readonly environment: Environment; readonly cwd: string; readonly clock: Clock },
): Promise<ChosenModel> {
  if (typeof given === 'string') return await namedModel({ name: given }, place);
  if (isOwnModel(given)) return { model: checkedModel(given), secrets: {} };
  if (isScript(given)) {
    const parsed = parseScript(JSON.stringify(given), 'of the option model');
    return { model: scriptedModel(parsed, { name: 'program', clock: place.clock }), secrets: {} };
  }
  return await namedModel(given, place);
}

async function namedModel(
  given: ModelOptions,
  { environment, cwd, clock }: Parameters<typeof chooseModel>[1],
): Promise<ChosenModel> {
  const { name, provider = 'anthropic', prices, maxOutputTokens, contextWindow } = given;
  const login = loginIn(environment, provider, given);
  const headers = Object.entries(given.headers ?? {})
    .map(([header, value]) => `${header}: ${value}`)
    .join('\n');
  const model = await createModel({
    model: name,
    provider,
    ...login,
    extraHeaders: parseHeaders(headers, 'model.headers'),
    prices: prices === undefined ? undefined : parsePrices(prices, 'model.prices'),
    maxOutputTokens,
    contextWindow,
    promptCache: given.promptCache,
    environment,
    cwd,
    clock,
  });
  const secrets = {
    'model-api-key': login.anthropicApiKey ?? login.apiKey ?? null,
    'model-auth-token': login.anthropicAuthToken ?? null,
    ...headerSecrets(headers),
  };
  return { model, secrets };
}

/** A cost above it is a mistake, and the sum of several could be no number. */
const MAX_USD = 1_000_000_000;
const tokens = z.int().nonnegative();
const reply = z.object({
  id: z.string(),
  model: z.string(),
  stopReason: z.string().min(1),
  content: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({
        type: z.literal('tool_use'),
        id: z.string().min(1),
        name: z.string().min(1),
        input: z.json(),
      }),
      z.object({ type: z.literal('opaque'), block: z.record(z.string(), z.json()) }),
    ]),
  ),
  usage: z.object({
    inputTokens: tokens,
    outputTokens: tokens,
    cacheReadInputTokens: tokens,
    cacheCreationInputTokens: tokens,
    webSearches: tokens.exactOptional(),
  }),
  costUsd: z.number().nonnegative().max(MAX_USD).transform(roundUsd).nullable(),
  isEstimate: z.literal(true).exactOptional(),
});

/**
 * A model of the program whose replies are checked before anything of them counts. Its calls of tools run like those of any model. A reply
 * without a price ends the run unless the model says `unpriced`: otherwise a limit of money would hold nothing.
 */
function checkedModel(own: Model): Model {
  const { id, provider, contextWindow } = own;
  const isNamed = [id, provider].every((name) => typeof name === 'string' && name !== '');
  if (!isNamed || !(Number.isSafeInteger(contextWindow) && contextWindow > 0)) {
    throw new CountersignError(
      'input-invalid',
      'startRun: the model has no id, no provider, or no contextWindow.',
      { fix: 'Give it a name, its provider, and the number of tokens that fit into a request.' },
    );
  }
  return {
    id,
    provider,
    contextWindow,
    ...defined({ maxOutputTokens: own.maxOutputTokens, unpriced: own.unpriced }),
    respond: async (request, options) => {
      const answered = Promise.resolve(own.respond(request, options));
      return checkedReply(own, await untilAborted(answered, options.signal), request);
    },
  };
}

/** What `work` resolves with. Rejects once the signal is aborted: the program may never answer. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  markHandled(work, aborted.promise);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function checkedReply(own: Model, given: unknown, request: ModelRequest): ModelReply {
  const parsed = reply.safeParse(given);
  const issue = parsed.error?.issues[0];
  if (!parsed.success)
    throw invalidReply(own, `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`);
  if (parsed.data.costUsd === null && own.unpriced === undefined)
    throw invalidReply(own, 'costUsd is null, and the model does not say `unpriced`');
  return recordableReply(parsed.data, request);
}

function invalidReply({ id }: Model, problem: string): CountersignError {
  const what = oneLine(problem, MAX_PROBLEM_CHARS);
  return new CountersignError('input-invalid', `The model ${id} gave an invalid reply: ${what}.`);
}
