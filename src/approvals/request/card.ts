import { cutPreviews, type ShownPreview } from './card-cut.ts';
import { markerLine } from './card-marker.ts';
import { notShown, requestSection } from './card-request.ts';
import type { ApprovalCommentView, Circumstances } from './card-view.ts';
import { code } from './markdown.ts';

/** Longest card, in characters. GitHub takes 65,536; the rest is room for what redaction may add. */
export const CARD_MAX_CHARACTERS = 60_000;
/** Most requests on one card. */
export const CARD_MAX_REQUESTS = 40;
/**
 * Longest foreign sentence beside a preview, and how many simple commands are listed of all calls together: from as good as
 * everything to what there is always room for. How much is left out is said on top.
 */
const LEVELS = [
  { textMax: 600, commandsInAll: 400 },
  { textMax: 600, commandsInAll: 100 },
  { textMax: 200, commandsInAll: 40 },
  { textMax: 80, commandsInAll: 0 },
] as const;
type Level = (typeof LEVELS)[number];
const LEAST_LEVEL = LEVELS[3];
const COMMANDS_OF_A_CALL = 100;
/** Fewer commands are listed before less than this is shown of a call, or than half of the room is left to all calls. */
const FAIR_PREVIEW = 2_000;
const CUT_ATTEMPTS_MAX = 8;
const CUT_STEP = 200;
const UNTRUSTED_SHOWN_MAX = 20;
const ITEM_MAX = 300;
const NO_SANDBOX =
  'No sandbox could be had on this runner: a command runs with everything this job can reach, except its secrets.';
const SANDBOX_OFF = 'The policy says `sandbox: off`: commands run without walls.';
const TAINTED =
  'The agent has read text by people without write access. It may be following their words:';

/**
 * One card as Markdown, at most `CARD_MAX_CHARACTERS` long: previews are cut with their digest where all of them
 * do not fit. Text by the model or by strangers is shown exactly, in fences and code spans that it cannot leave.
 */
export function renderApprovalComment(view: ApprovalCommentView): string {
  const previews = view.requests.map(({ request }) => request.preview);
  const whole = render(view, cutPreviews(previews, Number.POSITIVE_INFINITY), LEVELS[0]);
  if (whole.length <= CARD_MAX_CHARACTERS) return whole;
  for (const level of LEVELS) {
    const fair = Math.min(FAIR_PREVIEW * previews.length, CARD_MAX_CHARACTERS / 2);
    const least = level === LEAST_LEVEL ? 0 : fair;
    let room = CARD_MAX_CHARACTERS;
    for (let attempt = 0; attempt < CUT_ATTEMPTS_MAX && room > least; attempt += 1) {
      const text = render(view, cutPreviews(previews, room), level);
      if (text.length <= CARD_MAX_CHARACTERS) return text;
      room -= text.length - CARD_MAX_CHARACTERS + CUT_STEP;
    }
  }
  return render(view, cutPreviews(previews, 0), LEAST_LEVEL);
}

/** True where the card cannot show every call whole, so that the whole ones must be kept elsewhere. */
export function isCut(view: ApprovalCommentView): boolean {
  const previews = view.requests.map(({ request }) => request.preview);
  const shown = cutPreviews(previews, Number.POSITIVE_INFINITY);
  const whole = render(view, shown, LEVELS[0]);
  return whole.length > CARD_MAX_CHARACTERS || partly(view, shown, LEVELS[0]) > 0;
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
      kept: view.whole.get(request.id),
      policyUrl,
      count,
      textMax: level.textMax,
      commandsMax: commandsOfOne(view, level),
    }),
  );
  const above = [
    markerLine(view.marker),
    heading(view),
    partlyShown(view, previews, level),
    ...reasons(view.circumstances),
  ];
  const below = [howTo(view), footer(view)];
  return [...above, ...sections, ...below].filter((part) => part !== '').join('\n\n');
}

/** Most simple commands that are listed of one call. */
function commandsOfOne({ requests }: ApprovalCommentView, { commandsInAll }: Level): number {
  return Math.min(COMMANDS_OF_A_CALL, Math.floor(commandsInAll / Math.max(1, requests.length)));
}

