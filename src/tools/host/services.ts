import * as z from 'zod';
import { type Json, jsonValue } from '../../common/index.ts';
import { parsedBy } from '../define/check.ts';
import { TODO_STATUSES, type ToolContext } from '../define/tool.ts';

const MAX_PATH_CHARS = 4_096;
const MAX_COMMAND_CHARS = 100_000;
const MAX_QUESTION_CHARS = 4_000;

type Service = (context: ToolContext, data: Json) => Promise<Json>;

/** A service whose requests are parsed strictly. The context of their call decides what is allowed. */
function service<T>(
  request: z.ZodType<T>,
  answer: (context: ToolContext, request: T) => Promise<Json>,
): Service {
  return async (context, data) => await answer(context, parsedBy(request, data));
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
  'workspace.write': service(ofFile, async ({ workspace }, file) => {
    await workspace.write(file.path, Buffer.from(file.base64, 'base64'));
    return null;
  }),
  'workspace.list': service(ofPath, async ({ workspace }, folder) =>
    (await workspace.list(folder.path)).map((file) => ({ ...file })),
  ),
  'workspace.stat': service(ofPath, async ({ workspace }, entry) => {
    const file = await workspace.stat(entry.path);
    return file === null ? null : { ...file };
  }),
  'commands.run': service(ofCommand, async ({ commands }, { command, ...options }) => ({
    ...(await commands.run(command, options)),
  })),
  'todo.read': service(ofNothing, async ({ todo }) =>
    (await todo.read()).map((one) => ({ ...one })),
  ),
  'todo.write': service(ofTodos, async ({ todo }, { todos }) => {
    await todo.write(todos);
    return null;
  }),
  'files.seen': service(ofNothing, async ({ files }) =>
    (await files.seen()).map((one) => ({ ...one })),
  ),
  ask: service(ofQuestion, async (context, { question, ...options }) =>
    context.ask(question, options),
  ),
  request: service(ofRequest, async (context, { name, data }) => context.request(name, data)),
  secret: service(ofSecret, async (context, { name }) => context.secret(name)),
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
