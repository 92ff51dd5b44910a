import * as z from 'zod';
import type { VerdictName } from '../../model/facts.ts';
import { isHost } from '../../rules/host-pattern.ts';
import {
  type ImportedPolicy,
  type ImportOptions,
  PolicyBuilder,
  toolsNamed,
} from './policy-builder.ts';
import { readSettings, type Unreadable } from './settings-file.ts';
import { shellRule, widerRule } from './shell.ts';

/** Teams of the enterprise may replace what is overridable. */
const rules = z
  .union([z.array(z.string()), z.strictObject({ overridable: z.array(z.string()) })])
  .optional();
const settings = z.looseObject({
  permissions: z.looseObject({ deny: rules, ask: rules, allow: rules }).optional(),
});

const LISTS: readonly (readonly ['deny' | 'ask' | 'allow', VerdictName])[] = [
  ['allow', 'auto'],
  ['ask', 'requireApproval'],
  ['deny', 'deny'],
];
const READING = ['fs_read', 'fs_grep', 'fs_glob', 'fs_list'];
const WRITING = ['fs_write', 'fs_edit', 'fs_multi_edit'];
const SELECTORS: Readonly<Record<string, readonly string[]>> = {
  Shell: ['bash_run'],
  Bash: ['bash_run'],
  Read: READING,
  Edit: WRITING,
  Write: WRITING,
  Domain: ['web_fetch'],
};
/** The operations that its rules are about. One that no rule matches needs approval there, as soon as there is a rule. */
const SUPPORTED = ['bash_run', ...READING, ...WRITING, 'web_fetch'];

/**
 * The managed permissions of GitHub Copilot (`permissions.deny`, `ask` and `allow` of an enterprise's `managed-settings.json`), by
 * https://docs.github.com/en/copilot/reference/enterprise-administrators/enterprise-managed-settings. What no rule names asks, as there; in
 * a baseline, tools that there are no rules about are left to each repository. Every other key is listed as not imported.
 */
export function importCopilot(
  text: string,
  { baseline }: ImportOptions = {},
): ImportedPolicy | Unreadable {
  const read = readSettings(text, settings);
  if ('problem' in read) return read;
  const { permissions, ...others } = read.settings;
  if (permissions === undefined) return { problem: null };
  const { deny: _, ask: __, allow: ___, ...more } = permissions;
  const builder = new PolicyBuilder();
  for (const [name, list] of LISTS) {
    const value = permissions[name] ?? [];
    const listed = Array.isArray(value) ? value : value.overridable;
    for (const rule of listed) importRule(builder, list, rule);
    if (!Array.isArray(value))
      builder.skip(`permissions.${name}.overridable`, 'a team cannot replace these rules here');
  }
  for (const key of [
    ...Object.keys(more).map((name) => `permissions.${name}`),
    ...Object.keys(others),
  ])
    builder.skip(key, 'only permissions.deny, ask and allow are read');
  const isSet = LISTS.some(([name]) => permissions[name] !== undefined);
  if (!isSet) return { problem: null };
  for (const tool of SUPPORTED) builder.askUnlessNamed(tool);
  if (baseline === true) builder.deferUnnamed();
  return builder.finish("GitHub Copilot's managed permissions");
}

function importRule(builder: PolicyBuilder, list: VerdictName, rule: string): void {
  const [, selector = '', argument = ''] = /^(\w+)\((.+)\)$/s.exec(rule.trim()) ?? [];
  if (selector === 'PowerShell') return builder.skip(rule, 'commands run in bash here');
  const tools = Object.hasOwn(SELECTORS, selector) ? SELECTORS[selector] : undefined;
  if (tools === undefined) {
    const [name = ''] = /^[\w*]+/.exec(rule.trim()) ?? [];
    const why = 'it is no rule with a known selector';
    return builder.lose(list, { rule, why }, toolsNamed(name, SELECTORS));
  }
  if (tools[0] === 'bash_run') return importCommand(builder, list, { rule, text: argument.trim() });
  const places =
    selector === 'Domain' ? hosts(argument.trim(), list) : paths(argument.trim(), list);
  if ('why' in places) {
    if (places.isOutside === true) return builder.skip(rule, places.why);
    return builder.lose(list, { rule, why: places.why }, tools);
  }
  builder.add(
    list,
    rule,
    // Only reading is certainly what a rule that allows it means.
    (list === 'auto' && selector === 'Read' ? ['fs_read'] : tools).flatMap((tool) =>
      places.found.map((place) => (place === '**' ? tool : `${tool}(${place})`)),
    ),
  );
}

type Places =
  | { readonly found: readonly string[] }
  /** `isOutside`: no call here does what it is about. */
  | { readonly why: string; readonly isOutside?: true };

/** There `git push *` is a prefix, and any other text is the exact command. */
function importCommand(
  builder: PolicyBuilder,
  list: VerdictName,
  { rule, text }: { readonly rule: string; readonly text: string },
): void {
  const [, prefix] = /^(.*\S) \*$/s.exec(text) ?? [];
  if ((prefix ?? text).includes('*'))
    return builder.lose(list, { rule, why: '"*" has a meaning there only as the last word' }, [
      widerRule(text),
    ]);
  const shell = shellRule(prefix ?? text, { prefix: prefix !== undefined, star: 'literal', list });
  if (shell.ok) builder.add(list, rule, [shell.rule]);
  else builder.lose(list, { rule, why: shell.why }, [widerRule(text)]);
}

/** `/x` is in the workspace, `./x` and `x` in the current folder, `//x` anywhere, and `~/x` in the home. */
function paths(argument: string, list: VerdictName): Places {
  const anywhere = /^\/\/(\*\*(?:\/.*)?)$/s.exec(argument);
  if (anywhere === null && /^(?:\/\/|~|\.\.(?:\/|$)|[A-Za-z]:[\\/])/.test(argument))
    return {
      why: 'it is about a place outside of the workspace, where file tools never go',
      isOutside: true,
    };
  const path = (anywhere?.[1] ?? argument).replace(/^\.?\//, '');
  if (path === '') return { why: 'it names no path' };
  if (list === 'auto') return { found: [path] };
  // A session there may work in a folder of the workspace, and a folder contains what is below it.
  const root = argument.startsWith('/') || path.startsWith('**') ? path : `**/${path}`;
  return { found: /(?:^|\/)\*\*$/.test(root) ? [root] : [root, `${root.replace(/\/$/, '')}/**`] };
}

/** `*.example.com` is also `example.com` itself there. A rule about one port or scheme holds for all of them here. */
function hosts(argument: string, list: VerdictName): Places {
  const [, name = ''] = /^(?:https?:\/\/)?((?:\*\.)?[^/*\s:]+)(?::\d+)?$/i.exec(argument) ?? [];
  const base = name.replace(/^\*\./, '').toLowerCase();
  if (!isHost(base)) return { why: 'it is no host' };
  if (list === 'auto') return { why: 'it is about HTTPS alone, and a rule here is not' };
  return { found: name.startsWith('*.') ? [base, `*.${base}`] : [base] };
}
