import { cutPreviews, type ShownPreview } from './cut-previews.ts';
import { markerLine } from './comment-marker.ts';
import { missingParts, requestSection } from './request-section.ts';
import type { ApprovalCommentView, Circumstances } from './comment-view.ts';
import { headText } from './ended-comments.ts';
import { code } from './markdown.ts';

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
 * Renders an approval comment as Markdown, at most `COMMENT_MAX_CHARACTERS` long. If not all previews fit, they are cut
 * and shown with their digest. Untrusted text appears exactly, in fences and code spans that it cannot close.
 */
export function renderApprovalComment(view: ApprovalCommentView): string {
  const previews = view.requests.map(({ request }) => request.preview);
  const whole = render(view, cutPreviews(previews, Number.POSITIVE_INFINITY), LEVELS[0]);
  if (whole.length <= COMMENT_MAX_CHARACTERS) return whole;
  for (const level of LEVELS) {
    const fair = Math.min(FAIR_PREVIEW * previews.length, COMMENT_MAX_CHARACTERS / 2);
    const least = level === LEAST_LEVEL ? 0 : fair;
    let room = COMMENT_MAX_CHARACTERS;
    for (let attempt = 0; attempt < CUT_ATTEMPTS_MAX && room > least; attempt += 1) {
      const text = render(view, cutPreviews(previews, room), level);
      if (text.length <= COMMENT_MAX_CHARACTERS) return text;
      room -= text.length - COMMENT_MAX_CHARACTERS + CUT_STEP;
    }
  }
  return render(view, cutPreviews(previews, 0), LEAST_LEVEL);
}

/** True if the comment cannot show every call in full, so that the whole previews must be stored elsewhere. */
export function isCut(view: ApprovalCommentView): boolean {
  const previews = view.requests.map(({ request }) => request.preview);
  const shown = cutPreviews(previews, Number.POSITIVE_INFINITY);
  const whole = render(view, shown, LEVELS[0]);
  return whole.length > COMMENT_MAX_CHARACTERS || countIncomplete(view, shown, LEVELS[0]) > 0;
}

function render(
  view: ApprovalCommentView,
  previews: readonly ShownPreview[],
  level: Level,
): string {
  const { policyUrl, count } = view;
  const sections = view.requests.map(({ request, state }, index) =>
    requestSection({
      request,
      state,
      preview: previews[index],
      stored: view.whole.get(request.id),
      policyUrl,
      count,
      textMax: level.textMax,
      commandsMax: commandsPerCall(view, level),
    }),
  );
  const above = [
    markerLine(view.marker),
    heading(view),
    incompleteNotice(view, previews, level),
    ...warnings(view.circumstances),
  ];
  const below = [howToAnswer(view), footer(view)];
  return [...above, ...sections, ...below].filter((part) => part !== '').join('\n\n');
}

/** Most simple commands that are listed of one call. */
function commandsPerCall({ requests }: ApprovalCommentView, { commandsInAll }: Level): number {
  return Math.min(COMMANDS_PER_CALL, Math.floor(commandsInAll / Math.max(1, requests.length)));
}

function countIncomplete(
  view: ApprovalCommentView,
  previews: readonly ShownPreview[],
  level: Level,
): number {
  const commandsMax = commandsPerCall(view, level);
  return view.requests.filter(
    ({ request }, index) => missingParts({ request, preview: previews[index], commandsMax }) !== '',
  ).length;
}

function incompleteNotice(
  view: ApprovalCommentView,
  previews: readonly ShownPreview[],
  level: Level,
): string {
  const incomplete = countIncomplete(view, previews, level);
  if (incomplete === 0) return '';
  const calls = incomplete === 1 ? 'One call is' : `${incomplete} calls are`;
  return `> [!CAUTION]\n> ${calls} not shown in full. Each request says what is missing. Do not approve what you have not read.`;
}

function heading(view: ApprovalCommentView): string {
  const waiting = view.requests.filter(({ state }) => state.kind === 'waiting').length;
  if (waiting === 0) return '### Countersign: nothing here is waiting for an answer';
  const calls = waiting === 1 ? 'One call waits' : `${waiting} calls wait`;
  const title = `### Countersign: ${calls} for an answer`;
  if (view.marker.state !== 'suspended') return title;
  return `${title}\n\nThe run is suspended. An answer starts a job that resumes it.`;
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

function howToAnswer(view: ApprovalCommentView): string {
  const open = view.requests
    .filter(({ state }) => state.kind === 'waiting')
    .map(({ request }) => request);
  if (open.length === 0) return '';
  const questions = open.filter((request) => request.expects === 'answer');
  const calls = open.filter((request) => request.expects !== 'answer');
  const lines = ['**How to answer**: write a new comment whose first line is one of these.', ''];
  const [call] = calls;
  if (call !== undefined) {
    lines.push(`- \`/approve ${calls.map(({ id }) => id).join(' ')}\``);
    if (calls.length > 1) lines.push('- `/approve all` (every call in this comment, no later one)');
    lines.push(`- \`/deny ${call.id} reason\``);
  }
  for (const question of questions) lines.push(`- \`/answer ${question.id} your answer\``);
  lines.push('- `/cancel` ends the run.');
  if (view.checkUrl !== undefined) {
    const buttons = `The buttons of [the check run](${view.checkUrl})`;
    lines.push(`- ${buttons} answer for every call. A click starts a job that resumes the run.`);
  }
  lines.push('', `Who can approve: ${approvers(view)}. Edited comments do not count.`);
  return lines.join('\n');
}

function approvers(view: ApprovalCommentView): string {
  if (view.from.length === 0) return 'nobody (`approvals.from` is empty)';
  const from = view.from.map((entry) => code(entry)).join(', ');
  return view.count === 1 ? from : `${view.count} different people of ${from}`;
}

function footer(view: ApprovalCommentView): string {
  const run = view.runUrl === null ? code(view.marker.run) : `[${view.marker.run}](${view.runUrl})`;
  return `<sub>Expires ${view.expires} · ${run} · ${headText(view.head)}</sub>`;
}
