// `sh` is dash, busybox or bash under that name. Only source that all of them read alike is understood.
import {
  type Assignment,
  type Command,
  type CommandTree,
  forEachChild,
  type ParameterExpansionPart,
  parseShell,
  type Redirect,
  type SyntaxNode,
  type Tree,
} from './parse.ts';
import { byName, wordSet } from '../specs/table.ts';

/** Builtins of bash, which another shell takes for programs or does otherwise. */
const BASH_ONLY = wordSet(
  'source pushd popd dirs mapfile readarray help builtin declare typeset local let shopt enable disown suspend logout ' +
    'history fc compgen complete compopt bind caller coproc function select time',
);
/** The special builtins of POSIX: a variable before one keeps its value, but not in bash. */
const SPECIAL = wordSet(
  ': . break continue eval exec exit export readonly return set shift times trap unset',
);
/** The options of these builtins that every shell has; of the others options are not compared. */
const COMMON_OPTIONS = byName({
  read: /^-r$/,
  set: /^[-+][eux]+$/,
  cd: /^-[LP]?$/,
  'wait, jobs': /^$/,
});
const OPERATORS = new Set(['<', '>', '>>', '>|', '<>', '<&', '>&']);
/** What may follow `:-` or `%` in braces: shells read quotes there differently. */
const PLAIN_OPERAND = /^[\w./,:@%+=* ?-]*$/;
const PLAIN_ARITHMETIC = /^\$\(\((?=.*\w)(?!.*(?:\+\+|--|\*\*))[\w\s+*/%()<>=!-]*\)\)$/;

/** The nodes that make no difference by themselves. */
const ALIKE = wordSet(
  'Statement AndOr CompoundList BraceGroup Redirected If Elif For While Case Negation FileDescriptor SingleQuoted ' +
    'DoubleQuoted SimpleExpansion',
);

type Difference = string | null;

/**
 * Why a POSIX shell could read `source` differently from bash, or `null`. Shells that read from the left agree up to
 * the first construct that they read differently.
 */
export function posixDifference(source: string): Difference {
  if (!/^[\t\n\x20-\x7e]*$/.test(source)) return 'a character beyond ASCII';
  if (source.includes('$[')) return '`$[`';
  const parsed = parseShell(source);
  return parsed.kind === 'refused' ? parsed.fault.because : differenceIn(parsed.script);
}

