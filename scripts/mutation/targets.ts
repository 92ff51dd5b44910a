/** The files on which most depends, and the tests that hold them. */
export interface Target {
  readonly name: string;
  /** Globs from the project's root; one that names no file stops the script. */
  readonly files: readonly string[];
  /** Test files, or folders of them. */
  readonly tests: readonly string[];
}

export const TARGETS: readonly Target[] = [
  {
    name: 'evaluate',
    files: ['src/policy/evaluate/*.ts'],
    tests: ['test/policy/evaluate', 'test/policy/load/examples.test.ts', 'test/policy/tooling'],
  },
  {
    name: 'answers',
    files: ['src/approvals/answers/*.ts'],
    tests: ['test/approvals/answers', 'test/approvals/poll'],
  },
  {
    name: 'verify',
    files: ['src/audit/verify/*.ts'],
    tests: ['test/audit/verify'],
  },
  {
    name: 'approve',
    files: ['src/tool-calls/approve.ts'],
    tests: ['test/tool-calls', 'test/approvals/binding.test.ts'],
  },
  {
    name: 'workspace',
    files: ['src/sandbox/files/workspace.ts', 'src/sandbox/files/resolve-path.ts'],
    tests: ['test/sandbox/files'],
  },
  {
    name: 'redact',
    files: ['src/common/redaction/{create-redactor,exact,patterns}.ts'],
    tests: ['test/common/redact'],
  },
  { name: 'envelope', files: ['src/checkpoint/envelope.ts'], tests: ['test/checkpoint'] },
  {
    name: 'start',
    files: ['src/github/events/decide-start.ts'],
    tests: ['test/github/events'],
  },
];
