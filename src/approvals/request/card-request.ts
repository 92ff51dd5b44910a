import type { CallPreview } from '../../tools/index.ts';
import { leftWords, listedCommands } from './card-commands.ts';
import type { ShownPreview } from './card-cut.ts';
import type { RequestState } from './card-view.ts';
import { code, fenced, person } from './markdown.ts';
import type { ApprovalRequest } from '../ports.ts';
import { displayedCall } from './written-out.ts';

/** Where room is short, fewer of the letters outside ASCII are shown. */
const SHORT_TEXT = 100;
const FOREIGN_SHOWN_SHORT = 4;
const MANY_LINES = 40;
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
  /** Most simple commands that are listed. */
  readonly commandsMax: number;
}

/** What of a call its section does not show, in words; empty where it shows everything. */
export function notShown(section: Pick<Section, 'request' | 'preview' | 'commandsMax'>): string {
  const { request, preview, commandsMax } = section;
  const cut = preview?.cut ?? null;
  const left = leftWords(listedCommands(request.verdict, commandsMax).left);
  const isUnknown = request.preview.form === 'command' && request.verdict.commands?.length === 0;
  const parts = [
    cut === null ? '' : `${cut.left} characters in its middle`,
    left,
    isUnknown ? 'which commands it runs, for it could not be parsed' : '',
  ];
  return parts.filter((part) => part !== '').join(', and ');
}

/** One request of a card: what would be done, exactly, why it asks, and where it stands. */
export function requestSection(section: Section): string {
  const { request, state, preview } = section;
  const parts = [`#### \`${request.id}\` ${code(request.tool)} · ${stateWords(state, section)}`];
  const missing = notShown(section);
  if (missing !== '')
    parts.push(`❗ **Not all of this call is shown here**: ${missing}. ${wholeWords(section)}`);
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
function warnings({ request, textMax }: Section, preview: ShownPreview): readonly string[] {
  const lines: string[] = [];
  const { shown, tight } = displayedCall(request.preview);
  const isTight = preview.cut !== null || preview.text === tight;
  if (shown !== request.preview.text || (isTight && tight !== shown)) {
    lines.push(
      '❗ Invisible or odd characters are written out as `\\u{…}` (`␍` is a CR before a line end).',
    );
  }
  if (request.preview.form === 'command') lines.push(...commandWarnings(request, textMax));
  return lines;
}

function wholeWords({ request, kept }: Section): string {
  if (kept !== undefined)
    return `The whole is in the audit artifact: ${kept.bytes} bytes, SHA-256 \`${kept.sha256}\`.`;
  const { bytes, sha256 } = displayedCall(request.preview);
  return `The whole has ${bytes} bytes, SHA-256 \`${sha256}\`.`;
}

function commandWarnings({ preview }: ApprovalRequest, textMax: number): readonly string[] {
  const lines: string[] = [];
  const { letters, wide, lines: count } = displayedCall(preview);
  const shown = letters.slice(0, textMax < SHORT_TEXT ? FOREIGN_SHOWN_SHORT : letters.length);
  if (shown.length > 0) lines.push(`❗ Letters outside ASCII: ${code(shown.join(', '))}`);
  if (wide > LINE_WIDE) lines.push(`❗ A line has ${wide} characters: scroll to its end.`);
  if (count > MANY_LINES) lines.push(`❗ It has ${count} lines.`);
  return lines;
}

function why({ request, policyUrl, textMax, commandsMax }: Section): string {
  const { verdict } = request;
  const lines = [`- **Why it asks**: ${code(verdict.because, textMax)}`];
  if (verdict.reason !== undefined)
    lines.push(`- **The policy's reason**: ${code(verdict.reason, textMax)}`);
  const place =
    verdict.line === null ? '' : ` ${link(`line ${verdict.line}`, policyUrl, verdict.line)}`;
  const rule = verdict.rule === null ? '' : ` ${code(verdict.rule, textMax)}`;
  lines.push(`- **Decided by**: ${verdict.list}${rule}${place}`);
  if (request.sandbox !== undefined)
    lines.push(`- **What its sandbox lets it do**: ${code(request.sandbox, textMax)}`);
  const { shown, left } = listedCommands(verdict, commandsMax);
  for (const { words, asks, because, times } of shown) {
    const often = times === 1 ? '' : ` (${times} times)`;
    const own = asks ? 'asks' : 'runs by itself';
    lines.push(`  - ${code(words, textMax)}${often} ${own}: ${code(because, textMax)}`);
  }
  if (left.asking + left.others > 0) lines.push(`  - ❗ not listed here: ${leftWords(left)}`);
  if (request.narrowestRule !== null) {
    lines.push(`- **Rule that would allow exactly this**: ${code(request.narrowestRule, textMax)}`);
  }
  return lines.join('\n');
}

function link(words: string, url: string | null, line: number): string {
  return url === null ? `(${words})` : `([${words}](${url}#L${line}))`;
}
