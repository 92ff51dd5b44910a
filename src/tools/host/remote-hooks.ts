import { canonicalJson, isJsonObject, type Json } from '../../common/index.ts';
import type { ModuleProcess } from './process.ts';
import type { ReportedHook } from './reported.ts';

/** All hooks of modules share this time for one call: a process that has not answered by then is ended. */
const HOOK_TIMEOUT_MS = 10_000;
/** Calls whose hooks were asked early, and calls whose last asked hook is known. */
const MAX_ASKED = 64;

/** A hook of a module. Its answers are untrusted: the caller has to parse them. */
export interface RemoteHook {
  /** The module, and the hook's own name if it has one. */
  readonly name: string;
  readonly on: ReportedHook['on'];
  readonly preToolUse: ((call: HookSubject) => Promise<Json>) | undefined;
  readonly postToolUse: ((call: HookSubject, result: Json) => Promise<Json>) | undefined;
  readonly toolRequest: ((call: HookSubject, request: Json) => Promise<Json>) | undefined;
  readonly messagesChanged: ((view: Json) => Promise<Json>) | undefined;
}

/** A call as a hook sees it, as JSON. */
export interface HookSubject {
  readonly json: Json;
  /** Its id. */
  readonly call: string;
  /** Whether a hook with this filter is to be asked about the call. */
  readonly fits: (on: ReportedHook['on']) => boolean;
}

/** What was asked of several hooks at once. */
interface Asked {
  readonly places: readonly number[];
  readonly answers: Promise<readonly Json[]>;
}

/**
 * The run's end of the hooks of modules. Consecutive hooks are asked in one message, and their answers are kept until it is
 * their turn. A hook that changes the input ends its message: the next hook is asked about the new input.
 */
export class RemoteHooks {
  readonly #process: Pick<ModuleProcess, 'ask'>;
  readonly #hooks: ReportedHook[] = [];
  readonly #asked = new Map<string, Asked>();
  /** The last hook that was asked about each call, by the call's id. */
  readonly #lastPlaces = new Map<string, number>();

  constructor(process: Pick<ModuleProcess, 'ask'>) {
    this.#process = process;
  }

  add(path: string, reported: ReportedHook): RemoteHook {
    const place = this.#hooks.push(reported) - 1;
    const { name, on, has } = reported;
    const ask = async (operation: string, data: Readonly<Record<string, Json>>): Promise<Json> =>
      await this.#process.ask(operation, data, { timeoutMs: HOOK_TIMEOUT_MS });
    return {
      name: name === undefined ? path : `${path}:${name}`,
      on,
      preToolUse: has.preToolUse ? async (call) => await this.#pre(place, call) : undefined,
      postToolUse: has.postToolUse
        ? async ({ json: call }, result) => await ask('hook.post', { hook: place, call, result })
        : undefined,
      toolRequest: has.toolRequest
        ? async ({ json: call }, request) =>
            await ask('hook.request', { hook: place, call, request })
        : undefined,
      messagesChanged: has.messagesChanged
        ? async (view) => await ask('hook.messages', { hook: place, view })
        : undefined,
    };
  }

  async #pre(place: number, call: HookSubject): Promise<Json> {
    // It is asked again, about another input: the hooks after it are not.
    if (place <= (this.#lastPlaces.get(call.call) ?? -1)) return await this.#alone(place, call);
    this.#lastPlaces.set(call.call, place);
    withoutOldest(this.#lastPlaces);
    const key = canonicalJson(call.json);
    const known = this.#asked.get(key);
    const index = known?.places.indexOf(place) ?? -1;
    const asked = known !== undefined && index !== -1 ? known : this.#askFrom(place, call, key);
    const answers = await asked.answers;
    if (asked.places.at(-1) === place) this.#asked.delete(key);
    const answer = answers[asked.places.indexOf(place)];
    // The answers end with the hook that changed the input; later hooks were not asked.
    if (answer === undefined) return await this.#alone(place, call);
    return answerIn(answer);
  }

  #askFrom(first: number, call: HookSubject, key: string): Asked {
    const places = this.#hooks.flatMap(({ has, on }, place) =>
      place >= first && has.preToolUse && call.fits(on) ? [place] : [],
    );
    const asked = { places, answers: this.#ask(places, call) };
    asked.answers.catch(() => undefined);
    this.#asked.set(key, asked);
    withoutOldest(this.#asked);
    return asked;
  }

  async #alone(place: number, call: HookSubject): Promise<Json> {
    const [answer] = await this.#ask([place], call);
    return answerIn(answer);
  }

  async #ask(places: readonly number[], call: HookSubject): Promise<readonly Json[]> {
    const data = { hooks: places, call: call.json };
    const answers = await this.#process.ask('hook.pre', data, { timeoutMs: HOOK_TIMEOUT_MS });
    if (!Array.isArray(answers) || answers.length > places.length)
      throw new Error('its process answered something else');
    return answers;
  }
}

function withoutOldest(kept: Map<string, unknown>): void {
  const [oldest] = kept.keys();
  if (kept.size > MAX_ASKED && oldest !== undefined) kept.delete(oldest);
}

/** Throws what a hook threw. Throws for anything else that is not an answer: a missing answer must not read as an empty one. */
function answerIn(reported: Json | undefined): Json {
  if (isJsonObject(reported)) {
    if (typeof reported['failed'] === 'string') throw new Error(reported['failed']);
    if (Object.hasOwn(reported, 'answer')) return reported['answer'] ?? null;
  }
  throw new Error('its process gave no answer');
}
