import type { Json } from '../../common/index.ts';
import type { ModuleProcess } from './process.ts';
import type { HookPhase, ReportedHook } from './reported.ts';

/** How long a hook may take for one call: a process that has not answered by then is ended. */
const HOOK_TIMEOUT_MS = 10_000;

/** Asks a hook with the arguments of its phase, as JSON. */
type AskHook = (...given: readonly Json[]) => Promise<Json>;

/** A hook of a module. Its answers are untrusted: the caller has to parse them. */
export interface RemoteHook extends Readonly<Record<HookPhase, AskHook | undefined>> {
  /** The module, and the hook's own name if it has one. */
  readonly name: string;
  readonly on: ReportedHook['on'];
}

/** The run's end of the hook that is at `place` in the process of its module. */
export function remoteHook(
  process: Pick<ModuleProcess, 'ask'>,
  hook: { readonly path: string; readonly place: number; readonly reported: ReportedHook },
): RemoteHook {
  const { path, place, reported } = hook;
  const { name, on, has } = reported;
  const phase = (one: HookPhase): AskHook | undefined =>
    has[one]
      ? async (...given) => {
          const request = { hook: place, given };
          return await process.ask(`hook.${one}`, request, { timeoutMs: HOOK_TIMEOUT_MS });
        }
      : undefined;
  return {
    name: name === undefined ? path : `${path}:${name}`,
    on,
    preToolUse: phase('preToolUse'),
    postToolUse: phase('postToolUse'),
    toolRequest: phase('toolRequest'),
    messagesChanged: phase('messagesChanged'),
  };
}
