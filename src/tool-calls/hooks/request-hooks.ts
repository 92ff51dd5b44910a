import type { Json } from '../../common/index.ts';
import type { EvaluatedCall } from '../call.ts';
import type { CallContext } from '../context.ts';
import { fitsFilter, type Hook, readRequestAnswer, type ToolRequest } from './hooks.ts';
import { hookCallOf, thrownText, withinTime } from './pre-hooks.ts';

/** Who answered the question of a tool, and what; `because`: why there is no answer. */
export type RequestAnswer = {
  readonly by: 'hook' | 'program' | 'nobody';
  readonly hook?: string;
} & ({ readonly answer: Json } | { readonly because: string });

type HookAnswer = RequestAnswer & { readonly by: 'hook'; readonly hook: string };

/**
 * Asks the hooks of the run, in their order, about a question of a tool. Each can refuse, also after another one answered; the first
 * answer counts. A hook that throws, takes too long or answers something else refuses. None is asked once the call has ended. `null`: none
 * said anything.
 */
export async function answerOfHooks(
  context: CallContext,
  call: EvaluatedCall,
  { name, data, ending }: ToolRequest & { readonly ending: AbortSignal },
): Promise<HookAnswer | null> {
  let first: HookAnswer | null = null;
  for (const hook of context.hooks) {
    if (ending.aborted) break;
    if (hook.toolRequest === undefined || !fitsFilter(hook.on, call.tool)) continue;
    const said = await askHook(context, hook, { call, request: { name, data } });
    if (said !== null && 'because' in said) return said;
    first ??= said;
  }
  return first;
}

async function askHook(
  context: CallContext,
  hook: Hook,
  { call, request }: { readonly call: EvaluatedCall; readonly request: ToolRequest },
): Promise<HookAnswer | null> {
  const from = { by: 'hook', hook: hook.name } as const;
  try {
    const asked = hook.toolRequest?.(hookCallOf(context, call), structuredClone(request));
    const { answer, decision, reason } = readRequestAnswer(await withinTime(context, asked));
    if (decision === 'deny')
      return {
        ...from,
        because: `the hook ${hook.name} refused "${request.name}": ${reason ?? 'it gave no reason'}`,
      };
    return answer === undefined ? null : { ...from, answer };
  } catch (error) {
    const because = `the hook ${hook.name} failed on "${request.name}": ${thrownText(context, error)}`;
    return { ...from, because };
  }
}
