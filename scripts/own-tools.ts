/** The tools of this program. */
import { createBus } from '../src/tool-calls/index.ts';
import { builtinTools, redactorFor, uncallableTools } from '../src/session/index.ts';
import { createCommandRunner, openWorkspace } from '../src/sandbox/index.ts';
import { createReadRecord, skillTool, type Tool } from '../src/tools/index.ts';

const SKILL = { name: 'none', description: 'Of no use.', body: '' };

/** Every tool that a run can have without the help of others. None of them is to be called. */
export async function ownTools(): Promise<readonly Tool[]> {
  const workspace = await openWorkspace('.');
  const environment = {};
  const { runner: commands } = await createCommandRunner({
    workspace,
    mode: 'off',
    network: [],
    environment,
  });
  try {
    const context = { bus: createBus(() => undefined), redactor: redactorFor({}, {}), environment };
    return [
      ...builtinTools(context, { files: workspace, commands }, createReadRecord()),
      ...uncallableTools(workspace),
      ...skillTool({ skills: [SKILL] }),
    ];
  } finally {
    await commands.close();
  }
}
