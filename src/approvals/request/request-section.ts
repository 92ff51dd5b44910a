import type { Verdict } from '../../policy/index.ts';
import type { CallPreview } from '../../tools/index.ts';
import { describeOmitted, listedCommands } from './listed-commands.ts';
import type { ShownPreview } from './cut-previews.ts';
import type { RequestState } from './comment-view.ts';
import { code, fenced, codePerson } from './markdown.ts';
import type { ApprovalRequest } from '../approver.ts';
import { displayedCall } from './displayed-call.ts';

/** If the comment is long, fewer of the non-ASCII letters are shown. */
const SHORT_TEXT = 100;
const FOREIGN_SHOWN_SHORT = 4;
const MANY_LINES = 40;
/** A longer line needs scrolling in a fence. */
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
  /** The blob with the whole preview, if it is stored. */
  readonly stored: { readonly sha256: string; readonly bytes: number } | undefined;
  readonly policyUrl: string | null;
  readonly count: number;
  /** Longest untrusted sentence. */
  readonly textMax: number;
  /** Most simple commands that are listed. */
  readonly commandsMax: number;
}

/** What of a call its section does not show, as text; empty if it shows everything. */
export function missingParts(
  section: Pick<Section, 'request' | 'preview' | 'commandsMax'>,
): string {
  const { request, preview, commandsMax } = section;
  const cut = preview?.cut ?? null;
  const left = describeOmitted(listedCommands(request.verdict, commandsMax).omitted);
  const isUnknown = request.preview.form === 'command' && request.verdict.commands?.length === 0;
  const parts = [
    cut === null ? '' : `${cut.left} characters in its middle`,
    left,
    isUnknown ? 'which commands it runs, because it could not be parsed' : '',
  ];
  return parts.filter((part) => part !== '').join(', and ');
}

/** One approval request: the exact call, why it needs approval, and its state. */
export function requestSection(section: Section): string {
  const { request, state, preview } = section;
  const parts = [`#### \`${request.id}\` ${code(request.tool)} · ${stateText(state, section)}`];
  const missing = missingParts(section);
  if (missing !== '')
    parts.push(`❗ **This call is not shown in full.** Missing: ${missing}. ${wholeHint(section)}`);
  if (preview !== undefined) {
    parts.push(
      fenced(preview.text, LANGUAGES[request.preview.form]),
      ...warnings(section, preview),
    );
  }
  parts.push(explanation(section));
  return parts.join('\n\n');
}

/** A request's state in a few words, without mentioning anybody. */
function stateText(state: RequestState, { count, textMax }: Section): string {
  switch (state.kind) {
    case 'waiting': {
      if (count === 1) return '⏳ waiting';
      const names = state.have.map(codePerson).join(', ');
      return `⏳ waiting, ${state.have.length} of ${count}${names === '' ? '' : ` (${names})`}`;
    }
    case 'approved': {
      const note = state.note === undefined ? '' : `: ${code(state.note, textMax)}`;
      return `✅ approved by ${state.by.map(codePerson).join(', ')}${note}`;
    }
    case 'denied':
      return `❌ denied by ${codePerson(state.by)}${state.reason === '' ? '' : `: ${code(state.reason, textMax)}`}`;
    case 'expired':
      return '⌛ expired';
    case 'void':
      return `🚫 void: ${code(state.because, textMax)}`;
    case 'used':
      break;
  }
  return '☑ approved and used';
}

/** What a reader could overlook in the fence above. */
function warnings({ request, textMax }: Section, preview: ShownPreview): readonly string[] {
  const lines: string[] = [];
  const { shown, tight } = displayedCall(request.preview);
  const isTight = preview.cut !== null || preview.text === tight;
  if (shown !== request.preview.text || (isTight && tight !== shown)) {
    lines.push(
      '❗ Invisible or unusual characters are shown as `\\u{…}` (`␍` is a CR before a newline).',
    );
  }
  if (request.preview.form === 'command') lines.push(...commandWarnings(request, textMax));
  return lines;
}

function wholeHint({ request, stored }: Section): string {
  if (stored !== undefined)
    return `The audit artifact has the whole call: ${stored.bytes} bytes, SHA-256 \`${stored.sha256}\`.`;
  const { bytes, sha256 } = displayedCall(request.preview);
  return `The whole call has ${bytes} bytes, SHA-256 \`${sha256}\`.`;
}

function commandWarnings({ preview }: ApprovalRequest, textMax: number): readonly string[] {
  const lines: string[] = [];
  const { letters, wide, lines: count } = displayedCall(preview);
  const shown = letters.slice(0, textMax < SHORT_TEXT ? FOREIGN_SHOWN_SHORT : letters.length);
  if (shown.length > 0) lines.push(`❗ Non-ASCII letters: ${code(shown.join(', '))}`);
  if (wide > LINE_WIDE) lines.push(`❗ A line has ${wide} characters: scroll to its end.`);
  if (count > MANY_LINES) lines.push(`❗ It has ${count} lines.`);
  return lines;
}

function explanation({ request, policyUrl, textMax, commandsMax }: Section): string {
  const { verdict } = request;
  const lines = [`- **Why it needs approval**: ${code(verdict.because, textMax)}`];
  if (verdict.reason !== undefined)
    lines.push(`- **The policy's reason**: ${code(verdict.reason, textMax)}`);
  const place =
    verdict.line === null ? '' : ` ${link(`line ${verdict.line}`, policyUrl, verdict.line)}`;
  const rule = verdict.rule === null ? '' : ` ${code(verdict.rule, textMax)}`;
  lines.push(`- **Decided by**: ${describeList(verdict.list)}${rule}${place}`);
  if (request.sandbox !== undefined) lines.push(`- **Sandbox**: ${code(request.sandbox, textMax)}`);
  const { shown, omitted } = listedCommands(verdict, commandsMax);
  for (const { words, asks, because, times } of shown) {
    const often = times === 1 ? '' : ` (${times} times)`;
    const own = asks ? 'needs approval' : 'runs automatically';
    lines.push(`  - ${code(words, textMax)}${often} ${own}: ${code(because, textMax)}`);
  }
  if (omitted.asking + omitted.others > 0)
    lines.push(`  - ❗ not listed here: ${describeOmitted(omitted)}`);
  if (request.narrowestRule !== null) {
    lines.push(`- **Rule that would allow exactly this**: ${code(request.narrowestRule, textMax)}`);
  }
  return lines.join('\n');
}

/** The part of the policy that decided. */
export function describeList(list: Verdict['list']): string {
  switch (list) {
    case 'wall':
      return 'built-in rule';
    case 'mode':
      return 'no rule matched (`mode`)';
    case 'auto':
    case 'requireApproval':
    case 'deny':
    case 'whenUntrusted':
      break;
  }
  return list;
}

function link(words: string, url: string | null, line: number): string {
  return url === null ? `(${words})` : `([${words}](${url}#L${line}))`;
}
