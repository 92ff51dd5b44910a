import { oneLine } from '../../common/index.ts';
import type { CommandRunner } from '../../sandbox/index.ts';
import type { Tool } from '../../tools/index.ts';
import type { Job } from '../job.ts';

/** Facts about a run for the model, collected once at the start of a job. */
export interface BriefingFacts {
  readonly job: Job;
  /** The tools that the model is offered. */
  readonly tools: readonly Pick<Tool, 'name' | 'kind' | 'category' | 'tags'>[];
  readonly date: Date;
  readonly machine: Machine;
  readonly sandbox: CommandSandbox;
  readonly checkout: Checkout;
  /** Untrusted content is in the context from the start. */
  readonly untrusted: boolean;
  /** A plan must be approved before the run may do more than read. */
  readonly planning: boolean;
  /** Puts untrusted text between the run's markers. */
  readonly mark: (text: string, source: string) => string;
}

export interface Machine {
  /** Such as `Linux x64, Ubuntu 24.04.2 LTS`. */
  readonly system: string;
  /** Well-known programs that commands find on their PATH. */
  readonly programs: readonly string[];
}

interface CommandSandbox {
  readonly backend: CommandRunner['sandbox'];
  readonly state: 'on' | 'none' | 'off';
  /** Any command can run in a profile that discards its writes. */
  readonly contained: boolean;
}

export interface Checkout {
  /** How many files differ from the commit; `null` if that is not known. */
  readonly changedFiles: number | null;
  /** The branch that git's HEAD names; `null` if none is checked out. */
  readonly branch: string | null;
  readonly shallow: boolean;
  /** The entries of the top folder that may be listed, folders with a slash at the end. */
  readonly top: readonly string[];
  /** How many entries are not in `top` because there are too many. */
  readonly more: number;
  /** Whether `more` is exact; there can be more than are looked at. */
  readonly isCounted: boolean;
}

/** Whether the model is offered a tool. */
export function offers({ tools }: Pick<BriefingFacts, 'tools'>, name: string): boolean {
  return tools.some((tool) => tool.name === name);
}

const MAX_NAME_CHARS = 120;
const PLAIN_NAME = /^[\w.@/+[\]()-][\w.@/+[\]() -]*$/;

/** A name that other people chose (of a file, a branch): on one line, bounded, quoted unless it is plain. */
export function shownName(name: string): string {
  const shown = oneLine(name, MAX_NAME_CHARS);
  return PLAIN_NAME.test(shown) ? shown : JSON.stringify(shown);
}

/** `a`, `a and b`, `a, b and c`. */
export function inWords(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  const type = word === 'and' ? 'conjunction' : 'disjunction';
  return new Intl.ListFormat('en-GB', { type }).format(items);
}
