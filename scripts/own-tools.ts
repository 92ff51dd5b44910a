/** The tools of this program, and the files with the ready-made schemas of their inputs. */
import { createBus } from '../src/tool-calls/index.ts';
import { builtinTools, redactorFor, uncallableTools } from '../src/session/index.ts';
import { createCommandRunner, openWorkspace } from '../src/sandbox/index.ts';
import { createReadRecord, skillTool, type Tool } from '../src/tools/index.ts';

/** Where the tools of a category are, unless they are in `src/tools`. */
const FOLDERS: Readonly<Record<string, string>> = { github: 'src/github/tools', task: 'src/agent' };
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

/** A file for each folder with tools: the schema of each tool's input by its name, as the model's reply is held to it. */
export async function inputSchemaFiles(): Promise<Readonly<Record<string, string>>> {
  const tools = (await ownTools()).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const files = Object.groupBy(
    tools,
    ({ category }) => `${FOLDERS[category] ?? 'src/tools'}/input-schemas.json`,
  );
  return Object.fromEntries(
    Object.entries(files).map(([path, held = []]) => {
      const schemas = held.map((tool) => [tool.name, tool.freshSchema?.()]);
      return [path, `${JSON.stringify(Object.fromEntries(schemas), null, 2)}\n`];
    }),
  );
}
