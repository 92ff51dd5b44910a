import { trimEnd } from '../../common/index.ts';
import { type CompiledRule, placeOfException, workspacePath } from '../rules/compile.ts';
import type { Problem, RuleProblem } from '../model/problems.ts';
import { BUILTIN_TOOLS, hasParts } from '../model/builtin-tools.ts';
import { COMMAND_TOOL, isAboutCommands, type ParsedRule } from '../rules/parse-rule.ts';
import { isPossiblePort } from '../rules/host-pattern.ts';
import { matchesName } from '../rules/wildcard.ts';
import { parseWordPattern, withoutFolder } from '../rules/word-pattern.ts';
import { isReadByTable } from '../commands/index.ts';
import { wordSet } from '../commands/specs/table.ts';
import { WRITERS } from '../commands/specs/writers.ts';

const WORKFLOW = workspacePath('.github/workflows/ci.yml', 'write');

/** Programs that execute their arguments: a rule with the bare name allows everything. */
const LAUNCHERS = wordSet(
  'bash sh zsh dash ksh fish node deno bun python python2 python3 perl ruby php lua pwsh powershell npx bunx uvx pipx ' +
    'env xargs eval exec sudo doas su ssh timeout nice nohup watch parallel find awk gawk sed vim vi ed make docker podman',
);
const DOWNLOADERS = wordSet('curl wget nc ncat scp rsync ftp');

