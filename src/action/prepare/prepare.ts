import { allInOrder, CountersignError } from '../../common/index.ts';
import {
  type Account,
  atLeast,
  type GitHub,
  type GitHubWork,
  type FindImages,
  createImageFinder,
  type PullRequestTrust,
  trustOfPullRequestFiles,
  type Starter,
  type Trigger,
} from '../../github/index.ts';
import { BUILTIN_TOOLS, builtinPolicy, loadPolicy, type Policy } from '../../policy/index.ts';
import {
  type ContextItem,
  instructionsIn,
  type Job,
  mergeBudget,
  trustedAt,
} from '../../session/index.ts';
import { readOutputSchema } from '../../session/index.ts';
import { checkoutCommit } from '../../sandbox/index.ts';
import type { OutputSchema } from '../../tools/index.ts';
import { codeOwnersLine } from './code-owners.ts';
import { gatherContext, type Trusts } from './context.ts';
import { runMetadata } from './run-metadata.ts';
import type { ActionEnvironment } from '../inputs/environment.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Commits } from '../event/pinned-commits.ts';
import { pullTemplate } from './pull-template.ts';
import { orNothing, contextItems } from './context-items.ts';

/** The policy of the trusted branch; the strict built-in one where the file is missing. Throws `policy-invalid`. */
export async function readPolicy(
  github: GitHub,
  pins: Commits,
  path: string,
): Promise<{ readonly policy: Policy; readonly source: string }> {
  const file = await github.fileAt(pins.trustedSha, path);
  if (file === null) return { policy: builtinPolicy(), source: `built-in (no ${path})` };
  const loaded = await loadPolicy(file.text, { file: path, knownTools: BUILTIN_TOOLS });
  if (loaded.ok) return { policy: loaded.policy, source: path };
  const places = loaded.problems.map(({ line, message, fix }) => ({
    file: path,
    line,
    message: `${message} ${fix}`,
  }));
  const text = loaded.problems.map(problemLine).join('\n');
  throw new CountersignError('policy-invalid', text, { places });
}

function problemLine(problem: {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly fix: string;
}): string {
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.message} ${problem.fix}`;
}

/** The schema that the result must fit, from the input itself or from the trusted branch. */
async function outputSchemaOf(
  { outputSchema }: Inputs,
  github: GitHub,
  pins: Commits,
): Promise<OutputSchema | null> {
  if (outputSchema === null) return null;
  return await readOutputSchema(outputSchema, {
    where: 'The input output-schema',
    text: async (path) => (await github.fileAt(pins.trustedSha, path))?.text ?? null,
  });
}

/** Everything that a run needs to know before it starts, looked up and checked; the work tree on the pinned commit. */
export async function prepareJob(of: {
  readonly run: string;
  readonly inputs: Inputs;
  readonly step: ActionEnvironment;
  readonly trigger: Trigger;
  readonly decision: { readonly request: string; readonly by: Starter };
  readonly github: GitHub & GitHubWork;
  /** The run's own account; `null` where the token cannot tell. */
  readonly self: Account | null;
  readonly trusts: Trusts;
  readonly redact: (text: string) => Promise<string>;
  readonly pins: Commits;
  readonly trailFolder: string;
}): Promise<Job> {
  const { inputs, step, trigger, github, pins } = of;
  const policy = readPolicy(github, pins, inputs.policyPath);
  const pictures = picturesUnder(policy, { github, apiUrl: step.apiUrl });
  const owners = codeOwnersLine(github, pins.trustedSha);
  const [read, context, around, template, instructions, outputSchema, files] = await allInOrder([
    policy,
    gatherContext({ ...of, pictures }),
    contextItems({ ...of, owners }),
    orNothing(pullTemplate(github, pins)),
    readInstructions(github, pins),
    outputSchemaOf(inputs, github, pins),
    checkoutStanding(of),
    checkoutCommit(step.workspace, {
      sha: pins.headSha,
      repository: `${step.owner}/${step.repo}`,
      serverUrl: step.serverUrl,
      token: inputs.githubToken,
    }),
  ]);
  return {
    ...runMetadata(step, trigger),
    run: of.run,
    root: step.workspace,
    headSha: pins.headSha,
    requester: of.decision.by.account?.login ?? null,
    request: requestText(of.decision.request, trigger),
    context: [...strangersStart(of.decision.by), ...context, ...around, ...template],
    untrustedFiles: files.trusted
      ? null
      : `The files of pull request #${trigger.number} are not by people with write access alone: ${files.because}.`,
    instructions,
    systemPrompt: inputs.systemPrompt,
    outputSchema,
    policy: read.policy,
    policySource: { source: read.source, ref: `${pins.trustedRef}@${pins.trustedSha}` },
    budget: mergeBudget(read.policy, inputs.budget),
    sandboxRequired: inputs.sandboxRequired,
    protect: [inputs.policyPath],
    askWhom:
      inputs.approvals === 'comment' && askOn(inputs, trigger) !== null ? 'comment' : 'nobody',
    trailFolder: of.trailFolder,
    resume: null,
  };
}

/** Whether the files of the checkout are by people with write access alone. Those of a branch of the repository are. */
async function checkoutStanding({
  github,
  trigger,
  trusts,
  pins,
}: Pick<
  Parameters<typeof prepareJob>[0],
  'github' | 'trigger' | 'trusts' | 'pins'
>): Promise<PullRequestTrust> {
  if (!trigger.isPullRequest || trigger.number === null)
    return { trusted: !pins.fork, because: pins.fork ? 'they are of a fork' : 'a branch' };
  const pull = await github.pullRequest(trigger.number);
  return await trustOfPullRequestFiles({ ...pull, headSha: pins.headSha }, { github, trusts });
}

/** Finds pictures as a policy says that is still being read. */
function picturesUnder(
  policy: ReturnType<typeof readPolicy>,
  at: { readonly github: GitHubWork; readonly apiUrl: string },
): FindImages {
  let finder: Promise<FindImages> | undefined;
  return async (text) => {
    finder ??= policy.then((read) =>
      createImageFinder(at.github, { apiUrl: at.apiUrl, whose: read.policy.github.images }),
    );
    return await (await finder)(text);
  };
}

/** Whoever starts a run decides that there is one, and when: a stranger's start counts as text by a stranger. */
function strangersStart({ account, permission, because }: Starter): readonly ContextItem[] {
  if (account === null || permission === null || atLeast(permission, 'write')) return [];
  const text = `The run was started by @${account.login}, who has no write access.`;
  return [{ source: 'the start of the run', author: account.login, trusted: false, because, text }];
}

/** The issue or pull request to ask on; `create` where one is to be opened once it is needed; `null` for none. */
export function askOn(inputs: Inputs, trigger: Trigger): number | 'create' | null {
  return trigger.number ?? inputs.approvalIssue;
}

async function readInstructions(github: GitHub, pins: Commits): Promise<Job['instructions']> {
  const file = await instructionsIn(trustedAt(github, pins.trustedRef, pins.trustedSha), '');
  return file === null ? [] : [file];
}

function requestText(request: string, trigger: Trigger): string {
  if (trigger.number === null) return request;
  const about = `${trigger.isPullRequest ? 'pull request' : 'issue'} #${trigger.number}`;
  return request === '' ? `Do what ${about} asks for.` : `${request}\n\n(This is about ${about}.)`;
}
