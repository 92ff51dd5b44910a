import * as z from 'zod';
import { type Json, jsonValue } from '../../common/index.ts';
import type { ToolContext } from '../define/tool.ts';

const MAX_PATH_CHARS = 4_096;
const MAX_COMMAND_CHARS = 100_000;
const MAX_QUESTION_CHARS = 4_000;

type Service = (context: ToolContext, data: Json) => Promise<Json>;

/**
 * The requests of a call that executes in a module process. Each is parsed strictly, and answered by the context of its call,
 * which decides what is allowed.
 */
const handle = z.int();
const path = z.string().max(MAX_PATH_CHARS);
const ofNothing = z.strictObject({ handle });
const ofPath = z.strictObject({ handle, path });
const ofWrite = z.strictObject({ handle, path, base64: z.base64() });
const ofCommand = z.strictObject({
  handle,
  command: z.string().min(1).max(MAX_COMMAND_CHARS),
  cwd: path.exactOptional(),
  timeoutMs: z.number().positive().exactOptional(),
});
const ofTodos = z.strictObject({
  handle,
  todos: z.array(
    z.strictObject({ text: z.string(), status: z.enum(['pending', 'in_progress', 'done']) }),
  ),
});
const ofQuestion = z.strictObject({
  handle,
  question: z.string().min(1).max(MAX_QUESTION_CHARS),
  choices: z.array(z.string()).exactOptional(),
  default: z.string().exactOptional(),
});
const ofSecret = z.strictObject({ handle, name: z.string() });
const ofRequest = z.strictObject({ handle, name: z.string(), data: jsonValue });
const services: Readonly<Record<string, Service>> = {
  'workspace.read': async ({ workspace }, data) => {
    const bytes = await workspace.readBytes(ofPath.parse(data).path);
    return Buffer.from(bytes).toString('base64');
  },
  'workspace.write': async ({ workspace }, data) => {
    const { path: to, base64 } = ofWrite.parse(data);
    await workspace.write(to, Buffer.from(base64, 'base64'));
    return null;
  },
  'workspace.list': async ({ workspace }, data) =>
    (await workspace.list(ofPath.parse(data).path)).map((file) => ({ ...file })),
  'workspace.stat': async ({ workspace }, data) => {
    const file = await workspace.stat(ofPath.parse(data).path);
    return file === null ? null : { ...file };
  },
  'commands.run': async ({ commands }, data) => {
    const { handle: _, command, ...options } = ofCommand.parse(data);
    return { ...(await commands.run(command, options)) };
  },
  'todo.read': async ({ todo }, data) => {
    ofNothing.parse(data);
    return (await todo.read()).map((one) => ({ ...one }));
  },
  'todo.write': async ({ todo }, data) => {
    await todo.write(ofTodos.parse(data).todos);
    return null;
  },
  'files.seen': async ({ files }, data) => {
    ofNothing.parse(data);
    return (await files.seen()).map((one) => ({ ...one }));
  },
  ask: async (context, data) => {
    const { handle: _, question, ...options } = ofQuestion.parse(data);
    return await context.ask(question, options);
  },
  request: async (context, data) => {
    const { name, data: question } = ofRequest.parse(data);
    return await context.request(name, question);
  },
  secret: async (context, data) => await context.secret(ofSecret.parse(data).name),
};

/** Answers one request of a call that executes. Rejects with the reason if it is refused. */
export async function callService(
  service: string,
  context: ToolContext,
  data: Json,
): Promise<Json> {
  const found = Object.hasOwn(services, service) ? services[service] : undefined;
  if (found === undefined) throw new Error(`There is no service ${service.slice(0, 50)}.`);
  return await found(context, data);
}

const ofEvent = z.strictObject({ handle: z.int(), fields: z.record(z.string(), jsonValue) });

/** What a call says without an answer: its progress or its metadata; `null` for anything else. */
export function readCallEvent(name: string, data: Json) {
  if (name !== 'progress' && name !== 'metadata') return null;
  const parsed = ofEvent.safeParse(data);
  return parsed.success ? { name, ...parsed.data } : null;
}

const ofHandle = z.looseObject({ handle: z.int() });

/** The call of a request; `null` if it names none. */
export function handleOf(data: Json): number | null {
  const parsed = ofHandle.safeParse(data);
  return parsed.success ? parsed.data.handle : null;
}
