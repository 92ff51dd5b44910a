import {
  canonicalJson,
  CountersignError,
  errorText,
  type Json,
  type JsonObject,
} from '../../common/index.ts';
import type { Facts } from '../../policy/index.ts';
import { parseFacts, parsePreview, parseResult, replacedTool } from '../define/check.ts';
import { asJson, notJson } from '../define/build-tool.ts';
import { readPostAnswer, readPreAnswer } from '../define/hook-answers.ts';
import { failure, invalidResult, refusalOf } from '../define/result.ts';
import { firstNonJson } from '../define/input/schema.ts';
import type { Preparation, PreparedCall, Tool, ToolContext, ToolResult } from '../define/tool.ts';
import type { AskOptions, ModuleProcess } from './process.ts';
import { callService, handleOf, readCallEvent } from './services.ts';
import { callAnswer, preparedAnswer, type ReportedTool } from './reported.ts';

const PREPARE_TIMEOUT_MS = 2_000;
/** For a tool's preview, narrowest rule and own hooks of a call. */
const SAY_TIMEOUT_MS = 10_000;
/** How long a tool may take to return after its signal was aborted. */
const GRACE_MS = 2_000;
/** Events and requests outside of calls. A few late ones are normal. */
const MAX_STRAY = 1_000;
const MAX_EVENTS_A_CALL = 2_000;

interface Executing {
  readonly context: ToolContext;
  events: number;
}

/** A call whose input the process has read. */
interface Remote {
  readonly handle: number;
  readonly reported: ReportedTool;
  readonly given: Json;
  /** What the policy evaluated, as one text: what runs has to be the same. */
  readonly read: string;
}

/** The run's end of the tools of modules: makes them callable, and answers the requests of their calls. */
export class RemoteTools {
  readonly #process: Pick<ModuleProcess, 'ask' | 'forbid'>;
  readonly #executing = new Map<number, Executing>();
  #lastHandle = 0;
  #strays = 0;

  constructor(process: Pick<ModuleProcess, 'ask' | 'forbid'>) {
    this.#process = process;
  }

  /** The tool that its process reported. */
  toolOf(reported: ReportedTool): Tool {
    const { asks: _, has: __, ...about } = reported;
    return Object.freeze({
      ...about,
      prepare: async (given: Json): Promise<Preparation> => {
        const wrong = firstNonJson(given);
        if (wrong !== null) return notJson(reported, wrong);
        try {
          return await this.#prepare(reported, given);
        } catch (error) {
          if (error instanceof CountersignError) return refusalOf(error);
          const message = `The input of ${reported.name} could not be read: ${errorText(error)}`;
          return failure('execution', message);
        }
      },
    });
  }

  /** Answers a request of a call that executes. */
  async answer(service: string, data: Json): Promise<Json> {
    const call = this.#executing.get(handleOf(data) ?? 0);
    if (call === undefined) {
      this.#countStray();
      throw new Error(`${service.slice(0, 50)}: the call does not execute (any more).`);
    }
    return await callService(service, call.context, data);
  }

  onEvent(name: string, data: Json): void {
    const event = readCallEvent(name, data);
    const call = event === null ? undefined : this.#executing.get(event.handle);
    if (event === null || call === undefined) {
      this.#countStray();
      return;
    }
    call.events += 1;
    if (call.events > MAX_EVENTS_A_CALL) this.#process.forbid('it sent too many events');
    else if (event.name === 'progress') call.context.emit(event.fields);
    else this.#setMetadata(call, event.fields);
  }

  /** Its own end has checked the fields, so others are a violation: they must not be dropped, because they may name a source. */
  #setMetadata({ context }: Executing, fields: JsonObject): void {
    try {
      context.setMetadata(fields);
    } catch (error) {
      this.#process.forbid(`it sent other metadata than it may: ${errorText(error)}`);
    }
  }

  #countStray(): void {
    this.#strays += 1;
    if (this.#strays > MAX_STRAY)
      this.#process.forbid('it sent too many messages outside of calls');
  }

  async #prepare(reported: ReportedTool, given: Json): Promise<Preparation> {
    const handle = (this.#lastHandle += 1);
    const read = await this.#read(reported, handle, given);
    if (!read.ok) return read;
    const { input, facts, otherwise, waitMs } = read;
    const call: Remote = { handle, reported, given, read: canonicalJson({ input, facts }) };
    return {
      ok: true,
      call: {
        input,
        facts: factsOf(reported, facts),
        ...(reported.asks === undefined ? {} : { asks: reported.asks, otherwise, waitMs }),
        ...this.#wordsOf(call, input),
        execute: async (context) => await this.#execute(call, context),
      },
    };
  }

  async #read(reported: ReportedTool, handle: number, given: Json) {
    const data = { handle, tool: reported.name, input: given };
    const answer = await this.#process.ask('tool.prepare', data, { timeoutMs: PREPARE_TIMEOUT_MS });
    const read = preparedAnswer.parse(answer);
    if (read.ok && firstNonJson(read.input) !== null)
      throw new Error('what it read is not well-formed JSON.');
    return read;
  }

  /** The tool's preview and hooks of a call. If the preview fails, people see the exact input. */
  #wordsOf(
    call: Remote,
    input: Json,
  ): Pick<PreparedCall, 'preview' | 'preToolUse' | 'postToolUse'> {
    const { has } = call.reported;
    const say = async (operation: string, more = {}): Promise<Json> =>
      await this.#ofCall(call, operation, { data: more, timeoutMs: SAY_TIMEOUT_MS });
    return {
      preview: async () => {
        const own = has.preview ? await say('tool.preview').catch(() => null) : null;
        return parsePreview(own) ?? asJson(input);
      },
      preToolUse: has.preToolUse ? async () => readPreAnswer(await say('tool.pre')) : undefined,
      postToolUse: has.postToolUse
        ? async (result) => readPostAnswer(await say('tool.post', { result }))
        : undefined,
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
      const result = parseResult(value);
      return typeof result === 'string' ? invalidResult(result) : result;
    } finally {
      this.#executing.delete(handle);
    }
  }

  /** Asks about a prepared call. A restarted process has to parse its input again, with the same result. */
  async #ofCall(
    call: Remote,
    operation: string,
    { data, ...options }: AskOptions & { readonly data: Readonly<Record<string, Json>> },
  ): Promise<Json> {
    const { handle, reported, given } = call;
    const ask = async () =>
      callAnswer.parse(await this.#process.ask(operation, { handle, ...data }, options));
    const first = await ask();
    if ('value' in first) return first.value;
    const again = await this.#read(reported, handle, given);
    const isSame =
      again.ok && canonicalJson({ input: again.input, facts: again.facts }) === call.read;
    if (!isSame)
      throw new Error(
        `${reported.name} parses its input differently than when the policy evaluated it.`,
      );
    const second = await ask();
    if ('value' in second) return second.value;
    throw new Error(`The process of ${reported.name} does not keep its calls.`);
  }
}

/** Kind, category and tags are those reported at the start: no call changes them. */
function factsOf({ name, kind, category, tags }: ReportedTool, own: Json): Facts {
  return { tool: name, ...replacedTool(name), kind, category, tags, ...parseFacts(name, own) };
}
