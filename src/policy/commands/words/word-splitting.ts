// How bash treats an unquoted expansion: it splits it into words and expands its wildcards.
import { type ExpandedWord, literalWord, type Scope, unknownWord } from '../walk/context.ts';
import type { Segment } from './parameters.ts';
import type { WordNode } from '../parse/parse.ts';
import { noteUnknown } from '../walk/findings.ts';

/** Unquoted text in which bash would find nothing to split, glob or expand again. */
const UNSPLIT = /^[\w./:=,+@%^#-]+$/;

/** An unquoted expansion may become a pattern, and so file names from anywhere. */
export function noteGlobbing(segments: readonly Segment[], word: WordNode, scope: Scope): void {
  const patterns = segments.some(
    (segment) =>
      !segment.quoted &&
      segment.wildcard !== true &&
      !isPlain(segment) &&
      (segment.text !== null || segment.fileNames === undefined),
  );
  if (patterns)
    noteUnknown(
      scope,
      `\`${word.text}\` is not quoted: wildcards in it become names of files from anywhere`,
    );
}

/** Whether no wildcard is in it, known or not. */
export function isPlain({ text, number, plain }: Segment): boolean {
  return text === null ? number === true || plain === true : !/[*?[\\]/.test(text);
}

export function isExpansion(word: WordNode): boolean {
  const type = word.parts?.length === 1 ? word.parts[0]?.type : undefined;
  return type === 'SimpleExpansion' || type === 'ParameterExpansion' || type === 'CommandExpansion';
}

/** Literal parts are marked quoted below; what is left unquoted with a text came from a variable. */
export function expansionNeedsSplit(segment: Segment): boolean {
  return segment.text !== '' && !UNSPLIT.test(segment.text ?? '');
}

export function splitText(text: string, source: string): ExpandedWord[] {
  const words = text.split(/[ \t\n]+/).filter((part) => part !== '');
  return words.map((part) =>
    UNSPLIT.test(part) ? literalWord(part, source) : unknownWord(source),
  );
}

/** A pattern with an unknown beginning reads folders anywhere. */
export function noteGlobStart(segments: readonly Segment[], source: string, scope: Scope): void {
  const roots = segments[0]?.fileNames?.roots;
  if (roots === undefined || roots.length === 0)
    noteUnknown(scope, `where the names of \`${source}\` are is known only at run time`);
  for (const root of roots ?? []) scope.findings.listedFolders.add(root);
}
