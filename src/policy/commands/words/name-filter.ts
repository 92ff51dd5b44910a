/** What a search reads below a folder, where its words narrow it by names. Each is a pattern in which `*` is any characters. */
export interface NameFilter {
  /** Only files of these names. */
  readonly only?: readonly string[];
  /** No files of these names. */
  readonly notFiles?: readonly string[];
  /** Nothing in folders of these names. */
  readonly notFolders?: readonly string[];
}

/** A pattern that more than `*` gives a meaning, or that is about more than a name. */
const MORE = /[?[\]{}\\/!]/;

/** The patterns for names that these texts are, alternatives in braces (`*.{ts,js}`) each by itself; `null` if one can mean more. */
export function namePatterns(texts: readonly string[]): readonly string[] | null {
  const all = texts.flatMap((text) => alternatives(text));
  return all.length > 0 && all.every((text) => text !== '' && !MORE.test(text)) ? all : null;
}

/** `*.{ts,js}` as `*.ts` and `*.js`. What has more than one group stays as it is. */
function alternatives(text: string): readonly string[] {
  const [, start = '', list, end = ''] = /^([^{}\\]*)\{([^{}\\]+)\}([^{}\\]*)$/.exec(text) ?? [];
  return list === undefined ? [text] : list.split(',').map((each) => `${start}${each}${end}`);
}
