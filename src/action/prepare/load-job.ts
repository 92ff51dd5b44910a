import { allInOrder, memoize } from '../../common/index.ts';
import {
  atLeast,
  type FindImages,
  type GitHub,
  type GitHubWork,
  createImageFinder,
  type PullRequestTrust,
  type Starter,
  type Trigger,
  type Trusts,
  trustOfPullRequestFiles,
} from '../../github/index.ts';
import { checkoutCommit } from '../../sandbox/index.ts';
import {
  type ContextItem,
  createJob,
  inputsAboveLimits,
  instructionsIn,
  type Job,
  readOutputSchema,
  trustedAt,
} from '../../session/index.ts';
import type { OutputSchema } from '../../tools/index.ts';
import {
  type ActionContext,
  type ActionRequest,
  approvalIssue,
  type LoadedJob,
  type Place,
  type ActionRunContext,
} from '../context.ts';
import { type Commits, pinCommits } from '../event/pinned-commits.ts';
import { requireChosenBase, requireSameBase } from './base-branch.ts';
import { codeOwnersLine } from './code-owners.ts';
import { threadItems } from './thread-items.ts';
import { trustBy } from './trust-by.ts';
import { contextItems, orNothing } from './context-items.ts';
import { githubSetting } from './github-setting.ts';
import { pullTemplate } from './pull-template.ts';
import { type ReadPolicy, readPolicy } from './read-policy.ts';
import { runMetadata } from './run-metadata.ts';

/**
 * Loads the job of an event: pins its commits, reads the policy, the context and the instructions through GitHub's API,
 * and checks out the pinned commit. Throws `policy-invalid`, `input-invalid`, `base-changed`, `base-untrusted`,
 * `worktree-refused`, and GitHub's errors.
 */
export async function loadJob(
  request: ActionRequest,
  context: ActionContext,
  place: Place,
): Promise<LoadedJob> {
  const { inputs, environment, trigger, cachedGithub: github } = context;
  const { by } = request;
  const self = await context.self();
  const commits = await pinCommits(github, trigger);
  await requireSameBase(github, trigger, commits);
  const trusts = trustBy(github);
  await requireChosenBase(trigger, commits, { by, trusts, allowActors: inputs.allowActors });
  const policy = readPolicy(context, { commits, path: inputs.policyPath });
  const pictures = imageFinderUnder(policy, { github, apiUrl: environment.apiUrl });
  const owners = codeOwnersLine(github, commits.trustedSha);
  const redact = async (text: string): Promise<string> => {
    // Its patterns have to be known: what is redacted here is cut afterwards.
    await policy;
    return context.redactor.redact(text);
  };
  const [read, thread, related, template, instructions, outputSchema, files] = await allInOrder([
    policy,
    threadItems({ github, trigger, trusts, pictures, isPrompted: inputs.prompt !== null }),
    contextItems({ github, trigger, commits, trusts, self, redact, owners }),
    orNothing(pullTemplate(github, commits)),
    readInstructions(github, commits),
    outputSchemaOf(context, commits),
    trustOfCheckout(context, { trusts, commits }),
    checkoutCommit(environment.workspace, checkoutOf(context, commits.headSha)),
  ]);
  if (read.source !== inputs.policyPath)
    context.runner.warning(
      `The branch ${commits.trustedRef} has no ${inputs.policyPath}, so the built-in policy applies: whatever does more than read needs approval. If you wrote one, check its path and whether it is merged.`,
    );
  for (const warning of inputsAboveLimits(
    read.policy,
    inputs.budget,
    (name) => `The input max-${name}`,
  ))
    context.runner.warning(warning);
  const job = createJob({
    ...stepJob(context, { place, commits, read }),
    headSha: commits.headSha,
    requester: by.account?.login ?? null,
    requesterId: by.account?.id ?? null,
    request: requestText(request.request, trigger),
    context: [...untrustedStart(by), ...thread, ...related, ...template],
    untrustedFiles: files.trusted
      ? null
      : `The files of pull request #${trigger.number} are not by people with write access alone: ${files.because}.`,
    instructions,
    outputSchema,
    protect: [inputs.policyPath],
    askWhom:
      inputs.approvals === 'comment' && approvalIssue(context) !== null ? 'comment' : 'nobody',
  });
  return { job, commits };
}

