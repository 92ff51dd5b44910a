import * as z from 'zod';
import { byName } from '../../commands/specs/table.ts';
import type { VerdictName } from '../../model/facts.ts';
import { READING_TOOLS, WRITING_TOOLS } from '../../model/builtin-tools.ts';
import {
  PolicyBuilder,
  type ImportedPolicy,
  type ImportOptions,
  LIST_NAMES,
  LISTS,
  outsideGlob,
  type SourceRule,
  toolsNamed,
} from './policy-builder.ts';
import { readSettings, type Unreadable } from './settings-file.ts';

const settings = z.looseObject({
  $schema: z.string().optional(),
  permissions: z
    .looseObject({
      allow: z.array(z.string()).optional(),
      ask: z.array(z.string()).optional(),
      deny: z.array(z.string()).optional(),
      defaultMode: z.string().optional(),
    })
    .optional(),
});

const TOOLS = byName<readonly string[]>({
  Read: ['fs_read'],
  Write: ['fs_write'],
  Edit: ['fs_edit', 'fs_multi_edit'],
  MultiEdit: ['fs_multi_edit'],
  Glob: ['fs_glob'],
  Grep: ['fs_grep'],
  LS: ['fs_list'],
  WebFetch: ['web_fetch'],
  WebSearch: ['web_search'],
  'Task, Agent': ['task_run'],
  TodoWrite: ['todo_write'],
  TodoRead: ['todo_read'],
  Skill: ['skill'],
});

const NAMES_TOOL_ALONE = 'in Countersign such a rule names the tool alone';
const FILE_TOOLS = ['Read', 'Write', 'Edit', 'MultiEdit', 'Glob', 'Grep', 'LS'];
/** As `run_in_background:true`: a parameter of the tool and its value. `npm:*` is a command. */
const PARAMETER = /^[a-z]\w*:(?!\*$)\S/;

/** Claude Code's `settings.json` or `managed-settings.json` (`permissions.allow`, `ask`, `deny`). */
export function importClaude(text: string, options: ImportOptions): ImportedPolicy | Unreadable {
  const read = readSettings(text, settings);
  if ('problem' in read) return read;
  const { $schema: _, permissions, ...others } = read.settings;
  if (permissions === undefined) return { problem: null };
  const { allow: _allow, ask: _ask, deny: _deny, defaultMode, ...more } = permissions;
  const builder = new PolicyBuilder();
  for (const name of LIST_NAMES)
    for (const rule of permissions[name] ?? []) importRule(builder, { list: LISTS[name], rule });
  importMode(builder, defaultMode);
  builder.skipKeys(more, others, 'only its rules and its mode are read');
  return builder.finish('Claude Code settings', options);
}

function importMode(builder: PolicyBuilder, mode = 'default'): void {
  if (mode === 'default' || mode === 'manual') return;
  const source = `defaultMode: ${mode}`;
  if (mode === 'plan') builder.setMode('plan');
  else if (mode === 'dontAsk') {
    builder.setMode('deny');
    builder.skip(
      source,
      '"mode: deny" is written, which refuses unnamed calls that only read, too',
    );
  } else builder.skip(source, 'a mode that lets unnamed calls run is not taken over');
}

function importRule(builder: PolicyBuilder, source: SourceRule): void {
  const { list, rule } = source;
  const [, name, specifier] = /^([A-Za-z_][\w*-]*)(?:\((.*)\))?$/s.exec(rule.trim()) ?? [];
  if (name === undefined) return builder.cannotImport(source, 'it is not a rule', ['*']);
  const argument = specifier?.trim() ?? null;
  const isWhole = argument === null || argument === '*' || argument === '**';
  if (name.startsWith('mcp__') && isWhole)
    return builder.add(source, [name.split('__').length === 2 ? `${name}__*` : name]);
  if (name.startsWith('mcp__')) return builder.cannotImport(source, NAMES_TOOL_ALONE, [name]);
  if (name === 'Bash') return importBashRule(builder, source, argument);
  const tools = TOOLS.get(name);
  if (tools === undefined)
    return builder.cannotImport(
      source,
      `Countersign has no tool like ${name}`,
      toolsNamed(name, TOOLS),
    );
  const meant = list === 'auto' ? tools : gatedTools(name, tools);
  if (isWhole) return builder.add(source, meant);
  if (name === 'WebFetch') {
    const host = hostIn(argument);
    if (host === null) return builder.cannotImport(source, 'it is not a host', meant);
    return builder.add(source, [`web_fetch(${host})`]);
  }
  if (!FILE_TOOLS.includes(name)) return builder.cannotImport(source, NAMES_TOOL_ALONE, meant);
  const glob = globOf(argument);
  if (glob === null) return builder.addOutside(source, meant[0] ?? name, outsideGlob(argument));
  const places = placesOf(glob, list);
  builder.add(
    source,
    meant.flatMap((tool) => places.map((place) => `${tool}(${place})`)),
  );
}

/** A deny or ask rule for reading or writing a file covers every way of doing it. */
function gatedTools(name: string, tools: readonly string[]): readonly string[] {
  if (name === 'Edit' || name === 'Write') return WRITING_TOOLS;
  return name === 'Read' ? READING_TOOLS : tools;
}

/** As in `.gitignore`, a name also matches everything below it, so a gate covers that too. */
function placesOf(specifier: string, list: VerdictName): readonly string[] {
  if (list === 'auto' || /(?:^|\/)(?:\*\*)?$|:/.test(specifier)) return [specifier];
  return [specifier, `${specifier}/**`];
}

function importBashRule(builder: PolicyBuilder, source: SourceRule, argument: string | null): void {
  if (argument !== null && PARAMETER.test(argument)) {
    const why = 'it is about a parameter, and in Countersign such a rule names a command';
    return builder.cannotImport(source, why, ['bash_run']);
  }
  const prefix = argument?.endsWith(':*') === true;
  const text = prefix ? (argument ?? '').slice(0, -2) : (argument ?? '');
  builder.addCommand(source, text, { prefix, star: 'wildcard' });
}

/**
 * There `/x` is relative to the project's root, `//x` to the system's, `~/x` to the home, and a name without `/`
 * matches at any depth.
 */
function globOf(argument: string): string | null {
  if (argument.startsWith('//**/')) return argument.slice(2);
  if (argument.startsWith('//') || argument.startsWith('~') || argument.startsWith('../'))
    return null;
  if (/^[A-Za-z]:[\\/]/.test(argument) || /^[=\s-]{3,}/.test(argument)) return null;
  const relative = argument.replace(/^\.?\//, '');
  const anywhere =
    !argument.startsWith('/') &&
    !argument.startsWith('./') &&
    !relative.replace(/\/$/, '').includes('/');
  return anywhere ? `**/${relative}` : relative;
}

function hostIn(argument: string): string | null {
  const name = argument.replace(/^domain:/, '');
  return /^[\w*.-]+(?::\d+)?$/.test(name) ? name : null;
}
