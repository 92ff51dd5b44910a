import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CountersignError, isJsonObject, type Json, tameJson, visible } from '../base/index.ts';
import { createBus } from '../calls/index.ts';
import {
  builtinPolicy,
  checkPolicy,
  type Explanation,
  explain,
  explanationText,
  loadPolicy,
  type Policy,
  type PolicyProblem,
  problemText,
  type Situation,
  usualFacts,
} from '../policy/index.ts';
import { redactorFor } from '../run/secrets.ts';
import { builtinTools } from '../run/toolbox.ts';
import { createCommandRunner, openWorkspace, workspaceWorld } from '../sandbox/index.ts';
import type { Tool } from '../tools/index.ts';
import {
  type CliIo,
  type CommandCall,
  type CommandSpec,
  EXIT,
  type ExitCode,
  switchOption,
  textOption,
} from './spec.ts';

const DEFAULT_POLICY = '.github/countersign.yml';
const WORKSPACE = { flags: '--workspace <dir>', summary: 'the checkout', default: '.' } as const;

/** `policy …`: what a policy says, without a model and without an effect. */
export const policyCommands: readonly CommandSpec[] = [
  {
    name: 'policy check',
    summary: 'Check a policy: errors and warnings with line and column',
    arguments: '[file]',
    argumentSummary: `the policy; ${DEFAULT_POLICY} of the workspace where absent`,
    options: [WORKSPACE],
    run: check,
  },
  {
    name: 'policy explain',
    summary: 'Say what the policy answers to a call, by which rule, and why',
    options: [
      WORKSPACE,
      { flags: '--policy <file>', summary: `the policy; ${DEFAULT_POLICY} of the workspace where absent` },
      { flags: '--tool <name>', summary: 'the tool', default: 'bash_run' },
      { flags: '--input <json>', summary: 'the input of the call as JSON' },
      { flags: '--command <source>', summary: 'short for --tool bash_run with this command' },
      { flags: '--stdin', summary: 'read one {"tool","input"} a line, print one answer a line' },
      { flags: '--untrusted', summary: 'as if text by strangers had been read' },
      { flags: '--no-sandbox', summary: 'as if no sandbox could be had' },
    ],
    examples: [
      'countersign policy explain --command "git push --force"',
      'echo \'{"tool":"fs_read","input":{"path":"a"}}\' | countersign policy explain --stdin --json',
    ],
    run: explainCalls,
  },
];

async function policyFile(call: CommandCall, io: CliIo, named: string | null): Promise<{
  readonly file: string;
  readonly bytes: Buffer | null;
}> {
  const root = resolve(io.cwd, textOption(call, 'workspace') ?? '.');
  const file = named === null ? join(root, DEFAULT_POLICY) : resolve(io.cwd, named);
  try {
    return { file: named ?? DEFAULT_POLICY, bytes: await readFile(file) };
  } catch (cause) {
    if (named === null) return { file: DEFAULT_POLICY, bytes: null };
    throw new CountersignError('policy-unreadable', `The policy ${file} cannot be read.`, {
      fix: 'Name a file that exists.',
      cause,
    });
  }
}

async function check(call: CommandCall, io: CliIo): Promise<ExitCode> {
  const { file, bytes } = await policyFile(call, io, call.args[0] ?? null);
  if (bytes === null) {
    throw new CountersignError('policy-unreadable', `There is no ${file}.`, {
      fix: 'Name the policy: countersign policy check FILE. Without a policy the strict built-in one holds.',
    });
  }
  const result = await withCalls(call, io, ({ tools, world }) =>
    Promise.resolve(checkPolicy(bytes, { file, knownTools: tools.map((tool) => tool.name), world })),
  );
  if (call.json) io.out(`${JSON.stringify({ file, ...result }, null, 2)}\n`);
  else {
    for (const problem of result.errors) io.out(`${visible(`error ${problemText(problem)}`)}\n`);
    for (const problem of result.warnings) io.out(`${visible(`warning ${problemText(problem)}`)}\n`);
    io.out(`${summaryOf(file, result.errors, result.warnings)}\n`);
  }
  return result.ok ? EXIT.ok : EXIT.no;
}

function summaryOf(
  file: string,
  errors: readonly PolicyProblem[],
  warnings: readonly PolicyProblem[],
): string {
  if (errors.length === 0 && warnings.length === 0) return `${file}: no problems`;
  return `${file}: ${errors.length} errors, ${warnings.length} warnings`;
}

