import {
  digestOf,
  type Environment,
  errorText,
  isJsonObject,
  oneLine,
  type Redactor,
} from '../../common/index.ts';
import type { Policy } from '../../policy/index.ts';
import type { CommandRunner } from '../../sandbox/index.ts';
import type { Tool } from '../define/tool.ts';
import type { ListedTool, McpConnection, ServerAddress } from './sdk.ts';

const MAX_TOOLS_A_SERVER = 100;
const MAX_SERVERS = 16;
const MAX_WHY_CHARS = 500;
/** The names, descriptions and schemas of one server, together. */
const MAX_DESCRIPTION_CHARS = 200_000;

interface McpContext {
  readonly commands: Pick<CommandRunner, 'startInteractive'>;
  /** False: no sandbox is available, and the policy requires one. Local servers then do not start. */
  readonly sandboxed: boolean;
  readonly environment: Environment;
  readonly redactor: Pick<Redactor, 'addSecret' | 'redact' | 'redactJson'>;
}

/** How a server describes its tools. The model gets this with the first request that offers one of them. */
export interface ServerDescriptions {
  readonly server: string;
  /** Names of its tools as they are offered. */
  readonly tools: readonly string[];
  /** SHA-256 over names, descriptions and schemas as the server listed them. */
  readonly sha256: string;
  /** The policy says that its author has read the descriptions. */
  readonly trusted: boolean;
  readonly because: string;
}

export interface McpTools {
  readonly tools: readonly Tool[];
  readonly descriptions: readonly ServerDescriptions[];
  /** Why configured servers or tools are missing. */
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

type Server = Policy['mcpServers'][string];

/**
 * Starts the policy's servers side by side and lists their tools. A server that does not start, does not answer, or sends an
 * invalid list is left out with a warning. `contextOf` is called only if the policy names a server. The caller closes the result.
 */
export async function startServers(
  servers: Policy['mcpServers'],
  contextOf: () => Promise<McpContext>,
): Promise<McpTools> {
  const named = Object.entries(servers);
  if (named.length === 0) {
    return { tools: [], descriptions: [], warnings: [], close: async () => undefined };
  }
  const context = await contextOf();
  const warnings: string[] = [];
  if (named.length > MAX_SERVERS)
    warnings.push(`Only the first ${MAX_SERVERS} of ${named.length} MCP servers are used.`);
  const connections: McpConnection[] = [];
  const descriptions: ServerDescriptions[] = [];
  const lists = await Promise.all(
    named.slice(0, MAX_SERVERS).map(async ([name, server]): Promise<readonly Tool[]> => {
      try {
        const { connectServer } = await import('./sdk.ts');
        const connection = await connectServer(addressOf(name, server, context), context);
        connections.push(connection);
        const { redactor } = context;
        return await toolsOf(name, server, { connection, warnings, descriptions, redactor });
      } catch (error) {
        warnings.push(
          `The MCP server ${name} is left out: ${oneLine(errorText(error), MAX_WHY_CHARS)}`,
        );
        return [];
      }
    }),
  );
  return {
    tools: withoutDuplicates(lists.flat(), warnings),
    descriptions,
    warnings,
    close: async () => {
      await Promise.all(connections.map((connection) => connection.close().catch(() => undefined)));
    },
  };
}

async function toolsOf(
  name: string,
  server: Server,
  found: {
    readonly connection: McpConnection;
    readonly warnings: string[];
    readonly descriptions: ServerDescriptions[];
    readonly redactor: McpContext['redactor'];
  },
): Promise<readonly Tool[]> {
  const { connection, warnings, descriptions, redactor } = found;
  const { tools, invalid, more } = await connection
    .list(MAX_TOOLS_A_SERVER)
    .catch(async (error: unknown) => {
      await connection.close();
      throw error;
    });
  if (invalid > 0)
    warnings.push(
      `The MCP server ${name} lists invalid tools (${invalid}), which are left out: a tool needs a name of at most 256 characters, and an object as inputSchema.`,
    );
  if (more)
    warnings.push(
      `The MCP server ${name} has more tools than ${MAX_TOOLS_A_SERVER}; the others are left out.`,
    );
  // As rules name it: with its port unless that is the scheme's default.
  const host = 'url' in server ? new URL(server.url).host : null;
  const facts = { server: name, readonly: server.readonly ?? [], host };
  const { mcpTool } = await import('./tool.ts');
  let charsLeft = MAX_DESCRIPTION_CHARS;
  const made = tools.flatMap((listed) => {
    try {
      charsLeft -= JSON.stringify(listed).length;
      if (charsLeft < 0) throw new Error('its descriptions are too long.');
      return [mcpTool(withoutSecrets(listed, redactor), facts, connection)];
    } catch (error) {
      warnings.push(
        `A tool of the MCP server ${name} is left out: ${oneLine(errorText(error), MAX_WHY_CHARS)}`,
      );
      return [];
    }
  });
  if (made.length > 0) {
    const names = made.map((tool) => tool.name);
    descriptions.push({ server: name, tools: names, ...trustOf(server, tools) });
  }
  return made;
}

/** How a server describes a tool, before any of it is cut: half a secret matches nothing. */
function withoutSecrets(listed: ListedTool, redactor: McpContext['redactor']): ListedTool {
  const schema = redactor.redactJson(listed.inputSchema);
  return {
    ...listed,
    description: redactor.redact(listed.description),
    inputSchema: isJsonObject(schema) ? schema : listed.inputSchema,
  };
}

/** Whether the policy's author has read how a server describes its tools. Any change of a description changes the digest. */
function trustOf(
  server: Server,
  listed: readonly ListedTool[],
): Pick<ServerDescriptions, 'sha256' | 'trusted' | 'because'> {
  const tools = listed.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  const sha256 = digestOf({ _schema: 'countersign.mcp-tools/1', tools });
  const { trusted = false } = server;
  if (trusted === true) return { sha256, trusted: true, because: 'the policy says trusted: true' };
  if (trusted === `sha256:${sha256}`)
    return { sha256, trusted: true, because: 'the policy trusts exactly these descriptions' };
  const because =
    trusted === false
      ? 'a server describes its tools, and the policy does not say that anybody has read that'
      : 'a server describes its tools, and these are not the descriptions that the policy trusts';
  return { sha256, trusted: false, because };
}

function withoutDuplicates(tools: readonly Tool[], warnings: string[]): readonly Tool[] {
  const seen = new Set<string>();
  return tools.filter(({ name }) => {
    if (!seen.has(name)) return seen.add(name);
    warnings.push(`Two MCP tools would be named ${name}; the second is left out.`);
    return false;
  });
}

/** How to reach a server, with only the secrets that the policy names for it. */
function addressOf(name: string, server: Server, context: McpContext): ServerAddress {
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
      throw new Error(
        `its secret ${key} is not set. Set the variable, in a workflow under \`env:\` of the step: \`${key}: \${{ secrets.${key} }}\`.`,
      );
    context.redactor.addSecret(value, `mcp-${name}`);
    secrets.set(key, value);
  }
  return secrets;
}

/** Replaces `${NAME}` by a secret that the server's own list names; any other `${NAME}` stays. */
function fill(text: string, secrets: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (whole, key: string) => secrets.get(key) ?? whole);
}
