import * as z from 'zod';
import { errorText, isJsonObject, type Json } from '../../common/index.ts';
import { KINDS } from '../../policy/index.ts';
import { changesInput } from '../define/hook-answers.ts';
import { plainJson } from './plain-json.ts';

const MAX_HOOKS_A_MODULE = 50;

type AnyFunction = (...args: readonly unknown[]) => unknown;
const callable = z.custom<AnyFunction>((value) => typeof value === 'function');
const names = z.array(z.string().min(1).max(200)).max(200);
const hookShape = z.strictObject({
  name: z.string().min(1).max(100).optional(),
  on: z
    .strictObject({ tools: names.optional(), kinds: z.array(z.enum(KINDS)).optional() })
    .optional(),
  preToolUse: callable.optional(),
  postToolUse: callable.optional(),
  toolRequest: callable.optional(),
  messagesChanged: callable.optional(),
});
type HookParts = z.output<typeof hookShape>;

const json: z.ZodType<Json> = z.json();
const preRequest = z.strictObject({ hooks: z.array(z.int()), call: json });
const postRequest = z.strictObject({ hook: z.int(), call: json, result: json });
const questionRequest = z.strictObject({ hook: z.int(), call: json, request: json });
const messagesRequest = z.strictObject({ hook: z.int(), view: json });

/** The hooks of a repository's modules, by their index over all modules. */
export class HookModules {
  readonly #hooks: HookParts[] = [];

  load(exported: unknown): Json {
    const list: readonly unknown[] = Array.isArray(exported) ? exported : [exported];
    if (list.length > MAX_HOOKS_A_MODULE)
      throw new Error(`it gives more than ${MAX_HOOKS_A_MODULE} hooks`);
    return list.map((one, index) => {
      const hook = hookOf(one, index);
      this.#hooks.push(hook);
      return plainJson({
        name: hook.name,
        on: hook.on,
        has: {
          preToolUse: hook.preToolUse !== undefined,
          postToolUse: hook.postToolUse !== undefined,
          toolRequest: hook.toolRequest !== undefined,
          messagesChanged: hook.messagesChanged !== undefined,
        },
      });
    });
  }

  async answer(name: string, data: Json): Promise<Json> {
    if (name === 'pre') return await this.#pre(data);
    if (name === 'post') {
      const { hook, call, result } = postRequest.parse(data);
      return plainJson(await this.#hooks[hook]?.postToolUse?.(call, result));
    }
    if (name === 'request') {
      const { hook, call, request } = questionRequest.parse(data);
      return plainJson(await this.#hooks[hook]?.toolRequest?.(call, request));
    }
    if (name === 'messages') {
      const { hook, view } = messagesRequest.parse(data);
      return plainJson(await this.#hooks[hook]?.messagesChanged?.(view));
    }
    throw new Error(`There is no operation hook.${name}.`);
  }

  /** Asks the hooks in order. Stops at a hook that changes the input: the others must see the new one. */
  async #pre(data: Json): Promise<Json> {
    const { hooks, call } = preRequest.parse(data);
    const answers: Json[] = [];
    for (const place of hooks) {
      const answer = await this.#ask(place, call);
      answers.push(answer);
      if (isJsonObject(answer) && changesInput(answer['answer'])) break;
    }
    return answers;
  }

  async #ask(place: number, call: Json): Promise<Json> {
    try {
      const hook = this.#hooks[place];
      if (hook?.preToolUse === undefined) throw new Error('it is not here any more');
      return { answer: plainJson(await hook.preToolUse(structuredClone(call))) };
    } catch (error) {
      return { failed: errorText(error).slice(0, 2_000).toWellFormed() };
    }
  }
}

function hookOf(value: unknown, index: number): HookParts {
  const parsed = hookShape.safeParse(isJsonObject(value) ? { ...value } : value);
  const place = `what its default export gives at place ${index + 1}`;
  if (!parsed.success) {
    throw new Error(
      `${place} is no hook: an object of preToolUse, postToolUse, toolRequest, messagesChanged (functions), a name, and on ({ tools, kinds })`,
    );
  }
  const { preToolUse, postToolUse, toolRequest, messagesChanged } = parsed.data;
  if ((preToolUse ?? postToolUse ?? toolRequest ?? messagesChanged) === undefined)
    throw new Error(`${place} has none of preToolUse, postToolUse, toolRequest, messagesChanged`);
  return parsed.data;
}
