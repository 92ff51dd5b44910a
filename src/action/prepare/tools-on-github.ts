import { githubTools, createImageFinder } from '../../github/index.ts';
import type { Job, ExtraToolsOptions } from '../../session/index.ts';
import type { Tool } from '../../tools/index.ts';
import { pushTarget } from './github-setting.ts';
import { codeOwnersLine } from './code-owners.ts';
import { trustBy } from './trust-by.ts';
import type { Commits } from '../event/pinned-commits.ts';
import type { ActionRunContext, ObservedRun } from '../context.ts';
import { markdownCode, type RunInProgress, type Tally } from '../../reporting/index.ts';

/** What the agent can ask this process to do on GitHub. */
export function toolsOnGitHub(
  { environment, trigger, github, redactor }: ActionRunContext,
  run: ExtraToolsOptions &
    Pick<ObservedRun, 'tally' | 'head'> & { readonly job: Job; readonly commits: Commits },
): readonly Tool[] {
  const { job, commits, mark, workspace, changesDiff, committedBytes } = run;
  const { isPullRequest } = trigger;
  const { number } = job.trigger;
  const template = job.policy.github.branch;
  return githubTools({
    github,
    apiHost: new URL(environment.apiUrl).host,
    serverUrl: environment.serverUrl,
    number,
    trusts: trustBy(github),
    mark,
    redact: (text) => redactor.redact(text),
    findImages: createImageFinder(github, {
      apiUrl: environment.apiUrl,
      whose: job.policy.github.images,
    }),
    owners: codeOwnersLine(github, commits.trustedSha),
    linkHosts: job.policy.sandbox.network,
    work: {
      workspace,
      changesDiff,
      committedBytes,
      headSha: commits.headSha,
      ...pushTarget({ isPullRequest, number }, { run: job.run, commits, template }),
      baseBranch: commits.trustedRef,
      closesIssue: !isPullRequest,
      note: () =>
        pullRequestFooter({
          run: job.run,
          requester: job.requester,
          jobUrl: environment.jobUrl,
          tally: run.tally,
          head: run.head(),
        }),
    },
  });
}

const MAX_APPROVALS = 20;

/**
 * The footer of a pull request that a run opens: who asked, calls by verdict, who approved what, and the trail's
 * current head hash.
 */
export function pullRequestFooter(view: RunInProgress): string {
  const { tally, head } = view;
  const { total, auto, approved, denied } = tally.counts();
  const job = view.jobUrl === null ? '' : ` in [this job](${view.jobUrl})`;
  const asked = view.requester === null ? '' : `, asked for by ${markdownCode(view.requester)}`;
  return [
    `Made by Countersign, run \`${view.run}\`${asked}${job}.`,
    `Calls so far: ${total} (${auto} auto, ${approved} approved, ${denied} denied).`,
    ...approvalsOf(tally),
    ...(head === null
      ? []
      : [
          `Audit trail: ${head.count} entries, head hash \`${head.hash}\`. The job's artifact contains it.`,
        ]),
  ].join('\n\n');
}

function approvalsOf(tally: Tally): readonly string[] {
  const approved = [...tally.calls.values()].filter(
    (line) => line.approval !== null && line.decidedBy !== null && line.state !== 'DENIED',
  );
  if (approved.length === 0) return [];
  const rows = approved
    .slice(0, MAX_APPROVALS)
    .map(
      (line) =>
        `- \`${line.approval ?? ''}\` ${markdownCode(line.tool)} by ${markdownCode(line.decidedBy ?? '')}`,
    );
  const rest = approved.length - rows.length;
  const more = rest > 0 ? [`- … and ${rest} more in the audit trail`] : [];
  return [['Approvals:', ...rows, ...more].join('\n')];
}
