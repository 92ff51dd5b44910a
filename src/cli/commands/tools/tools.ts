import { type JsonObject, visible } from '../../../common/index.ts';
import { KINDS } from '../../../policy/index.ts';
import {
  DEFAULT_POLICY,
  type ListedTool,
  listedTools,
  trustedFolder,
} from '../../../session/index.ts';
import { createRegistry, type Registry, type Tool, toolSpecs } from '../../../tools/index.ts';
import { POLICY } from '../policy/files.ts';
import { type CommandCall, type CommandSpec, EXIT, type ExitCode } from '../../spec.ts';
import { WORKSPACE } from '../../workspace.ts';
import { callTool } from './call.ts';
import { withTools } from './confined.ts';

const MODES = ['plan', 'work'] as const;

/** `tools list` and `tools call`: the tools without a model, with the same restrictions as in a run. */
export const toolsCommands: readonly CommandSpec[] = [
  {
    name: 'tools list',
    summary:
      'List the tools with their kind, source and input schema: all of them, or those that match every filter',
    options: [
      WORKSPACE,
      { flags: '--kind <kind>', summary: `of one kind: ${KINDS.join(', ')}` },
      { flags: '--category <name>', summary: 'of one category, such as github' },
      { flags: '--tag <name>', summary: 'with one tag' },
      {
        flags: '--search <words>',
        summary: 'whose name, description, category or tags have every word; best first',
      },
      {
        flags: '--mode <mode>',
        summary: 'of a run that plans (plan: only read-only), or works',
        default: 'work',
      },
    ],
    examples: [
      'countersign tools list --kind write',
      'countersign tools list --search "pull request"',
    ],
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

async function listTools(call: CommandCall): Promise<ExitCode> {
  const { io } = call;
  const filters = filtersOf(call);
  const settings = { mode: 'preferred', network: [], write: ['.'] } as const;
  return await withTools(call, { settings }, async (confined) => {
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
    for (const warning of warnings) io.err(`warning: ${visible(redactor.redact(warning))}\n`);
    const shown = matching(tools, filters);
    call.show(shown.map(rowOf), shown.map((listed) => `${lineOf(listed)}\n`).join(''));
    if (shown.length === 0) io.err(`${nothingFound(tools)}\n`);
    return EXIT.ok;
  });
}

type LookUp = (registry: Registry) => readonly Tool[];

/** The look-ups of the options. Throws `input-invalid` for a kind or mode that does not exist; any other word may match nothing. */
function filtersOf(call: CommandCall): readonly LookUp[] {
  const search = call.text('search');
  const kind = call.choiceOrNull('kind', KINDS);
  const mode = call.choiceOrNull('mode', MODES);
  const category = call.text('category');
  const tag = call.text('tag');
  const filters: readonly (LookUp | null)[] = [
    search === null ? null : (registry) => registry.search(search),
    kind === null ? null : (registry) => registry.byKind(kind),
    category === null ? null : (registry) => registry.byCategory(category),
    tag === null ? null : (registry) => registry.byTag(tag),
    mode === null ? null : (registry) => registry.forMode(mode),
  ];
  return filters.filter((filter) => filter !== null);
}

/** The tools that every filter finds, in the order of the first one. */
function matching(tools: readonly ListedTool[], filters: readonly LookUp[]): readonly ListedTool[] {
  const registry = createRegistry();
  for (const { tool, source } of tools) registry.register(tool, source);
  const [first = [], ...others] = filters.map((filter) => filter(registry));
  if (filters.length === 0) return tools;
  const found = first.filter((tool) => others.every((one) => one.includes(tool)));
  return found.flatMap((tool) => tools.find((listed) => listed.tool === tool) ?? []);
}

/** What the filters could have named: a word in another spelling finds nothing. */
function nothingFound(tools: readonly ListedTool[]): string {
  const categories = names(tools.map(({ tool }) => tool.category));
  const tags = names(tools.flatMap(({ tool }) => tool.tags));
  return `No tool matches every filter. The categories are: ${categories}. The tags are: ${tags}.`;
}

function names(all: readonly string[]): string {
  return visible([...new Set(all)].toSorted().join(', ')) || 'none';
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
