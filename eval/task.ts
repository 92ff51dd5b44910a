/** What a task is. Each file of `tasks/` has one; see docs/eval.md. */
import type { Json, JsonObject } from '../src/common/index.ts';
import type { ScriptTurn } from '../src/model/index.ts';
import type { GitHubServer, LocalRunner, ServedIssue } from '../src/testing/index.ts';

/** Text files by their path. */
export type Files = Readonly<Record<string, string>>;

export const TOPICS = [
  'fix',
  'feature',
  'ci',
  'review',
  'triage',
  'policy',
  'people',
  'injection',
  'size',
] as const;

/** Programs that not every machine has. Without one, the tasks that need it are skipped. */
export const PROGRAMS = ['python3', 'go'] as const;
export type Program = (typeof PROGRAMS)[number];

/** What somebody at the terminal answers. */
export interface Person {
  /** To every approval request, such as `n The folder is still in use.` */
  readonly approval: string;
  /** To every question of `clarify`; empty: no answer. */
  readonly question: string;
}

/** The event that starts the run on GitHub, and the issue or pull request that it is about. */
export interface GitHubStart {
  readonly event: { readonly name: string; readonly payload: object };
  readonly thread: ServedIssue;
  /** Inputs of the action beside the model and the prompt. */
  readonly inputs?: Readonly<Record<string, string>>;
}

export interface Task {
  /** Also the name of its file. */
  readonly id: string;
  readonly title: string;
  readonly topic: (typeof TOPICS)[number];
  /** The prompt. */
  readonly asks: string;
  readonly needs?: readonly Program[];
  /** The policy without its key `sandbox`, which the eval sets. */
  readonly policy: string;
  /** The first commit of the repository. */
  readonly files: Files;
  /** The schema of the run's result; absent: none is asked for. */
  readonly outputSchema?: JsonObject;
  /** Absent: every approval is refused, and no question is answered. */
  readonly person?: Person;
  /** Makes what is on GitHub, for a run of the action. Absent: the run is one of the command line. */
  readonly github?: (stage: LocalRunner) => Promise<GitHubStart> | GitHubStart;
  /** Decides from what the run left behind. */
  readonly check: (end: TaskEnd) => Promise<Verdict> | Verdict;
  /** Turns that solve the task, and turns that do not, with a plausible mistake. */
  readonly solution: readonly ScriptTurn[];
  readonly failure: readonly ScriptTurn[];
}

export interface Verdict {
  readonly solved: boolean;
  /** Why not, in one sentence; what was found where it was solved. */
  readonly detail: string;
  /** Of a review: the share of the remarks that name a planted defect, and of the planted defects that are named. */
  readonly precision?: number;
  readonly recall?: number;
}

/** A call as the audit trail has it. */
export interface RecordedCall {
  readonly tool: string;
  /** Canonical JSON. */
  readonly input: string;
  readonly state: string;
}

/** A program of the check, run beside the work that it checks. It only prints what that work gives: it knows no right answer. */
export interface Probe {
  /** Written over what the run left, so that a changed test changes nothing. `$NONCE` is filled in. */
  readonly files: Files;
  /** Has to print a line with the nonce, a blank and JSON. */
  readonly command: string;
}

/** What a probe printed. The code of the run can print the same: it is as trustworthy as a value that this code gave back. */
export interface Probed {
  /** `null`: there was no such line. */
  readonly values: Json;
  /** The part of the output that says why. */
  readonly shown: string;
}

/** What a run left behind. */
export interface TaskEnd {
  readonly outcome: string;
  readonly summary: string;
  /** The run's result, if the task has a schema for it; else `null`. */
  readonly result: Json;
  readonly calls: readonly RecordedCall[];
  /** How often a person was asked, for an approval or an answer. */
  readonly questions: number;
  /** The text of a file of the checkout; `null` if it is not there or is no regular file. */
  readonly text: (path: string) => string | null;
  /** The paths that were changed, added or removed since the first commit, without `.git` and what `ignore` names. */
  readonly changed: () => readonly string[];
  /** Runs a probe on a copy of the checkout, in the sandbox of the eval. */
  readonly probe: (probe: Probe) => Promise<Probed>;
  /** `null` for a run of the command line. */
  readonly github: { readonly server: GitHubServer; readonly thread: ServedIssue } | null;
}

type Block = ScriptTurn['blocks'][number];

/** A scripted call. */
export function call(name: string, input: JsonObject): Block {
  return { type: 'tool_use', name, input };
}

export function turn(...blocks: readonly Block[]): ScriptTurn {
  return { blocks: [...blocks] };
}

/** A turn that reads a file and replaces a part of it. */
export function edit(path: string, from: string, to: string): ScriptTurn {
  return turn(
    call('fs_read', { path }),
    call('fs_edit', { path, old_string: from, new_string: to }),
  );
}

export function write(path: string, content: string): ScriptTurn {
  return turn(call('fs_write', { path, content }));
}

/** A turn that replaces a whole file, which has to be read before. */
export function rewrite(path: string, content: string): ScriptTurn {
  return turn(call('fs_read', { path }), call('fs_write', { path, content }));
}

export function bash(command: string): ScriptTurn {
  return turn(call('bash_run', { command }));
}

/** The last turn of a script. */
export function finish(summary: string, rest: JsonObject = {}): ScriptTurn {
  return turn(call('finish', { outcome: 'done', summary, ...rest }));
}
