import {
  invalidInput,
  isJsonObject,
  type Json,
  parseJson,
  sanitizeJson,
  visible,
} from '../../../common/index.ts';
import {
  BUILTIN_TOOLS,
  type Explanation,
  explain,
  explanationText,
  type Policy,
  type Situation,
  sampleFacts,
  suggestTool,
} from '../../../policy/index.ts';
import type { Tool } from '../../../tools/index.ts';
import { escapeUnseen, parsedInput } from '../../json.ts';
import { BASELINE, POLICY, policyOf } from './files.ts';
import { withCalls } from './calls.ts';
import { type CommandCall, type CommandSpec, EXIT, type ExitCode } from '../../spec.ts';
import { WORKSPACE } from '../../workspace.ts';

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

async function explainCalls(call: CommandCall): Promise<ExitCode> {
  const policy = await policyOf(call);
  const calls = await callsOf(call);
  return await withCalls(call, async ({ tools, pathResolver }) => {
    const situation: Situation = {
      pathResolver,
      untrusted: call.has('untrusted'),
      // --no-sandbox takes it away.
      sandboxed: call.has('sandbox'),
      contained: call.has('sandbox'),
    };
    let code: ExitCode = EXIT.ok;
    for (const named of calls) {
      const answer = await answerFor(named, { tools, policy, situation });
      const unknown = unknownTool(named.tool, tools);
      if (unknown !== null) call.io.err(`note: ${visible(unknown)}\n`);
      call.io.out(
        `${call.json ? escapeUnseen(JSON.stringify(answer.json)) : visible(answer.text)}\n`,
      );
      if (answer.isInvalid) code = EXIT.unusable;
    }
    return code;
  });
}

interface NamedCall {
  readonly tool: string;
  readonly input: Json;
}

/** The calls of standard input, or the one of the options. Throws `input-invalid` unless exactly one of these ways names calls. */
async function callsOf(call: CommandCall): Promise<readonly NamedCall[]> {
  const tool = call.text('tool') ?? 'bash_run';
  const command = call.text('command');
  const input = call.text('input');
  const isNamed = command !== null || input !== null;
  if (call.has('stdin') && !isNamed) {
    const lines = (await call.io.stdin()).split('\n').filter((line) => line.trim() !== '');
    return lines.map(readCall);
  }
  if (!call.has('stdin')) {
    if (command !== null && input === null && tool === 'bash_run')
      return [{ tool, input: { command } }];
    if (command === null && input !== null) return [{ tool, input: parsedInput(input) }];
  }
  throw invalidInput(
    problemOf(isNamed, call.text('tool')),
    'Write either --command "…", or --tool NAME --input JSON, or --stdin.',
  );
}

/** Why the options name no call, or more than one. `tool`: what --tool says. */
function problemOf(isNamed: boolean, tool: string | null): string {
  if (isNamed) return '--command names a call, and so do --tool and --input, and --stdin.';
  return tool === null || tool === 'bash_run'
    ? 'No call was named.'
    : `--tool is ${visible(tool)}, and --input is missing.`;
}

interface Answer {
  readonly json: object;
  readonly text: string;
  /** The tool refuses the input, so that no policy evaluates the call. */
  readonly isInvalid: boolean;
}

/** The verdict for one call. A tool of a server or of the repository is evaluated by its name. */
async function answerFor(
  asked: NamedCall,
  context: {
    readonly tools: readonly Tool[];
    readonly policy: Policy;
    readonly situation: Situation;
  },
): Promise<Answer> {
  const tool = context.tools.find((candidate) => candidate.name === asked.tool);
  if (tool === undefined)
    return explained(explain(context.policy, sampleFacts(asked.tool, null), context.situation));
  const prepared = await tool.prepare(asked.input);
  if (!prepared.ok) {
    const because = [prepared.error.message, ...prepared.error.recommendations].join(' ');
    const json = { verdict: 'invalid', rule: null, line: null, because };
    return { json, text: `invalid: ${because}`, isInvalid: true };
  }
  return explained(explain(context.policy, prepared.call.facts, context.situation));
}

/** What to say about a name that no built-in tool has; `null` if one has it. Those of servers and modules are not known here. */
function unknownTool(name: string, tools: readonly Tool[]): string | null {
  const known = [...new Set([...BUILTIN_TOOLS, ...tools.map((tool) => tool.name)])];
  const suggestion = suggestTool(name, known);
  if (suggestion === null) return null;
  return `No built-in tool has the name ${JSON.stringify(name)}; only the rules about names and kinds apply. ${suggestion}`;
}

function explained(explanation: Explanation): Answer {
  return { json: jsonOf(explanation), text: explanationText(explanation), isInvalid: false };
}

/** What JSON says of a verdict. It has no key for what is `undefined`. */
function jsonOf({ verdict: found, problem, toPass, cannotPass }: Explanation): object {
  const { verdict, rule, list, line, because, commands, layer, link, layers } = found;
  const about = { problem: problem ?? undefined, toPass, cannotPass: cannotPass ?? undefined };
  return { verdict, rule, line, because, list, layer, link, layers, commands, ...about };
}

/** The call of a line of standard input. Throws `input-invalid` for any other text. */
function readCall(line: string): NamedCall {
  const value = parseJson(line);
  if (isJsonObject(value) && typeof value['tool'] === 'string') {
    return { tool: value['tool'], input: sanitizeJson(value['input'] ?? {}) };
  }
  throw invalidInput(
    `This is not a call: ${line.slice(0, 200)}`,
    'Write one JSON object on each line: {"tool":"bash_run","input":{"command":"ls"}}.',
  );
}
