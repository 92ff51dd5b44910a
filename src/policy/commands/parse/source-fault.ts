/** Why a source cannot be read as shell, and what to write instead. Such a source never runs, whoever would approve it. */
export interface SourceFault {
  /** Without a full stop; it includes the position if there is one. */
  readonly because: string;
  /** Sentences for whoever wrote the source. */
  readonly instead: string;
}

/** What always helps: files hold any text, and several calls hold simpler commands. */
export const IN_A_FILE =
  'Write it in a simpler way, as several calls, or into a script file with fs_write, and run that.';

const SHOWN_CHARS = 60;

/** `line 2, column 5, before "rest of the line"`: where `offset` is in `source`, counted from 1. */
export function placeIn(source: string, offset: number): string {
  const before = source.slice(0, offset).split('\n');
  const [rest = ''] = source.slice(offset).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  if (rest.trim() === '') return `${place}, at the end of the line`;
  const shown = rest.length > SHOWN_CHARS ? `${rest.slice(0, SHOWN_CHARS)}…` : rest;
  return `${place}, before ${JSON.stringify(shown)}`;
}
