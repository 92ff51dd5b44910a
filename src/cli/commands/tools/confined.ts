import { type Redactor, visible } from '../../../common/index.ts';
import { createBus } from '../../../tool-calls/index.ts';
import {
  deniedWrites,
  hiddenFromCommands,
  type Policy,
  type Situation,
} from '../../../policy/index.ts';
import {
  builtinTools,
  type ModuleSource,
  patternsOf,
  redactorFor,
  trustedFolder,
} from '../../../session/index.ts';
import {
  type CommandRunner,
  createCommandRunner,
  openWorkspace,
  type Workspace,
  workspacePathResolver,
} from '../../../sandbox/index.ts';
import { createReadRecord, type Tool } from '../../../tools/index.ts';
import type { CommandCall } from '../../spec.ts';
import { workspaceOf } from '../../workspace.ts';

/** The tools of a checkout, without a run. */
export interface Confined {
  readonly tools: readonly Tool[];
  readonly redactor: Redactor;
  readonly runWorkspace: { readonly files: Workspace; readonly commands: CommandRunner };
  readonly modules: ModuleSource;
}

/** Opens the checkout and the sandbox for `use`, and closes both afterwards. */
export async function withTools<T>(
  call: CommandCall,
  { settings, policy }: { readonly settings: Policy['sandbox']; readonly policy?: Policy },
  use: (confined: Confined) => Promise<T>,
): Promise<T> {
  const { io } = call;
  const workspace = await openWorkspace(workspaceOf(call));
  const { runner: commands } = await createCommandRunner({
    ...settings,
    workspace,
    environment: io.environment,
    ...(policy === undefined ? {} : limitsOf(policy, workspace)),
  });
  try {
    const bus = createBus(() => undefined);
    const redactor = redactorFor(io.environment, {});
    const patterns = policy === undefined ? [] : patternsOf(policy);
    redactor.addPatterns(patterns);
    io.addPatterns?.(patterns);
    const context = { bus, redactor, environment: io.environment };
    const runWorkspace = { files: workspace, commands };
    const tools = builtinTools(context, runWorkspace, createReadRecord({ unread: 'allow' }));
    const warn = (message: string): void => io.err(`warning: ${visible(message)}\n`);
    const modules: ModuleSource = {
      trusted: trustedFolder(workspace.root),
      redact: (text) => redactor.redact(text),
      commands: () => {
        if (commands.sandbox === 'none') warn('modules run without a sandbox');
        return Promise.resolve(commands);
      },
      onStray: (message) => warn(`a module failed outside of a call: ${message}`),
    };
    return await use({ tools, redactor, runWorkspace, modules });
  } finally {
    await commands.close();
  }
}

/** What of a checkout commands cannot read or write. */
function limitsOf(policy: Policy, { root }: Workspace) {
  const pathResolver = workspacePathResolver(root);
  return {
    isHidden: hiddenFromCommands(policy, pathResolver),
    deniedWrites: deniedWrites(policy, pathResolver),
  };
}

/** The situation of a call that a person makes: no untrusted content was read. */
export function situationOf(policy: Policy, { runWorkspace }: Confined): Situation {
  return {
    pathResolver: workspacePathResolver(runWorkspace.files.root),
    untrusted: false,
    sandboxed: policy.sandbox.mode === 'off' || runWorkspace.commands.sandbox !== 'none',
    contained: runWorkspace.commands.contains,
  };
}
