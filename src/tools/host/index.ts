export { hostModules } from './child.ts';
export type { ModuleFile, ModuleFiles, ModuleContext, StartedModules } from './modules.ts';
export type { HookSubject, RemoteHook } from './remote-hooks.ts';
export { startHookModules, startToolModules } from './modules.ts';
