/** The files on which most depends, and the tests that hold them. */
export interface Target {
  readonly name: string;
  /** Globs from the project's root; one that names no file stops the script. */
  readonly files: readonly string[];
  /** Beginnings of paths of test files. */
  readonly tests: readonly string[];
}

export const TARGETS: readonly Target[] = [
  {
    name: 'evaluate',
    files: ['src/policy/evaluate/*.ts'],
    // Of the tooling what evaluates calls, without the rules that are proposed for a whole corpus of commands.
    tests: [
      'test/policy/evaluate',
      'test/policy/layers',
      'test/policy/load/examples.test.ts',
      'test/policy/tooling/approved-plan.test.ts',
      'test/policy/tooling/compare.test.ts',
      'test/policy/tooling/explain.test.ts',
      'test/policy/tooling/lost-gates.test.ts',
    ],
  },
  {
    name: 'layers',
    files: ['src/policy/layers/*.ts'],
    tests: ['test/policy/layers', 'test/policy/load', 'test/action/prepare/read-policy.test.ts'],
  },
  {
    name: 'answers',
    files: ['src/approvals/answers/*.ts'],
    tests: ['test/approvals/answers', 'test/approvals/poll'],
  },
  {
    name: 'poll',
    files: ['src/approvals/poll/*.ts'],
    tests: ['test/approvals/answers', 'test/approvals/poll', 'test/approvals/binding.test.ts'],
  },
  {
    name: 'verify',
    files: ['src/audit/verify/**/*.ts'],
    tests: ['test/audit/verify', 'test/audit/vectors/vectors.test.ts'],
  },
  {
    name: 'approve',
    files: ['src/tool-calls/steps/approve.ts'],
    tests: ['test/tool-calls', 'test/approvals/binding.test.ts'],
  },
  {
    name: 'steps',
    files: ['src/tool-calls/steps/!(approve).ts'],
    tests: ['test/tool-calls', 'test/approvals/binding.test.ts'],
  },
  {
    name: 'pipeline',
    files: ['src/tool-calls/pipeline.ts', 'src/tool-calls/hooks/*.ts'],
    tests: ['test/tool-calls'],
  },
  {
    name: 'loop',
    files: ['src/agent/{loop,model-turn}.ts'],
    // Of the sessions those of runs with several models.
    tests: ['test/agent', 'test/session/run.test.ts'],
  },
  {
    name: 'workspace',
    files: ['src/sandbox/files/workspace.ts', 'src/sandbox/files/resolve-path.ts'],
    tests: ['test/sandbox/files'],
  },
  {
    name: 'redact',
    files: [
      'src/common/redaction/{create-redactor,ranges,known-values/exact,patterns/patterns}.ts',
    ],
    // Not `size.test.ts`: whether texts of megabytes end takes too long to be tried for each mutant.
    tests: [
      'test/common/redact-',
      'test/common/redaction/create-redactor.test.ts',
      'test/common/redaction/ranges.test.ts',
      'test/common/redaction/patterns/custom.test.ts',
      'test/common/redaction/known-values/exact.test.ts',
      'test/common/redaction/patterns/patterns.test.ts',
      'test/common/redaction/token-overlap.test.ts',
    ],
  },
  { name: 'checkpoint', files: ['src/checkpoint/checkpoint.ts'], tests: ['test/checkpoint'] },
  {
    name: 'encryption',
    files: ['src/checkpoint/{keys,state,journal,journal-records,check-resume}.ts'],
    tests: ['test/checkpoint'],
  },
  {
    name: 'overlay',
    files: ['src/sandbox/linux/overlay/*.ts'],
    tests: ['test/sandbox/linux/overlay'],
  },
  {
    name: 'sandbox',
    files: ['src/sandbox/linux/bubblewrap/args.ts'],
    tests: ['test/sandbox/linux/bubblewrap/args.test.ts'],
  },
  { name: 'store', files: ['src/sandbox/git/store/*.ts'], tests: ['test/sandbox/git'] },
  {
    name: 'publish',
    files: ['src/github/publish/*.ts'],
    tests: ['test/github/publish', 'test/github/events/author-lines.test.ts'],
  },
  {
    name: 'request',
    files: ['src/approvals/request/*.ts'],
    tests: ['test/approvals'],
  },
  {
    name: 'unzip',
    files: ['src/common/zip-directory.ts', 'src/github/artifacts/unzip.ts'],
    tests: ['test/common/zip-directory.test.ts', 'test/github/artifacts/unzip.test.ts'],
  },
  {
    name: 'start',
    files: ['src/github/events/decide-start.ts'],
    tests: ['test/github/events'],
  },
  {
    name: 'triggers',
    files: ['src/github/events/{parse-trigger,trigger-phrase,permission,click}.ts'],
    tests: ['test/github/events', 'test/approvals/answers'],
  },
  {
    name: 'trust',
    files: [
      'src/session/workspace/{trusted-files,read-visibility,instructions}.ts',
      'src/action/prepare/{read-policy,base-branch,trust-by}.ts',
    ],
    tests: [
      'test/action/prepare/base-branch.test.ts',
      'test/action/prepare/read-policy.test.ts',
      'test/action/prepare/trust-by.test.ts',
      'test/session/workspace/instructions.test.ts',
      'test/session/workspace/read-visibility.test.ts',
      'test/session/workspace/trusted-files.test.ts',
    ],
  },
  { name: 'resume', files: ['src/action/resume/*.ts'], tests: ['test/action/resume'] },
  { name: 'decide', files: ['src/action/decide.ts'], tests: ['test/action/decide.test.ts'] },
  { name: 'budget', files: ['src/agent/budget/*.ts'], tests: ['test/agent'] },
];
