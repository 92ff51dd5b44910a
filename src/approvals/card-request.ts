import type { CallPreview } from '../tools/index.ts';
import type { ShownPreview } from './card-cut.ts';
import type { RequestState } from './card-view.ts';
import { code, exact, fenced, foreignLetters, person } from './markdown.ts';
import type { ApprovalRequest } from './ports.ts';

/** Below this room for a sentence the single commands are left out. */
const COMMANDS_NEED_TEXT = 200;
const COMMANDS_SHOWN_MAX = 12;
const FOREIGN_SHOWN_MAX = 16;
/** A line longer than this is scrolled out of sight in a fence. */
const LINE_WIDE = 160;
const LANGUAGES: Readonly<Record<CallPreview['form'], string>> = {
  command: 'sh',
  diff: 'diff',
  text: 'text',
  json: 'json',
};

interface Section {
  readonly request: ApprovalRequest;
  readonly state: RequestState;
  readonly preview: ShownPreview | undefined;
  /** Where the whole preview is kept, if it is. */
  readonly kept: { readonly sha256: string; readonly bytes: number } | undefined;
  readonly policyUrl: string | null;
  readonly count: number;
  /** Longest foreign sentence. */
  readonly textMax: number;
}

/** One request of a card: what would be done, exactly, why it asks, and where it stands. */
export function requestSection(section: Section): string {
  const { request, state, preview } = section;
  const parts = [`#### \`${request.id}\` ${code(request.tool)} · ${stateWords(state, section)}`];
  if (preview !== undefined) {
    parts.push(
      fenced(preview.text, LANGUAGES[request.preview.form]),
      ...warnings(section, preview),
    );
  }
  parts.push(why(section));
  return parts.join('\n\n');
}

/** A request's state in a few words, without calling anybody. */
function stateWords(state: RequestState, { count, textMax }: Section): string {
  switch (state.kind) {
    case 'waiting': {
      if (count === 1) return '⏳ waiting';
      const names = state.have.map(person).join(', ');
      return `⏳ waiting, ${state.have.length} of ${count}${names === '' ? '' : ` (${names})`}`;
    }
    case 'approved': {
      const note = state.note === undefined ? '' : `: ${code(state.note, textMax)}`;
      return `✅ approved by ${state.by.map(person).join(', ')}${note}`;
    }
    case 'denied':
      return `❌ denied by ${person(state.by)}${state.reason === '' ? '' : `: ${code(state.reason, textMax)}`}`;
    case 'expired':
      return '⌛ expired';
    case 'void':
      return `🚫 void: ${code(state.because, textMax)}`;
    case 'used':
      break;
  }
  return '☑ approved and used';
}

/** What a reader could miss in the fence above. */
function warnings({ request, kept }: Section, preview: ShownPreview): readonly string[] {
  const lines: string[] = [];
  const { text } = request.preview;
  if (preview.cut !== null) {
    lines.push(
      `❗ Only the first ${preview.text.length} of ${text.length} characters (${preview.cut.bytes} bytes). ` +
        wholeWords(preview.cut, kept),
    );
  }
  if (exact(text) !== text) {
    lines.push(
      '❗ Invisible or odd characters are written out as `\\u{…}` (`␍` is a CR before a line end).',
    );
  }
  if (request.preview.form === 'command') lines.push(...commandWarnings(text));
  return lines;
}

function wholeWords(cut: NonNullable<ShownPreview['cut']>, kept: Section['kept']): string {
  return kept === undefined
    ? `SHA-256 of the whole: \`${cut.sha256}\`.`
    : `The whole is in the audit artifact: ${kept.bytes} bytes, SHA-256 \`${kept.sha256}\`.`;
}

function commandWarnings(text: string): readonly string[] {
  const lines: string[] = [];
  const letters = foreignLetters(text, FOREIGN_SHOWN_MAX);
  if (letters.length > 0) lines.push(`❗ Letters outside ASCII: ${code(letters.join(', '))}`);
  const wide = Math.max(...text.split('\n').map((line) => line.length));
  if (wide > LINE_WIDE) lines.push(`❗ A line has ${wide} characters: scroll to its end.`);
  return lines;
}

function why({ request, policyUrl, textMax }: Section): string {
  const { verdict } = request;
  const lines = [`- **Why it asks**: ${code(verdict.because, textMax)}`];
  if (verdict.reason !== undefined)
    lines.push(`- **The policy's reason**: ${code(verdict.reason, textMax)}`);
  const place =
    verdict.line === null ? '' : ` ${link(`line ${verdict.line}`, policyUrl, verdict.line)}`;
  const rule = verdict.rule === null ? '' : ` ${code(verdict.rule, textMax)}`;
  lines.push(`- **Decided by**: ${verdict.list}${rule}${place}`);
  const listed = textMax < COMMANDS_NEED_TEXT ? [] : (verdict.commands ?? []);
  const strict = listed.filter((command) => command.verdict !== 'auto');
  for (const command of strict.slice(0, COMMANDS_SHOWN_MAX)) {
    lines.push(`  - ${code(command.words.join(' '), textMax)}: ${code(command.because, textMax)}`);
  }
  if (strict.length > COMMANDS_SHOWN_MAX)
    lines.push(`  - and ${strict.length - COMMANDS_SHOWN_MAX} more commands`);
  if (request.narrowestRule !== null) {
    lines.push(`- **Rule that would allow exactly this**: ${code(request.narrowestRule, textMax)}`);
  }
  return lines.join('\n');
}

function link(words: string, url: string | null, line: number): string {
  return url === null ? `(${words})` : `([${words}](${url}#L${line}))`;
}
