/** Tools and hooks of the repository in stories, as modules of the trusted branch. */
const TOOLS = '.github/countersign/tools/story.mjs';
const HOOKS = '.github/countersign/hooks/story.mjs';

export const MODULE_KEYS = `tools: { modules: [${TOOLS}] }\nhooks: [${HOOKS}]`;

/** The files of both. `edition` is the number of times that they were changed. */
export function moduleFiles(
  edition = 0,
): Readonly<Record<'tools' | 'hooks', Record<string, string>>> {
  return {
    tools: { [TOOLS]: `${TOOLS_TEXT}// Edition ${edition}\n` },
    hooks: { [HOOKS]: `${HOOKS_TEXT}// Edition ${edition}\n` },
  };
}

const TOOLS_TEXT = `export default ({ defineTool, z }) => {
  const tool = (name, kind, fields, execute, facts) =>
    defineTool({ name, description: name, kind, input: z.object(fields), execute, ...(facts === undefined ? {} : { facts }) });
  const command = { command: z.string() };
  const run = async ({ command }, { commands }) => (await commands.run(command)).output + 'Ran.';
  return [
    tool('story_run', 'execute', command, run),
    tool('story_declared', 'execute', command, run, ({ command }) => ({ command })),
    tool('story_write', 'write', { path: z.string() }, async ({ path }, { workspace }) => {
      await workspace.write(path, 'By a tool.');
      return 'Written.';
    }),
    tool('story_ask', 'readonly', { question: z.string() }, async ({ question }, { ask }) => String(await ask(question))),
    tool('story_fail', 'readonly', {}, () => {
      throw new Error('It fails.');
    }),
    tool('story_end', 'readonly', {}, () => process.exit(3)),
  ];
};
`;

const HOOKS_TEXT = `export default {
  name: 'story',
  preToolUse({ tool, input }) {
    if (tool !== 'bash_run') return;
    const { command } = input;
    if (command.includes('hookask')) return { decision: 'ask' };
    if (command.includes('hookdeny')) return { decision: 'deny', reason: 'The hook says no.' };
    if (command.includes('hookgated')) return { update: { command: command.replace('hookgated', 'gated sent') } };
    if (command.includes('hookdenied')) return { update: { command: command.replace('hookdenied', 'denied sent') } };
    if (command.includes('hookready')) return { result: { ok: true, llmContent: 'It is ready.' } };
    if (command.includes('hookthrow')) throw new Error('The hook fails.');
    if (command.includes('hookend')) process.exit(3);
  },
  postToolUse({ tool, input }) {
    if (tool === 'bash_run' && input.command.includes('hookafter'))
      return { replace: { ok: false, error: { type: 'failed', message: 'It is no success.' }, llmContent: 'No.' } };
  },
};
`;

/** The first words of commands that the hook keeps from running as they are. */
export const NEVER_RUN = [
  'hookdeny',
  'hookgated',
  'hookdenied',
  'hookready',
  'hookthrow',
  'hookend',
];

const hooked = (word: string) => ['bash_run', { command: `effect ${word} TAG` }] as const;
export const MODULE_CALLS: readonly (readonly [name: string, input: object])[] = [
  ...['hookask', 'hookask', 'hookafter', ...NEVER_RUN].map(hooked),
  ['story_run', { command: 'effect auto TAG' }],
  ['story_run', { command: 'effect gated TAG' }],
  ['story_run', { command: 'effect denied TAG' }],
  ['story_declared', { command: 'effect auto TAG' }],
  ['story_declared', { command: 'effect gated TAG' }],
  ['story_declared', { command: 'effect denied TAG' }],
  ['story_write', { path: 'src/TAG.txt' }],
  ['story_write', { path: 'docs/TAG.md' }],
  ['story_write', { path: '.forbidden/TAG' }],
  ['story_ask', { question: 'Which, TAG?' }],
  ['story_fail', {}],
  ['story_end', {}],
];

export const MODULE_RULES = {
  auto: ['story_ask', 'story_write', 'story_fail', 'bash_run(effect hook* *)'],
  deny: [],
  requireApproval: ['story_run', 'story_declared'],
};
