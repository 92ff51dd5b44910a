import * as z from 'zod';
import { byName } from '../../commands/specs/table.ts';
import type { VerdictName } from '../../model/facts.ts';
import { isHost } from '../../rules/host-pattern.ts';
import { READING_TOOLS, WRITING_TOOLS } from '../../model/builtin-tools.ts';
import {
  type ImportedPolicy,
  type ImportOptions,
  LIST_NAMES,
  LISTS,
  outsideGlob,
  PolicyBuilder,
  type SourceRule,
  toolsNamed,
} from './policy-builder.ts';
import { readSettings, type Unreadable } from './settings-file.ts';
import { widerRule } from './shell.ts';

/** Teams of the enterprise may replace what is overridable. */
const rules = z
  .union([z.array(z.string()), z.strictObject({ overridable: z.array(z.string()) })])
  .optional();
const settings = z.looseObject({
  permissions: z.looseObject({ deny: rules, ask: rules, allow: rules }).optional(),
});

const SELECTORS = byName<readonly string[]>({
  'Shell, Bash': ['bash_run'],
  Read: READING_TOOLS,
  'Edit, Write': WRITING_TOOLS,
  Domain: ['web_fetch'],
});
/** The operations that its rules are about. One that no rule matches needs approval there, as soon as there is a rule. */
const SUPPORTED = ['bash_run', ...READING_TOOLS, ...WRITING_TOOLS, 'web_fetch'];

/**
 * The managed permissions of GitHub Copilot (`permissions.deny`, `ask` and `allow` of an enterprise's `managed-settings.json`), by
 * https://docs.github.com/en/copilot/reference/enterprise-administrators/enterprise-managed-settings. What no rule names asks, as there; in
 * a baseline, tools that there are no rules about are left to each repository. Every other key is listed as not imported.
 */
export function importCopilot(text: string, options: ImportOptions): ImportedPolicy | Unreadable {
  const read = readSettings(text, settings);
  if ('problem' in read) return read;
  const { permissions, ...others } = read.settings;
  if (permissions === undefined) return { problem: null };
  const { deny: _, ask: __, allow: ___, ...more } = permissions;
  const builder = new PolicyBuilder();
  for (const name of LIST_NAMES) {
    const value = permissions[name] ?? [];
    const listed = Array.isArray(value) ? value : value.overridable;
    for (const rule of listed) importRule(builder, { list: LISTS[name], rule });
    if (!Array.isArray(value))
      builder.skip(
        `permissions.${name}.overridable`,
        'in Countersign a team cannot replace these rules',
      );
  }
  builder.skipKeys(more, others, 'only permissions.deny, ask and allow are read');
  const isSet = LIST_NAMES.some((name) => permissions[name] !== undefined);
  if (!isSet) return { problem: null };
  for (const tool of SUPPORTED) builder.askUnlessNamed(tool);
  return builder.finish("GitHub Copilot's managed permissions", options);
}

function importRule(builder: PolicyBuilder, source: SourceRule): void {
  const { list } = source;
  const rule = source.rule.trim();
  const [, selector = '', text = ''] = /^(\w+)\((.+)\)$/s.exec(rule) ?? [];
  if (selector === 'PowerShell')
    return builder.skip(source.rule, 'Countersign runs commands in bash');
  const tools = SELECTORS.get(selector);
  if (tools === undefined) {
    const [name = ''] = /^[\w*]+/.exec(rule) ?? [];
    const why = 'it is not a rule with a known selector';
    return builder.cannotImport(source, why, toolsNamed(name, SELECTORS));
  }
  const argument = text.trim();
  if (tools[0] === 'bash_run') return importCommand(builder, source, argument);
  const places = selector === 'Domain' ? hosts(argument, list) : paths(argument, list);
  if (places === null)
    return builder.addOutside(source, tools[0] ?? selector, outsideGlob(argument));
  if ('why' in places) return builder.cannotImport(source, places.why, tools);
  // Only reading is certainly what a rule that allows it means.
  const meant = list === 'auto' && selector === 'Read' ? ['fs_read'] : tools;
  builder.add(
    source,
    meant.flatMap((tool) =>
      places.found.map((place) => (place === '**' ? tool : `${tool}(${place})`)),
    ),
  );
}

/** `null` outside of the workspace: no call here does what it is about. */
type Places = { readonly found: readonly string[] } | { readonly why: string } | null;

/** There `git push *` is a prefix, and any other text is the exact command. */
function importCommand(builder: PolicyBuilder, source: SourceRule, text: string): void {
  const [, prefix] = /^(.*\S) \*$/s.exec(text) ?? [];
  if ((prefix ?? text).includes('*')) {
    const why = 'in GitHub Copilot "*" has a meaning only as the last word';
    return builder.cannotImport(source, why, [widerRule(text)]);
  }
  builder.addCommand(source, prefix ?? text, { prefix: prefix !== undefined, star: 'literal' });
}

/** `/x` is in the workspace, `./x` and `x` in the current folder, `//x` anywhere, and `~/x` in the home. */
function paths(argument: string, list: VerdictName): Places {
  const anywhere = /^\/\/(\*\*(?:\/.*)?)$/s.exec(argument);
  if (anywhere === null && /^(?:\/\/|~|\.\.(?:\/|$)|[A-Za-z]:[\\/])/.test(argument)) return null;
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
  if (!isHost(base)) return { why: 'it is not a host' };
  if (list === 'auto') return { why: 'it is about HTTPS alone, and a rule of Countersign is not' };
  return { found: name.startsWith('*.') ? [base, `*.${base}`] : [base] };
}
