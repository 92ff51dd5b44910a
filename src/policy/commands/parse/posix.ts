// `sh` is dash, busybox or bash under that name. Only source that all of them read alike is understood.
import {
  type Assignment,
  type Command,
  type CommandTree,
  parseShell,
  type ParameterExpansionPart,
  type ParsedScript,
  type Redirection,
  type WordNode,
  type WordPart,
  type Tree,
} from './parse.ts';
import { wordSet } from '../specs/table.ts';

/** Builtins of bash, which another shell takes for programs or does otherwise. */
const BASH_ONLY = wordSet(
  'source pushd popd dirs mapfile readarray help builtin declare typeset local let shopt enable disown suspend logout ' +
    'history fc compgen complete compopt bind caller coproc function select time',
);
/** The options of these builtins that every shell has; of the others options are not compared. */
const COMMON_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['read', /^-r$/],
  ['set', /^[-+][eux]+$/],
  ['cd', /^-[LP]?$/],
  ['wait', /^$/],
  ['jobs', /^$/],
]);
const OPERATORS = new Set(['<', '>', '>>', '>|', '<>', '<&', '>&']);
/** What may follow `:-` or `%` in braces: shells read quotes there differently. */
const PLAIN_OPERAND = /^[\w./,:@%+=* ?-]*$/;
const PLAIN_ARITHMETIC = /^\$\(\((?=.*\w)(?!.*(?:\+\+|--|\*\*))[\w\s+*/%()<>=!-]*\)\)$/;

type Difference = string | null;

/**
 * Why a POSIX shell could read `source` differently from bash, or `null`. Shells that read from the left agree up to
 * the first construct that they read differently.
 */
export function posixDifference(source: string): Difference {
  if (!/^[\t\n\x20-\x7e]*$/.test(source)) return 'a character beyond ASCII';
  if (source.includes('$[')) return '`$[`';
  const parsed = parseShell(source);
  return parsed.kind === 'refused' ? parsed.fault.because : inScript(parsed.script);
}

