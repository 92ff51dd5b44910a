import * as z from 'zod';
import { type Json, jsonValue } from '../../common/index.ts';
import { parsedBy } from '../define/check.ts';
import { plainJson } from '../define/plain-json.ts';
import { TODO_STATUSES, type ToolContext } from '../define/tool.ts';

const MAX_PATH_CHARS = 4_096;
const MAX_COMMAND_CHARS = 100_000;
const MAX_QUESTION_CHARS = 4_000;

type Service = (context: ToolContext, data: Json) => Promise<Json>;

/** A service whose requests are parsed strictly. The context of their call decides what is allowed. */
function service<T>(
  request: z.ZodType<T>,
  answer: (context: ToolContext, request: T) => Promise<unknown>,
): Service {
  return async (context, data) => plainJson(await answer(context, parsedBy(request, data)));
}

const path = z.string().max(MAX_PATH_CHARS);
const ofNothing = z.strictObject({});
const ofPath = z.strictObject({ path });
const ofFile = z.strictObject({ path, base64: z.base64() });
const ofCommand = z.strictObject({
  command: z.string().min(1).max(MAX_COMMAND_CHARS),
  cwd: path.exactOptional(),
  timeoutMs: z.number().positive().exactOptional(),
});
const ofTodos = z.strictObject({
  todos: z.array(z.strictObject({ text: z.string(), status: z.enum(TODO_STATUSES) })),
});
const ofQuestion = z.strictObject({
  question: z.string().min(1).max(MAX_QUESTION_CHARS),
  choices: z.array(z.string()).exactOptional(),
  default: z.string().exactOptional(),
});
const ofSecret = z.strictObject({ name: z.string() });
const ofRequest = z.strictObject({ name: z.string(), data: jsonValue });

/** The requests of a call that executes in a module process. */
const services: Readonly<Record<string, Service>> = {
  'workspace.read': service(ofPath, async ({ workspace }, file) =>
    Buffer.from(await workspace.readBytes(file.path)).toString('base64'),
  ),
  'workspace.write': service(ofFile, ({ workspace }, file) =>
    workspace.write(file.path, Buffer.from(file.base64, 'base64')),
  ),
  'workspace.list': service(ofPath, ({ workspace }, folder) => workspace.list(folder.path)),
  'workspace.stat': service(ofPath, ({ workspace }, entry) => workspace.stat(entry.path)),
  'commands.run': service(ofCommand, ({ commands }, { command, ...options }) =>
    commands.run(command, options),
  ),
  'todo.read': service(ofNothing, ({ todo }) => todo.read()),
  'todo.write': service(ofTodos, ({ todo }, { todos }) => todo.write(todos)),
  'files.seen': service(ofNothing, ({ files }) => files.seen()),
  ask: service(ofQuestion, (context, { question, ...options }) => context.ask(question, options)),
  request: service(ofRequest, (context, { name, data }) => context.request(name, data)),
  secret: service(ofSecret, (context, { name }) => context.secret(name)),
};

/** Answers one request of a call that executes. Rejects with the reason if it is refused. */
export async function callService(name: string, context: ToolContext, data: Json): Promise<Json> {
  const found = Object.hasOwn(services, name) ? services[name] : undefined;
  if (found === undefined) throw new Error(`There is no service ${name.slice(0, 50)}.`);
  const { handle: _, ...request } = ofHandle.parse(data);
  return await found(context, request);
}

const ofEvent = z.strictObject({ handle: z.int(), fields: z.record(z.string(), jsonValue) });

/** What a call says without an answer: its progress or its metadata; `null` for anything else. */
export function readCallEvent(name: string, data: Json) {
  if (name !== 'progress' && name !== 'metadata') return null;
  const parsed = ofEvent.safeParse(data);
  return parsed.success ? { name, ...parsed.data } : null;
}

const ofHandle = z.object({ handle: z.int() }).catchall(jsonValue);

/** The call of a request; `null` if it names none. */
export function handleOf(data: Json): number | null {
  const parsed = ofHandle.safeParse(data);
  return parsed.success ? parsed.data.handle : null;
}
