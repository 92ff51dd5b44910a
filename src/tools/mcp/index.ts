import { digestOf, errorText, oneLine, type Redactor } from '../../common/index.ts';
import type { Policy } from '../../policy/index.ts';
import type { CommandRunner } from '../../sandbox/index.ts';
import type { Tool } from '../define/tool.ts';
import type { ListedTool, McpConnection } from './ports.ts';
import { connectServer, type ServerPlace } from './sdk.ts';
import { mcpTool } from './tool.ts';

const MAX_TOOLS_A_SERVER = 100;
const MAX_SERVERS = 16;
const MAX_WHY_CHARS = 500;
/** Most that the names, descriptions and schemas of one server may have in all. */
const MAX_WORDS_CHARS = 200_000;

export interface McpContext {
  readonly commands: Pick<CommandRunner, 'startInteractive'>;
  /** False: nothing stands under commands, and the policy does not want that; servers then do not start here. */
  readonly sandboxed: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly redactor: Pick<Redactor, 'addSecret'>;
  readonly version: string;
}

/** What a server said of its tools, which reaches the model with the first request that offers one of them. */
export interface ServerWords {
  readonly server: string;
  /** Names of its tools as they are offered. */
  readonly tools: readonly string[];
  /** SHA-256 over names, descriptions and schemas as the server listed them. */
  readonly sha256: string;
  /** The policy says that its author has read these words. */
  readonly trusted: boolean;
  readonly because: string;
}

export interface McpTools {
  readonly tools: readonly Tool[];
  readonly words: readonly ServerWords[];
  /** Why servers or tools that were configured are not there. */
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

type Server = Policy['mcpServers'][string];

/**
 * Starts the servers of the policy side by side and lists their tools. A server that does not start, hangs, or lists garbage
 * is left out with a warning: the run goes on without it. The caller closes what this gives.
 */
export async function startServers(
  servers: Policy['mcpServers'],
  context: McpContext,
): Promise<McpTools> {
  const named = Object.entries(servers);
  const warnings: string[] = [];
  if (named.length > MAX_SERVERS)
    warnings.push(`Only the first ${MAX_SERVERS} of ${named.length} MCP servers are used.`);
  const connections: McpConnection[] = [];
  const words: ServerWords[] = [];
  const lists = await Promise.all(
    named.slice(0, MAX_SERVERS).map(async ([name, server]): Promise<readonly Tool[]> => {
      try {
        const connection = await connectServer(placeOf(name, server, context), context);
        connections.push(connection);
        return await toolsOf(name, server, { connection, warnings, words });
      } catch (error) {
        warnings.push(
          `The MCP server ${name} is left out: ${oneLine(errorText(error), MAX_WHY_CHARS)}`,
        );
        return [];
      }
    }),
  );
  return {
    tools: withoutTwins(lists.flat(), warnings),
    words,
    warnings,
    close: async () => {
      await Promise.all(connections.map((connection) => connection.close().catch(() => undefined)));
    },
  };
}

async function toolsOf(
  name: string,
  server: Server,
  of: {
    readonly connection: McpConnection;
    readonly warnings: string[];
    readonly words: ServerWords[];
  },
): Promise<readonly Tool[]> {
  const { connection, warnings, words } = of;
  const { tools, more } = await connection.list(MAX_TOOLS_A_SERVER);
  if (more)
    warnings.push(
      `The MCP server ${name} has more tools than ${MAX_TOOLS_A_SERVER}; the others are left out.`,
    );
  const host = 'url' in server ? hostOf(server.url) : null;
  const facts = { server: name, readonly: server.readonly ?? [], host };
  let room = MAX_WORDS_CHARS;
  const made = tools.flatMap((listed) => {
    try {
      room -= JSON.stringify(listed).length;
      if (room < 0) throw new Error('the server says too much of its tools.');
      return [mcpTool(listed, facts, connection)];
    } catch (error) {
      warnings.push(
        `A tool of the MCP server ${name} is left out: ${oneLine(errorText(error), MAX_WHY_CHARS)}`,
      );
      return [];
    }
  });
  if (made.length > 0) {
    const said = wordsOf(server, tools);
    words.push({ server: name, tools: made.map((tool) => tool.name), ...said });
  }
  return made;
}

/** Whether the policy's author has read what a server says of its tools. A changed word makes it other words. */
function wordsOf(
  server: Server,
  listed: readonly ListedTool[],
): Pick<ServerWords, 'sha256' | 'trusted' | 'because'> {
  const tools = listed.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  const sha256 = digestOf({ _schema: 'countersign.mcp-tools/1', tools });
  const { trusted = false } = server;
  if (trusted === true) return { sha256, trusted: true, because: 'the policy says trusted: true' };
  if (trusted === `sha256:${sha256}`)
    return { sha256, trusted: true, because: 'the policy trusts exactly these words' };
  const because =
    trusted === false
      ? 'what a server says of its tools, and the policy does not say that anybody has read it'
      : 'what a server says of its tools, and it is not what the policy trusts';
  return { sha256, trusted: false, because };
}

/** A host as rules name it: with the port where it is not the scheme's own. */
function hostOf(url: string): string {
  return new URL(url).host;
}

function withoutTwins(tools: readonly Tool[], warnings: string[]): readonly Tool[] {
  const seen = new Set<string>();
  return tools.filter(({ name }) => {
    if (!seen.has(name)) return seen.add(name);
    warnings.push(`Two MCP tools would be named ${name}; the second is left out.`);
    return false;
  });
}

/** Where a server is, with the secrets that the policy names for it, and no others. */
function placeOf(name: string, server: Server, context: McpContext): ServerPlace {
  const secrets = secretsOf(name, server.secrets ?? [], context);
  const filled = (values: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(value, secrets)]));
  if ('url' in server) return { kind: 'http', url: server.url, headers: filled(server.headers) };
  if (!context.sandboxed) {
    throw new Error(
      'there is no sandbox to start it in; "sandbox: off" in the policy starts it without one.',
    );
  }
  const env = { ...Object.fromEntries(secrets), ...filled(server.env) };
  const { write = [] } = server;
  return { kind: 'stdio', argv: [server.command, ...(server.args ?? [])], env, write };
}

function secretsOf(
  name: string,
  wanted: readonly string[],
  context: McpContext,
): ReadonlyMap<string, string> {
  const secrets = new Map<string, string>();
  for (const key of wanted) {
    const value = context.environment[key];
    if (value === undefined || value === '')
      throw new Error(`the secret ${key} is not in the environment of the step.`);
    context.redactor.addSecret(value, `mcp-${name}`);
    secrets.set(key, value);
  }
  return secrets;
}

/** `${NAME}` stands for a secret that the server's own list names; any other stays as it is written. */
function fill(text: string, secrets: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (whole, key: string) => secrets.get(key) ?? whole);
}