/** The first folders of absolute paths. A rule for another one usually means a folder of the workspace. */
const SYSTEM_FOLDERS = wordSet(
  'bin boot dev etc home lib lib32 lib64 media mnt nix opt proc root run sbin snap srv sys tmp usr var ' +
    'Applications Library System Users Volumes private github',
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
  if (pattern !== null && program.replaceAll('*', '') === '')
    return broad(rule, 'every program with such words', 'Name the program.');
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

/**
 * A rule that can never match, such as one in the syntax of another agent, or `null`. One without the quotes that its command needs
 * counts as such a rule, because it may mean something else.
 */
export function deadRule({ text, parsed }: CompiledRule): Problem | null {
  return never(`The rule "${text}"`, whyDead(parsed));
}

/** The exceptions of a rule that can never match, so that the rule covers what they should leave out. */
export function deadExceptions(rule: CompiledRule): readonly (RuleProblem | null)[] {
  return neverExcepted(rule, whyDead);
}

/** The exceptions of a rule that can never match, each where it stands. */
function neverExcepted(
  rule: CompiledRule,
  why: (exception: ParsedRule) => Dead | null,
): readonly (RuleProblem | null)[] {
  return rule.exceptions.map((exception, index) => {
    const problem = never(
      `The exception "${exception.text}" of the rule "${rule.text}"`,
      why(exception),
    );
    return problem === null ? null : { ...problem, ...placeOfException(rule, index) };
  });
}

/** Why a rule can never match, and what to write instead. */
interface Dead {
  /** What a command may quote, so that the rule matches it. Absent: no command matches. */
  readonly quotable?: string;
  readonly why: string;
  readonly fix: string;
}

function never(name: string, dead: Dead | null): Problem | null {
  if (dead === null) return null;
  const { quotable, why, fix } = dead;
  if (quotable === undefined) return { message: `${name} can never match: ${why}.`, fix };
  return {
    message: `${name} can only match a command that quotes the ${quotable}: ${why}.`,
    fix: `${fix} If the command quotes them, quote them in the rule, too.`,
  };
}

function whyDead({ selector, specifier }: ParsedRule): Dead | null {
  if (specifier === null || selector.by !== 'tool') return null;
  const tool = selector.name;
  if (/^[=\-#\s]{3,}/.test(specifier))
    return { why: 'it resembles a heading', fix: 'Write headings as comments.' };
  const other = ANOTHER_RULE.exec(unquoted(specifier))?.[1];
  if (other !== undefined && BUILTIN_TOOLS.some((name) => matchesName(name, other))) {
    const fix = 'Write each on a line of its own, with its "- " below the "- " of the other.';
    return { why: 'it is two rules in one', fix };
  }
  const missing = missingParts(tool, specifier);
  if (missing !== null) return { why: `calls of ${tool} name ${missing}`, fix: `Write "${tool}".` };
  if (isAboutCommands(selector)) return whyDeadCommand(specifier);
  if (specifier.startsWith('domain:'))
    return { why: 'hosts are written alone', fix: `Write "${tool}(${specifier.slice(7)})".` };
  if (/^https?:\/\//.test(specifier))
    return { why: 'network tools match hosts, not addresses', fix: 'Write the host alone.' };
  if (!tool.startsWith('web_')) return null;
  const port = /:(\d+)$/.exec(specifier)?.[1] ?? '';
  if (!isPossiblePort(port))
    return { why: 'no port has this number', fix: 'Write a port from 1 to 65535, or ":*".' };
  if (HOST_PATTERN.test(specifier)) return otherAddress(specifier);
  const fix =
    'Write a host such as docs.example.com, or "*.example.com"; one with other letters as xn--….';
  return { why: 'it is not a host', fix };
}

/** What the calls of a tool lack, so that nothing in them can match the specifier; `null` if something can, or may. */
function missingParts(tool: string, specifier: string): string | null {
  if (!BUILTIN_TOOLS.includes(tool) || hasParts(tool)) return null;
  if (!tool.startsWith('github_')) return 'no path, host or command';
  return /[.*]/.test(specifier) ? null : "no path, and no host but GitHub's";
}

/** An IP address in another form than the one that every call's host has (WHATWG URL), or `null`. */
function otherAddress(specifier: string): Dead | null {
  const address = `http://${specifier.replace(/:(?:\d+|\*)$/, '')}/`;
  if (address.includes('*') || !URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  const isAddress = /^\[|^[\d.]+$/.test(hostname);
  if (!isAddress || address.toLowerCase() === `http://${hostname}/`) return null;
  return { why: `this address is written ${hostname}`, fix: `Write "${hostname}".` };
}

/** An `auto` rule with the port of a scheme, or `null`: an address of that scheme has no port, and the rule does not cover it. */
export function usualPort({ text, parsed: { selector, specifier } }: CompiledRule): Problem | null {
  if (selector.by !== 'tool' || !selector.name.startsWith('web_')) return null;
  const [, host = '', port] = /^(.+):(80|443)$/.exec(specifier ?? '') ?? [];
  if (port === undefined) return null;
  const scheme = port === '443' ? 'https' : 'http';
  return {
    message: `The auto rule "${text}" does not cover ${scheme}://${host}/: ${port} is the port of ${scheme}, and no part of its host.`,
    fix: `Write "${selector.name}(${host})".`,
  };
}

/** A rule that denies or asks about a command without further words, or `null`: one more word, and it does not apply. */
export function exactGate(rule: CompiledRule): Problem | null {
  const { list, pattern, text } = rule;
  const { selector, specifier } = rule.parsed;
  if (list === 'auto' || specifier === null || pattern === null || pattern.rest) return null;
  if (!isAboutCommands(selector)) return null;
  return {
    message: `The rule "${text}" does not apply to the command with further words.`,
    fix: `Write "${COMMAND_TOOL}(${trimEnd(specifier, '*')} *)".`,
  };
}

/**
 * A rule about files that neither file tools name nor commands usually read and write, or `null`. Commands do so in the folders of a system,
 * and what denies or asks is about a home folder, too.
 */
export function outsideRule({ text, list, parsed }: CompiledRule): Problem | null {
  const gate = list !== 'auto';
  return never(`The rule "${text}"`, whyOutside(parsed, { gate }));
}

/** The same for the exceptions of a rule. Those of an `auto` rule limit what runs. */
export function outsideExceptions(rule: CompiledRule): readonly (RuleProblem | null)[] {
  const gate = rule.list === 'auto';
  return neverExcepted(rule, (exception) => whyOutside(exception, { gate }));
}

function whyOutside(
  { selector, specifier }: ParsedRule,
  { gate }: { readonly gate: boolean },
): Dead | null {
  if (specifier === null || selector.by !== 'tool' || !selector.name.startsWith('fs_')) return null;
  const folder = /^\/+([^/*?[{]+)(?:\/|$)/.exec(specifier)?.[1];
  const ofCommands = ['fs_read', 'fs_write'].some((tool) => matchesName(tool, selector.name));
  const isUsed = folder === undefined ? gate : SYSTEM_FOLDERS.has(folder) && (gate || ofCommands);
  if (isUsed || !/^[/~]/.test(specifier)) return null;
  const fix = specifier.startsWith('/')
    ? `Paths start at the workspace root: "${selector.name}(${specifier.replace(/^\/+/, '')})".`
    : 'Name a path in the workspace.';
  return { why: 'file tools never leave the workspace', fix };
}

function whyDeadCommand(specifier: string): Dead | null {
  if (specifier.endsWith(':*')) {
    const words = specifier.slice(0, -2);
    const name = words.slice(words.lastIndexOf(' ') + 1);
    const fix = `Write "${COMMAND_TOOL}(${words} *)", or "${COMMAND_TOOL}(${words}:* *)" for names that begin with "${name}:".`;
    return { why: '":*" at its end does not stand for further words', fix };
  }
  if (specifier.startsWith('^')) {
    const fix = `Write words, as in "${COMMAND_TOOL}(rm *)".`;
    return { why: 'a rule is words and *, not a regular expression', fix };
  }
  if (parseWordPattern(specifier) === null) {
    const fix = 'Close the quote, or put "\\" before it.';
    return { why: 'a quote in it is not closed', fix };
  }
  const words = unquoted(withoutFolder(specifier));
  const variables = /^(?:[A-Za-z_]\w*=\S*\s+)+/.exec(words)?.[0];
  if (variables !== undefined) {
    const fix = `Write the rule without "${variables.trim()}".`;
    return { why: 'a variable before a command is not one of its words', fix };
  }
  if (/\{[^{}\s]*,[^{}\s]*\}/.test(words)) {
    const fix = 'Write one rule for each word.';
    return { quotable: 'braces', why: 'a shell expands unquoted ones', fix };
  }
  if (/^@\S+\s/.test(specifier))
    return { why: 'a class or an intent stands alone', fix: 'Write one rule for each.' };
  const why = 'each command of a line is evaluated by itself';
  const fix = 'Write one rule for each command, without | ; & < >.';
  if (/[|;&<>`\n]|\$\(/.test(words)) return { quotable: 'operators', why, fix };
  return /\*,\s/.test(words) ? { why, fix } : null;
}

function unquoted(specifier: string): string {
  return specifier.replace(/'[^']*'|"[^"]*"|\\./g, '');
}
