import type * as published from '../../../types/sdk.d.ts';
import { type CountersignError, didYouMean, nearest, oneLine } from '../../common/index.ts';
import { isRunTool, KINDS, matchesName } from '../../policy/index.ts';
import { defineTool } from './define.ts';
import { renderDescription } from './description.ts';
import { type Tool, TOOL_SOURCES, type ToolSource } from './tool.ts';
import { toolInvalid } from './tool-invalid.ts';

/** Names of tools, `*` being any characters. `enabled` absent: all; `enabled: []`: none. */
interface ToolSelection {
  readonly enabled?: readonly string[] | null;
  readonly disabled?: readonly string[];
}

export interface RegisteredTool {
  readonly tool: Tool;
  readonly source: ToolSource;
}

/** The registry of a run, with the tools that programs see of it. */
export interface Registry extends published.Registry<Tool> {
  entries(): readonly RegisteredTool[];
  /**
   * The tools of a run, its own among them whatever is selected. Throws `tool-invalid` for a name that matches nothing, here or in
   * `elsewhere`: tools that other runs have.
   */
  select(selection: ToolSelection, elsewhere?: readonly string[]): readonly Tool[];
}

export function createRegistry(): Registry {
  const registered = new Map<string, Map<ToolSource, Tool>>();
  const listeners = new Set<(change: published.RegistryChange) => void>();
  const changed = (change: published.RegistryChange) => {
    for (const listener of listeners) listener(change);
  };
  const entries = () =>
    [...registered.keys()].sort().flatMap((name) => topOf(registered.get(name)));
  const all = () => entries().map(({ tool }) => tool);
  const register: Registry['register'] = (tool, source = 'code') => {
    checkTool(tool, source);
    if (source !== 'builtin' && isRunTool(tool.name))
      throw toolInvalid(
        `A tool of the source ${source} is named ${tool.name}, which is the run's own.`,
        'Give it another name.',
      );
    const sources = registered.get(tool.name) ?? new Map<ToolSource, Tool>();
    const other = sources.get(source);
    if (other !== undefined) throw duplicate(other, tool, source);
    sources.set(source, tool);
    registered.set(tool.name, sources);
    changed({ type: 'registered', name: tool.name, source });
  };
  return {
    register,
    define: (definition) => {
      const tool = defineTool(definition);
      register(tool, 'code');
      return tool;
    },
    unregister: (name, source) => {
      const sources = registered.get(name) ?? new Map<ToolSource, Tool>();
      const removed = [...sources.keys()].filter((one) => source === undefined || one === source);
      for (const one of removed) {
        sources.delete(one);
        if (sources.size === 0) registered.delete(name);
        changed({ type: 'unregistered', name, source: one });
      }
      return removed.length > 0;
    },
    get: (name) => topOf(registered.get(name))[0]?.tool,
    sourceOf: (name) => topOf(registered.get(name))[0]?.source,
    all,
    entries,
    byKind: (kind) => all().filter((tool) => tool.kind === kind),
    byCategory: (category) => all().filter((tool) => tool.category === category),
    byTag: (tag) => all().filter((tool) => tool.tags.includes(tag)),
    search: (query) => searchTools(all(), query),
    forMode: (mode) => all().filter((tool) => mode === 'work' || tool.kind === 'readonly'),
    select: (selection, elsewhere = []) => selectTools(all(), selection, elsewhere),
    suggest: (name) => nearest(name, [...registered.keys()]) ?? undefined,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function topOf(sources: Map<ToolSource, Tool> | undefined): readonly RegisteredTool[] {
  const source = TOOL_SOURCES.findLast((one) => sources?.has(one) === true);
  const tool = source === undefined ? undefined : sources?.get(source);
  return tool === undefined || source === undefined ? [] : [{ tool, source }];
}

/** Programs register tools without types, and a look-up must not fail later because of one. */
function checkTool(tool: Tool, source: ToolSource): void {
  const { name, kind, category, tags, prepare }: Partial<Tool> = Object(tool);
  const isWhole =
    [name, category].every((text) => typeof text === 'string' && text !== '') &&
    KINDS.some((one) => one === kind) &&
    Array.isArray(tags) &&
    typeof prepare === 'function';
  if (!isWhole)
    throw toolInvalid(
      'What is registered is not a tool.',
      'Make it with defineTool or tool, or with define of the registry.',
    );
  if (TOOL_SOURCES.includes(source)) return;
  throw toolInvalid(
    `The source of the tool ${name} is ${oneLine(JSON.stringify(source) ?? 'undefined', 100)}.`,
    `Use one of: ${TOOL_SOURCES.join(', ')}; or none, which is code.`,
  );
}

function duplicate(other: Tool, tool: Tool, source: ToolSource): CountersignError {
  const both = `"${other.displayName}" (${other.description.short}) and "${tool.displayName}" (${tool.description.short})`;
  return toolInvalid(
    `Two tools of the source ${source} are named ${tool.name}: ${both}.`,
    'Give one of them another name.',
  );
}

function searchTools(tools: readonly Tool[], query: string): readonly Tool[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const hitsIn = (text: string): number =>
    words.filter((word) => text.toLowerCase().includes(word)).length;
  return tools
    .filter(({ name, displayName, category, tags, description }) => {
      const text = [name, displayName, category, ...tags, renderDescription(description)];
      return hitsIn(text.join('\n')) === words.length;
    })
    .toSorted((first, second) => hitsIn(second.name) - hitsIn(first.name));
}

function selectTools(
  tools: readonly Tool[],
  selection: ToolSelection,
  elsewhere: readonly string[],
): readonly Tool[] {
  const names = [...new Set([...tools.map((tool) => tool.name), ...elsewhere])];
  const matchers = (list: readonly string[], key: string) =>
    list.map((pattern) => {
      const matches = (name: string): boolean => matchesName(name, pattern);
      // A server that did not start must not stop a run whose policy names its tools.
      if (!names.some(matches) && !pattern.startsWith('mcp__'))
        throw toolInvalid(
          `tools.${key}: no tool is named ${JSON.stringify(pattern)}.${didYouMean(pattern, names)}`,
          `Use one of: ${names.join(', ')}.`,
        );
      return matches;
    });
  const disabled = matchers(selection.disabled ?? [], 'disabled');
  const enabled = selection.enabled ? matchers(selection.enabled, 'enabled') : null;
  return tools.filter(
    ({ name }) =>
      isRunTool(name) ||
      (!disabled.some((matches) => matches(name)) &&
        (enabled === null || enabled.some((matches) => matches(name)))),
  );
}
