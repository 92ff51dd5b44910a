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
