import type { startHookModules as hooks, startToolModules as tools } from './modules.ts';

/** See `child.ts`, which only the program that modules run in loads. */
export async function hostModules(): Promise<void> {
  const child = await import('./child.ts');
  child.hostModules();
}

/** See `modules.ts`, which is loaded where the policy names a module. */
export async function startToolModules(...of: Parameters<typeof tools>): ReturnType<typeof tools> {
  const modules = await import('./modules.ts');
  return await modules.startToolModules(...of);
}

/** The same for `startHookModules`. */
export async function startHookModules(...of: Parameters<typeof hooks>): ReturnType<typeof hooks> {
  const modules = await import('./modules.ts');
  return await modules.startHookModules(...of);
}
