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
} from './target.ts';

const OPERATIONS: readonly Operation[] = [
  { name: 'Shell', tools: ['bash_run'] },
  { name: 'Read', tools: READING_TOOLS },
  { name: 'Edit', tools: WRITING_TOOLS },
  { name: 'Domain', tools: ['web_fetch'] },
];

/**
 * `managed-settings.json` of an enterprise, for GitHub Copilot
 * (https://docs.github.com/en/copilot/reference/enterprise-administrators/enterprise-managed-settings).
 */
export const COPILOT: Target = {
  unnamed: 'in GitHub Copilot, commands, files and hosts that no rule names need approval',
  defers: false,
  hasReasons: false,
  translate: (rule) => translateOperations(rule, OPERATIONS, (name) => placesOf(name, rule)),
  text: (rules) => permissionsText(rules),
};

function placesOf(operation: string, { list, specifier }: RuleToExport): Places {
  if (operation === 'Shell') return command(specifier);
  if (operation === 'Domain') return hosts(specifier, list);
  if (specifier === null) return { written: [list === 'auto' ? '/**' : '//**'] };
  if (!PLAIN_GLOB.test(specifier)) return { why: 'it is not a plain path' };
  // How far one star goes is not documented there.
  const isKnown = list !== 'auto' || !specifier.replaceAll('**', '').includes('*');
  return isKnown
    ? { written: [`/${specifier}`] }
    : { why: 'in GitHub Copilot "*" may stand for more than one folder' };
}

function command(specifier: string | null): Places {
  if (specifier === null) return { why: 'a rule of GitHub Copilot names a command' };
  const found = plainWords(specifier);
  if (found === null) return { why: NOT_PLAIN_WORDS };
  return { written: [found.prefix ? `${found.words} *` : found.words] };
}

/** A bare host is HTTPS there. */
function hosts(specifier: string | null, list: RuleToExport['list']): Places {
  if (specifier === null || !/^(?:\*\.)?[\w.-]+$/.test(specifier))
    return { why: 'it is not the plain name of a host' };
  if (list !== 'auto') return { written: [specifier, `http://${specifier}`] };
  return specifier.startsWith('*')
    ? { why: 'in GitHub Copilot it would also cover the name without "*."' }
    : { written: [specifier] };
}
