import { durationWords } from '../../common/index.ts';
import type { Verdict } from '../../policy/index.ts';
import type { CallPreview } from '../../tools/index.ts';
import { boxLine } from './boxes.ts';
import { describeOmitted, listedCommands } from './listed-commands.ts';
import type { ApprovalCommentView, RequestState, StoredText } from './comment-view.ts';
import { code, fenced, codePerson } from './markdown.ts';
import { type ApprovalRequest, isQuestion } from '../approver.ts';
import {
  type DisplayedCall,
  displayedCall,
  type ShownPreview,
  type ShownPreviews,
} from './displayed-call.ts';

/** If the comment is long, fewer of the non-ASCII letters are shown. */
const SHORT_TEXT = 100;
const FOREIGN_SHOWN_SHORT = 4;
const MANY_LINES = 40;
/** A longer diff is folded. */
const FOLDED_LINES = 30;
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
  /** The comment that it is a part of. */
  readonly view: Pick<
    ApprovalCommentView,
    'whole' | 'artifact' | 'policyUrl' | 'boxes' | 'origin' | 'excludesAuthors'
  >;
  /** What is shown of each call, and of the diff of what it would publish. */
  readonly shown: ShownPreviews;
  /** Whether other calls of the comment need other people, so that each says whom. */
  readonly ownNeeds: boolean;
  /** Longest untrusted sentence. */
  readonly textMax: number;
  /** Most simple commands that are listed. */
  readonly commandsMax: number;
}

/** What of a call its section does not show, as text; empty if it shows everything. */
export function missingParts(section: Pick<Section, 'request' | 'shown' | 'commandsMax'>): string {
  const { request, shown, commandsMax } = section;
  const cut = shown.get(request.preview)?.cut ?? null;
  const cutDiff = diffOf(section)?.cut ?? null;
  const left = describeOmitted(listedCommands(request.verdict, commandsMax).omitted);
  const parts = [
    cut === null ? '' : `${cut.left} characters in its middle`,
    cutDiff === null ? '' : `${cutDiff.left} characters in the middle of its diff`,
    left,
  ];
  return parts.filter((part) => part !== '').join(', and ');
}

function diffOf({ request, shown }: Pick<Section, 'request' | 'shown'>): ShownPreview | undefined {
  return request.diff && shown.get(request.diff);
}

/** One approval request: the exact call, why it needs approval, and its state. */
export function requestSection(section: Section): string {
  const { request, state, view } = section;
  const preview = section.shown.get(request.preview);
  const hasBox = view.boxes === true && state.kind === 'waiting' && !isQuestion(request);
  const parts = [
    ...(hasBox ? [boxLine(request.id)] : []),
    `#### \`${request.id}\` ${code(request.tool)} · ${stateText(state, section)}`,
  ];
  const missing = missingParts(section);
  if (missing !== '')
    parts.push(`❗ **This call is not shown in full.** Missing: ${missing}. ${wholeHint(section)}`);
  if (request.description !== undefined)
    parts.push(`**The agent's reason**: ${code(request.description, section.textMax)}`);
  if (preview !== undefined) {
    parts.push(
      fenced(preview.text, LANGUAGES[request.preview.form]),
      ...warnings(section, preview),
    );
  }
  parts.push(...publishedDiff(section), explanation(section));
  return parts.join('\n\n');
}

/** The diff of what the call would publish, folded if it is long. */
function publishedDiff(section: Section): readonly string[] {
  const { request } = section;
  const diff = diffOf(section);
  if (diff === undefined || request.diff === undefined) return [];
  const { lines } = displayedCall(request.diff);
  const block = fenced(diff.text, LANGUAGES.diff);
  // What a command takes of the work tree is known only when it runs.
  const what =
    request.preview.form === 'command'
      ? 'Changes of the work tree, which it may publish'
      : 'What it would publish';
  if (lines <= FOLDED_LINES) return [`**${what}**:`, block];
  const title = `<b>${what}</b> (diff of ${lines} lines)`;
  return [`<details><summary>${title}</summary>`, block, '</details>'];
}

