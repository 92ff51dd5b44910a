import * as z from 'zod';
import type { VerdictName } from '../../model/facts.ts';
import {
  PolicyBuilder,
  type ImportedPolicy,
  type ImportOptions,
  toolsNamed,
} from './policy-builder.ts';
import { readSettings, type Unreadable } from './settings-file.ts';
import { shellRule, widerRule } from './shell.ts';

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

const READING = ['fs_read', 'fs_grep', 'fs_glob', 'fs_list'];
const WRITING = ['fs_write', 'fs_edit', 'fs_multi_edit'];
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  Read: ['fs_read'],
  Write: ['fs_write'],
  Edit: ['fs_edit', 'fs_multi_edit'],
  MultiEdit: ['fs_multi_edit'],
  Glob: ['fs_glob'],
  Grep: ['fs_grep'],
  LS: ['fs_list'],
  WebFetch: ['web_fetch'],
  WebSearch: ['web_search'],
  Task: ['task_run'],
  Agent: ['task_run'],
  TodoWrite: ['todo_write'],
  TodoRead: ['todo_read'],
  Skill: ['skill'],
};

const FILE_TOOLS = ['Read', 'Write', 'Edit', 'MultiEdit', 'Glob', 'Grep', 'LS'];
/** As `run_in_background:true`: a parameter of the tool and its value. `npm:*` is a command. */
const PARAMETER = /^[a-z]\w*:(?!\*$)\S/;

/** Claude Code's `settings.json` or `managed-settings.json` (`permissions.allow`, `ask`, `deny`). */
export function importClaude(
  text: string,
  { baseline }: ImportOptions = {},
): ImportedPolicy | Unreadable {
  const read = readSettings(text, settings);
  if ('problem' in read) return read;
  const { $schema: _, permissions, ...others } = read.settings;
  if (permissions === undefined) return { problem: null };
  const { allow = [], ask = [], deny = [], defaultMode, ...more } = permissions;
  const builder = new PolicyBuilder();
  for (const rule of allow) importRule(builder, 'auto', rule);
  for (const rule of ask) importRule(builder, 'requireApproval', rule);
  for (const rule of deny) importRule(builder, 'deny', rule);
  importMode(builder, defaultMode);
  for (const key of [
    ...Object.keys(more).map((name) => `permissions.${name}`),
    ...Object.keys(others),
  ])
    builder.skip(key, 'only its rules and its mode are read');
  if (baseline === true) builder.deferUnnamed();
  return builder.finish('Claude Code settings');
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

function importRule(builder: PolicyBuilder, list: VerdictName, rule: string): void {
  const found = /^([A-Za-z_][\w*-]*)(?:\((.*)\))?$/s.exec(rule.trim());
  const name = found?.[1];
  if (name === undefined) return builder.lose(list, { rule, why: 'it is not a rule' }, ['*']);
  const argument = found?.[2]?.trim() ?? null;
  const isWhole = argument === null || argument === '*' || argument === '**';
  if (name.startsWith('mcp__') && isWhole)
    return builder.add(list, rule, [name.split('__').length === 2 ? `${name}__*` : name]);
  if (name.startsWith('mcp__'))
    return builder.lose(list, { rule, why: 'here such a rule names the tool alone' }, [name]);
  if (name === 'Bash') return importBashRule(builder, list, { rule, argument });
  const tools = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  if (tools === undefined)
    return builder.lose(
      list,
      { rule, why: `there is no tool like ${name} here` },
      toolsNamed(name, TOOLS),
    );
  // A deny or ask rule for reading or writing a file covers every way of doing it.
  const gated = name === 'Edit' || name === 'Write' ? WRITING : name === 'Read' ? READING : tools;
  const meant = list === 'auto' ? tools : gated;
  if (isWhole) return builder.add(list, rule, [...meant]);
  if (name !== 'WebFetch' && !FILE_TOOLS.includes(name))
    return builder.lose(list, { rule, why: 'here such a rule names the tool alone' }, meant);
  const isHost = name === 'WebFetch';
  const specifier = isHost ? host(argument) : path(argument);
  if (specifier === null && isHost)
    return builder.lose(list, { rule, why: 'it is not a host' }, meant);
  if (specifier === null)
    return builder.skip(
      rule,
      'it is about a place outside of the workspace, where file tools never go',
    );
  builder.add(
    list,
    rule,
    meant.flatMap((tool) =>
      (isHost ? [specifier] : placesOf(specifier, list)).map((place) => `${tool}(${place})`),
    ),
  );
}

/** As in `.gitignore`, a name also matches everything below it, so a gate covers that too. */
function placesOf(specifier: string, list: VerdictName): readonly string[] {
  if (list === 'auto' || /(?:^|\/)(?:\*\*)?$|:/.test(specifier)) return [specifier];
  return [specifier, `${specifier}/**`];
}

function importBashRule(
  builder: PolicyBuilder,
  list: VerdictName,
  { rule, argument }: { rule: string; argument: string | null },
): void {
  if (argument !== null && PARAMETER.test(argument))
    return builder.lose(
      list,
      { rule, why: 'it is about a parameter, and here such a rule names a command' },
      ['bash_run'],
    );
  const prefix = argument?.endsWith(':*') === true;
  const text = prefix ? (argument ?? '').slice(0, -2) : (argument ?? '');
  const shell = shellRule(text, { prefix, star: 'wildcard', list });
  if (shell.ok) builder.add(list, rule, [shell.rule]);
  else builder.lose(list, { rule, why: shell.why }, [widerRule(text)]);
}

/**
 * There `/x` is relative to the project's root, `//x` to the system's, `~/x` to the home, and a name without `/`
 * matches at any depth.
 */
function path(argument: string): string | null {
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

function host(argument: string): string | null {
  const name = argument.replace(/^domain:/, '');
  return /^[\w*.-]+(?::\d+)?$/.test(name) ? name : null;
}
