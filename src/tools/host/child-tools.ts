import * as z from 'zod';
import { type Json, jsonValue } from '../../common/index.ts';
import { defineTool, defineToolAsync } from '../define/define.ts';
import { authoredParts, isTool } from '../define/build-tool.ts';
import { tool } from '../define/simple-tool.ts';
import type {
  PreparedCall,
  Tool,
  ToolContext,
  ToolFile,
  ToolResult,
  ToolTodo,
} from '../define/tool.ts';
import type { Channel } from './channel.ts';
import { plainJson } from '../define/plain-json.ts';
import { LiveMetadata } from '../define/live-metadata.ts';
import { TOOL_PARTS } from './reported.ts';

const MAX_TOOLS_A_MODULE = 50;
/** Calls whose parsed input is kept here. The run prepares a dropped one again. */
const MAX_PREPARED = 64;

const prepareRequest = z.strictObject({ handle: z.int(), tool: z.string(), input: jsonValue });
const ofHandle = z.strictObject({ handle: z.int() });
const executeRequest = z.strictObject({
  handle: z.int(),
  call: z.string(),
  run: z.string(),
  root: z.string(),
  answer: z.string().optional(),
});
/** The run is trusted: this only informs the compiler. */
const postRequest = z.strictObject({ handle: z.int(), result: z.custom<ToolResult>() });

/** What belongs to one request of the run. */
interface Serving {
  readonly channel: Channel;
  readonly signal: AbortSignal;
}

/** The tools of a repository's modules, and their calls. */
export class ToolModules {
  readonly #tools = new Map<string, Tool>();
  readonly #prepared = new Map<number, PreparedCall>();

  /** Creates the tools of a module's default export, and reports them. */
  async load(exported: unknown): Promise<Json> {
    if (typeof exported !== 'function') throw new Error('its default export is not a function');
    const made: unknown = await exported({ defineTool, defineToolAsync, tool, z });
    const given: readonly unknown[] = Array.isArray(made) ? made : [made];
    const tools = await Promise.all(given);
    if (tools.length > MAX_TOOLS_A_MODULE)
      throw new Error(`it gives more than ${MAX_TOOLS_A_MODULE} tools`);
    return tools.map((one, index) => {
      if (!isTool(one)) {
        throw new Error(`what it gives at place ${index + 1} was not made by defineTool or tool`);
      }
      this.#tools.set(one.name, one);
      return specOf(one);
    });
  }

  async answer(name: string, data: Json, over: Serving): Promise<Json> {
    if (name === 'prepare') return await this.#prepare(data);
    if (name === 'execute') {
      const request = { ...executeRequest.parse(data), ...over };
      return await this.#ofCall(request.handle, (call) => call.execute(contextOf(request)));
    }
    if (name === 'post') {
      const { handle, result } = postRequest.parse(data);
      return await this.#ofCall(handle, async (call) => await call.postToolUse?.(result));
    }
    return await this.#ofCall(ofHandle.parse(data).handle, async (call) => {
      if (name === 'preview') return await call.preview();
      if (name === 'pre') return await call.preToolUse?.();
      throw new Error(`There is no operation tool.${name}.`);
    });
  }

  async #prepare(data: Json): Promise<Json> {
    const { handle, tool: name, input } = prepareRequest.parse(data);
    const found = this.#tools.get(name);
    if (found === undefined) throw new Error(`There is no tool ${name} here.`);
    const prepared = await found.prepare(input);
    if (!prepared.ok) return plainJson(prepared);
    const { call } = prepared;
    this.#prepared.set(handle, call);
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size > MAX_PREPARED && oldest !== undefined) this.#prepared.delete(oldest);
    const {
      tool: _,
      replacesBuiltin: _r,
      kind: __,
      category: ___,
      tags: ____,
      ...facts
    } = call.facts;
    const { otherwise, waitMs } = call;
    return plainJson({ ok: true, input: call.input, facts, otherwise, waitMs });
  }

  /** The answer of a call that was prepared here, or that it was dropped and did not run. */
  async #ofCall(handle: number, run: (call: PreparedCall) => Promise<unknown>): Promise<Json> {
    const call = this.#prepared.get(handle);
    return call === undefined ? { gone: true } : { value: plainJson(await run(call)) };
  }
}

function specOf(made: Tool): Json {
  const { name, displayName, kind, category, tags, version, timeoutMs, concurrencySafe } = made;
  const { description, inputSchema } = made;
  const about = { name, displayName, kind, category, tags, version, timeoutMs, concurrencySafe };
  const parts = authoredParts(made);
  const has = Object.fromEntries(TOOL_PARTS.map((part) => [part, parts?.[part] !== undefined]));
  return plainJson({ ...about, description, inputSchema, asks: parts?.asks, has });
}

const MAX_EVENTS = 1_000;

/** The answers of the run, which is trusted: these only inform the compiler. */
const text = z.custom<string>();
const file = z.custom<ToolFile | null>();
const files = z.custom<readonly ToolFile[]>();
const seen = z.custom<Awaited<ReturnType<ToolContext['files']['seen']>>>();
const todos = z.custom<readonly ToolTodo[]>();
const commandResult = z.custom<Awaited<ReturnType<ToolContext['commands']['run']>>>();

/** A tool's context. It asks the run for everything, which knows the call by its handle. */
function contextOf(request: z.infer<typeof executeRequest> & Serving): ToolContext {
  const { handle, channel } = request;
  const ask = async (service: string, what: Record<string, unknown> = {}): Promise<Json> =>
    await channel.ask(service, plainJson({ handle, ...what }));
  let events = MAX_EVENTS;
  const metadata = new LiveMetadata();
  const bytes = async (path: string): Promise<Buffer> =>
    Buffer.from(text.parse(await ask('workspace.read', { path })), 'base64');
  return {
    call: request.call,
    run: request.run,
    signal: request.signal,
    ...(request.answer === undefined ? {} : { answer: request.answer }),
    emit: (progress) => {
      if (events === 0) return;
      events -= 1;
      try {
        channel.emit('progress', plainJson({ handle, fields: progress }));
      } catch {
        // Progress that cannot be sent is dropped, as in the process of the run: no call fails for it.
      }
    },
    setMetadata: (fields) => {
      const all = metadata.set(fields);
      channel.emit('metadata', { handle, fields: all });
    },
    request: async (name, data = null) => await ask('request', { name, data }),
    workspace: {
      root: request.root,
      read: async (path) => (await bytes(path)).toString('utf8'),
      readBytes: bytes,
      write: async (path, content) => {
        const base64 = Buffer.from(content).toString('base64');
        await ask('workspace.write', { path, base64 });
      },
      list: async (path) => files.parse(await ask('workspace.list', { path })),
      stat: async (path) => file.parse(await ask('workspace.stat', { path })),
    },
    commands: {
      run: async (command, options = {}) =>
        commandResult.parse(await ask('commands.run', { command, ...options })),
    },
    todo: {
      read: async () => todos.parse(await ask('todo.read')),
      write: async (list) => void (await ask('todo.write', { todos: list })),
    },
    files: { seen: async () => seen.parse(await ask('files.seen')) },
    ask: async (question, options = {}) => text.parse(await ask('ask', { question, ...options })),
    secret: async (name) => text.parse(await ask('secret', { name })),
  };
}
