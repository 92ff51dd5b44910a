import type { MessagesView, ToolRequest } from '../../../types/tools.d.ts';
import {
  type Hook,
  type HookCall,
  readMessagesAnswer,
  readRequestAnswer,
  builtinHook,
} from '../../tool-calls/index.ts';
import { defined, type Json } from '../../common/index.ts';
import {
  readPostAnswer,
  readPreAnswer,
  type RemoteHook,
  type StartedModules,
  startHookModules,
  type ToolResult,
} from '../../tools/index.ts';
import { type ModuleSource, startModules } from './modules.ts';

const READY = /^countersign:/;

/**
 * The hooks of a run, in the policy's order: built-in ones by name (`countersign:block-paths(glob)`), modules by their
 * path on the trusted branch. A module's default export is a hook or a list of hooks; a separate process runs them.
 * Throws `tool-invalid` with the invalid line: a run with a missing hook does not start.
 */
export async function loadHooks(
  entries: readonly string[],
  source: ModuleSource,
): Promise<StartedModules<Hook>> {
  const ready = entries.filter((entry) => READY.test(entry)).map(builtinHook);
  const patterns = entries.filter((entry) => !READY.test(entry));
  const started = await startModules(source, { key: 'hooks', patterns }, startHookModules);
  return { ...started, items: [...ready, ...started.items.map(hookOf)] };
}

/** A hook of a module. Its answers are validated before use. */
function hookOf(remote: RemoteHook): Hook {
  const { name, on, preToolUse, postToolUse, toolRequest, messagesChanged } = remote;
  return {
    name,
    ...defined({
      on,
      preToolUse:
        preToolUse && (async (call: HookCall) => readPreAnswer(await preToolUse(callJson(call)))),
      postToolUse:
        postToolUse &&
        (async (call: HookCall, result: ToolResult) =>
          readPostAnswer(await postToolUse(callJson(call), jsonOf(result)))),
      toolRequest:
        toolRequest &&
        (async (call: HookCall, request: ToolRequest) =>
          readRequestAnswer(await toolRequest(callJson(call), { ...request }))),
      messagesChanged:
        messagesChanged &&
        (async (view: MessagesView) => readMessagesAnswer(await messagesChanged({ ...view }))),
    }),
  };
}

function callJson(call: HookCall): Json {
  const paths = call.paths.map(({ path, access }) => ({ path, access }));
  return { ...call, paths };
}

function jsonOf(result: ToolResult): Json {
  const json: Json = JSON.parse(JSON.stringify(result));
  return json;
}
