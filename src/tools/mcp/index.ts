import { errorText, oneLine, type Redactor } from '../../base/index.ts';
import type { Policy } from '../../policy/index.ts';
import type { CommandRunner } from '../../sandbox/index.ts';
import type { Tool } from '../tool.ts';
import type { McpConnection } from './ports.ts';
import { connectServer, type ServerPlace } from './sdk.ts';
import { mcpTool } from './tool.ts';

const MAX_TOOLS_A_SERVER = 100;
const MAX_SERVERS = 16;
const MAX_WHY_CHARS = 500;

export interface McpWorld {
  readonly commands: Pick<CommandRunner, 'talk'>;
  /** False: nothing stands under commands, and the policy does not want that; servers then do not start here. */
  readonly sandboxed: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly redactor: Pick<Redactor, 'addSecret'>;
  readonly version: string;
}

export interface McpTools {
  readonly tools: readonly Tool[];
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
  world: McpWorld,
): Promise<McpTools> {
  const named = Object.entries(servers);
  const warnings: string[] = [];
  if (named.length > MAX_SERVERS)
    warnings.push(`Only the first ${MAX_SERVERS} of ${named.length} MCP servers are used.`);
  const connections: McpConnection[] = [];
  const lists = await Promise.all(
    named.slice(0, MAX_SERVERS).map(async ([name, server]): Promise<readonly Tool[]> => {
      try {
        const connection = await connectServer(placeOf(name, server, world), world);
        connections.push(connection);
        return await toolsOf(name, server, { connection, warnings });
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
    warnings,
    close: async () => {
      await Promise.all(connections.map((connection) => connection.close().catch(() => undefined)));
    },
  };
}

async function toolsOf(
  name: string,
  server: Server,
  of: { readonly connection: McpConnection; readonly warnings: string[] },
): Promise<readonly Tool[]> {
  const { connection, warnings } = of;
  const { tools, more } = await connection.list(MAX_TOOLS_A_SERVER);
  if (more)
    warnings.push(
      `The MCP server ${name} has more tools than ${MAX_TOOLS_A_SERVER}; the others are left out.`,
    );
  const host = 'url' in server ? hostOf(server.url) : null;
  const facts = { server: name, readonly: server.readonly ?? [], host };
  return tools.flatMap((listed) => {
    try {
      return [mcpTool(listed, facts, connection)];
    } catch (error) {
      warnings.push(
        `A tool of the MCP server ${name} is left out: ${oneLine(errorText(error), MAX_WHY_CHARS)}`,
      );
      return [];
    }
  });
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
function placeOf(name: string, server: Server, world: McpWorld): ServerPlace {
  const secrets = secretsOf(name, server.secrets ?? [], world);
  const filled = (values: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(value, secrets)]));
  if ('url' in server) return { kind: 'http', url: server.url, headers: filled(server.headers) };
  if (!world.sandboxed) {
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
  world: McpWorld,
): ReadonlyMap<string, string> {
  const secrets = new Map<string, string>();
  for (const key of wanted) {
    const value = world.environment[key];
    if (value === undefined || value === '')
      throw new Error(`the secret ${key} is not in the environment of the step.`);
    world.redactor.addSecret(value, `mcp-${name}`);
    secrets.set(key, value);
  }
  return secrets;
}

/** `${NAME}` stands for a secret that the server's own list names; any other stays as it is written. */
function fill(text: string, secrets: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (whole, key: string) => secrets.get(key) ?? whole);
}
