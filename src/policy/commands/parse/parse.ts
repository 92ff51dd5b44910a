// The one place that knows the shell parser.
import { parse, type ParsedScript } from 'unbash';

export type {
  ArithmeticExpression,
  Assignment,
  Command,
  HereDoc,
  ParameterExpansionPart,
  ParsedScript,
  Redirect,
  Redirection,
  Statement,
  TestExpression,
  Word as WordNode,
  WordPart,
} from 'unbash';
import type * as Syntax from 'unbash';

/** Any command in a list. */
export type CommandTree =
  | Syntax.PipelineNode
  | Syntax.AndOr
  | Syntax.CompoundList
  | Syntax.CompoundCommand;

export type ParseOutcome =
  | { readonly kind: 'script'; readonly script: ParsedScript }
  | { readonly kind: 'refused'; readonly because: string };

/** Parses shell source as bash does. A source with any error is refused as a whole. */
export function parseShell(source: string): ParseOutcome {
  let script: ParsedScript;
  try {
    script = parse(source);
  } catch (error) {
    // The parser's own stack is the last limit; what it throws for hostile input is never trusted.
    const because = error instanceof RangeError ? 'it is nested too deep' : 'the parser gave up';
    return { kind: 'refused', because };
  }
  const error = script.errors?.[0];
  if (error !== undefined) {
    return { kind: 'refused', because: `it does not parse: ${error.message} at ${error.pos}` };
  }
  return { kind: 'script', script };
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
