import type { Intent } from '../analysis.ts';

/** The words of a command after its name; `null` for a word that is known only at run time. */
export type KnownWords = readonly (string | null)[];
export type IntentRule = (texts: KnownWords) => Intent[];

/** Whether a short letter (in any cluster) or a long option (or what it may be shortened to) is there. */
export function flagged(texts: KnownWords, letters: string, ...long: readonly string[]): boolean {
  const end = texts.indexOf('--');
  return (end === -1 ? texts : texts.slice(0, end)).some((text) => {
    if (text === null) return true;
    if (/^-[^-]/.test(text)) return letters.split('').some((letter) => text.includes(letter));
    const name = text.split('=')[0] ?? '';
    return (
      name.length > 3 && name.startsWith('--') && long.some((option) => option.startsWith(name))
    );
  });
}

/** The intent of the first word that is a key; every intent where a word is known only at run time. */
export function intentOfFirst(
  texts: KnownWords,
  words: Readonly<Record<string, Intent>>,
): Intent[] {
  const found = texts.find((text) => text === null || Object.hasOwn(words, text));
  if (found === null) return [...new Set(Object.values(words))];
  const intent = found === undefined ? undefined : words[found];
  return intent === undefined ? [] : [intent];
}
