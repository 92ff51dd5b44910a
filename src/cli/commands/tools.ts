import { type JsonObject, visible } from '../../common/index.ts';
import {
  DEFAULT_POLICY,
  type ListedTool,
  listedTools,
  trustedFolder,
} from '../../session/index.ts';
import { toolSpecs } from '../../tools/index.ts';
import { shownJson } from '../json.ts';
import { POLICY, WORKSPACE } from './policy-files.ts';
import { type CliIo, type CommandCall, type CommandSpec, EXIT, type ExitCode } from '../spec.ts';
import { callTool } from './tools-call.ts';
import { withTools } from './tools-confined.ts';

/** `tools list` and `tools call`: the tools without a model, with the same restrictions as in a run. */
export const toolsCommands: readonly CommandSpec[] = [
  {
    name: 'tools list',
    summary: 'List every tool with its kind, source and input schema',
    options: [WORKSPACE],
    run: listTools,
  },
  {
    name: 'tools call',
    summary: 'Call one tool without a model, if the policy allows it, and print its result as JSON',
    arguments: '<name>',
    argumentSummary: 'the name of the tool',
    options: [
      WORKSPACE,
      POLICY,
      { flags: '--yes', summary: 'approve the call if the policy requires approval' },
      {
        flags: '--input <json>',
        summary: 'the input as a JSON object; - reads standard input',
        default: '{}',
      },
    ],
    examples: ['countersign tools call fs_read --input \'{"path":"README.md"}\''],
    run: callTool,
  },
];

async function listTools(call: CommandCall, io: CliIo): Promise<ExitCode> {
  const settings = { mode: 'preferred', network: [], write: ['.'] } as const;
  return await withTools(call, io, { settings }, async (confined) => {
    const { redactor, runWorkspace, modules } = confined;
    const { tools, warnings, close } = await listedTools({
      trusted: trustedFolder(runWorkspace.files.root),
      policyPath: DEFAULT_POLICY,
      confined: confined.tools,
      runWorkspace,
      environment: io.environment,
      redactor,
      modules,
    });
    await close();
    for (const warning of warnings) io.err(`warning: ${visible(await redactor.redact(warning))}\n`);
    if (call.json) io.out(shownJson(tools.map(rowOf)));
    else for (const listed of tools) io.out(`${lineOf(listed)}\n`);
    return EXIT.ok;
  });
}

function rowOf({ tool, source, offered }: ListedTool): JsonObject {
  const [spec] = toolSpecs([tool]);
  return {
    name: tool.name,
    displayName: tool.displayName,
    kind: tool.kind,
    category: tool.category,
    tags: [...tool.tags],
    version: tool.version,
    source,
    offered,
    timeoutMs: tool.timeoutMs,
    concurrencySafe: tool.concurrencySafe,
    description: spec?.description ?? '',
    inputSchema: tool.inputSchema,
  };
}

function lineOf({ tool, source, offered }: ListedTool): string {
  const { name, kind, description } = tool;
  const not = offered ? '' : '(not offered by the policy) ';
  return `${name.padEnd(26)} ${kind.padEnd(9)} ${source.padEnd(10)} ${not}${visible(description.short)}`;
}
