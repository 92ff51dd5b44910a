import { isJsonObject, type Json } from '../../../common/index.ts';
import {
  COMMAND_TOOL,
  keepsChanges,
  parseRequiredCommand,
  plainWords,
  type RequiredCommand,
  testsIn,
} from '../../../policy/index.ts';
import type { TrailEvent } from '../../format/events.ts';
import { isFinal } from '../../format/states.ts';

type EventOf<T extends TrailEvent['type']> = Extract<TrailEvent, { type: T }>;

/** A command that the policy requires and whose success is not proved, and why in one sentence. */
interface UnmetRequirement {
  readonly rule: string;
  readonly because: string;
}

/** The last command that ran tests, as it was written. */
interface TestResult {
  readonly command: string;
  /** `null`: it was ended before it exited. */
  readonly exitCode: number | null;
  /** The exit code can be that of something after the tests, such as the end of a pipeline. */
  readonly hidden: boolean;
}

/** A call that has not ended, as far as the replay needs it. */
interface OpenCall {
  readonly tool: string;
  readonly kind: string;
  /** The command line; `null` if the call has none, or it was not recorded in the line. */
  command: string | null;
  readonly atRoot: boolean;
  readonly argumentsSha256: string | undefined;
  /** The last verdict is on other arguments: a hook changed them, perhaps the folder. */
  isChanged: boolean;
  /** The simple commands that were evaluated, which a hook may have changed. */
  commands: readonly (readonly string[])[];
  /** A sandbox profile that keeps no change. */
  keepsNothing: boolean;
  /** The place of `EXECUTING` in the trail; `null` before. */
  startedAt: number | null;
}

/** The last result of a required command. */
interface RequiredResult {
  readonly startedAt: number;
  readonly exitCode: number | null;
  /** `undefined`: a command in the background could change files while it ran, so it proves nothing. */
  readonly workTree: string | null | undefined;
}

/** More rules than any policy has with all its baselines. Each costs time at each command, so further ones are never proved. */
const MAX_REQUIRED = 1_000;
/** Commands of longer lines that are compared with required ones; twenty rules and a thousand calls need far fewer. */
const MAX_COMPARED = 1_000_000;
const CHANGED_NOTHING: ReadonlySet<string> = new Set(['validation', 'not_found', 'permission']);
/** Tools that write elsewhere than in the work tree. */
const PUBLISHING = /^(?:github|web)_/;

/**
 * What the entries of a trail say about the work itself: which required commands succeeded after the last change of a file,
 * how the last tests ended, and whether anything was pushed. The run reads its own trail with it and the verifier reads the
 * same entries, so that both come to the same answer, also for a run of several jobs.
 */
export class WorkReplay {
  lastTest: TestResult | null = null;
  /** How many times a commit was pushed. */
  pushes = 0;
  #required: readonly (RequiredCommand | string)[] = [];
  /** Those of them that can be proved. */
  #provable: readonly RequiredCommand[] = [];
  readonly #results = new Map<string, RequiredResult>();
  /** Required commands that ran only as a part of another command line. */
  readonly #hidden = new Set<string>();
  /** How many commands of longer lines were compared with required ones. */
  #compared = 0;
  readonly #open = new Map<string, OpenCall>();
  #place = 0;
  /** Where a file tool, or a tool of the repository, last wrote. */
  #lastWrite = -1;
  /** Where another call that may have written last ended. Counts only if the work trees cannot be compared. */
  #lastCommand = -1;

  /** Takes the next entry, in the order of the trail. */
  step(entry: TrailEvent): void {
    this.#place += 1;
    if (entry.type === 'run.start') this.#start(entry);
    else if (entry.type === 'call.state') this.#state(entry);
    else if (entry.type === 'call.verdict') this.#verdict(entry);
    else if (entry.type === 'call.changed') this.#changed(entry);
    else if (entry.type === 'call.service' && entry.service === 'write')
      this.#lastWrite = this.#place;
    else if (entry.type === 'github.write' && entry.what === 'commit') this.pushes += 1;
  }

