export * from './ports.ts';
export { openWorkspace, type WorkspaceOptions } from './workspace.ts';
export {
  findProgram,
  runProcess,
  runTrusted,
  type ProcessOptions,
  type TrustedOptions,
  type TrustedResult,
} from './process.ts';
