import * as z from 'zod';
import type { Json } from '../../common/index.ts';
import { LiveMetadata } from '../define/live-metadata.ts';
import type { ToolContext } from '../define/tool.ts';
import type { Channel } from './channel.ts';
import { plainJson } from './plain-json.ts';

const MAX_EVENTS = 1_000;

const file = z.object({
  path: z.string(),
  kind: z.enum(['file', 'directory', 'symlink', 'other']),
  size: z.number(),
});
const text = z.string();
const files = z.array(file);
const seen = z.array(z.object({ path: z.string(), sha256: z.string() }));
const todos = z.array(
  z.object({ text: z.string(), status: z.enum(['pending', 'in_progress', 'done']) }),
);
const commandResult = z.object({
  ok: z.boolean(),
  exitCode: z.number().nullable(),
  output: z.string(),
});

/** A tool's context. It asks the run for everything, which knows the call by its handle. */
export function contextOf(request: {
  readonly handle: number;
  readonly call: string;
  readonly run: string;
  readonly root: string;
  readonly answer?: string | undefined;
  readonly channel: Channel;
  readonly signal: AbortSignal;
}): ToolContext {
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
      stat: async (path) => file.nullable().parse(await ask('workspace.stat', { path })),
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
