import { taskTool } from '../agent/index.ts';
import { CountersignError } from '../base/index.ts';
import { loadPolicy } from '../policy/index.ts';
import {
  clarifyTool,
  loadToolModules,
  planTool,
  type RegisteredTool,
  type Skill,
  skillTool,
  type Tool,
  webTools,
} from '../tools/index.ts';
import { layModules } from './modules.ts';
import { findSkills } from './skills.ts';
import type { TrustedFiles } from './trusted-files.ts';

const NO_SKILLS: readonly Skill[] = [
  { name: 'none', description: 'The repository has none yet.', body: '' },
];

/**
 * What a run can have beside its files and commands, for lists: the tools for people, helpers, skills and the web, and the modules
 * that the policy names. Nothing of it can be called. Throws `tool-invalid` where a module cannot be loaded.
 */
export async function listedTools(
  trusted: TrustedFiles,
  policyPath: string,
): Promise<readonly RegisteredTool[]> {
  const { skills } = await findSkills(trusted);
  const builtin: readonly Tool[] = [
    taskTool(() => {
      throw new CountersignError('internal', 'There is no agent that a helper could work for.');
    }),
    clarifyTool(),
    planTool({ onApproved: () => undefined }),
    ...skillTool({ skills: skills.length === 0 ? NO_SKILLS : skills }),
    ...webTools({ search: () => Promise.reject(new Error('A list searches nothing.')) }),
  ];
  const own = await ownTools(trusted, policyPath);
  return [
    ...builtin.map((tool) => ({ tool, source: 'builtin' as const })),
    ...own.map((tool) => ({ tool, source: 'repository' as const })),
  ];
}

async function ownTools(trusted: TrustedFiles, policyPath: string): Promise<readonly Tool[]> {
  const text = await trusted.text(policyPath);
  const loaded = text === null ? null : loadPolicy(text, { file: policyPath });
  if (loaded?.ok !== true) return [];
  const laid = await layModules(trusted, loaded.policy.tools.modules, 'tools.modules');
  try {
    return await loadToolModules(laid.modules);
  } finally {
    await laid.remove();
  }
}
