import type { Words } from '../analysis.ts';

/** Options that have no value in any program whose subcommands or starters are listed. */
export const SWITCH =
  /^(?:-[qy]|--(?:quiet|silent|verbose|yes|no-(?:interaction|progress|input|color|audit|fund)))$/;

/**
 * These places, and those behind the options that stand there (`-q`, `--tag next`, `+nightly`), each alone or with the word
 * behind it: without a program's manual that word may be the option's value as well as the next word of the command. `--` has no value.
 */
export function behindOptions(words: Words, starts: ReadonlySet<number>): ReadonlySet<number> {
  const places = new Set(starts);
  // A set visits what is added to it meanwhile.
  for (const place of places) {
    const text = words[place]?.text ?? '';
    if (!/^[-+]./.test(text)) continue;
    places.add(place + 1);
    if (text !== '--' && !text.includes('=')) places.add(place + 2);
  }
  return places;
}