/** The source as a shell without the constructs of bash could read it, so that deny rules see what it would run. */
export function asPosix(source: string): string {
  return source
    .replaceAll(/\$(?=['"])/g, String.raw`\$`)
    .replaceAll(/(?<=^|[\s;&|(])\[\[(?=\s)/g, String.raw`\[[`)
    .replaceAll('((', '( (')
    .replaceAll(/&(?=>)/g, '& ');
}

function differenceIn(node: SyntaxNode): Difference {
  const own = differenceOf(node);
  // What is in these two is read from their text.
  if (own !== null || node.type === 'ParameterExpansion' || node.type === 'ArithmeticExpansion')
    return own;
  let found: Difference = null;
  forEachChild(node, (child) => {
    // Inside double quotes, braces are text.
    if (node.type !== 'DoubleQuoted' || child.type !== 'Literal') found ??= differenceIn(child);
  });
  return found;
}

/** The difference that a node makes by itself, whatever is in it. A kind that is not listed makes one. */
function differenceOf(node: SyntaxNode): Difference {
  if (ALIKE.has(node.type)) return null;
  switch (node.type) {
    case 'Script':
      return (node.errors?.length ?? 0) > 0 ? 'a substitution that could not be read' : null;
    case 'Command':
      return ofCommand(node);
    case 'Pipeline':
      return ofPipeline(node);
    case 'Subshell':
      return beginsWithSubshell(node) ? '`((`' : null;
    case 'CaseItem':
      return (node.terminator ?? ';;') === ';;' ? null : `\`${node.terminator}\``;
    case 'TestCommand':
      return '`[[`';
    case 'ArithmeticCommand':
    case 'ArithmeticFor':
      return '`((`';
    case 'Select':
    case 'Coproc':
    case 'Function':
      return `\`${node.type.toLowerCase()}\``;
    case 'Assignment':
      return ofAssignment(node);
    case 'Redirect':
      return ofRedirect(node);
    case 'HereDoc':
    case 'HereString':
      return `\`${node.operator}\``;
    case 'Word':
      // Behind a tilde that no slash ends bash knows more than names of users.
      if (/^~(?!\/|$)/.test(node.text)) return `\`${node.text}\``;
      return node.parts === undefined ? ofLiteral(node.text) : null;
    case 'Literal':
      return ofLiteral(node.text);
    case 'ParameterExpansion':
      return ofParameter(node);
    case 'CommandExpansion':
      return /^\$\((?!\()/.test(node.text) && node.script ? null : `\`${node.text}\``;
    case 'ArithmeticExpansion':
      return PLAIN_ARITHMETIC.test(node.text) ? null : `\`${node.text}\``;
    case 'Glob':
      return node.kind === 'star' ? null : `\`${node.text}\``;
    default:
      return 'text' in node ? `\`${node.text}\`` : 'a part of a kind that is not known';
  }
}

function beginsWithSubshell(tree: Tree<'Subshell'>): boolean {
  let inner: CommandTree | undefined = tree.body.commands[0]?.command;
  while (inner?.type === 'AndOr' || inner?.type === 'Pipeline') [inner] = inner.commands;
  return (inner?.type === 'Redirected' ? inner.command : inner)?.type === 'Subshell';
}

function ofPipeline({ prefixes, operators }: Tree<'Pipeline'>): Difference {
  if (prefixes.some((prefix) => prefix.type !== 'Negation')) return '`time`';
  if (prefixes.length > 1) return '`! !`';
  return operators.includes('|&') ? '`|&`' : null;
}

function ofCommand({ name: program, args, prefix }: Command): Difference {
  const name = program?.value ?? '';
  if (BASH_ONLY.has(name)) return `\`${name}\``;
  // A program that replaces the shell leaves no later command.
  const replaces = name === 'exec' && /^[\w./][\w./-]*$/.test(args[0]?.text ?? '');
  if (SPECIAL.has(name) && !replaces && prefix.some(({ type }) => type === 'Assignment'))
    return `a variable before \`${name}\``;
  const options = COMMON_OPTIONS.get(name);
  const unknown = args.find(
    (arg) =>
      options !== undefined &&
      arg.type === 'Word' &&
      /^[-+]./.test(arg.value) &&
      !options.test(arg.value),
  );
  return unknown === undefined ? null : `\`${name} ${unknown.text}\``;
}

function ofAssignment({ name, append, index, value }: Assignment): Difference {
  const isPlain = append !== true && index === undefined && value.type === 'Word';
  return isPlain ? null : `the assignment to \`${name}\``;
}

function ofRedirect({ operator, descriptor, target }: Redirect): Difference {
  if (!OPERATORS.has(operator)) return `\`${operator}\``;
  if (descriptor !== undefined && (descriptor.type !== 'FileDescriptor' || descriptor.value > 9))
    return 'the descriptor of a redirection';
  if (target === undefined) return 'a redirection without a target';
  const isDescriptor = !operator.endsWith('&') || /^[\d-]$/.test(target.text);
  return isDescriptor ? null : `\`${operator}${target.text}\``;
}

/** A brace may begin an expansion, whose other parts may be quoted. */
function ofLiteral(text: string): Difference {
  return text.includes('{') && text !== '{}' ? `\`${text}\`` : null;
}

function ofParameter(part: ParameterExpansionPart): Difference {
  const { operation, prefix, index } = part;
  const known =
    operation === undefined
      ? prefix !== '!'
      : prefix === undefined &&
        (operation.type === 'Default' || operation.type === 'Remove') &&
        PLAIN_OPERAND.test(operation.operand.text);
  return known && index === undefined ? null : `\`${part.text}\``;
}
