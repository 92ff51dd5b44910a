import type { CompiledRule, CallPart } from '../rules/compile.ts';
import type { Problem } from '../model/problems.ts';
import { BUILTIN_TOOLS } from '../model/builtin-tools.ts';
import { COMMAND_TOOL } from '../rules/parse-rule.ts';
import { matchesName } from '../rules/wildcard.ts';
import { parseWordPattern, withoutFolder } from '../rules/word-pattern.ts';
import { isReadByTable } from '../commands/index.ts';
import { WRITERS } from '../commands/specs/writers.ts';

const WORKFLOW: CallPart = {
  type: 'path',
  view: { path: '.github/workflows/ci.yml', outside: false },
  access: 'write',
  caseInsensitive: false,
};

/** Programs that execute their arguments: a rule with the bare name allows everything. */
const LAUNCHERS = new Set(
  (
    'bash sh zsh dash ksh fish node deno bun python python2 python3 perl ruby php lua pwsh powershell npx bunx uvx pipx ' +
    'env xargs eval exec sudo doas su ssh timeout nice nohup watch parallel find awk gawk sed vim vi ed make docker podman'
  ).split(' '),
);
const DOWNLOADERS = new Set(['curl', 'wget', 'nc', 'ncat', 'scp', 'rsync', 'ftp']);

/** The first folders of absolute paths. A rule for another one usually means a folder of the workspace. */
const SYSTEM_FOLDERS = new Set(
  (
    'bin boot dev etc home lib lib32 lib64 media mnt nix opt proc root run sbin snap srv sys tmp usr var ' +
    'Applications Library System Users Volumes private github'
  ).split(' '),
);

