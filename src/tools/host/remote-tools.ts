import { canonicalJson, CountersignError, errorText, type Json } from '../../common/index.ts';
import type { Facts } from '../../policy/index.ts';
import { readFacts, readPreview, readResult } from '../define/check.ts';
import { asJson, notJson } from '../define/build-tool.ts';
import { failure, toolErrorOf } from '../define/result.ts';
import { firstNonJson } from '../define/schema.ts';
import type { Preparation, PreparedCall, Tool, ToolContext, ToolResult } from '../define/tool.ts';
import type { AskOptions, ModuleProcess } from './process.ts';
import { handleOf, readProgress, serve } from './services.ts';
import { readOfCall, readOwnPost, readOwnPre, readPrepared, type ReportedTool } from './told.ts';

const PREPARE_TIMEOUT_MS = 2_000;
/** For what a tool says of a call: its preview, its narrowest rule, its own hooks. */
const SAY_TIMEOUT_MS = 10_000;
/** How long a tool may take to come back once its signal was aborted. */
const GRACE_MS = 2_000;
/** Events and requests of calls that do not execute, of which a late one or two are nothing. */
const MAX_STRAY = 1_000;
const MAX_EVENTS_A_CALL = 2_000;

interface Executing {
  readonly context: ToolContext;
  events: number;
}

/** A call whose input the process has read. */
interface Remote {
  readonly handle: number;
  readonly told: ReportedTool;
  readonly given: Json;
  /** What was judged, in one text: what runs has to be the same. */
  readonly read: string;
}

/** The run's end of the tools of modules: as tools that can be called, and as the services that their calls ask for. */
export class RemoteTools {
  readonly #process: Pick<ModuleProcess, 'ask' | 'forbid'>;
  readonly #executing = new Map<number, Executing>();
  #lastHandle = 0;
  #strays = 0;

  constructor(process: Pick<ModuleProcess, 'ask' | 'forbid'>) {
    this.#process = process;
  }

  /** A tool as its process told it. */
  toolOf(told: ReportedTool): Tool {
    const { asks: _, has: __, ...about } = told;
    return Object.freeze({
      ...about,
      prepare: async (given: Json): Promise<Preparation> => {
        const wrong = firstNonJson(given);
        if (wrong !== null) return notJson(told, wrong);
        try {
          return await this.#prepare(told, given);
        } catch (error) {
          if (error instanceof CountersignError) return { ok: false, error: toolErrorOf(error) };
          const message = `The input of ${told.name} could not be read: ${errorText(error)}`;
          return { ok: false, error: { type: 'execution', message, recommendations: [] } };
        }
      },
    });
  }

  /** Answers what a call that executes asks for. */
  async answer(service: string, data: Json): Promise<Json> {
    const call = this.#executing.get(handleOf(data) ?? 0);
    if (call === undefined) {
      this.#countStray();
      throw new Error(`${service.slice(0, 50)}: the call does not execute (any more).`);
    }
    return await serve(service, call.context, data);
  }

  onEvent(name: string, data: Json): void {
    const told = name === 'progress' ? readProgress(data) : null;
    const call = told === null ? undefined : this.#executing.get(told.handle);
    if (told === null || call === undefined) {
      this.#countStray();
      return;
    }
    call.events += 1;
    if (call.events > MAX_EVENTS_A_CALL) this.#process.forbid('it told too many events');
    else call.context.emit(told.progress);
  }

  #countStray(): void {
    this.#strays += 1;
    if (this.#strays > MAX_STRAY)
      this.#process.forbid('it asked and told too much outside of calls');
  }

  async #prepare(told: ReportedTool, given: Json): Promise<Preparation> {
    const handle = (this.#lastHandle += 1);
    const read = await this.#read(told, handle, given);
    if (!read.ok) return read;
    const { input, facts, otherwise, waitMs } = read;
    const call: Remote = { handle, told, given, read: canonicalJson({ input, facts }) };
    return {
      ok: true,
      call: {
        input,
        facts: factsOf(told, facts),
        ...(told.asks === undefined ? {} : { asks: told.asks }),
        ...(told.asks === undefined || otherwise === undefined ? {} : { otherwise }),
        ...(told.asks === undefined || waitMs === undefined ? {} : { waitMs }),
        ...this.#wordsOf(call, input),
        execute: async (context) => await this.#execute(call, context),
      },
    };
  }

  async #read(told: ReportedTool, handle: number, given: Json) {
    const data = { handle, tool: told.name, input: given };
    const answer = await this.#process.ask('tool.prepare', data, { timeoutMs: PREPARE_TIMEOUT_MS });
    const read = readPrepared(answer);
    if (!read.ok) return read;
    if (firstNonJson(read.input) !== null) throw new Error('what it read is not well-formed JSON.');
    return read;
  }

  /** What the tool says of a call. Where that cannot be had, people see the exact input, and no rule is offered. */
  #wordsOf(
    call: Remote,
    input: Json,
  ): Pick<PreparedCall, 'narrowestRule' | 'preview' | 'preToolUse' | 'postToolUse'> {
    const { has, name } = call.told;
    const say = async (operation: string, more = {}): Promise<Json> =>
      await this.#ofCall(call, operation, { data: more, timeoutMs: SAY_TIMEOUT_MS });
    return {
      narrowestRule: async () => {
        if (!has.narrowestRule) return name;
        const rule = await say('tool.rule').catch(() => null);
        return typeof rule === 'string' ? rule : null;
      },
      preview: async () => {
        const own = has.preview ? await say('tool.preview').catch(() => null) : null;
        return readPreview(own) ?? asJson(input);
      },
      ...(has.preToolUse ? { preToolUse: async () => readOwnPre(await say('tool.pre')) } : {}),
      ...(has.postToolUse
        ? {
            postToolUse: async (result: ToolResult) =>
              readOwnPost(await say('tool.post', { result })),
          }
        : {}),
    };
  }

  async #execute(call: Remote, context: ToolContext): Promise<ToolResult> {
    const { handle } = call;
    const { run, call: id, answer, signal } = context;
    const { root } = context.workspace;
    const data = { call: id, run, root, ...(answer === undefined ? {} : { answer }) };
    this.#executing.set(handle, { context, events: 0 });
    try {
      const value = await this.#ofCall(call, 'tool.execute', { data, signal, graceMs: GRACE_MS });
      const result = readResult(value);
      if (typeof result !== 'string') return result;
      return failure('execution', `The tool gave a result that cannot be read: ${result}.`);
    } finally {
      this.#executing.delete(handle);
    }
  }

  /** Asks about a call that was prepared. A process that was started since has to read its input again, to the same effect. */
  async #ofCall(
    call: Remote,
    operation: string,
    { data, ...options }: AskOptions & { readonly data: Readonly<Record<string, Json>> },
  ): Promise<Json> {
    const { handle, told, given } = call;
    const ask = async () =>
      readOfCall(await this.#process.ask(operation, { handle, ...data }, options));
    const first = await ask();
    if (!first.gone) return first.value;
    const again = await this.#read(told, handle, given);
    const isSame =
      again.ok && canonicalJson({ input: again.input, facts: again.facts }) === call.read;
    if (!isSame)
      throw new Error(`${told.name} no longer reads its input as it did when it was judged.`);
    const second = await ask();
    if (second.gone) throw new Error(`The process of ${told.name} does not keep its calls.`);
    return second.value;
  }
}

/** Kind, category and tags are those that were told at the start: no call changes them. */
function factsOf({ name, kind, category, tags }: ReportedTool, own: Json): Facts {
  return { tool: name, kind, category, tags, ...readFacts(name, own) };
}
