/**
 * The strict policy of a repository without one: read-only tools run, and so do commands that can have no effect;
 * everything else asks. The loader for all policies reads it.
 */
export const BUILTIN_POLICY_TEXT = `version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@contained)
`;

export const BUILTIN_POLICY_FILE = 'built-in';
