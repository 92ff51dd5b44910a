import { counted, fence, oneLine, visible } from '../../common/index.ts';
import type { Change, PolicyDiff, PolicyProblem } from '../../policy/index.ts';
import { problemText } from '../../policy/index.ts';
import { markdownCode, MAX_SUMMARY_BYTES } from '../../reporting/index.ts';
import type { RepositoryDiff } from './policy-diff-repositories.ts';

/** The first line of the comment, by which a later push finds it. */
export const POLICY_DIFF_MARKER = '<!-- countersign:policy-diff -->';

const MAX_LINES = 60;
const LINE_CHARS = 300;
const SHORT_SHA = 12;
/** Redaction may make a text longer. */
const ROOM_BYTES = 50_000;

/** What a pull request changes in the policy. */
export type PolicyChange =
  /** Both sides have the same file, or none. */
  | { readonly kind: 'same' }
  /** The new file is invalid or unreadable: a run would fail. */
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }
  /** The base's file is invalid, so there is nothing to compare with. */
  | {
      readonly kind: 'incomparable';
      readonly problems: readonly string[];
      readonly warnings: readonly PolicyProblem[];
    }
  | {
      readonly kind: 'changed';
      readonly how: 'changed' | 'added' | 'removed';
      readonly diff: PolicyDiff;
      readonly warnings: readonly PolicyProblem[];
    };

/** Which two states were compared. */
export interface Compared {
  readonly path: string;
  readonly baseRef: string;
  readonly baseSha: string;
  readonly headSha: string;
}

/** One sentence for the log, the step's output and the comment's first line. */
export function policyChangeSentence(change: PolicyChange): string {
  switch (change.kind) {
    case 'same':
      return 'This pull request does not change the policy.';
    case 'invalid':
      return 'The new policy does not load: every run under it would stop.';
    case 'incomparable':
      return "The base's policy does not load, so there is nothing to compare with. The new one loads.";
    case 'changed':
      return changedSentence(change.diff);
  }
}

function changedSentence(diff: PolicyDiff): string {
  const { newlyAuto, noLongerAsked, newlyDenied, newlyAsked, otherApprovers, settings, loosens } =
    diff;
  const lists = [newlyAuto, newlyDenied, newlyAsked, otherApprovers, settings];
  if (lists.every(({ length }) => length === 0)) {
    return 'The policy file changes, but no verdict: every call that was tried gets the same one.';
  }
  const counts =
    `${newlyAuto.length} newly allowed (${noLongerAsked.length} of them needed approval before), ` +
    `${newlyDenied.length} newly denied, ${newlyAsked.length} newly in need of approval, ` +
    `${otherApprovers.length} with other approvers, ${counted(settings.length, 'setting')}`;
  return `${loosens ? 'The new policy is looser' : 'The new policy is not looser for any call that was tried'}: ${counts}.`;
}

/**
 * The whole comment. The author of the new policy may be untrusted, so its rules and reasons are in code blocks that
 * they cannot end, with invisible characters escaped.
 */
export function policyChangeBody(
  change: PolicyChange,
  compared: Compared,
  elsewhere: readonly RepositoryDiff[],
): string {
  const { path, baseRef, baseSha, headSha } = compared;
  const [base, head] = [baseSha, headSha].map((sha) => markdownCode(sha.slice(0, SHORT_SHA)));
  const sides = `${markdownCode(path)}: ${markdownCode(baseRef)} at ${base}, this pull request at ${head}`;
  return [
    POLICY_DIFF_MARKER,
    '### What this pull request does to the policy',
    '',
    `**${policyChangeSentence(change)}**`,
    '',
    `${sides}. Runs on this pull request still use the base's policy.`,
    ...details(change),
    ...elsewhere.flatMap(repositoryLines),
  ].join('\n');
}

/**
 * The same for the job summary, without the last repositories if it would be too large. `isWhole`: none is left out; otherwise the
 * text says that the log has them.
 */
