import { READING_TOOLS, WRITING_TOOLS } from '../../model/builtin-tools.ts';
import {
  NOT_PLAIN_WORDS,
  type Operation,
  permissionsText,
  PLAIN_GLOB,
  type Places,
  plainWords,
  type RuleToExport,
  type Target,
  translateOperations,
  type Translation,
} from './target.ts';

const OPERATIONS: readonly Operation[] = [
  { name: 'Bash', tools: ['bash_run'] },
  { name: 'Read', tools: READING_TOOLS },
  { name: 'Edit', tools: WRITING_TOOLS },
  { name: 'WebFetch', tools: ['web_fetch'] },
  { name: 'WebSearch', tools: ['web_search'] },
  { name: 'Task', tools: ['task_run'] },
  { name: 'Skill', tools: ['skill'] },
];
const SERVER_TOOL = /^(mcp__[\w-]+?)(?:__(?:\*|([\w-]+)))$/;

/** `managed-settings.json` of Claude Code (https://code.claude.com/docs/en/permissions). */
export const CLAUDE_CODE: Target = {
  unnamed: 'each user of Claude Code chooses the mode',
  defers: true,
  hasReasons: false,
  translate,
  // In that mode, rules that ask would ask nobody.
  text: (rules) =>
    permissionsText(
      rules,
      rules.some(({ list }) => list === 'requireApproval')
        ? { disableBypassPermissionsMode: 'disable' }
        : {},
    ),
};

function translate(rule: RuleToExport): Translation {
  const { tool, specifier } = rule;
  const [, server, name] = SERVER_TOOL.exec(tool) ?? [];
  if (server !== undefined && specifier === null)
    return {
      written: [name === undefined ? server : `${server}__${name}`],
      tools: [tool],
      notes: [],
    };
  return translateOperations(rule, OPERATIONS, (operation) => placesOf(operation, rule));
}

function placesOf(operation: string, { list, specifier }: RuleToExport): Places {
  const isFile = operation === 'Read' || operation === 'Edit';
  // There the name alone is about every file of the machine, and here about those of the workspace.
  if (specifier === null) return { written: [isFile && list === 'auto' ? '/**' : null] };
  if (operation === 'Bash') {
    const words = plainWords(specifier);
    if (words === null) return { why: NOT_PLAIN_WORDS };
    return { written: [words.prefix ? `${words.words}:*` : words.words] };
  }
  if (operation === 'WebFetch') {
    if (/^[\w.-]+$/.test(specifier)) return { written: [`domain:${specifier}`] };
    return { why: 'it is not the plain name of a host' };
  }
  if (!isFile) return { why: `a rule of Claude Code names ${operation} alone` };
  if (!PLAIN_GLOB.test(specifier)) return { why: 'it is not a plain path' };
  if (list !== 'auto') return { written: [`//**/${specifier.replace(/^(?:\*\*\/)+/, '')}`] };
  // As in .gitignore, a path also covers what is below it there, and `/` is the folder that the settings are for.
  if (specifier === '**' || specifier.endsWith('/**')) return { written: [`/${specifier}`] };
  return { why: 'in Claude Code it would also let calls run on everything below that path' };
}
