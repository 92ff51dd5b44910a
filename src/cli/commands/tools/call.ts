import {
  CountersignError,
  errorText,
  invalidInput,
  type Json,
  visible,
} from '../../../common/index.ts';
import { BUILTIN_TOOLS, evaluate, type Policy, type Verdict } from '../../../policy/index.ts';
import {
  allowedCommand,
  secretService,
  startModules,
  workspaceService,
  refuseTempFolderIn,
} from '../../../session/index.ts';
import { evaluatorOf } from '../../../tool-calls/index.ts';
import {
  failure,
  type PreparedCall,
  LiveMetadata,
  startToolModules,
  type Tool,
  type ToolResult,
  type ToolContext,
} from '../../../tools/index.ts';
import { parsedInput, shownJson } from '../../json.ts';
import { policyOf } from '../policy/files.ts';
import { type CliIo, type CommandCall, EXIT, type ExitCode } from '../../spec.ts';
import { workspaceOf } from '../../workspace.ts';
import { type Confined, situationOf, withTools } from './confined.ts';

/** `tools call`: one call of a built-in tool or of a repository's module, evaluated as in a run. */
export async function callTool(call: CommandCall): Promise<ExitCode> {
  const { io } = call;
  const name = call.args[0] ?? '';
  const given = call.text('input') ?? '{}';
  const input = parsedInput(given === '-' ? await io.stdin() : given);
  const policy = await policyOf(call);
  await refuseTempFolderIn(workspaceOf(call));
  return await withTools(call, { settings: policy.sandbox, policy }, async (confined) => {
    const named = { key: 'tools.modules', patterns: policy.tools.modules };
    const own = await startModules(confined.modules, named, startToolModules);
    try {
      const found = toolNamed(name, [...own.items, ...confined.tools]);
      const prepared = await found.prepare(input);
      if (!prepared.ok) return printResult(io, confined, { ok: false, error: prepared.error });
      const verdict = evaluate(policy, prepared.call.facts, situationOf(policy, confined));
      io.err(`${visible(`${verdict.verdict}: ${verdict.because}`)}\n`);
      if (!mayRun(verdict, call)) {
        if (verdict.verdict === 'requireApproval')
          io.err('The call did not run. Add --yes to approve it yourself.\n');
        // With the keys of `policy explain --json`.
        const { verdict: decided, rule, line, because } = verdict;
        if (call.json)
          printJson(io, confined, { ok: false, verdict: decided, rule, line, because });
        return EXIT.no;
      }
      const result = await callOnce({
        io,
        policy,
        confined,
        tool: found,
        call: prepared.call,
        verdict,
      });
      return printResult(io, confined, result);
    } finally {
      await own.close();
    }
  });
}

function toolNamed(name: string, tools: readonly Tool[]): Tool {
  const found = tools.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  const needsRun = BUILTIN_TOOLS.includes(name) || name.startsWith('mcp__');
  const because = needsRun
    ? `The tool ${name} works only in a run`
    : `Unknown tool: ${JSON.stringify(name)}`;
  throw invalidInput(
    `${because}.`,
    `${needsRun ? 'Start one with countersign run, or use' : 'Use'} one of: ${[...new Set(tools.map((tool) => tool.name))].join(', ')}.`,
  );
}

/** Prints the result as a model would get it, without secrets. */
function printResult(io: CliIo, confined: Confined, result: ToolResult): ExitCode {
  printJson(io, confined, result);
  return result.ok ? EXIT.ok : EXIT.no;
}

function printJson(io: CliIo, { redactor }: Confined, value: object): void {
  const json: Json = JSON.parse(JSON.stringify(value));
  io.out(shownJson(redactor.redactJson(json)));
}

/** `--yes` never allows a denied call. */
function mayRun({ verdict }: Verdict, call: CommandCall): boolean {
  return verdict === 'auto' || (verdict === 'requireApproval' && call.has('yes'));
}

interface AllowedCall {
  readonly io: CliIo;
  readonly policy: Policy;
  readonly confined: Confined;
  readonly tool: Tool;
  readonly call: PreparedCall;
  readonly verdict: Verdict;
}

async function callOnce(allowed: AllowedCall): Promise<ToolResult> {
  const { tool, call } = allowed;
  const { profile } = allowed.verdict;
  const metadata = new LiveMetadata();
  const signal = AbortSignal.timeout(tool.timeoutMs);
  try {
    const context = contextWithoutRun(allowed, metadata, signal);
    const result = await call.execute({
      ...context,
      ...(profile === undefined ? {} : { profile }),
    });
    return metadata.mergedInto(result);
  } catch (error) {
    const type = signal.aborted ? 'timeout' : 'execution';
    return metadata.mergedInto(failure(type, `${tool.name} failed: ${errorText(error)}`));
  }
}

/**
 * The context of a call without a run: files, commands and secrets as the policy allows, without approvals and without an
 * audit trail.
 */
function contextWithoutRun(
  { io, policy, confined, tool, call, verdict }: AllowedCall,
  metadata: LiveMetadata,
  signal: AbortSignal,
): ToolContext {
  const { files: workspace } = confined.runWorkspace;
  const served = {
    workspace,
    call: { tool, prepared: call, verdict },
    policy: evaluatorOf(policy),
    situation: () => situationOf(policy, confined),
    record: () => Promise.resolve(),
  };
  const secrets = {
    names: policy.tools.secrets,
    environment: io.environment,
    redactor: confined.redactor,
  };
  const context: ToolContext = {
    call: 'c1',
    run: 'tools-call',
    signal,
    emit: () => undefined,
    setMetadata: (fields) => void metadata.set(fields),
    request: () => Promise.reject(notHere('A request of the program')),
    workspace: workspaceService(served),
    commands: {
      run: async (command, { cwd = '.', timeoutMs } = {}) => {
        const place = workspace.relative(cwd);
        const { profile } = await allowedCommand(served, { command, cwd: place });
        const timeout = timeoutMs === undefined ? {} : { timeout_ms: Math.ceil(timeoutMs) };
        const bash = confined.tools.find(({ name }) => name === 'bash_run');
        const prepared = await bash?.prepare({ command, cwd: place, ...timeout });
        if (prepared?.ok !== true) throw notHere('The tool bash_run');
        const result = await prepared.call.execute({
          ...context,
          ...(profile === undefined ? {} : { profile }),
        });
        const code = result.metadata?.['exitCode'];
        const content = result.ok ? result.llmContent : result.error.message;
        return {
          ok: result.ok && code === 0,
          exitCode: typeof code === 'number' ? code : null,
          output: typeof content === 'string' ? content.replace(/^exit code [^\n]*\n?/, '') : '',
        };
      },
    },
    todo: {
      read: () => Promise.resolve([]),
      write: () => Promise.reject(notHere('A to-do list')),
    },
    files: { seen: () => Promise.resolve([]) },
    ask: () => Promise.reject(notHere('A person to ask')),
    secret: secretService(secrets, served.record),
  };
  return context;
}

function notHere(what: string): CountersignError {
  return invalidInput(
    `${what} is not available outside of a run.`,
    'Start a run with countersign run.',
  );
}