/** The part of a job that this step decides, whether its run is new or resumes. */
export function stepJob(
  context: ActionRunContext,
  from: { readonly place: Place; readonly commits: Commits; readonly read: ReadPolicy },
) {
  const { inputs, environment, trigger } = context;
  const { place, commits, read } = from;
  const { run, folder: trailFolder } = place;
  const { policy, source } = read;
  const { systemPrompt, budget, sandboxRequired } = inputs;
  return {
    ...runMetadata(environment, trigger),
    run,
    root: environment.workspace,
    github: githubSetting(context, { run, commits, policy }),
    systemPrompt,
    policy,
    policySource: { source, ref: `${commits.trustedRef}@${commits.trustedSha}` },
    budget,
    sandboxRequired,
    trailFolder,
  };
}

/** How a commit of this step's repository is checked out. */
export function checkoutOf(
  { inputs, environment }: Pick<ActionContext, 'inputs' | 'environment'>,
  sha: string,
): Parameters<typeof checkoutCommit>[1] {
  const { owner, repo, serverUrl } = environment;
  return { sha, repository: `${owner}/${repo}`, serverUrl, token: inputs.githubToken };
}

/** The schema that the result must match, from the input itself or from a file of the trusted branch. */
async function outputSchemaOf(
  { inputs: { outputSchema }, cachedGithub: github }: ActionContext,
  commits: Commits,
): Promise<OutputSchema | null> {
  if (outputSchema === null) return null;
  return await readOutputSchema(outputSchema, {
    where: 'The input output-schema',
    root: 'the root of the trusted branch',
    text: async (path) => (await github.fileAt(commits.trustedSha, path))?.text ?? null,
  });
}

/** Whether only people with write access wrote the files of the checkout. On a branch of the repository they did. */
async function trustOfCheckout(
  { cachedGithub: github, trigger }: ActionContext,
  { trusts, commits }: { readonly trusts: Trusts; readonly commits: Commits },
): Promise<PullRequestTrust> {
  if (!trigger.isPullRequest || trigger.number === null)
    return { trusted: !commits.fork, because: commits.fork ? 'they are of a fork' : 'a branch' };
  const pull = await github.pullRequest(trigger.number);
  return await trustOfPullRequestFiles({ ...pull, headSha: commits.headSha }, { github, trusts });
}

/** Loads images if the policy allows it, once the policy is read. */
function imageFinderUnder(
  policy: ReturnType<typeof readPolicy>,
  { github, apiUrl }: { readonly github: GitHubWork; readonly apiUrl: string },
): FindImages {
  const finder = memoize(async () => {
    const { images } = (await policy).policy.github;
    return createImageFinder(github, { apiUrl, whose: images });
  });
  return async (text) => await (await finder())(text);
}

/**
 * A run that somebody without write access started begins with untrusted content: they chose the request and the time.
 */
function untrustedStart({ account, permission, because }: Starter): readonly ContextItem[] {
  if (account === null || permission === null || atLeast(permission, 'write')) return [];
  const text = `The run was started by @${account.login}, who has no write access.`;
  return [{ source: 'the start of the run', author: account.login, trusted: false, because, text }];
}

async function readInstructions(github: GitHub, commits: Commits): Promise<Job['instructions']> {
  const file = await instructionsIn(trustedAt(github, commits.trustedRef, commits.trustedSha), '');
  return file === null ? [] : [file];
}

function requestText(request: string, trigger: Trigger): string {
  if (trigger.number === null) return request;
  const subject = `${trigger.isPullRequest ? 'pull request' : 'issue'} #${trigger.number}`;
  return request === '' ? `Do what ${subject} asks for.` : request;
}
