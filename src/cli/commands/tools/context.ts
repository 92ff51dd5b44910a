import { CountersignError } from '../../../common/index.ts';
import type { Evaluate } from '../../../tool-calls/index.ts';
import {
  affectedPaths,
  approvalNeeds,
  dependsOn,
  evaluate,
  type Policy,
  touchedFiles,
} from '../../../policy/index.ts';
import { allowedCommand, secretService, workspaceService } from '../../../session/index.ts';
import type { LiveMetadata, PreparedCall, Tool, ToolContext } from '../../../tools/index.ts';
import type { CliIo } from '../../spec.ts';
import { type Confined, situationOf } from './confined.ts';

/**
 * The context of a call without a run: files, commands and secrets as the policy allows, without approvals and without an
 * audit trail.
 */
export function contextWithoutRun(options: {
  readonly io: CliIo;
  readonly policy: Policy;
  readonly confined: Confined;
  readonly tool: Tool;
  readonly call: PreparedCall;
  readonly metadata: LiveMetadata;
  readonly signal: AbortSignal;
}): ToolContext {
  const { io, policy, confined, tool, call, metadata, signal } = options;
  const { files: workspace } = confined.runWorkspace;
  const evaluator: Evaluate = {
    sha256: policy.sha256,
    evaluate: (facts, situation) => evaluate(policy, facts, situation),
    pathsOf: affectedPaths,
    approvalNeeds: (verdict) => approvalNeeds(policy.approvals, verdict),
    touchedFiles,
    dependsOn,
  };
  const served = {
    workspace,
    call: { tool, prepared: call },
    policy: evaluator,
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
        const { verdict } = await allowedCommand(served, { command, cwd: place });
        const timeout = timeoutMs === undefined ? {} : { timeout_ms: Math.ceil(timeoutMs) };
        const bash = confined.tools.find(({ name }) => name === 'bash_run');
        const prepared = await bash?.prepare({ command, cwd: place, ...timeout });
        if (prepared?.ok !== true) throw notHere('The tool bash_run');
        const profile = verdict.profile === undefined ? {} : { profile: verdict.profile };
        const result = await prepared.call.execute({ ...context, ...profile });
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
  return new CountersignError('input-invalid', `${what} is not available outside of a run.`, {
    fix: 'Start a run with countersign run.',
  });
}
