import { durationWords, timeText } from '../../common/index.ts';
import type { CallPreview } from '../../tools/index.ts';
import { cutPreviews, type ShownPreviews } from './displayed-call.ts';
import { markerLine } from './comment-marker.ts';
import { decisionTitle } from './decision-title.ts';
import { approversText, missingParts, requestSection } from './request-section.ts';
import type { ApprovalCommentView, Circumstances, RequestOrigin } from './comment-view.ts';
import { footer } from './ended-comments.ts';
import { code, codePerson } from './markdown.ts';
import type { ApprovalRequest } from '../approver.ts';
import { answerableIn, answerLines } from './answer-lines.ts';

/** Longest approval comment, in characters. GitHub accepts 65,536; redaction may add to the rest. */
export const COMMENT_MAX_CHARACTERS = 60_000;
/** Most requests in one approval comment. */
export const REQUESTS_MAX = 40;
/**
 * Longest untrusted sentence beside a preview, and how many simple commands are listed of all calls together, from almost
 * everything to what always fits. A notice at the top counts what is left out.
 */
const LEVELS = [
  { textMax: 600, commandsInAll: 400 },
  { textMax: 600, commandsInAll: 100 },
  { textMax: 200, commandsInAll: 40 },
  { textMax: 80, commandsInAll: 0 },
] as const;
type Level = (typeof LEVELS)[number];
const LEAST_LEVEL = LEVELS[3];
const COMMANDS_PER_CALL = 100;
/** The listed commands are reduced before a preview gets less than this, or all previews less than half of the room. */
const FAIR_PREVIEW = 2_000;
const CUT_ATTEMPTS_MAX = 8;
const CUT_STEP = 200;
const UNTRUSTED_SHOWN_MAX = 20;
const ITEM_MAX = 300;
const NO_SANDBOX =
  'No sandbox is available on this runner: a command can reach everything that this job can reach, except its secrets.';
const SANDBOX_OFF = 'The policy says `sandbox: off`: commands run without a sandbox.';
const UNTRUSTED_READ =
  'The agent has read content by people without write access. It may be following their instructions:';

/**
 * Renders an approval comment as Markdown, at most `COMMENT_MAX_CHARACTERS` long. If not all calls and diffs fit, they are
 * cut and shown with their digest. Untrusted text appears exactly, in fences and code spans that it cannot close.
 */
export function renderApprovalComment(view: ApprovalCommentView): string {
  const whole = render(view, shownPreviews(view, Number.POSITIVE_INFINITY), LEVELS[0]);
  if (whole.length <= COMMENT_MAX_CHARACTERS) return whole;
  const count = previewsOf(view).length;
  for (const level of LEVELS) {
    const fair = Math.min(FAIR_PREVIEW * count, COMMENT_MAX_CHARACTERS / 2);
    const least = level === LEAST_LEVEL ? 0 : fair;
    let room = COMMENT_MAX_CHARACTERS;
    for (let attempt = 0; attempt < CUT_ATTEMPTS_MAX && room > least; attempt += 1) {
      const text = render(view, shownPreviews(view, room), level);
      if (text.length <= COMMENT_MAX_CHARACTERS) return text;
      room -= text.length - COMMENT_MAX_CHARACTERS + CUT_STEP;
    }
  }
  return render(view, shownPreviews(view, 0), LEAST_LEVEL);
}

/** True if the comment cannot show every call and diff in full, so that the whole texts must be stored elsewhere. */
export function isCut(view: ApprovalCommentView): boolean {
  const shown = shownPreviews(view, Number.POSITIVE_INFINITY);
  const whole = render(view, shown, LEVELS[0]);
  return whole.length > COMMENT_MAX_CHARACTERS || countIncomplete(view, shown, LEVELS[0]) > 0;
}

function previewsOf(view: ApprovalCommentView): readonly CallPreview[] {
  return view.requests.flatMap(({ request: { preview, diff } }) =>
    diff === undefined ? [preview] : [preview, diff],
  );
}

/** Calls and diffs share the room, so that a long diff leaves short calls whole. */
function shownPreviews(view: ApprovalCommentView, room: number): ShownPreviews {
  return cutPreviews(previewsOf(view), room);
}

function render(view: ApprovalCommentView, shown: ShownPreviews, level: Level): string {
  const ownNeeds = !haveSameNeeds(view.requests.map(({ request }) => request));
  const { textMax } = level;
  const commandsMax = commandsPerCall(view, level);
  const sections = view.requests.map(({ request, state }) =>
    requestSection({ request, state, view, shown, ownNeeds, textMax, commandsMax }),
  );
  const waiting = view.requests
    .filter(({ state }) => state.kind === 'waiting')
    .map(({ request }) => request);
  const notices = [incompleteNotice(view, shown, level), ...warnings(view.circumstances)];
  const asked = [agentWords(view, level), ...sections];
  const origin = originLine(view.origin, level);
  const states = view.requests.map(({ state }) => state);
  const parts =
    waiting.length > 0
      ? [
          waitingHeading(view, waiting.length),
          origin,
          ...notices,
          howToAnswer(view, waiting),
          ...asked,
        ]
      : [
          `### Countersign: ${decisionTitle(states)}`,
          '<details><summary>What was asked</summary>',
          origin,
          ...notices,
          ...asked,
          '</details>',
        ];
  return [markerLine(view.marker), ...parts, end(view)].filter((part) => part !== '').join('\n\n');
}

