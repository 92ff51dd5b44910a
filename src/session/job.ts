import type { AgentContext, BudgetLimits } from '../agent/index.ts';
import type {
  Answer,
  ApprovalRequest,
  Approver,
  Circumstances,
  SuspendedRequest,
} from '../approvals/index.ts';
import type { Trail, TrailHead } from '../audit/index.ts';
import type { Clock, Redactor } from '../common/index.ts';
import type { RunBus } from '../tool-calls/index.ts';
import type { CheckpointState } from '../checkpoint/index.ts';
import type { Policy } from '../policy/index.ts';
import type { BubblewrapInstallation, Workspace } from '../sandbox/index.ts';
import type { Tally } from '../reporting/index.ts';
import type { OutputSchema, Tool } from '../tools/index.ts';
import type { TrustedFiles } from './workspace/trusted-files.ts';

/** Text that a run begins with beside what was asked: an issue, a pull request, a thread. */
export interface ContextItem {
  /** Such as `issue #7` or `comment 123`. */
  readonly source: string;
  readonly author: string | null;
  /** True only where the author had write access when it was looked up. */
  readonly trusted: boolean;
  readonly because: string;
  readonly text: string;
  /** Pictures that stand in the text; absent where there are none. */
  readonly pictures?: readonly ContextPicture[];
}

/** A picture as the model is shown it. */
export interface ContextPicture {
  /** Such as `picture 1 of issue #7`. */
  readonly source: string;
  readonly mediaType: string;
  readonly base64: string;
}

/** Where a run on GitHub stands, beside what the job says of it anyway; for what the model is told. */
export interface GitHubSetting {
  readonly isPullRequest: boolean;
  /** The pull request's head is in another repository. */
  readonly fork: boolean;
  /** The branch whose commit is checked out; `null` if none is known. */
  readonly branch: string | null;
  /** The branch that `github_push_branch` commits to unless a call names another one. */
  readonly pushBranch: string;
  /** The branch that a pull request is to be merged into. */
  readonly baseBranch: string;
  /** The issue or pull request that asks for approvals; `create` opens one. */
  readonly asksOn: number | 'create' | null;
  /** Whether a run without an answer can be suspended. */
  readonly suspends: boolean;
  /** The issue or pull request with the run's own comment; `null` for none. */
  readonly trackingComment: number | null;
  /** Whether the commit gets a check run with the summary. */
  readonly checkRun: boolean;
}

/** What a run is about, wherever it was started from. Everything in it was checked. */
export interface Job {
  readonly run: string;
  /** The checkout, already on `headSha`. */
  readonly root: string;
  readonly repository: string | null;
  readonly headSha: string | null;
  readonly trigger: {
    readonly event: string;
    readonly actor: { readonly login: string; readonly id: number | null } | null;
    readonly number: number | null;
    readonly url: string | null;
  };
  readonly workflow: {
    readonly runId: string;
    readonly attempt: string;
    readonly job: string;
    readonly url: string | null;
  } | null;
  /** Absent: the run was started from a command line. */
  readonly github?: GitHubSetting;
  readonly requester: string | null;
  /** What to do: words of somebody who may start a run, or of the workflow's author. */
  readonly request: string;
  readonly context: readonly ContextItem[];
  /** Why the files of the checkout count as text by strangers; `null` where they do not. */
  readonly untrustedFiles: string | null;
  readonly instructions: readonly { readonly path: string; readonly text: string }[];
  readonly systemPrompt: string | null;
  /** What the run's result must look like; absent: it hands over words alone. */
  readonly outputSchema?: OutputSchema | null;
  readonly policy: Policy;
  /** The commands of `policy.done` that this run has to prove; none for a run that only applies what another one proved. */
  readonly requires: Policy['done']['requires'];
  readonly policySource: { readonly source: string; readonly ref: string | null };
  readonly budget: BudgetLimits;
  readonly sandboxRequired: boolean;
  /** Paths from the root that commands cannot write, beside `.git` internals and `.github/`. */
  readonly protect: readonly string[];
  readonly askWhom: 'comment' | 'terminal' | 'nobody';
  readonly trailFolder: string;
  /** What an earlier job sealed of this run; `null` for a run that begins. */
  readonly resume: CheckpointState | null;
}

/** How a run asks people, once its trail is open. */
export interface Approvals {
  readonly approver: Approver;
  readonly claim: (request: ApprovalRequest, answer: Answer) => Promise<string | null>;
  /** The approval request that a suspension left open, or `null`. */
  readonly suspendedRequest: () => SuspendedRequest | null;
  /** How asking ended the run: another job goes on with it, or nobody answered and the policy says so; else `null`. */
  readonly ended: () => { readonly outcome: 'skipped' | 'denied'; readonly summary: string } | null;
}

/** What tools that are brought along may work with. */
export interface ExtraToolsOptions {
  readonly workspace: Workspace;
  /** Puts text by strangers between the run's marks. */
  readonly mark: (text: string, source: string) => string;
}

/** What an approver is told of the run that it asks for. */
export interface ApprovalsSetup {
  readonly trail: Trail;
  readonly circumstances: () => Circumstances;
  /** Ends the run: somebody who may do so said `/cancel`. */
  readonly cancel: (because: string) => void;
}

/** What a run needs to be able to suspend itself. */
export interface Suspension {
  /** The secret that the key of the checkpoint is derived from. */
  readonly secret: string;
  /** The workflow file of the job, such as `.github/workflows/agent.yml`. */
  readonly workflow: string;
}

/** The world that a run acts in. */
export interface RunContext {
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly bus: RunBus;
  readonly tally: Tally;
  readonly model: AgentContext['model'];
  /** Aborted when the runner or the person at the terminal wants the run to end. */
  readonly signal: AbortSignal;
  /** The environment of this process, which no child gets as it is. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly approvals: (at: ApprovalsSetup) => Approvals;
  /** Tools beside the built-in ones that whoever starts the run brings. */
  readonly extraTools: (at: ExtraToolsOptions) => readonly Tool[];
  /** Where modules, hooks and skills are read from; `null` where there are none to be had. */
  readonly trustedFiles: TrustedFiles | null;
  /** How the run is suspended; `null` where it cannot be, and an approver then never says so. */
  readonly suspension: Suspension | null;
  /** The installation of bubblewrap that was begun for this run. Absent: none was, and the machine is taken as it is. */
  readonly installation?: Promise<BubblewrapInstallation | null>;
  /** Called once the trail is open, for whoever publishes its head. */
  readonly onTrail?: (trail: Trail) => void;
  /** Told the head every so many entries, for a place that the agent cannot reach. */
  readonly onAnchor?: (head: TrailHead) => void;
}