export function policyChangeSummary(
  change: PolicyChange,
  compared: Compared,
  elsewhere: readonly RepositoryDiff[],
): { readonly text: string; readonly isWhole: boolean } {
  const sections = [policyChangeBody(change, compared, [])];
  let room = MAX_SUMMARY_BYTES - ROOM_BYTES - Buffer.byteLength(sections.join(''));
  for (const [index, diff] of elsewhere.entries()) {
    const section = repositoryLines(diff).join('\n');
    room -= Buffer.byteLength(section) + 1;
    if (room < 0) {
      const left = counted(
        elsewhere.length - index,
        'more repository does',
        'more repositories do',
      );
      const note = `\n_${left} not fit here. The log of this step has all of them._`;
      return { text: [...sections, note].join('\n'), isWhole: false };
    }
    sections.push(section);
  }
  return { text: sections.join('\n'), isWhole: true };
}

function details(change: PolicyChange): readonly string[] {
  switch (change.kind) {
    case 'same':
      return [];
    case 'invalid':
      return block('Problems of the new policy', change.problems);
    case 'incomparable':
      return [
        ...block("Problems of the base's policy", change.problems),
        ...warningBlock(change.warnings),
      ];
    case 'changed':
      return [
        ...howNote(change.how),
        ...diffBlocks(change.diff),
        ...warningBlock(change.warnings),
        ...LIMITS,
      ];
  }
}

/** What the change of a baseline does to one repository. */
function repositoryLines({ repository, result }: RepositoryDiff): readonly string[] {
  const title = ['', `### In ${markdownCode(repository)}`, ''];
  if (result.kind === 'failed')
    return [
      ...title,
      '**Not compared, or no run would start there.**',
      ...block('Problems', [result.because]),
    ];
  return [...title, `**${changedSentence(result.diff)}**`, ...diffBlocks(result.diff)];
}

const LIMITS = [
  '',
  'Compared over calls made from the rules of both policies and from the built-in tools. ' +
    'What none of them shows is not proven to be unchanged.',
];

function howNote(how: 'changed' | 'added' | 'removed'): readonly string[] {
  if (how === 'changed') return [];
  const what = how === 'added' ? 'The base has no such file' : 'The pull request removes the file';
  return ['', `${what}: on that side the strict built-in policy is compared.`];
}

function diffBlocks(diff: PolicyDiff): readonly string[] {
  const asked = new Set(diff.noLongerAsked);
  const settings = diff.settings.map(
    ({ setting, before, after, loosens }) =>
      `${setting}: ${before} -> ${after}${loosens ? ' (looser)' : ''}`,
  );
  return [
    ...block('Newly allowed: needed approval before', diff.noLongerAsked.map(changeLine)),
    ...block(
      'Newly allowed: denied before',
      diff.newlyAuto.filter((change) => !asked.has(change)).map(changeLine),
    ),
    ...block('Newly denied', diff.newlyDenied.map(changeLine)),
    ...block('Newly in need of approval', diff.newlyAsked.map(changeLine)),
    ...block('Other approvers', diff.otherApprovers.map(changeLine)),
    ...block('Settings', settings),
  ];
}

function changeLine({ call, untrusted, before, after }: Change): string {
  const line = after.line === null ? '' : ` (line ${after.line})`;
  return `${call} ${before.verdict} -> ${after.verdict}${line}${untrusted ? ' after untrusted content' : ''}`;
}

function warningBlock(warnings: readonly PolicyProblem[]): readonly string[] {
  return block('Warnings about the new policy', warnings.map(problemText));
}

function block(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, MAX_LINES).map((line) => oneLine(visible(line), LINE_CHARS));
  const rest = lines.length > MAX_LINES ? [`… and ${lines.length - MAX_LINES} more`] : [];
  return ['', `#### ${title} (${lines.length})`, '', fence([...shown, ...rest].join('\n'), 'text')];
}
