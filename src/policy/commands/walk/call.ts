import type { Arg, Outcome, Scope } from './arg.ts';
import type { Reach } from './state.ts';

/** A program about to be judged: its name as tables know it, the words after it, and what stands around it. */
export interface Call {
  readonly name: string;
  readonly args: readonly Arg[];
  readonly scope: Scope;
  /** What its stdin holds, where that is names of files. */
  readonly input?: Reach | undefined;
}

/** Judges a call of a program that has a grammar of its own. */
export type Grammar = (call: Call) => Outcome;