/** A closed parenthesis and the start of another rule. */
const ANOTHER_RULE = /\)[\s,;-]+([A-Za-z_][\w*.-]*)\(/;

/** A host with `*` anywhere, or an IPv6 address in brackets, and a port. */
const HOST_PATTERN =
  /^(?:[a-z0-9_*-]+(?:\.[a-z0-9_*-]+)*\.?|\[[0-9a-f:.*]+\])(?::(?:\d{1,5}|\*))?$/i;

/** A rule that allows more than people usually mean by it, or `null`. */
export function broadAuto(rule: CompiledRule): Problem | null {
  const { selector, specifier } = rule.parsed;
  if (selector.by === 'kind' && (selector.kind === 'execute' || selector.kind === 'network')) {
    return broad(
      rule,
      `every tool of kind ${selector.kind}`,
      'Name the tools, with what they may do.',
    );
  }
  if (selector.by !== 'tool') return null;
  if (selector.name === '*' && specifier === null)
    return broad(rule, 'every call of every tool', 'Name the tools.');
  if (matchesName(COMMAND_TOOL, selector.name)) return broadCommand(rule, specifier);
  const open = specifier === null || specifier === '*' || specifier === '**';
  if (matchesName('web_fetch', selector.name) && open) {
    return broad(
      rule,
      'every host, so that anything read can be sent anywhere',
      'Name hosts, as in "web_fetch(docs.example.com)".',
    );
  }
  const covers = rule.matches(WORKFLOW, { tool: 'fs_write', kind: 'write' }) === 'yes';
  if (matchesName('fs_write', selector.name) && open && covers) {
    return broad(rule, 'writes to .github/workflows too', 'Name folders, or except ".github/**".');
  }
  return null;
}

function broadCommand(rule: CompiledRule, specifier: string | null): Problem | null {
  const { pattern } = rule;
  if (specifier === null || pattern?.words.length === 0) {
    return broad(
      rule,
      'every command',
      'Name commands, as in "bash_run(npm test *)", or a class, as in "bash_run(@readonly)".',
    );
  }
  const words = pattern?.words ?? [];
  const program = words[0]?.parts.join('*') ?? '';
  if (pattern === null || !pattern.rest || words.length > 1) return null;
  if (LAUNCHERS.has(program))
    return broad(rule, `anything that "${program}" can run`, 'Spell out its arguments.');
  if (DOWNLOADERS.has(program))
    return broad(
      rule,
      `sending and fetching anything with "${program}"`,
      'Spell out its arguments, or use web_fetch with hosts.',
    );
  return null;
}

/** Whether a rule lets a program run that is not known to run no code of the checkout. */
export function mayRunCheckout({
  list,
  pattern,
  parsed: { selector, specifier },
}: CompiledRule): boolean {
  if (list !== 'auto' || selector.by !== 'tool' || !matchesName(COMMAND_TOOL, selector.name))
    return false;
  if (specifier === null) return true;
  const [program] = pattern?.words ?? [];
  if (pattern === null || program === undefined) return pattern !== null;
  const text = program.parts.join('*');
  return !isReadByTable(text) && !WRITERS.has(text);
}

function broad(rule: CompiledRule, what: string, fix: string): Problem {
  return { message: `The auto rule "${rule.text}" covers ${what}.`, fix };
}

/** A rule that can never match, such as one in the syntax of another agent, or `null`. */
export function deadRule(rule: CompiledRule): Problem | null {
  const { selector, specifier } = rule.parsed;
  if (specifier === null || selector.by !== 'tool') return null;
  if (/^[=\-#\s]{3,}/.test(specifier))
    return never(rule, 'it resembles a heading', 'Write headings as comments.');
  const other = ANOTHER_RULE.exec(unquoted(specifier))?.[1];
  if (other !== undefined && BUILTIN_TOOLS.some((tool) => matchesName(tool, other)))
    return never(
      rule,
      'it is two rules in one',
      'Write each on a line of its own, with its "- " below the "- " of the other.',
    );
  const missing = missingParts(selector.name, specifier);
  if (missing !== null)
    return never(rule, `calls of ${selector.name} name ${missing}`, `Write "${selector.name}".`);
  if (matchesName(COMMAND_TOOL, selector.name)) return commandDialect(rule, specifier);
  if (specifier.startsWith('domain:'))
    return never(
      rule,
      'hosts are written alone',
      `Write "${selector.name}(${specifier.slice(7)})".`,
    );
  if (/^https?:\/\//.test(specifier))
    return never(rule, 'network tools match hosts, not addresses', 'Write the host alone.');
  if (selector.name.startsWith('web_') && !HOST_PATTERN.test(specifier))
    return never(
      rule,
      'it is not a host',
      'Write a host such as docs.example.com, or "*.example.com"; one with other letters as xn--….',
    );
  return selector.name.startsWith('web_') ? otherAddress(rule, specifier) : null;
}

/** The built-in tools whose calls name paths, hosts of the model's choice, or commands. */
const WITH_PARTS = /^(?:fs_\w+|web_\w+|bash_run|github_push_branch)$/;

/** What the calls of a tool lack, so that nothing in them can match the specifier; `null` if something can, or may. */
function missingParts(tool: string, specifier: string): string | null {
  if (!BUILTIN_TOOLS.includes(tool) || WITH_PARTS.test(tool)) return null;
  if (!tool.startsWith('github_')) return 'no path, host or command';
  return /[.*]/.test(specifier) ? null : "no path, and no host but GitHub's";
}

/** An IP address in another form than the one that every call's host has (WHATWG URL), or `null`. */
function otherAddress(rule: CompiledRule, specifier: string): Problem | null {
  const address = `http://${specifier.replace(/:(?:\d+|\*)$/, '')}/`;
  if (address.includes('*') || !URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  const isAddress = /^\[|^[\d.]+$/.test(hostname);
  if (!isAddress || address.toLowerCase() === `http://${hostname}/`) return null;
  return never(rule, `this address is written ${hostname}`, `Write "${hostname}".`);
}

/** A rule that denies or asks about a command without further words, or `null`: one more word, and it does not apply. */
export function exactGate(rule: CompiledRule): Problem | null {
  const { list, pattern, text } = rule;
  const { selector, specifier } = rule.parsed;
  if (list === 'auto' || specifier === null || pattern === null || pattern.rest) return null;
  if (selector.by !== 'tool' || selector.name !== COMMAND_TOOL) return null;
  return {
    message: `The rule "${text}" does not apply to the command with further words.`,
    fix: `Write "${COMMAND_TOOL}(${specifier.replace(/\*+$/, '')} *)".`,
  };
}

/**
 * A rule about files that file tools never name, or `null`. Commands may read them, so it can match there: a rule that
 * denies is only one if it names no folder of a system.
 */
export function outsideRule(rule: CompiledRule): Problem | null {
  const { selector, specifier } = rule.parsed;
  if (specifier === null || selector.by !== 'tool' || !selector.name.startsWith('fs_')) return null;
  const folder = /^\/+([^/*?[{]+)(?:\/|$)/.exec(specifier)?.[1];
  const outside =
    rule.list === 'deny'
      ? folder !== undefined && !SYSTEM_FOLDERS.has(folder)
      : /^(?:\/|~|\.\.\/)/.test(specifier);
  if (!outside) return null;
  const fix = specifier.startsWith('/')
    ? `Paths start at the workspace root: "${selector.name}(${specifier.replace(/^\/+/, '')})".`
    : 'Name a path in the workspace.';
  return never(rule, 'file tools never leave the workspace', fix);
}

function commandDialect(rule: CompiledRule, specifier: string): Problem | null {
  if (specifier.endsWith(':*')) {
    return never(
      rule,
      '":*" is not a wildcard here',
      `Write "${COMMAND_TOOL}(${specifier.slice(0, -2)} *)".`,
    );
  }
  if (specifier.startsWith('^'))
    return never(
      rule,
      'a rule is words and *, not a regular expression',
      `Write words, as in "${COMMAND_TOOL}(rm *)".`,
    );
  const pattern = parseWordPattern(specifier);
  if (pattern === null)
    return never(rule, 'a quote in it is not closed', 'Close the quote, or put "\\" before it.');
  if (/^@\S+\s/.test(specifier))
    return never(rule, 'a class or an intent stands alone', 'Write one rule for each.');
  const bare = unquoted(withoutFolder(specifier));
  if (/[|;&<>`\n]|\$\(|\*,\s/.test(bare)) {
    return never(
      rule,
      'each command of a line is evaluated by itself',
      'Write one rule for each command, without | ; & < >.',
    );
  }
  return null;
}

function unquoted(specifier: string): string {
  return specifier.replace(/'[^']*'|"[^"]*"|\\./g, '');
}

function never(rule: CompiledRule, why: string, fix: string): Problem {
  return { message: `The rule "${rule.text}" can never match: ${why}.`, fix };
}
