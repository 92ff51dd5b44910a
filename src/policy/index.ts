// Load a policy.
export { builtinPolicy, parsePolicy } from './load/parse-policy.ts';
export { checkPolicy, loadPolicy } from './load/load-policy.ts';
export { type PolicyProblem, problemText } from './model/problems.ts';
export {
  type ApprovalSettings,
  approverEntries,
  asksCodeOwners,
  modeName,
  type Policy,
  type PolicyLayer,
} from './model/policy.ts';
export { type BaselineAddress, parseBaselineAddress } from './layers/address.ts';
export { combineLayers } from './layers/combine.ts';
export { BUDGET_NAMES, type BudgetName, DEFAULT_BUDGET } from './layers/key-rules.ts';
export { looseKeys } from './layers/loose-keys.ts';
export { type BaselineFile, loadLayers, type NamedBaseline } from './layers/load-layers.ts';
export { WRITING_TOOLS } from './model/builtin-tools.ts';
export {
  type GatedCommand,
  type Preset,
  type PresetProject,
  PRESETS,
  presetText,
} from './load/presets.ts';
export { isFilePattern, policyJsonSchema } from './load/schema.ts';
export { readFrontMatter } from './load/front-matter.ts';
export { type LocatedValue, MAX_POLICY_BYTES, parseYaml } from './load/yaml.ts';

// Evaluate calls by it.
export { type ApprovalNeeds, approvalNeeds } from './model/approval-needs.ts';
export * from './model/facts.ts';
export { evaluate } from './evaluate/evaluate.ts';
export { applyHook, mayRunUnasked, stricter } from './evaluate/decision.ts';
export {
  affectedPaths,
  affectedPlaces,
  dependsOn,
  touchedFiles,
} from './evaluate/affected-paths.ts';
export {
  deniedWrites,
  type DeniedWrites,
  denialInside,
  denialText,
  namedPath,
  type WriteDenial,
} from './evaluate/denied-writes.ts';
export { hiddenFromCommands } from './evaluate/hidden-paths.ts';
export { isSecretsLike } from './evaluate/builtin-guards.ts';
export { limitFor, toolVisible } from './evaluate/tool-access.ts';
export {
  type CommandProfile,
  discardsWrites,
  keepsChanges,
  profileSentence,
  type ProfileName,
  PROGRAM_PROFILE,
} from './model/profile.ts';
export { GIT_ENVIRONMENT, gitConfigReason, planCommand, sourceFault } from './commands/index.ts';

// What its rules match.
export { BUILTIN_TOOLS, isRunTool } from './model/builtin-tools.ts';
export { suggestTool } from './load/unknown-tools.ts';
export { COMMAND_TOOL } from './rules/parse-rule.ts';
export { compileGlob, globCovers, globProblem, openBracket } from './rules/glob.ts';
export { isHost, listsHost } from './rules/host-pattern.ts';
export { plainWords } from './commands/index.ts';
export { parseRequiredCommand, type RequiredCommand } from './rules/required-command.ts';
export { TEST_COMMANDS, testsIn } from './rules/test-commands.ts';
export { coversName, matchesName, matchesParts } from './rules/wildcard.ts';
export { namedHosts } from './rules/named-hosts.ts';

// Explain, compare and write policies.
export { addAutoRules } from './tooling/add-auto-rules.ts';
export { planRuleProblem, policyWithPlan } from './tooling/approved-plan.ts';
export { explain, type Explanation, explanationText } from './tooling/explain.ts';
export { type Change, diffPolicies, diffText, type PolicyDiff } from './tooling/diff.ts';
export { type RecordedCall, replay, type Replay, replayText } from './tooling/replay.ts';
export { suggestedRules } from './tooling/narrowest-rules.ts';
export { suggestRules } from './tooling/suggest.ts';
export { runPolicyTests } from './tooling/policy-tests.ts';
export {
  examplePathResolver,
  PUBLISHING_TOOL,
  sampleFacts,
  samplePaths,
} from './tooling/sample-facts.ts';
export { DIALECTS, importPolicy } from './tooling/import/index.ts';
export { EXPORTS, exportPolicy } from './tooling/export/index.ts';
