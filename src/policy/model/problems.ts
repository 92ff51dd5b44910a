/** A place in the policy file; both numbers count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What is wrong (or doubtful) in a policy file, where, and what to write instead. */
export interface PolicyProblem extends Position {
  readonly file: string;
  readonly message: string;
  readonly fix: string;
}

/** `file:line:column: message fix`, the form that editors and people can follow. */
export function problemText(problem: PolicyProblem): string {
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.message} ${problem.fix}`;
}
