import {
  CountersignError,
  isJsonObject,
  type Json,
  sanitizeJson,
  visible,
} from '../../../common/index.ts';
import {
  type Explanation,
  explain,
  explanationText,
  type Policy,
  type Situation,
  sampleFacts,
} from '../../../policy/index.ts';
import type { Tool } from '../../../tools/index.ts';
import { escapeUnseen } from '../../json.ts';
import { BASELINE } from './baseline-files.ts';
import { POLICY, policyOf, WORKSPACE } from './files.ts';
import { withCalls } from './calls.ts';
import {
  type CliIo,
  type CommandCall,
  type CommandSpec,
  EXIT,
  type ExitCode,
  switchOption,
  textOption,
} from '../../spec.ts';

/** `policy explain`: the verdict for one call, or for one call on each line. */
export const explainCommand: CommandSpec = {
  name: 'policy explain',
  summary: 'Show the verdict for a call, the rule that decides, and why',
  options: [
    WORKSPACE,
    POLICY,
    BASELINE,
    { flags: '--tool <name>', summary: 'the tool', default: 'bash_run' },
    { flags: '--input <json>', summary: 'the input of the call as JSON' },
    { flags: '--command <source>', summary: 'the command of a bash_run call' },
    {
      flags: '--stdin',
      summary: 'read one {"tool","input"} on each line, print one verdict on each line',
    },
    { flags: '--untrusted', summary: 'as if the run had read untrusted content' },
    { flags: '--no-sandbox', summary: 'as if no sandbox were available' },
  ],
  examples: [
    'countersign policy explain --command "git push --force"',
    'echo \'{"tool":"fs_read","input":{"path":"a"}}\' | countersign policy explain --stdin --json',
  ],
  run: explainCalls,
};

async function explainCalls(call: CommandCall, io: CliIo): Promise<ExitCode> {
  const policy = await policyOf(call, io);
  const lines = switchOption(call, 'stdin') ? linesOf(await io.stdin()) : [oneCall(call)];
  return await withCalls(call, io, async ({ tools, pathResolver }) => {
    const situation: Situation = {
      pathResolver,
      untrusted: switchOption(call, 'untrusted'),
      sandboxed: call.options['sandbox'] !== false,
      contained: call.options['sandbox'] !== false,
    };
    for (const line of lines) {
      const answer = await answerFor(line, { tools, policy, situation });
      io.out(`${call.json ? escapeUnseen(JSON.stringify(answer.json)) : visible(answer.text)}\n`);
    }
    return EXIT.ok;
  });
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
 * The verdict for one line. Invalid input is `deny`, because such a call never runs. A tool of a server or of the repository
 * is evaluated by its name.
 */
async function answerFor(
  line: string,
  context: {
    readonly tools: readonly Tool[];
    readonly policy: Policy;
    readonly situation: Situation;
  },
): Promise<Answer> {
  const asked = readCall(line);
  const tool = context.tools.find((candidate) => candidate.name === asked.tool);
  if (tool === undefined)
    return explained(explain(context.policy, sampleFacts(asked.tool, null), context.situation));
  const prepared = await tool.prepare(asked.input);
  if (!prepared.ok) return refusal(prepared.error.message);
  return explained(explain(context.policy, prepared.call.facts, context.situation));
}

function explained(explanation: Explanation): Answer {
  return { json: jsonOf(explanation), text: explanationText(explanation) };
}

function jsonOf({ verdict, problem, toPass, cannotPass }: Explanation): Json {
  const { rule, list, line, because, commands, layer, link, layers } = verdict;
  return {
    verdict: verdict.verdict,
    rule,
    line,
    because,
    list,
    ...(layer === undefined ? {} : { layer }),
    ...(link === undefined ? {} : { link }),
    ...(layers === undefined ? {} : { layers: layers.map((each) => ({ ...each })) }),
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
    return { tool: value['tool'], input: sanitizeJson(value['input'] ?? {}) };
  }
  throw new CountersignError('input-invalid', `This is not a call: ${line.slice(0, 200)}`, {
    fix: 'Write one JSON object on each line: {"tool":"bash_run","input":{"command":"ls"}}.',
  });
}
