export * from './model/facts.ts';
export { BUILTIN_POLICY_FILE, BUILTIN_POLICY_TEXT } from './load/builtin-policy.ts';
export { BUILTIN_TOOLS } from './model/builtin-tools.ts';
export { applyHook, type HookAnswer, stricter, strictness } from './evaluate/decision.ts';
export {
  type Change,
  diffPolicies,
  diffText,
  type PolicyDiff,
  type SettingChange,
} from './tooling/diff.ts';
export {
  explain,
  type Explanation,
  explanationText,
  type ParsedCommand,
} from './tooling/explain.ts';
export { compileGlob, escapeGlob, globCovers, globProblem, type PathGlob } from './rules/glob.ts';
export { type FrontMatter, readFrontMatter } from './load/front-matter.ts';
export { hiddenFromCommands } from './evaluate/hidden-paths.ts';
export { listsHost } from './rules/host-pattern.ts';
export { matchesName } from './rules/wildcard.ts';
export {
  type Dialect,
  DIALECTS,
  type ImportedPolicy,
  importPolicy,
  type ImportResult,
  type SkippedRule,
} from './tooling/import/index.ts';
export { evaluate } from './evaluate/evaluate.ts';
export { policyJsonSchema } from './load/json-schema.ts';
export { importEvaluator } from './evaluate/import-evaluator.ts';
export { checkPolicy, type LoadOptions, loadPolicy, type LoadResult } from './load/load-policy.ts';
export { namedHosts } from './rules/named-hosts.ts';
export { narrowestRules, quoteWord } from './tooling/narrowest-rules.ts';
export { builtinPolicy } from './load/parse-policy.ts';
export {
  type ApprovalSettings,
  type BudgetSettings,
  type GitHubSettings,
  modeName,
  type Policy,
  type SandboxSettings,
  type ToolSettings,
} from './model/policy.ts';
export { type ExampleResult, runPolicyTests, testPolicy } from './tooling/policy-tests.ts';
export { type Preset, PRESETS, presetText } from './load/presets.ts';
export { type PolicyProblem, problemText } from './model/problems.ts';
export {
  type VerdictChange,
  type RecordedCall,
  replay,
  type Replay,
  replayText,
} from './tooling/replay.ts';
export { COMMAND_TOOL } from './rules/parse-rule.ts';
export { type Mode, MODES } from './load/schema.ts';
export { type Suggestion, type Suggestions, suggestRules } from './tooling/suggest.ts';
export {
  analyseCommand,
  type CommandAnalysis,
  type CommandPlan,
  GIT_ENVIRONMENT,
  gitConfigReason,
  planCommand,
  type SimpleCommand,
} from './commands/index.ts';
export { dependsOn, affectedPaths } from './evaluate/affected-paths.ts';
export { sampleFacts, samplePaths } from './tooling/sample-facts.ts';
export { limitFor, toolVisible } from './evaluate/tool-access.ts';
export { isSecretsLike } from './evaluate/builtin-guards.ts';
export { parseYaml } from './load/yaml.ts';
export {
  type CommandProfile,
  discardsWrites,
  PROFILE_NAMES,
  profileSentence,
  type ProfileName,
  PROGRAM_PROFILE,
} from './model/profile.ts';
