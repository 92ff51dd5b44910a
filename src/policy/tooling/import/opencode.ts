import * as z from 'zod';
import type { VerdictName } from '../../model/facts.ts';
import { PolicyBuilder, type ImportedPolicy, toolsNamed } from './policy-builder.ts';
import { readSettings, type Unreadable } from './settings-file.ts';
import { shellRule, widerRule } from './shell.ts';

const decision = z.enum(['allow', 'ask', 'deny']);
const settings = z.object({
  permission: z
    .union([decision, z.record(z.string(), z.union([decision, z.record(z.string(), decision)]))])
    .optional(),
});

const LIST: Readonly<Record<z.infer<typeof decision>, VerdictName>> = {
  allow: 'auto',
  ask: 'requireApproval',
  deny: 'deny',
};
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  read: ['fs_read'],
  edit: ['fs_edit', 'fs_multi_edit', 'fs_write'],
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
};

/**
 * opencode's `opencode.json` (`permission`). There the last matching pattern wins; here `deny` always wins, and a more
 * specific rule takes precedence over a broader one. So a `deny` over everything with exceptions becomes a question,
 * and the result reports that.
 */
export function importOpencode(text: string): ImportedPolicy | Unreadable {
  const read = readSettings(text, settings);
  if ('problem' in read) return read;
  const { permission } = read.settings;
  if (permission === undefined) return { problem: null };
  const builder = new PolicyBuilder();
  if (typeof permission === 'string') mode(builder, permission);
  else for (const [name, entry] of Object.entries(permission)) tool(builder, name, entry);
  return builder.finish('opencode settings');
}

type Entry = z.infer<typeof decision> | Record<string, z.infer<typeof decision>>;

function mode(builder: PolicyBuilder, value: z.infer<typeof decision>): void {
  if (value === 'allow')
    builder.skip(
      '"*": allow',
      'a mode that lets unnamed calls run is not taken over; "mode: ask" is written',
    );
  else {
    builder.setMode(value);
    builder.askEarlier('*', `"*": ${value}`);
  }
}

function tool(builder: PolicyBuilder, name: string, entry: Entry): void {
  if (name === '*' && typeof entry === 'string') return mode(builder, entry);
  const tools = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  if (tools === undefined) {
    const isAllowed = entry === 'allow';
    return builder.lose(
      isAllowed ? 'auto' : 'deny',
      { rule: name, why: 'there is no tool like it here' },
      toolsNamed(name, TOOLS),
    );
  }
  if (typeof entry === 'string') return builder.add(LIST[entry], `${name}: ${entry}`, [...tools]);
  const exceptions = Object.entries(entry).some(
    ([pattern, value]) => pattern !== '*' && value !== 'deny',
  );
  for (const [pattern, value] of Object.entries(entry)) {
    const source = `${name} ${JSON.stringify(pattern)}: ${value}`;
    if (pattern !== '*') one(builder, { source, pattern, list: LIST[value], tools });
    else if (value === 'deny' && exceptions) {
      builder.add('requireApproval', source, [...tools]);
      builder.skip(
        source,
        'a deny that covers everything would also win over the exceptions; it asks instead',
      );
    } else builder.add(LIST[value], source, [...tools]);
  }
}

interface One {
  readonly source: string;
  readonly pattern: string;
  readonly list: VerdictName;
  readonly tools: readonly string[];
}

function one(builder: PolicyBuilder, { source, pattern, list, tools }: One): void {
  if (tools[0] === 'bash_run') {
    if (list !== 'auto' && pattern.includes('?'))
      return builder.lose(
        list,
        { rule: source, why: '"?" stands for any character there, and for itself here' },
        [widerRule(pattern)],
      );
    const shell = shellRule(pattern, { prefix: false, star: 'wildcard', list });
    if (shell.ok) builder.add(list, source, [shell.rule]);
    else builder.lose(list, { rule: source, why: shell.why }, [widerRule(pattern)]);
    return;
  }
  if (/^[~/]|^\.\.\//.test(pattern))
    return builder.skip(source, 'it is outside of the workspace, where file tools never go');
  const glob = pattern.replace(/^\.\//, '').replace(/\/\*$/, '/**');
  const places = list === 'auto' ? [glob] : crossing(glob);
  if (places === null)
    return builder.lose(
      list,
      { rule: source, why: '"*" crosses folders there and not here' },
      tools,
    );
  builder.add(
    list,
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
