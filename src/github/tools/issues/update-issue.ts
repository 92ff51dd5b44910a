import * as z from 'zod';
import { defined, invalidInput } from '../../../common/index.ts';
import { publishableTitle } from '../../publish/publishable.ts';
import type { Issue, IssueUpdate, Milestone } from '../../ports/issues.ts';
import {
  failure,
  githubTool,
  numberOf,
  success,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../helpers.ts';
import type { GitHubToolContext } from '../context.ts';

const MAX_TITLE_CHARS = 250;
/** GitHub's limit. */
const MAX_ASSIGNEES = 10;
const MAX_LISTED = 50;
const LOGIN = /^[A-Za-z\d](?:[\w-]{0,98}[A-Za-z\d])?(?:\[bot\])?$/;

const input = () =>
  z.object({
    number: z.number().int().positive().optional(),
    title: z.string().trim().min(1).max(MAX_TITLE_CHARS).optional(),
    state: z.enum(['open', 'closed']).optional(),
    state_reason: z
      .enum(['completed', 'not_planned', 'duplicate'])
      .optional()
      .describe('with state closed, of an issue'),
    assignees: z
      .array(z.string().regex(LOGIN))
      .max(MAX_ASSIGNEES)
      .optional()
      .describe('all who shall be assigned; [] for nobody'),
    milestone: z
      .union([z.number().int().positive(), z.string().trim().min(1).max(255)])
      .nullable()
      .optional()
      .describe('number or title; null removes it'),
  });
type Input = z.output<ReturnType<typeof input>>;

/** `github_update_issue`: title, state, assignees and milestone. Only changes are sent. */
export function updateIssueTool(context: GitHubToolContext): Tool {
  return githubTool(context, {
    name: 'github_update_issue',
    displayName: 'Update issue',
    description: {
      short: 'Change title, state, assignees or milestone of an issue or pull request.',
      usageNotes: ['Without number: the one that this run is about. What is left out stays.'],
    },
    kind: 'network',
    input: input(),
    preview: (wanted) => ({
      form: 'text',
      text: [
        `Change #${wanted.number ?? context.number ?? 'nothing'}:`,
        ...requestedChanges(wanted),
      ].join('\n'),
    }),
    execute: async (wanted, { setMetadata }) => {
      const number = numberOf(context, wanted);
      if (requestedChanges(wanted).length === 0)
        throw invalidInput(
          'The call names no change.',
          'Give title, state, assignees or milestone.',
        );
      const now = await context.github.issue(number);
      return apply(context, await planOf(context, wanted, now), setMetadata);
    },
  });
}

/** The requested changes, one per line, for the approver. */
function requestedChanges(wanted: Input): readonly string[] {
  const { title, state, state_reason: reason, assignees, milestone } = wanted;
  return [
    ...(title === undefined ? [] : [`title: ${title}`]),
    ...(state === undefined && reason === undefined
      ? []
      : [`state: ${state ?? 'as it is'}${reason === undefined ? '' : ` (${reason})`}`]),
    ...(assignees === undefined ? [] : [`assignees: ${assignees.join(', ') || 'nobody'}`]),
    ...(milestone === undefined ? [] : [`milestone: ${milestone ?? 'none'}`]),
  ];
}

interface Plan {
  readonly now: Issue;
  readonly change: IssueUpdate;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** The difference between the requested and the current state, checked completely before anything is sent. */
async function planOf(context: GitHubToolContext, wanted: Input, now: Issue): Promise<Plan> {
  requirePossibleReason(wanted, now);
  const milestone = await milestoneOf(context, wanted.milestone);
  const assigned = new Set(now.assignees.map((login) => login.toLowerCase()));
  const assignees = wanted.assignees ?? now.assignees;
  const add = assignees.filter((login) => !assigned.has(login.toLowerCase()));
  const keep = new Set(assignees.map((login) => login.toLowerCase()));
  for (const login of add) {
    if (await context.github.isAssignable(login)) continue;
    const advice = 'Name people with access to the repository; nothing was changed.';
    throw invalidInput(`GitHub does not let ${login} be assigned here.`, advice);
  }
  const title = wanted.title && publishableTitle(wanted.title, MAX_TITLE_CHARS);
  const state = wanted.state === stateOf(now) ? undefined : wanted.state;
  const number = milestone === undefined ? undefined : (milestone?.number ?? null);
  return {
    now,
    add,
    remove: now.assignees.filter((login) => !keep.has(login.toLowerCase())),
    change: defined({
      title: title === now.title ? undefined : title,
      state,
      stateReason: state && wanted.state_reason,
      milestone: number === (now.milestone?.number ?? null) ? undefined : number,
    }),
  };
}

/** GitHub silently ignores a reason without a change of the state. */
function requirePossibleReason(wanted: Input, now: Issue): void {
  const { state, state_reason: reason } = wanted;
  if (reason === undefined) return;
  if (now.isPullRequest) throw invalidInput('A pull request has no state_reason.', 'Leave it out.');
  if (state !== 'closed')
    throw invalidInput('state_reason needs state closed.', 'Give state: "closed".');
  if (now.open || now.stateReason === reason) return;
  throw invalidInput(
    `#${now.number} is closed already as ${now.stateReason ?? 'nothing'}; GitHub changes the reason only with the state.`,
    'Leave it, or open it and close it anew.',
  );
}

/** `undefined`: no change; `null`: no milestone. */
async function milestoneOf(
  context: GitHubToolContext,
  wanted: Input['milestone'],
): Promise<Milestone | null | undefined> {
  if (wanted === undefined || wanted === null) return wanted;
  const all = await context.github.milestones();
  const found = all.find((one) =>
    typeof wanted === 'number'
      ? one.number === wanted
      : one.title.toLowerCase() === wanted.toLowerCase(),
  );
  if (found !== undefined) return found;
  const names = all.slice(0, MAX_LISTED).map(({ number, title }) => `${number} (${title})`);
  const advice = names.length === 0 ? 'It has none.' : `It has: ${names.join(', ')}.`;
  throw invalidInput(`The repository has no milestone ${wanted}.`, advice);
}

async function apply(
  { github }: GitHubToolContext,
  plan: Plan,
  setMetadata: ToolContext['setMetadata'],
): Promise<ToolResult> {
  const { now, change, add, remove } = plan;
  const { number, url } = now;
  const metadataOf = (after: Issue) => {
    const changed = differences(now, after);
    const created = changed.length === 0 ? 'nothing' : `change of ${changed.join(', ')}`;
    return { created, id: number, url };
  };
  let after = now;
  if (Object.keys(change).length > 0) {
    after = await github.updateIssue(number, change);
    setMetadata(metadataOf(after));
  }
  if (remove.length > 0) {
    after = await github.unassign(number, remove);
    setMetadata(metadataOf(after));
  }
  if (add.length > 0) after = await github.assign(number, add);
  const changed = differences(now, after);
  const dropped = missed(after, plan);
  const metadata = metadataOf(after);
  if (dropped.length > 0) {
    const because = `GitHub did not change ${dropped.join(', ')} of #${number}.`;
    const advice = ['The token needs write access to the repository for these.'];
    return { ...failure('permission', because, advice), metadata };
  }
  if (changed.length === 0)
    return success(`#${number} already has these values: nothing was sent.`, metadata);
  return success(`#${number}: changed ${changed.join(', ')}.`, metadata);
}

function differences(before: Issue, after: Issue): readonly string[] {
  return [
    ...(before.title === after.title ? [] : ['title']),
    ...(before.open === after.open ? [] : [`state (${stateOf(after)})`]),
    ...(isSameSet(before.assignees, after.assignees) ? [] : ['assignees']),
    ...(before.milestone?.number === after.milestone?.number ? [] : ['milestone']),
  ];
}

function stateOf({ open }: Issue): 'open' | 'closed' {
  return open ? 'open' : 'closed';
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return [...a].sort().join('\n') === [...b].sort().join('\n');
}

/** The changes that GitHub silently ignored, as it does for tokens without push access. */
function missed(after: Issue, { now, change, add, remove }: Plan): readonly string[] {
  const assigned = new Set(after.assignees.map((login) => login.toLowerCase()));
  const isAssigned = (login: string) => assigned.has(login.toLowerCase());
  return [
    ...(change.title === undefined || after.title !== now.title ? [] : ['the title']),
    ...(change.state === undefined || change.state === stateOf(after) ? [] : ['the state']),
    ...(change.milestone === undefined || change.milestone === (after.milestone?.number ?? null)
      ? []
      : ['the milestone']),
    ...(add.every(isAssigned) && !remove.some(isAssigned) ? [] : ['the assignees']),
  ];
}
