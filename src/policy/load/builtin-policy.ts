/**
 * The strict policy that holds where the repository has none: read-only tools run, and commands where nothing that they do
 * has an effect; everything else asks.
 * It is read by the same loader as any other, so that it means what it says.
 */
export const BUILTIN_POLICY_TEXT = `version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(@contained)
`;

export const BUILTIN_POLICY_FILE = 'built-in';
