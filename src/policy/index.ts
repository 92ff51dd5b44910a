export * from './facts.ts';
export { BUILTIN_POLICY_FILE, BUILTIN_POLICY_TEXT } from './builtin.ts';
export { BUILTIN_TOOLS } from './builtin-tools.ts';
export { applyHook, type HookAnswer, stricter, strictness } from './decision.ts';
export {
  type Change,
  diffPolicies,
  diffText,
  type PolicyDiff,
  type SettingChange,
} from './diff.ts';
export { explain, type Explanation, explanationText, type ParsedCommand } from './explain.ts';
export { compileGlob, escapeGlob, globCovers, globProblem, type PathGlob } from './glob.ts';
export { type FrontMatter, readFrontMatter } from './front-matter.ts';
export { hiddenFromCommands } from './hidden-paths.ts';
export { listsHost } from './host-pattern.ts';
export { matchesName } from './wildcard.ts';
export {
  type Dialect,
  DIALECTS,
  type Imported,
  importPolicy,
  type ImportResult,
  type NotCarried,
} from './import/index.ts';
export { judge } from './judge.ts';
export { policyJsonSchema } from './json-schema.ts';
export { loadJudging } from './lazy.ts';
export { checkPolicy, type LoadOptions, loadPolicy, type LoadResult } from './load.ts';
export { namedHosts } from './named-hosts.ts';
export { narrowestRules, quoteWord } from './narrowest.ts';
export { builtinPolicy } from './parse-policy.ts';
export {
  type ApprovalSettings,
  type BudgetSettings,
  type GitHubSettings,
  modeName,
  type Policy,
  type SandboxSettings,
  type ToolSettings,
} from './policy.ts';
export { type ExampleResult, runPolicyTests, testPolicy } from './policy-tests.ts';
export { type Preset, PRESETS, presetText } from './presets.ts';
export { type PolicyProblem, problemText } from './problems.ts';
export { type Flip, type RecordedCall, replay, type Replay, replayText } from './replay.ts';
export { COMMAND_TOOL } from './rule.ts';
export { type Mode, MODES } from './schema.ts';
export { type Suggestion, type Suggestions, suggestRules } from './suggest.ts';
export {
  analyseCommand,
  type CommandAnalysis,
  type CommandPlan,
  GIT_ENVIRONMENT,
  gitConfigReason,
  planCommand,
  type SimpleCommand,
} from './commands/index.ts';
export { dependsOn, touchedPaths } from './touched.ts';
export { usualFacts, usualPaths } from './usual-facts.ts';
export { limitFor } from './tool-limits.ts';
export { isEnabled, toolVisible } from './visible.ts';
export { isSecretsLike } from './walls.ts';
export { parseYaml } from './yaml.ts';
export {
  type CommandProfile,
  discardsWrites,
  PROFILE_NAMES,
  profileSentence,
  type ProfileName,
  PROGRAM_PROFILE,
} from './profile.ts';