interface Calls {
  readonly tools: readonly Tool[];
  readonly world: Situation['world'];
}

async function withCalls<T>(
  call: CommandCall,
  io: CliIo,
  use: (calls: Calls) => Promise<T>,
): Promise<T> {
  const workspace = await openWorkspace(resolve(io.cwd, textOption(call, 'workspace') ?? '.'));
  const { runner } = await createCommandRunner({
    workspace,
    mode: 'off',
    network: [],
    environment: io.environment,
  });
  try {
    const world = {
      bus: createBus(() => undefined),
      redactor: redactorFor(io.environment, {}),
      environment: io.environment,
    };
    const tools = builtinTools(world, { workspace, commands: runner }, { unread: 'allow' });
    return await use({ tools, world: workspaceWorld(workspace.root) });
  } finally {
    await runner.close();
  }
}

async function explainCalls(call: CommandCall, io: CliIo): Promise<ExitCode> {
  const policy = await policyOf(call, io);
  const lines = switchOption(call, 'stdin') ? linesOf(await io.stdin()) : [oneCall(call)];
  return await withCalls(call, io, ({ tools, world }) => {
    const situation: Situation = {
      world,
      untrusted: switchOption(call, 'untrusted'),
      sandboxed: call.options['sandbox'] !== false,
    };
    for (const line of lines) {
      const answer = answerFor(line, { tools, policy, situation });
      io.out(call.json ? `${JSON.stringify(answer.json)}\n` : `${visible(answer.text)}\n`);
    }
    return Promise.resolve(EXIT.ok);
  });
}

async function policyOf(call: CommandCall, io: CliIo): Promise<Policy> {
  const { file, bytes } = await policyFile(call, io, textOption(call, 'policy'));
  if (bytes === null) return builtinPolicy();
  const loaded = loadPolicy(bytes, { file });
  if (loaded.ok) return loaded.policy;
  throw new CountersignError('policy-invalid', loaded.problems.map(problemText).join('\n'));
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function oneCall(call: CommandCall): string {
  const command = textOption(call, 'command');
  if (command !== null) return JSON.stringify({ tool: 'bash_run', input: { command } });
  const input = textOption(call, 'input');
  if (input === null) {
    throw new CountersignError('input-invalid', 'No call was named.', {
      fix: 'Write --command "…", or --tool NAME --input JSON, or --stdin.',
    });
  }
  return `{"tool":${JSON.stringify(textOption(call, 'tool') ?? 'bash_run')},"input":${input}}`;
}

interface Answer {
  readonly json: Json;
  readonly text: string;
}

/**
 * The answer for one line. Input that the tool would not take is `deny`: in a run such a call never happens. A tool that
 * is not there (of a server, of the repository) is judged by what is known from its name.
 */
function answerFor(
  line: string,
  of: { readonly tools: readonly Tool[]; readonly policy: Policy; readonly situation: Situation },
): Answer {
  const asked = readCall(line);
  const tool = of.tools.find((candidate) => candidate.name === asked.tool);
  if (tool === undefined) return explained(explain(of.policy, usualFacts(asked.tool, null), of.situation));
  const prepared = tool.prepare(asked.input);
  if (!prepared.ok) return refusal(prepared.error.message);
  return explained(explain(of.policy, prepared.call.facts, of.situation));
}

function explained(explanation: Explanation): Answer {
  return { json: jsonOf(explanation), text: explanationText(explanation) };
}

function jsonOf({ verdict, problem, toPass, cannotPass }: Explanation): Json {
  const { rule, list, line, because, commands } = verdict;
  return {
    verdict: verdict.verdict,
    rule,
    line,
    because,
    list,
    ...(commands === undefined ? {} : { commands: commands.map((command) => ({ ...command })) }),
    ...(problem === null ? {} : { problem }),
    toPass,
    ...(cannotPass === null ? {} : { cannotPass }),
  };
}

function refusal(because: string): Answer {
  return { json: { verdict: 'deny', rule: null, line: null, because }, text: `deny: ${because}` };
}

function readCall(line: string): { readonly tool: string; readonly input: Json } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    value = null;
  }
  if (isJsonObject(value) && typeof value['tool'] === 'string') {
    return { tool: value['tool'], input: tameJson(value['input'] ?? {}) };
  }
  throw new CountersignError('input-invalid', `This is no call: ${line.slice(0, 200)}`, {
    fix: 'Write one JSON object a line: {"tool":"bash_run","input":{"command":"ls"}}.',
  });
}