  /** The rules that are not proved, if the files at the end are those of this tree (`null`: unknown). Empty: all are. */
  unmet(workTree: string | null): readonly UnmetRequirement[] {
    return this.#required.flatMap((required) => {
      const because = this.#whyUnmet(required, workTree);
      const rule = typeof required === 'string' ? required : required.text;
      return because === null ? [] : [{ rule, because }];
    });
  }

  /** The calls that have not ended, in the order in which they began. */
  openCalls(): readonly string[] {
    return [...this.#open.keys()];
  }

  #start(entry: EventOf<'run.start'>): void {
    this.#required = (entry.doneRequires ?? []).map((text, index) => {
      const parsed = index < MAX_REQUIRED ? parseRequiredCommand(text) : null;
      return parsed?.ok === true ? parsed.required : text;
    });
    this.#provable = this.#required.filter((required) => typeof required !== 'string');
  }

  #state(entry: EventOf<'call.state'>): void {
    const { call, state } = entry;
    if (state === 'PENDING') {
      this.#open.set(call, openCall(entry));
      return;
    }
    const open = this.#open.get(call);
    if (open === undefined) return;
    if (state === 'EXECUTING') open.startedAt = this.#place;
    if (!isFinal(state)) return;
    this.#open.delete(call);
    if (open.startedAt !== null) this.#executed(entry, open, open.startedAt);
  }

  /** A command that an approver changed is not the recorded one, so it proves nothing. */
  #changed({ call }: EventOf<'call.changed'>): void {
    const open = this.#open.get(call);
    if (open !== undefined) open.command = null;
  }

  #verdict(entry: EventOf<'call.verdict'>): void {
    const open = this.#open.get(entry.call);
    if (open === undefined) return;
    open.isChanged = entry.argumentsSha256 !== open.argumentsSha256;
    open.commands = (entry.commands ?? []).map(wordsOf);
    open.keepsNothing = entry.profile !== undefined && !keepsChanges(entry.profile);
  }

  #executed(entry: EventOf<'call.state'>, open: OpenCall, startedAt: number): void {
    const mayHaveWritten =
      entry.state !== 'FAILED' || !CHANGED_NOTHING.has(entry['error.type'] ?? '');
    if (open.kind === 'write' && mayHaveWritten) this.#lastWrite = this.#place;
    const mayHaveWorked = open.kind !== 'readonly' && !PUBLISHING.test(open.tool);
    const proves = open.command === null ? [] : this.#commandEnded(entry, open, startedAt);
    if (proves.length === 0 && mayHaveWorked && !open.keepsNothing) this.#lastCommand = this.#place;
  }

  /** Takes the result of a command. Returns the required commands that it is. */
  #commandEnded(
    entry: EventOf<'call.state'>,
    open: OpenCall,
    startedAt: number,
  ): readonly RequiredCommand[] {
    const exitCode = entry['process.exit.code'] ?? null;
    const proves: RequiredCommand[] = [];
    const whole = wholeCommand(open);
    for (const required of this.#provable) {
      if (whole !== null && whole.every((words) => required.isAmong(words))) {
        this.#results.set(required.text, { startedAt, exitCode, workTree: entry.workTree });
        this.#hidden.delete(required.text);
        proves.push(required);
      } else if (this.#isAmong(required, open)) {
        this.#hidden.add(required.text);
      }
    }
    const command = open.command ?? '';
    const tests = testsIn(command, open.commands);
    // A command in the background has no exit code yet.
    const hasEnded = entry.state !== 'COMPLETED' || exitCode !== null;
    if (hasEnded && tests !== null)
      this.lastTest = { command, exitCode, hidden: tests === 'hidden' };
    return proves;
  }

  /** Whether a required command is a part of a longer line. This only explains, so that the beginning of a long trail is enough. */
  #isAmong(required: RequiredCommand, { commands }: OpenCall): boolean {
    if (this.#hidden.has(required.text) || this.#compared > MAX_COMPARED) return false;
    this.#compared += commands.length;
    return commands.some((words) => required.isAmong(words));
  }

  #whyUnmet(required: RequiredCommand | string, workTree: string | null): string | null {
    if (typeof required === 'string') return `${required} is not a rule that this version reads`;
    const { text, command } = required;
    const result = this.#results.get(text);
    const hidden = this.#hidden.has(text)
      ? ' (what ran in a longer command line, in another folder, or changed by a hook proves nothing)'
      : '';
    if (result === undefined) return `"${command}" was not run by itself${hidden}`;
    if (result.exitCode === null)
      return `the last "${command}" has no exit code: it was ended, or ran in the background${hidden}`;
    if (result.exitCode !== 0)
      return `the last "${command}" ended with exit code ${result.exitCode}${hidden}`;
    if (result.workTree === undefined)
      return `a command in the background could change files while the last "${command}" ran: end it (bash_kill) and run "${command}" again${hidden}`;
    if (this.#hasChangedSince(result, workTree))
      return `files changed after the last success of "${command}"${hidden}`;
    return null;
  }

  #hasChangedSince(result: RequiredResult, workTree: string | null): boolean {
    if (this.#lastWrite > result.startedAt) return true;
    if (workTree === null || typeof result.workTree !== 'string')
      return this.#lastCommand > result.startedAt;
    return workTree !== result.workTree;
  }
}

/**
 * The words of a command, as they were written and as they were evaluated. `null` if the call is more than one plain command, did not
 * run at the root, or was changed by a hook: it proves nothing then.
 */
function wholeCommand({
  command,
  atRoot,
  isChanged,
  commands,
}: OpenCall): readonly (readonly string[])[] | null {
  const [words] = commands;
  if (command === null || !atRoot || isChanged || words === undefined || commands.length > 1)
    return null;
  const written = plainWords(command);
  return written === null ? null : [written, words];
}

function openCall(entry: EventOf<'call.state'>): OpenCall {
  const tool = entry['gen_ai.tool.name'] ?? '';
  const input = entry['gen_ai.tool.call.arguments'] ?? null;
  const { command = null, cwd = '.' } = isJsonObject(input) ? input : {};
  return {
    tool,
    kind: entry.kind ?? '',
    command: tool === COMMAND_TOOL && typeof command === 'string' ? command : null,
    atRoot: cwd === '.' || cwd === './',
    argumentsSha256: entry.argumentsSha256,
    isChanged: false,
    commands: [],
    keepsNothing: false,
    startedAt: null,
  };
}

/** The words of a simple command, as a verdict records them. */
function wordsOf(command: Json): readonly string[] {
  const words = isJsonObject(command) ? command['words'] : null;
  return Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
}
