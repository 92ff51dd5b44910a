import type { PolicyLayer } from '../model/policy.ts';
import type { PolicyProblem, Problem } from '../model/problems.ts';

type Server = PolicyLayer['own']['mcpServers'][string];

/** MCP servers that get the name of a secret in place of the secret, and programs that are a whole command line. */
export function serverFindings({ file, own, keyPosition }: PolicyLayer): readonly PolicyProblem[] {
  return Object.entries(own.mcpServers).flatMap(([name, server]) =>
    problemsOf(server).flatMap(([key, problem]) => {
      if (problem === null) return [];
      const place = `mcp.servers.${name}.${key}`;
      return { file, ...keyPosition(place), ...problem, message: `${place} ${problem.message}` };
    }),
  );
}

/** Each key of a server that is checked, and what is wrong with its value. */
function problemsOf(server: Server): readonly (readonly [key: string, Problem | null])[] {
  const { secrets = [] } = server;
  const filled = (part: string, values: Readonly<Record<string, string>> = {}) =>
    Object.entries(values).map(
      ([key, value]) => [`${part}.${key}`, unlistedSecret(value, secrets)] as const,
    );
  if ('url' in server) return filled('headers', server.headers);
  return [['command', lineAsProgram(server.command)], ...filled('env', server.env)];
}

function unlistedSecret(value: string, secrets: readonly string[]): Problem | null {
  const named = [...value.matchAll(/\$\{([A-Za-z_]\w*)\}/g)].map(([, name = '']) => name);
  const listed = new Set([...secrets, ...named]);
  const name = named.find((each) => !secrets.includes(each));
  if (name === undefined) return null;
  const message = `has "\${${name}}", which "secrets" of the server does not list. The server gets this text as it stands.`;
  return { message, fix: `Write "secrets: [${[...listed].join(', ')}]" under the server.` };
}

function lineAsProgram(command: string): Problem | null {
  const [, program] = /^([\w.-]+)\s+\S/.exec(command) ?? [];
  if (program === undefined) return null;
  const message = `is the name of one program: no program is called ${JSON.stringify(command)}.`;
  return { message, fix: `Write "command: ${program}" and its arguments as a list in args.` };
}
