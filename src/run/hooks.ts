import * as z from 'zod';
import {
  type Hook,
  readMessagesAnswer,
  readPostAnswer,
  readPreAnswer,
  readyHook,
} from '../calls/index.ts';
import { isJsonObject, once } from '../base/index.ts';
import { withinLoadTime } from '../tools/index.ts';
import { layModules, type LoadedModule, unusable } from './modules.ts';
import type { TrustedFiles } from './trusted-files.ts';

const READY = /^countersign:/;
const KEY = 'hooks';
const MAX_HOOKS_A_MODULE = 50;

type AnyFunction = (...args: readonly unknown[]) => unknown;
const hookShape = once(() => {
  const callable = z.custom<AnyFunction>((value) => typeof value === 'function');
  return z.strictObject({
    name: z.string().min(1).max(100).optional(),
    preToolUse: callable.optional(),
    postToolUse: callable.optional(),
    messagesChanged: callable.optional(),
  });
});

/**
 * The hooks of a run, in the order of the policy: ready ones by name (`countersign:block-paths(glob)`), modules by their
 * path on the trusted branch. A module's default export is a hook or a list of hooks. Throws `tool-invalid` naming the
 * line that cannot be used: a run whose hooks are not there does not start.
 */
export async function loadHooks(
  entries: readonly string[],
  options: { readonly trusted: TrustedFiles | null; readonly timeoutMs?: number },
): Promise<readonly Hook[]> {
  const paths = entries.filter((entry) => !READY.test(entry));
  const laid = await layModules(options.trusted, paths, KEY);
  try {
    const loaded: Hook[] = [];
    for (const module of laid.modules) {
      loaded.push(...(await withinLoadTime(module, hooksOf(module), options.timeoutMs)));
    }
    const ready = entries.filter((entry) => READY.test(entry)).map(readyHook);
    return [...ready, ...loaded];
  } finally {
    await laid.remove();
  }
}

async function hooksOf(module: LoadedModule): Promise<readonly Hook[]> {
  let given: unknown;
  try {
    const loaded = await module.load();
    given =
      typeof loaded === 'object' && loaded !== null && 'default' in loaded
        ? loaded.default
        : undefined;
  } catch (error) {
    throw unusable(KEY, module.path, error);
  }
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (list.length > MAX_HOOKS_A_MODULE)
    throw unusable(KEY, module.path, `it gives more than ${MAX_HOOKS_A_MODULE} hooks`);
  return list.map((one, index) => hookOf(module, one, index));
}

function hookOf(module: LoadedModule, value: unknown, index: number): Hook {
  const parsed = hookShape().safeParse(isJsonObject(value) ? { ...value } : value);
  const place = `what its default export gives at place ${index + 1}`;
  if (!parsed.success) {
    const why = `${place} is no hook: an object of preToolUse, postToolUse, messagesChanged (functions) and a name`;
    throw unusable(KEY, module.path, why);
  }
  const { name, preToolUse, postToolUse, messagesChanged } = parsed.data;
  if ((preToolUse ?? postToolUse ?? messagesChanged) === undefined) {
    throw unusable(
      KEY,
      module.path,
      `${place} has none of preToolUse, postToolUse, messagesChanged`,
    );
  }
  const called = name === undefined ? module.path : `${module.path}:${name}`;
  return { name: called, ...checkedHook({ preToolUse, postToolUse, messagesChanged }) };
}

/** The functions of a module, whose answers are checked before anything goes by them. */
function checkedHook(of: {
  readonly preToolUse: AnyFunction | undefined;
  readonly postToolUse: AnyFunction | undefined;
  readonly messagesChanged: AnyFunction | undefined;
}): Omit<Hook, 'name'> {
  const { preToolUse, postToolUse, messagesChanged } = of;
  return {
    ...(preToolUse === undefined
      ? {}
      : { preToolUse: async (call) => readPreAnswer(await preToolUse(call)) }),
    ...(postToolUse === undefined
      ? {}
      : { postToolUse: async (call, result) => readPostAnswer(await postToolUse(call, result)) }),
    ...(messagesChanged === undefined
      ? {}
      : { messagesChanged: async (view) => readMessagesAnswer(await messagesChanged(view)) }),
  };
}