/** The source as a shell without the constructs of bash could read it, so that deny rules see what it would run. */
export function asPosix(source: string): string {
  return source
    .replaceAll(/\$(?=['"])/g, String.raw`\$`)
    .replaceAll(/(?<=^|[\s;&|(])\[\[(?=\s)/g, String.raw`\[[`)
    .replaceAll('((', '( (')
    .replaceAll(/&(?=>)/g, '& ');
}

function first<Item>(items: readonly Item[], find: (item: Item) => Difference): Difference {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

function inScript({ commands, errors }: ParsedScript): Difference {
  if ((errors?.length ?? 0) > 0) return 'a substitution that could not be read';
  return first(commands, (statement) => inTree(statement.command));
}

function inTree(tree: CommandTree): Difference {
  switch (tree.type) {
    case 'Command':
      return inCommand(tree);
    case 'Pipeline':
      return inPipeline(tree);
    case 'AndOr':
      return first(tree.commands, inTree);
    case 'CompoundList':
      return first(tree.commands, (statement) => inTree(statement.command));
    case 'BraceGroup':
      return inTree(tree.body);
    case 'Subshell':
      return beginsWithSubshell(tree) ? '`((`' : inTree(tree.body);
    case 'Redirected':
      return inTree(tree.command) ?? first(tree.redirects, inRedirection);
    case 'If': {
      const parts = [tree, ...tree.elif].flatMap((branch) => [branch.clause, branch.then]);
      return first(tree.else === undefined ? parts : [...parts, tree.else], inTree);
    }
    case 'For':
      return first(tree.wordlist ?? [], inWord) ?? inTree(tree.body);
    case 'While':
      return inTree(tree.clause) ?? inTree(tree.body);
    case 'Case':
      return (
        inWord(tree.word) ??
        first(tree.items, (item) => {
          if (item.terminator !== undefined && item.terminator !== ';;')
            return `\`${item.terminator}\``;
          return first(item.pattern, inWord) ?? inTree(item.body);
        })
      );
    case 'TestCommand':
      return '`[[`';
    case 'ArithmeticCommand':
    case 'ArithmeticFor':
      return '`((`';
    case 'Select':
    case 'Coproc':
    case 'Function':
      return `\`${tree.type.toLowerCase()}\``;
    default:
      return 'a part of a kind that is not known';
  }
}

function beginsWithSubshell(tree: Tree<'Subshell'>): boolean {
  let inner: CommandTree | undefined = tree.body.commands[0]?.command;
  while (inner?.type === 'AndOr' || inner?.type === 'Pipeline') [inner] = inner.commands;
  return (inner?.type === 'Redirected' ? inner.command : inner)?.type === 'Subshell';
}

function inPipeline(tree: Tree<'Pipeline'>): Difference {
  if (tree.prefixes.some((prefix) => prefix.type !== 'Negation')) return '`time`';
  if (tree.prefixes.length > 1) return '`! !`';
  return tree.operators.includes('|&') ? '`|&`' : first(tree.commands, inTree);
}

function inCommand(command: Command): Difference {
  const name = command.name?.value ?? '';
  if (BASH_ONLY.has(name)) return `\`${name}\``;
  const options = COMMON_OPTIONS.get(name);
  return (
    first(command.prefix, (each) => (each.type === 'Assignment' ? inAssignment(each) : null)) ??
    (command.name === undefined ? null : inWord(command.name)) ??
    first(command.args, (arg) => {
      if (arg.type === 'Assignment') return inAssignment(arg);
      const unknown = options !== undefined && /^[-+]./.test(arg.value) && !options.test(arg.value);
      return unknown ? `\`${name} ${arg.text}\`` : inWord(arg);
    }) ??
    first(command.redirects, inRedirection)
  );
}

function inAssignment({ name, append, index, value }: Assignment): Difference {
  if (append === true || index !== undefined || value.type !== 'Word') {
    return `the assignment to \`${name}\``;
  }
  return inWord(value);
}

function inRedirection(redirection: Redirection): Difference {
  if (redirection.type !== 'Redirect') return `\`${redirection.operator}\``;
  const { operator, descriptor, target } = redirection;
  if (!OPERATORS.has(operator)) return `\`${operator}\``;
  if (descriptor !== undefined && (descriptor.type !== 'FileDescriptor' || descriptor.value > 9)) {
    return 'the descriptor of a redirection';
  }
  if (target === undefined) return 'a redirection without a target';
  if (operator.endsWith('&') && !/^[\d-]$/.test(target.text))
    return `\`${operator}${target.text}\``;
  return inWord(target);
}

function inWord(word: WordNode): Difference {
  if (word.parts !== undefined) return first(word.parts, inPart) ?? inTilde(word.text);
  return inLiteral(word.text) ?? inTilde(word.text);
}

/** Behind a tilde that no slash ends bash knows more than names of users. */
function inTilde(text: string): Difference {
  return /^~(?!\/|$)/.test(text) ? `\`${text}\`` : null;
}

/** A brace may begin an expansion, whose other parts may be quoted. */
function inLiteral(text: string): Difference {
  return text.includes('{') && text !== '{}' ? `\`${text}\`` : null;
}

function inPart(part: WordPart): Difference {
  switch (part.type) {
    case 'Literal':
      return inLiteral(part.text);
    case 'SingleQuoted':
    case 'SimpleExpansion':
      return null;
    case 'DoubleQuoted':
      // Inside double quotes, braces are text.
      return first(part.parts, (child) => (child.type === 'Literal' ? null : inPart(child)));
    case 'ParameterExpansion':
      return inParameter(part);
    case 'CommandExpansion':
      if (!/^\$\((?!\()/.test(part.text) || part.script === undefined) return `\`${part.text}\``;
      return inScript(part.script);
    case 'ArithmeticExpansion':
      return PLAIN_ARITHMETIC.test(part.text) ? null : `\`${part.text}\``;
    case 'Glob':
      return part.kind === 'star' ? null : `\`${part.text}\``;
    default:
      return `\`${part.text}\``;
  }
}

function inParameter(part: ParameterExpansionPart): Difference {
  const { operation, prefix, index } = part;
  const known =
    operation === undefined
      ? prefix !== '!'
      : prefix === undefined &&
        (operation.type === 'Default' || operation.type === 'Remove') &&
        PLAIN_OPERAND.test(operation.operand.text);
  return known && index === undefined ? null : `\`${part.text}\``;
}
