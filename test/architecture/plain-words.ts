/** Metaphors that texts for people do not use, with the field's words for them. */

interface Replaced {
  readonly word: RegExp;
  readonly instead: string;
}

const REPLACED: readonly Replaced[] = [
  { word: /\bwalls?\b/, instead: 'sandbox, limit, or built-in rule' },
  { word: /\bground\b|\bovertaken\b/, instead: 'stale approval' },
  { word: /\bcards?\b/, instead: 'approval request, approval comment' },
  { word: /\bstrangers?\b/, instead: 'untrusted user, untrusted content' },
  { word: /\bgates?\b|\bgated\b/, instead: 'tightens the policy; needs approval' },
  { word: /\b(?:takes?|took|taken|taking) (?:\w+ )?up\b|\bwakes?\b|\bwoken?\b/, instead: 'resume' },
  { word: /\b(?:go|goes|going|went|gone) on\b/, instead: 'continue, resume' },
  { word: /\bpark(?:s|ed)?\b/, instead: 'suspend' },
  { word: /\bseal(?:s|ed|ing)?\b/, instead: 'encrypt; interrupted' },
  { word: /\bwrecks?\b|\bkilled runs?\b|\bdead runs?\b|\bdies\b/, instead: 'crashed run' },
  { word: /\btorn\b|\bcut tail\b/, instead: 'truncated, truncation' },
  { word: /\bhelpers?\b/, instead: 'subagent' },
  { word: /\bmany at once\b/, instead: 'matrix runs' },
  { word: /\bby hand\b|\ba clock\b/, instead: 'manual, schedule' },
  { word: /\bthrown away\b/, instead: 'ephemeral' },
  { word: /\ba little more\b|\blittle more\b/, instead: 'raising a limit' },
  { word: /\bfor want of\b/, instead: 'no …' },
  { word: /\b(?:can|could|to) be had\b/, instead: 'available' },
  { word: /\bin so many words\b|\bon your word\b/, instead: 'explicitly, as declared by you' },
  { word: /\blook(?:s|ed)? through\b/, instead: 'unwrapped' },
  { word: /\bhand(?:s|ed|ing)? (?:on|over)\b/, instead: 'pass on' },
  { word: /\b(?:tells?|told|telling)\b/, instead: 'list, mention, report, describe' },
  { word: /\bjudg(?:e|es|ed|ing|ements?)\b/, instead: 'evaluate' },
  { word: /\breckon(?:s|ed)?\b/, instead: 'calculate' },
  { word: /\bline ends?\b/, instead: 'newlines' },
  { word: /\bwho counts\b|\bdecided by: /, instead: 'who can approve' },
  { word: /\b(?:is|are) none\b|\bthere is none\b/, instead: 'does not exist, is invalid' },
  { word: /\bwhere there\b/, instead: 'if' },
  { word: /\bcannot be what it is\b/, instead: 'is invalid' },
  {
    word: /\bladder\b|\bhouse\b|\brooms?\b|\bdoors?\b/,
    instead: 'layers, architecture, module, public API',
  },
  { word: /\bmend(?:s|ed)?\b/, instead: 'fix' },
];

/**
 * What programmers read, too: comments, messages and the titles of tests. Words that are plain English beside their second meaning
 * ("told", "there is none", a gate) are left to readers.
 */
const IN_SOURCES =
  /\bwalls?\b(?! clock)|\bovertaken\b|(?<!Adaptive )\bcards?\b|\bstrangers?\b|\b(?:go|goes|going|went|gone) on\b|\bpark(?:s|ed)?\b|\b(?:un)?seal(?:s|ed|ing)?\b|\bwreck(?:s|ed)?\b|\b(?:killed|dead) runs?\b|\bdies\b|\btorn\b|\bby hand\b|\bthrown away\b|\bfor want of\b|\b(?:can|could|to) be had\b|\bin so many words\b|\blooked through\b|\bhand(?:s|ed|ing)? (?:on|over)\b|\bjudg(?:e|es|ed|ing|ements?)\b|\breckon(?:s|ed)?\b|\bwhere there\b|\bladder\b|\bhouse\b|\bdoors?\b|\bmend(?:s|ed)?\b/i;

/** False if no part of a source file can have one of these words. */
export function mayUseThem(source: string): boolean {
  return IN_SOURCES.test(source);
}

/** The first of these words in a text that is not code; `null` if there is none. */
export function wordInSources(text: string): string | null {
  return (
    IN_SOURCES.exec(text.replaceAll(/`[^`\n]*`/g, '``').replaceAll(/\bSEALED\b/g, ''))?.[0] ?? null
  );
}

/** Markdown without code, types and link targets: states, fields, files and commands keep their names. */
export function withoutCode(markdown: string): string {
  return markdown
    .replaceAll(/^```types$.*?^```$/gms, '')
    .replaceAll(/`[^`\n]*`/g, '``')
    .replaceAll(/\]\([^)]*\)/g, ']()');
}

/** The metaphors in a text, each with its line and what to write instead. */
export function replacedWords(text: string): readonly string[] {
  return text.split('\n').flatMap((line) =>
    REPLACED.flatMap(({ word, instead }) => {
      const found = new RegExp(word.source, 'i').exec(line)?.[0];
      return found === undefined ? [] : [`"${found}" (write: ${instead}) in: ${line.trim()}`];
    }),
  );
}
