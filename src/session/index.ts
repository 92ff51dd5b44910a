export { cancelledBySignals } from './cancel.ts';
export { type BaselineClient, baselineReader, onBaselines } from './baselines/read-baseline.ts';
export { machineBaselines, readMachineBaseline } from './baselines/machine-baseline.ts';
export { failingApprover, noApprover } from './approvers.ts';
export { refuseTempFolderIn, storeFolder } from './workspace/own-folders.ts';
export { instructionsIn } from './workspace/instructions.ts';
export type {
  Approvals,
  ApprovalsSetup,
  ContextItem,
  GitHubSetting,
  Job,
  Suspension,
  ExtraToolsOptions,
} from './job.ts';
export { startWithoutPolicy } from './open-session.ts';
export { run } from './run.ts';
export { CHANGES_FILE, writeChangesPatch } from './workspace/changes-patch.ts';
export { mayPublishOf, writeDenialOf } from './workspace/read-visibility.ts';
export { type ListedTool, listedTools, uncallableTools } from './toolbox/listed-tools.ts';
export { readOutputSchema } from './toolbox/output-schema.ts';
export { type ModuleSource, startModules } from './toolbox/modules.ts';
export { patternsOf, redactorFor, secretsIn, webhookSecrets } from './secrets.ts';
export { allowedCommand, secretService, workspaceService } from './toolbox/tool-services.ts';
export { skillFiles } from './toolbox/skills.ts';
export {
  checkpointNotices,
  savedWorkTree,
  type SavedWorkTree,
} from './suspend/saved-work-tree.ts';
export { saveCheckpoint } from './suspend/suspend.ts';
export { createJob, type GivenLimits, inputsAboveLimits, workflowRunOf } from './create-job.ts';
export {
  localBaseline,
  type LocalBaseline,
  onLocalBaselines,
} from './local/local-baselines.ts';
export { localJob } from './local/local-job.ts';
export { DEFAULT_POLICY, isEmptyFolder, parsedPolicy, policyBytes } from './local/local-policy.ts';
export { requireModules } from './toolbox/modules.ts';
export { builtinTools } from './toolbox/toolbox.ts';
export { trustedAt, trustedFolder } from './workspace/trusted-files.ts';
