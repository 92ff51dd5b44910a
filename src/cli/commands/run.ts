import { visible } from '../../common/index.ts';
import { PRICES_EXAMPLE, PROVIDERS } from '../../model/index.ts';
import { DEFAULT_POLICY, parsedPolicy } from '../../session/index.ts';
import { BASELINE, layered, policyFile } from './policy/files.ts';
import type { LoadedPolicy } from './start-run.ts';
import { type CommandCall, type CommandSpec } from '../spec.ts';
import { repositoryRoot, WORKSPACE, workspaceOf } from '../workspace.ts';

/** `run`: the agent on a local checkout, with approvals in the terminal. */
export const runCommands: readonly CommandSpec[] = [
  {
    name: 'run',
    summary: 'Run the agent on a local checkout, with approvals in the terminal',
    arguments: '[prompt...]',
    argumentSummary: 'what to do; - reads standard input',
    options: [
      WORKSPACE,
      {
        flags: '--policy <file>',
        summary: `the policy (default: ${DEFAULT_POLICY} of the checkout)`,
      },
      BASELINE,
      {
        flags: '--model <name>',
        summary: 'the model, several as fall-backs (a,b), or scripted:FILE',
      },
      {
        flags: '--provider <name>',
        summary: `the provider of the model: ${PROVIDERS.join(', ')}`,
        default: 'anthropic',
      },
      {
        flags: '--anthropic-base-url <url>',
        summary: 'base URL of the Messages API, for a gateway (default: ANTHROPIC_BASE_URL)',
      },
      {
        flags: '--base-url <url>',
        summary: 'base URL of the API of openai-compatible, openai or gemini',
      },
      {
        flags: '--max-output-tokens <n>',
        summary: 'maximum number of tokens of one reply (default: 16000)',
      },
      {
        flags: '--context-window <n>',
        summary: 'number of tokens that fit into one request, for a model that is not known',
      },
      { flags: '--prompt-cache <use>', summary: 'on or off', default: 'on' },
      { flags: '--approvals <where>', summary: 'terminal or fail', default: 'terminal' },
      { flags: '--trail <dir>', summary: 'folder for the audit trail (default: a temporary one)' },
      { flags: '--system-prompt <text>', summary: 'text to append to the system prompt' },
      { flags: '--max-turns <n>', summary: 'maximum number of turns' },
      { flags: '--max-calls <n>', summary: 'maximum number of calls' },
      { flags: '--max-tokens <n>', summary: 'maximum number of tokens' },
      { flags: '--max-usd <n>', summary: 'maximum cost in US dollars' },
      {
        flags: '--prices <list>',
        summary: `what the model costs in US dollars for a million tokens, such as ${PRICES_EXAMPLE}`,
      },
      { flags: '--max-minutes <n>', summary: 'maximum number of minutes' },
      {
        flags: '--output-schema <schema>',
        summary: 'JSON Schema of the result, or a file with it; prints the result',
      },
      { flags: '--sandbox-required', summary: 'stop if no OS sandbox is available' },
    ],
    examples: [
      'ANTHROPIC_API_KEY=… countersign run "Fix the failing test"',
      'countersign run --model scripted:turns.json --approvals fail "Try the script"',
    ],
    // A policy that is refused, and the help, need nothing of a run.
    run: async (call) => {
      const loaded = await localPolicy(call);
      const { runHere } = await import('./start-run.ts');
      return await runHere(call, loaded);
    },
  },
];

/** The policy of the checkout: the person at the terminal controls both. */
async function localPolicy(call: CommandCall): Promise<LoadedPolicy> {
  const { file, bytes } = await policyFile(call, call.text('policy'));
  const folder = workspaceOf(call);
  const root = repositoryRoot(folder);
  if (root !== null && root !== folder)
    call.io.err(
      `note: ${visible(folder)} is a folder of the repository ${visible(root)}. The agent works in this folder alone, and its git commands do not see the repository. To work in the whole repository: --workspace ${visible(root)}\n`,
    );
  return {
    policy: await layered(parsedPolicy(file, bytes), call, { machine: true }),
    source: bytes === null ? `built-in (no ${file})` : file,
  };
}
