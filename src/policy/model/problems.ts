/** A place in the policy file; both numbers count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What is wrong (or doubtful), and what to write instead. */
export interface Problem {
  readonly message: string;
  readonly fix: string;
}

/** A problem of a rule, with its place if that is not the rule's own. */
export interface RuleProblem extends Problem, Partial<Position> {}

export interface LocatedProblem extends Problem, Position {}

export interface PolicyProblem extends LocatedProblem {
  readonly file: string;
}

/** `file:line:column: message fix`, the form that editors and people can follow. */
export function problemText(problem: PolicyProblem): string {
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.message} ${problem.fix}`;
}
