// The one place that knows the shell parser.
import { forEachChild, parse, type ParsedScript } from 'unbash';
import { screen } from './limits.ts';
import { IN_A_FILE, placeIn, type SourceFault } from './source-fault.ts';

export type {
  ArithmeticExpression,
  Assignment,
  Command,
  HereDoc,
  HereString,
  ParameterExpansionPart,
  ParsedScript,
  ProcessSubstitutionPart,
  Redirect,
  Redirection,
  Statement,
  SyntaxNode,
  TestExpression,
  Word as WordNode,
  WordPart,
} from 'unbash';
import type * as Syntax from 'unbash';

export { forEachChild };

/** Any command in a list. */
export type CommandTree =
  | Syntax.PipelineNode
  | Syntax.AndOr
  | Syntax.CompoundList
  | Syntax.CompoundCommand;

export type Tree<Type extends CommandTree['type']> = Extract<CommandTree, { type: Type }>;

export type ParseOutcome =
  | { readonly kind: 'script'; readonly script: ParsedScript }
  | { readonly kind: 'refused'; readonly fault: SourceFault };

/** Parses shell source, unless people could not read it (see `screen`). */
export function parseSource(source: string): ParseOutcome {
  const fault = screen(source);
  return fault === null ? parseShell(source) : { kind: 'refused', fault };
}

/**
 * Parses shell source as bash does. A source with any error is refused as a whole. So is a here-document without an end:
 * bash only warns, but takes every later line of the source for text.
 */
export function parseShell(source: string): ParseOutcome {
  let script: ParsedScript;
  let openHereDoc: Syntax.HereDoc | null;
  try {
    script = parse(source);
    openHereDoc = source.includes('<<') ? hereDocWithoutEnd(script) : null;
  } catch (error) {
    // The parser's own stack is the last limit; what it throws for hostile input is never trusted.
    const because = error instanceof RangeError ? 'it is nested too deep' : 'the parser gave up';
    return { kind: 'refused', fault: { because, instead: IN_A_FILE } };
  }
  const error = script.errors?.[0];
  if (error !== undefined) {
    const because = `it does not parse: ${error.message} at ${placeIn(source, error.pos)}`;
    return { kind: 'refused', fault: { because, instead: insteadOf(error.message) } };
  }
  if (openHereDoc !== null) {
    const end = openHereDoc.delimiter?.value ?? '';
    const because = `it does not parse: no line ends the here-document that begins at ${placeIn(source, openHereDoc.pos)}`;
    const instead = `End it with a line that holds only ${end}, without blanks before or after it.`;
    return { kind: 'refused', fault: { because, instead } };
  }
  return { kind: 'script', script };
}

const QUOTES =
  "Close the quote. For text with quotes in it, use a here-document with a quoted delimiter (<<'EOF') or a file.";

/** What to write instead, by the parser's message. */
function insteadOf(message: string): string {
  if (message.includes('quote')) return QUOTES;
  if (message.includes('backtick'))
    return `Close it, write $(…) in its place, or quote it if it is text. ${IN_A_FILE}`;
  if (/unexpected token '[()]'|subshell/.test(message))
    return "Quote brackets that are text, such as '(a|b)', and close those that are not.";
  if (message.startsWith('unterminated')) return `Close it. ${IN_A_FILE}`;
  if (
    message.includes('to close') ||
    message.startsWith("expected 'then'") ||
    message.startsWith("expected 'do'")
  )
    return 'Complete it: if …; then …; fi · for x in …; do …; done · while …; do …; done · case x in …) …;; esac.';
  return `Correct it there. ${IN_A_FILE}`;
}

/** The first here-document without a closing line, at any depth that the parser has read. */
function hereDocWithoutEnd(node: Syntax.SyntaxNode): Syntax.HereDoc | null {
  if (node.type === 'HereDoc' && node.closing === undefined) return node;
  let found: Syntax.HereDoc | null = null;
  forEachChild(node, (child) => {
    found ??= hereDocWithoutEnd(child);
  });
  return found;
}

/** Whether only blanks lie between the parts of a command, so that the parser left nothing out. */
export function isWhole(command: Syntax.Command, text: string): boolean {
  const parts = [...command.prefix, command.name, ...command.suffix].filter(
    (part) => part !== undefined,
  );
  const gaps = parts.slice(1).map((part, index) => text.slice(parts[index]?.end, part.pos));
  const beginsFunction = /^(?:[ \t]|\\\n)*\(/.test(text.slice(parts.at(-1)?.end));
  return !beginsFunction && gaps.every((gap) => /^(?:[ \t]|\\\n)*$/.test(gap));
}