/** A request's state in a few words, without mentioning anybody. */
function stateText(state: RequestState, { request, textMax }: Section): string {
  const { count } = request.needs;
  switch (state.kind) {
    case 'waiting': {
      const { have, missing = [] } = state;
      const names = have.map(codePerson).join(', ');
      const who = names === '' ? '' : ` (${names})`;
      const owners =
        missing.length === 0 ? '' : `, for a code owner of ${code(missing.join(' '), textMax)}`;
      if (count === 1) return `⏳ waiting${owners}${owners === '' ? '' : who}`;
      return `⏳ waiting, ${have.length} of ${count}${who}${owners}`;
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
  }
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

function wholeHint(section: Section): string {
  const { request, view, shown: previews } = section;
  const stored = view.whole.get(request.id);
  const name = view.artifact === null ? '' : ` ${code(view.artifact)}`;
  const hint = (what: string, shown: DisplayedCall, blob: StoredText | null | undefined): string =>
    blob === null || blob === undefined
      ? `The whole ${what} has ${shown.bytes} bytes, SHA-256 \`${shown.sha256}\`.`
      : `The audit artifact${name} of this job has the whole ${what}: ${blob.bytes} bytes, \`blobs/${blob.sha256}\`.`;
  const isDiffCut = request.diff !== undefined && (diffOf(section)?.cut ?? null) !== null;
  return [
    ...(isDiffCut && previews.get(request.preview)?.cut === null
      ? []
      : [hint('call', displayedCall(request.preview), stored?.call)]),
    ...(isDiffCut ? [hint('diff', displayedCall(request.diff), stored?.diff)] : []),
  ].join(' ');
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

function explanation(section: Section): string {
  const { request, view, textMax, commandsMax } = section;
  const { verdict } = request;
  const lines = [`- **Why it needs approval**: ${code(verdict.because, textMax)}`];
  if (section.ownNeeds)
    lines.push(
      `- **Who can approve this call**: ${approversText(request, view)}; within ${durationWords(request.needs.expireMs)}`,
    );
  if (verdict.reason !== undefined)
    lines.push(`- **The policy's reason**: ${code(verdict.reason, textMax)}`);
  const place = verdict.line === null ? '' : ` ${placeOf(verdict, view.policyUrl)}`;
  const layer = verdict.layer === undefined ? '' : ` in ${code(verdict.layer, textMax)}`;
  const rule = verdict.rule === null ? '' : ` ${code(verdict.rule, textMax)}`;
  lines.push(`- **Decided by**: ${describeList(verdict.list)}${rule}${layer}${place}`);
  if (request.sandbox !== undefined) lines.push(`- **Sandbox**: ${code(request.sandbox, textMax)}`);
  const { shown, omitted } = listedCommands(verdict, commandsMax);
  for (const { words, asks, because, times } of shown) {
    const often = times === 1 ? '' : ` (${times} times)`;
    const own = asks ? 'needs approval' : 'runs automatically';
    lines.push(`  - ${code(words, textMax)}${often} ${own}: ${code(because, textMax)}`);
  }
  if (omitted.asking + omitted.others > 0)
    lines.push(`  - ❗ not listed here: ${describeOmitted(omitted)}`);
  if (request.rules.length > 0) {
    const rules = request.rules.map((text) => code(text, textMax)).join(' and ');
    lines.push(`- **To allow it without an approval**: ${rules} in \`auto\` of the policy`);
  }
  return lines.join('\n');
}

/** Who can approve a call: `2 different people of people with \`write\` permission or more`. */
export function approversText(
  { needs }: Pick<ApprovalRequest, 'needs'>,
  { origin, excludesAuthors }: Pick<ApprovalCommentView, 'origin' | 'excludesAuthors'>,
): string {
  const lists = needs.from.map((entries) => entries.map(approverText).join(', '));
  if (lists.some((list) => list === '')) return 'nobody (`from` is empty)';
  const [first = '', ...others] = lists;
  const who = [first, ...others.map((list) => `who are also one of: ${list}`)].join(', ');
  const people = needs.count === 1 ? who : `${needs.count} different people of ${who}`;
  const excluded = [
    ...(origin?.requester === null ? [] : ['the requester']),
    ...(excludesAuthors ? ['the authors of the pull request'] : []),
  ];
  return needs.self || excluded.length === 0
    ? people
    : `${people}, except ${excluded.join(' and ')}`;
}

function approverText(entry: string): string {
  if (entry.startsWith('@')) return code(entry);
  return entry === 'codeowners'
    ? 'the code owners of the files'
    : `people with ${code(entry)} permission or more`;
}

/** The part of the policy that decided. */
export function describeList(list: Verdict['list']): string {
  switch (list) {
    case 'wall':
      return 'built-in rule';
    case 'mode':
      return 'no rule matched (`mode`)';
    default:
      return list;
  }
}

/** The deciding line. With baselines, the verdict has the page of its layer. */
function placeOf({ line, layer, link: page }: Verdict, policyUrl: string | null): string {
  const words = `line ${line}`;
  if (layer === undefined)
    return policyUrl === null ? `(${words})` : `([${words}](${policyUrl}#L${line}))`;
  return page === undefined ? `(${words})` : `([${words}](${page}))`;
}