/** Most simple commands that are listed of one call. */
function commandsPerCall({ requests }: ApprovalCommentView, { commandsInAll }: Level): number {
  return Math.min(COMMANDS_PER_CALL, Math.floor(commandsInAll / Math.max(1, requests.length)));
}

function countIncomplete(view: ApprovalCommentView, shown: ShownPreviews, level: Level): number {
  const commandsMax = commandsPerCall(view, level);
  return view.requests.filter(({ request }) => missingParts({ request, shown, commandsMax }) !== '')
    .length;
}

function incompleteNotice(view: ApprovalCommentView, shown: ShownPreviews, level: Level): string {
  const incomplete = countIncomplete(view, shown, level);
  if (incomplete === 0) return '';
  const calls = incomplete === 1 ? 'One call is' : `${incomplete} calls are`;
  return `> [!CAUTION]\n> ${calls} not shown in full. Each request says what is missing. Do not approve what you have not read.`;
}

function waitingHeading(view: ApprovalCommentView, waiting: number): string {
  const calls = waiting === 1 ? 'One call waits' : `${waiting} calls wait`;
  const title = `### Countersign: ${calls} for an answer`;
  if (view.marker.state !== 'suspended') return title;
  return `${title}\n\nThe run is suspended. An answer starts a job that resumes it.`;
}

/** Who wanted what, and where. */
function originLine(origin: RequestOrigin | undefined, { textMax }: Level): string {
  if (origin === undefined) return '';
  const { requester, event, url, request } = origin;
  const who =
    requester === null
      ? `Started by the event ${code(event)}`
      : `Asked by ${codePerson(requester)}`;
  const where = url === null ? '' : ` ([link](${url}))`;
  return `${who}${where}${request === '' ? '' : `: ${code(request, textMax)}`}`;
}

function agentWords({ agentWords: words }: ApprovalCommentView, { textMax }: Level): string {
  return words === '' ? '' : `**The agent's last words before this**: ${code(words, textMax)}`;
}

function warnings(circumstances: Circumstances): readonly string[] {
  const parts: string[] = [];
  if (circumstances.sandbox === 'none') parts.push(`> [!WARNING]\n> ${NO_SANDBOX}`);
  if (circumstances.sandbox === 'off') parts.push(`> [!WARNING]\n> ${SANDBOX_OFF}`);
  if (circumstances.untrusted.length > 0) {
    const shown = circumstances.untrusted.slice(0, UNTRUSTED_SHOWN_MAX).map(untrustedLine);
    const more = circumstances.untrusted.length - shown.length;
    if (more > 0) shown.push(`> - and ${more} more`);
    parts.push(`> [!CAUTION]\n> ${UNTRUSTED_READ}\n${shown.join('\n')}`);
  }
  return parts;
}

function untrustedLine(item: { readonly source: string; readonly author: string | null }): string {
  const author =
    item.author === null ? 'author unknown' : `by ${code(`@${item.author}`, ITEM_MAX)}`;
  return `> - ${code(item.source, ITEM_MAX)} ${author}`;
}

/** How to answer, who may, and who is asked by a mention. The usual answer is a block of its own, to be copied at once. */
function howToAnswer(view: ApprovalCommentView, open: readonly ApprovalRequest[]): string {
  const answerable = answerableIn(open);
  const { calls } = answerable;
  const [call] = calls;
  // Without an id it would end other runs that wait here, too.
  const cancels = open.slice(0, 1).map(({ id }) => `\`/cancel ${id}\` (ends the run)`);
  const others = [
    ...(calls.length > 1 ? ['`/approve all` (every call in this comment, no later one)'] : []),
    ...(call === undefined ? [] : [`\`/deny ${call} reason\``]),
    ...cancels,
  ];
  const buttons =
    view.checkUrl === undefined
      ? []
      : [`or use the buttons of [the check run](${view.checkUrl}), which answer for every call`];
  const boxes = view.boxes === true && call !== undefined ? ['or tick the box of a call'] : [];
  const reviews =
    view.marker.reviews === true && call !== undefined
      ? [
          'or review this pull request: to approve it approves every call, to request changes denies it',
        ]
      : [];
  return [
    `**How to answer**: write a new comment with this as its first line.`,
    ...answerLines(answerable),
    `Or ${[...others, ...boxes, ...reviews, ...buttons].join(', ')}.`,
    `**Who can approve**: ${approvers(open, view)}. Edited comments do not count.`,
    ...(view.notify.length === 0 ? [] : [`cc ${view.notify.join(' ')}`]),
  ].join('\n\n');
}

function approvers(open: readonly ApprovalRequest[], view: ApprovalCommentView): string {
  const [first] = open;
  if (first === undefined || !haveSameNeeds(open)) return 'each call says whom it needs';
  return approversText(first, view);
}

function haveSameNeeds(requests: readonly ApprovalRequest[]): boolean {
  return new Set(requests.map(({ needs }) => JSON.stringify(needs))).size <= 1;
}

function end(view: ApprovalCommentView): string {
  const run = view.runUrl === null ? code(view.marker.run) : `[${view.marker.run}](${view.runUrl})`;
  const isOpen = view.requests.some(({ state }) => state.kind === 'waiting');
  return footer(isOpen ? `${expiry(view)} · ${run}` : run, view.head);
}

/** When the last request expires. The comment is read later than it is written, so it says no time that is left. */
function expiry({ expires, requests }: ApprovalCommentView): string {
  const longestMs = Math.max(...requests.map(({ request }) => request.needs.expireMs));
  return `Expires ${timeText(expires)} (${durationWords(longestMs)} after it was asked)`;
}
