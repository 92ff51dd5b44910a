import type { BudgetLimits, InstructionFile } from '../agent/index.ts';
import type {
  Answer,
  ApprovalRequest,
  Approver,
  Circumstances,
  SuspendedRequest,
} from '../approvals/index.ts';
import type { Trail, TrailHead } from '../audit/index.ts';
import type { Clock, Redactor, Environment } from '../common/index.ts';
import type { Hook, RuleProposal, RunBus } from '../tool-calls/index.ts';
import type { CheckpointState } from '../checkpoint/index.ts';
import type { Policy } from '../policy/index.ts';
import type { BubblewrapInstallation, WorkTreeFile, Workspace } from '../sandbox/index.ts';
import type { Tally } from '../reporting/index.ts';
import type { Model } from '../model/index.ts';
import type { OutputSchema, Tool } from '../tools/index.ts';
import type { TrustedFiles } from './workspace/trusted-files.ts';

/** Initial context in addition to the request: an issue, a pull request, a thread. */
export interface ContextItem {
  /** Such as `issue #7` or `comment 123`. */
  readonly source: string;
  readonly author: string | null;
  /** True only if the author had write access when it was looked up. */
  readonly trusted: boolean;
  readonly because: string;
  readonly text: string;
  /** Pictures in the text; absent if there are none. */
  readonly pictures?: readonly ContextPicture[];
}

/** A picture as the model sees it. */
export interface ContextPicture {
  /** Such as `picture 1 of issue #7`. */
  readonly source: string;
  readonly mediaType: string;
  readonly base64: string;
}

/** Additional facts about a run on GitHub, for the model. */
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

/** Everything that defines a run, from an event, a checkpoint or the command line. All of it was validated. */
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
  /** `null`: a command line or a program started the run. */
  readonly github: GitHubSetting | null;
  /** The login of the person who requested the run, for display. */
  readonly requester: string | null;
  /** Their account, by which they are recognised; `null`: unknown. */
  readonly requesterId: number | null;
  /** The request, by somebody who may start a run or by the workflow's author. */
  readonly request: string;
  readonly context: readonly ContextItem[];
  /** Why the files of the checkout count as untrusted content; `null` if they do not. */
  readonly untrustedFiles: string | null;
  readonly instructions: readonly InstructionFile[];
  readonly systemPrompt: string | null;
  /** The JSON Schema of the run's result; `null` if the run returns only a summary. */
  readonly outputSchema: OutputSchema | null;
  readonly policy: Policy;
  /**
   * The commands of `policy.done` that this run has to prove; empty for a run that only applies the changes of a proved
   * run.
   */
  readonly requires: Policy['done']['requires'];
  readonly policySource: { readonly source: string; readonly ref: string | null };
  /** Whether each call of a turn needs those before it: after one that did not succeed, no other begins. */
  readonly dependentCalls: boolean;
  readonly budget: BudgetLimits;
  /** Who set the limit of money; `null`: nobody, so that it is the default. */
  readonly usdLimitBy: 'policy' | 'input' | null;
  readonly sandboxRequired: boolean;
  /**
   * Further paths, relative to the root, that commands cannot write. Internals of `.git` and `.github/` are always
   * protected.
   */
  readonly protect: readonly string[];
  readonly askWhom: 'comment' | 'terminal' | 'callback' | 'nobody';
  readonly trailFolder: string;
  /** The checkpoint that an earlier job saved of this run; `null` for a new run. */
  readonly resume: CheckpointState | null;
}

/** How a run asks for approval. Needs its open audit trail. */
export interface Approvals {
  readonly approver: Approver;
  readonly claim: (request: ApprovalRequest, answer: Answer) => Promise<string | null>;
  /** Proposes rules for the policy to its repository. Never rejects. Absent: nothing can be proposed. */
  readonly proposeRules?: (proposal: RuleProposal) => Promise<void>;
  /** The approval request that a suspension left open, or `null`. */
  readonly suspendedRequest: () => SuspendedRequest | null;
  /** How the approval request ended the run: nobody answered, and the policy ends such a run; otherwise `null`. */
  readonly ended: () => { readonly outcome: 'denied'; readonly summary: string } | null;
}

/** The context of additional tools. */
export interface ExtraToolsOptions {
  readonly workspace: Workspace;
  /** The changes of these paths since the run's commit, as a unified diff for people; `null` if there are none. */
  readonly changesDiff: (paths: readonly string[]) => Promise<string | null>;
  /**
   * The bytes that git commits for files of the workspace with these deletions, in their order. Throws `file-refused` for one of
   * Git LFS.
   */
  readonly committedBytes: (
    files: readonly WorkTreeFile[],
    deleted: readonly string[],
  ) => Promise<readonly Uint8Array[]>;
  /** Puts untrusted text between the run's markers. */
  readonly mark: (text: string, source: string) => string;
}

/** What an approver knows about its run. */
export interface ApprovalsSetup {
  readonly trail: Trail;
  readonly circumstances: () => Circumstances;
  /** Ends the run: an approver commented `/cancel`. */
  readonly cancel: (because: string) => void;
}

/** What a run needs to be able to suspend itself. */
export interface Suspension {
  /** The secret that the key of the checkpoint is derived from. */
  readonly secret: string;
  /** The workflow file of the job, such as `.github/workflows/agent.yml`. */
  readonly workflow: string;
}

/** A run whose audit trail is open. */
export interface RecordedRun {
  readonly job: Job;
  readonly context: RunContext;
  readonly trail: Trail;
}

/** The environment of a run: process, tools, approvals, GitHub. */
export interface RunContext {
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly bus: RunBus;
  readonly tally: Tally;
  /** The model of a run that starts, with its fall-backs. */
  readonly model: Model;
  /** Aborted when the runner or the person at the terminal wants the run to end. */
  readonly signal: AbortSignal;
  /** The environment variables of this process. No child process gets them unfiltered. */
  readonly environment: Environment;
  readonly approvals: (options: ApprovalsSetup) => Approvals;
  /** Additional tools of the caller. */
  readonly extraTools: (options: ExtraToolsOptions) => readonly Tool[];
  /** Hooks of the caller, after those of the policy. Absent: none. */
  readonly hooks?: readonly Hook[];
  /** The source of modules, hooks and skills; `null` if there is none. */
  readonly trustedFiles: TrustedFiles | null;
  /** How the run is suspended; `null` if it cannot be. An approver then never suspends it. */
  readonly suspension: Suspension | null;
  /** The started installation of bubblewrap. Absent: none was started, and the machine is used as it is. */
  readonly installation?: Promise<BubblewrapInstallation | null>;
  /** Called once the trail is open, to publish its head hash. */
  readonly onTrail?: (trail: Trail) => void;
  /** Receives the head hash at regular intervals, to store it in a place that the agent cannot reach. */
  readonly onAnchor?: (head: TrailHead) => void;
}
