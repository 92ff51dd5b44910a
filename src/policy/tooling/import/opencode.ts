import * as z from 'zod';
import { WRITING_TOOLS } from '../../model/builtin-tools.ts';
import { byName } from '../../commands/specs/table.ts';
import {
  PolicyBuilder,
  type ImportedPolicy,
  LISTS,
  type SourceRule,
  toolsNamed,
} from './policy-builder.ts';
import { readSettings, type Unreadable } from './settings-file.ts';
import { widerRule } from './shell.ts';

const decision = z.enum(['allow', 'ask', 'deny']);
const settings = z.looseObject({
  $schema: z.string().optional(),
  permission: z
    .union([decision, z.record(z.string(), z.union([decision, z.record(z.string(), decision)]))])
    .optional(),
  /** The older form of `permission`: `false` denies every call of a tool. */
  tools: z.record(z.string(), z.boolean()).optional(),
});

const TOOLS = byName<readonly string[]>({
  read: ['fs_read'],
  edit: WRITING_TOOLS,
  write: ['fs_write'],
  glob: ['fs_glob'],
  grep: ['fs_grep'],
  list: ['fs_list'],
  bash: ['bash_run'],
  task: ['task_run'],
  webfetch: ['web_fetch'],
  websearch: ['web_search'],
  skill: ['skill'],
  todowrite: ['todo_write'],
  todoread: ['todo_read'],
});

/**
 * opencode's `opencode.json` (`permission`). There the last matching pattern wins; here `deny` always wins, and a more
 * specific rule takes precedence over a broader one. So a `deny` over everything with exceptions becomes a question,
 * and the result reports that.
 */
export function importOpencode(text: string): ImportedPolicy | Unreadable {
  const read = readSettings(text, settings);
  if ('problem' in read) return read;
  const { $schema: _, permission = {}, tools = {}, ...others } = read.settings;
  const off = Object.entries(tools).flatMap(([name, isOn]) => (isOn ? [] : [name]));
  if (read.settings.permission === undefined && off.length === 0) return { problem: null };
  const builder = new PolicyBuilder();
  for (const name of off) importTool(builder, name, 'deny');
  if (typeof permission === 'string') importMode(builder, permission);
  else for (const [name, entry] of Object.entries(permission)) importTool(builder, name, entry);
  builder.skipKeys({}, others, 'only "permission" and "tools" are read');
  return builder.finish('opencode settings');
}

type Decision = z.infer<typeof decision>;

function importMode(builder: PolicyBuilder, value: Decision): void {
  if (value === 'allow')
    return builder.skip(
      '"*": allow',
      'a mode that lets unnamed calls run is not taken over; "mode: ask" is written',
    );
  builder.setMode(value);
  builder.askEarlier('*', `"*": ${value}`);
}

function importTool(
  builder: PolicyBuilder,
  name: string,
  entry: Decision | Readonly<Record<string, Decision>>,
): void {
  if (name === '*' && typeof entry === 'string') return importMode(builder, entry);
  const tools = TOOLS.get(name);
  if (tools === undefined) {
    const list = entry === 'allow' ? 'auto' : 'deny';
    const why = 'Countersign has no tool like it';
    return builder.cannotImport({ list, rule: name }, why, toolsNamed(name, TOOLS));
  }
  if (typeof entry === 'string')
    return builder.add({ list: LISTS[entry], rule: `${name}: ${entry}` }, tools);
  const entries = Object.entries(entry);
  // The last pattern that matches decides there: what comes before "*" is no exception from it.
  const last = entries.findIndex(([pattern]) => pattern === '*');
  const exceptions = entries.slice(last + 1).some(([, value]) => value !== 'deny');
  for (const [pattern, value] of entries) {
    const rule = `${name} ${JSON.stringify(pattern)}: ${value}`;
    const source = { list: LISTS[value], rule };
    if (pattern !== '*') importPattern(builder, source, { pattern, tools });
    else if (value === 'deny' && exceptions) {
      builder.add({ list: 'requireApproval', rule }, tools);
      builder.skip(
        rule,
        'a deny that covers everything would also win over the exceptions; it asks instead',
      );
    } else builder.add(source, tools);
  }
}

function importPattern(
  builder: PolicyBuilder,
  source: SourceRule,
  { pattern, tools }: { readonly pattern: string; readonly tools: readonly string[] },
): void {
  const { list, rule } = source;
  if (tools[0] === 'bash_run') {
    if (list === 'auto' || !pattern.includes('?'))
      return builder.addCommand(source, pattern, { prefix: false, star: 'wildcard' });
    const why = '"?" stands for any character in opencode, and for itself in Countersign';
    return builder.cannotImport(source, why, [widerRule(pattern)]);
  }
  if (/^[~/]|^\.\.\//.test(pattern))
    return builder.skip(rule, 'it is outside of the workspace, where file tools never go');
  const glob = pattern.replace(/^\.\//, '').replace(/\/\*$/, '/**');
  const places = list === 'auto' ? [glob] : crossing(glob);
  if (places === null)
    return builder.cannotImport(
      source,
      '"*" crosses folders in opencode, but not in Countersign',
      tools,
    );
  builder.add(
    source,
    tools.flatMap((name) =>
      places.map((place) => `${name}(${place.includes('/') ? place : `**/${place}`})`),
    ),
  );
}

/** There `*` also matches `/`: returns the globs that gate as much here; `null` if there are none. */
function crossing(glob: string): readonly string[] | null {
  const [, folder = '', last = ''] = /^(.*\/)?([^/]*)$/.exec(glob) ?? [];
  if (folder.includes('*')) return null;
  if (last === '**' || !last.includes('*')) return [glob];
  if (/^\*+[^*]+$/.test(last)) return [`${folder}**/*${last.replace(/^\*+/, '')}`];
  if (/^[^*]+\*+$/.test(last))
    return folder === '' ? [last, `**/${last}/**`] : [glob, `${glob}/**`];
  return null;
}