/** How many calls are not shown whole. */
function partly(
  view: ApprovalCommentView,
  previews: readonly ShownPreview[],
  level: Level,
): number {
  const commandsMax = commandsOfOne(view, level);
  return view.requests.filter(
    ({ request }, index) => notShown({ request, preview: previews[index], commandsMax }) !== '',
  ).length;
}

function partlyShown(
  view: ApprovalCommentView,
  previews: readonly ShownPreview[],
  level: Level,
): string {
  const missing = partly(view, previews, level);
  if (missing === 0) return '';
  const calls = missing === 1 ? 'One call is' : `${missing} calls are`;
  return `> [!CAUTION]\n> ${calls} not shown whole. What is missing is said at each; do not approve what you have not read.`;
}

function heading(view: ApprovalCommentView): string {
  const waiting = view.requests.filter(({ state }) => state.kind === 'waiting').length;
  if (waiting === 0) return '### Countersign: nothing here is waiting for an answer';
  const calls = waiting === 1 ? 'One call waits' : `${waiting} calls wait`;
  const title = `### Countersign: ${calls} for an answer`;
  if (view.marker.state !== 'suspended') return title;
  return `${title}\n\nNo job is waiting. An answer starts one that goes on from here.`;
}

function reasons(circumstances: Circumstances): readonly string[] {
  const parts: string[] = [];
  if (circumstances.sandbox === 'none') parts.push(`> [!WARNING]\n> ${NO_SANDBOX}`);
  if (circumstances.sandbox === 'off') parts.push(`> [!WARNING]\n> ${SANDBOX_OFF}`);
  if (circumstances.untrusted.length > 0) {
    const shown = circumstances.untrusted.slice(0, UNTRUSTED_SHOWN_MAX).map(untrustedLine);
    const more = circumstances.untrusted.length - shown.length;
    if (more > 0) shown.push(`> - and ${more} more`);
    parts.push(`> [!CAUTION]\n> ${TAINTED}\n${shown.join('\n')}`);
  }
  return parts;
}

function untrustedLine(item: { readonly source: string; readonly author: string | null }): string {
  const author =
    item.author === null ? 'author unknown' : `by ${code(`@${item.author}`, ITEM_MAX)}`;
  return `> - ${code(item.source, ITEM_MAX)} ${author}`;
}

function howTo(view: ApprovalCommentView): string {
  const open = view.requests
    .filter(({ state }) => state.kind === 'waiting')
    .map(({ request }) => request);
  if (open.length === 0) return '';
  const questions = open.filter((request) => request.expects === 'answer');
  const calls = open.filter((request) => request.expects !== 'answer');
  const lines = ['**How to answer**: a new comment whose first line is one of these.', ''];
  const [call] = calls;
  if (call !== undefined) {
    lines.push(`- \`/approve ${calls.map(({ id }) => id).join(' ')}\``);
    if (calls.length > 1) lines.push('- `/approve all` (what this card holds, nothing later)');
    lines.push(`- \`/deny ${call.id} reason\``);
  }
  for (const question of questions) lines.push(`- \`/answer ${question.id} your words\``);
  lines.push('- `/cancel` ends the run.');
  if (view.checkUrl !== undefined) {
    const also = 'answer for all of it: such an answer starts a job that goes on with the run.';
    lines.push(`- The buttons of [the check run](${view.checkUrl}) ${also}`);
  }
  lines.push('', `Who counts: ${who(view)}. Edited comments do not count.`);
  return lines.join('\n');
}

function who(view: ApprovalCommentView): string {
  if (view.from.length === 0) return 'nobody (`approvals.from` is empty)';
  const from = view.from.map((entry) => code(entry)).join(', ');
  return view.count === 1 ? from : `${view.count} different people of ${from}`;
}

function footer(view: ApprovalCommentView): string {
  const run = view.runUrl === null ? code(view.marker.run) : `[${view.marker.run}](${view.runUrl})`;
  const { hash, count } = view.head;
  return `<sub>Expires ${view.expires} · ${run} · trail: ${count} entries, head <code>${hash}</code></sub>`;
}
