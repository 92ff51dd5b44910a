import { CountersignError, type Redactor, type Environment } from '../../common/index.ts';
import type { EvaluatedCall, Evaluate } from '../../tool-calls/index.ts';
import { type CommandProfile, type Kind, type Situation, sampleFacts } from '../../policy/index.ts';
import type { Workspace, WorkspaceEntry } from '../../sandbox/index.ts';
import type { ToolFile, ToolServices, ToolWorkspace } from '../../tools/index.ts';

const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_ENTRIES = 1_000;
const WRITERS: readonly Kind[] = ['write', 'execute'];

/** A call that uses services, and the policy decision behind it. */
export interface ServedCall {
  readonly workspace: Workspace;
  readonly call: Pick<EvaluatedCall, 'tool' | 'prepared' | 'verdict'>;
  readonly policy: Evaluate;
  readonly situation: () => Situation;
  /** Recorded before it has an effect. */
  readonly record: (what: {
    readonly service: 'write' | 'secret';
    readonly target: string;
    readonly because: string;
  }) => Promise<unknown>;
}

type FileTool = 'fs_read' | 'fs_list' | 'fs_write';

/** The workspace, limited to what the policy and the call's own declaration allow. */
export function workspaceService(served: ServedCall): ToolWorkspace {
  const { workspace } = served;
  const readBytes = async (path: string): Promise<Uint8Array> => {
    const { files } = await allowed(served, 'fs_read', path);
    return await files.read(path, { maxBytes: MAX_FILE_BYTES });
  };
  return {
    root: workspace.root,
    readBytes,
    read: async (path) => Buffer.from(await readBytes(path)).toString('utf8'),
    write: async (path, content) => {
      const { because, files } = await allowed(served, 'fs_write', path);
      const bytes = Buffer.from(content);
      if (bytes.byteLength > MAX_FILE_BYTES) {
        throw new CountersignError(
          'file-refused',
          `${path}: ${bytes.byteLength} bytes are more than ${MAX_FILE_BYTES}.`,
        );
      }
      await served.record({ service: 'write', target: workspace.relative(path), because });
      await files.write(path, bytes);
    },
    list: async (path) => {
      const { files } = await allowed(served, 'fs_list', path);
      const entries = await files.list(path, { limit: MAX_ENTRIES });
      return entries
        .filter((entry) => {
          const verdict = served.policy.evaluate(
            sampleFacts('fs_read', entry.path),
            served.situation(),
          );
          return verdict.verdict !== 'deny';
        })
        .map(fileOf);
    },
    stat: async (path) => {
      const { files } = await allowed(served, 'fs_read', path);
      const entry = await files.stat(path);
      return entry === null ? null : fileOf(entry);
    },
  };
}

function fileOf({ path, kind, size }: WorkspaceEntry): ToolFile {
  return { path, kind, size };
}

/**
 * Checks that a call may access a path, and returns the reason, and the workspace to access it in. Throws `path-refused` if the
 * policy denies the path, or if it needs approval and the call does not declare it: whoever approved the call could not know of it.
 * What the call declares is opened only where it was when the call itself was evaluated.
 */
async function allowed(
  served: ServedCall,
  tool: FileTool,
  path: string,
): Promise<{ readonly because: string; readonly files: Workspace }> {
  const { workspace, call } = served;
  if (tool === 'fs_write' && !WRITERS.includes(call.tool.kind)) {
    throw new CountersignError('path-refused', `${call.tool.name} may not write ${path}.`, {
      fix: `Its kind is ${call.tool.kind}: a tool that writes is of kind write or execute.`,
    });
  }
  const place = workspace.relative(path);
  const verdict = served.policy.evaluate(sampleFacts(tool, place), served.situation());
  const openedAt = (where: string | undefined): Workspace =>
    workspace.asEvaluated(new Map(where === undefined ? [] : [[place, where]]));
  if (verdict.verdict === 'auto')
    return { because: verdict.because, files: openedAt(verdict.places?.get(place)) };
  const access = tool === 'fs_write' ? 'write' : 'read';
  const declared = (call.prepared.facts.paths ?? []).find(
    (fact) =>
      (fact.access === access || access === 'read') && relativeOr(workspace, fact.path) === place,
  );
  if (verdict.verdict === 'requireApproval' && declared !== undefined) {
    const files = openedAt(call.verdict.places?.get(declared.path));
    return { because: `The facts of the call declare it (${access}).`, files };
  }
  throw new CountersignError(
    'path-refused',
    `${call.tool.name} may not ${access} ${place}: ${verdict.because}`,
    verdict.verdict === 'deny' ? {} : { fix: declareIt(place, access) },
  );
}

function declareIt(path: string, access: string): string {
  return `Let its facts give { paths: [{ path: ${JSON.stringify(path)}, access: '${access}' }] }, or let an auto rule of the policy name the path.`;
}

/** A declared path may be outside the workspace; a path of the workspace never is. */
function relativeOr(workspace: Workspace, path: string): string | null {
  try {
    return workspace.relative(path);
  } catch {
    return null;
  }
}

/**
 * Checks that a call may run a command, and returns the profile of its sandbox: for a command that the call declares, and that may
 * run only because the call may, that of the call. Throws `command-refused` if it may not run.
 */
export async function allowedCommand(
  served: Pick<ServedCall, 'call' | 'policy' | 'situation'>,
  { command, cwd }: { readonly command: string; readonly cwd: string },
): Promise<{ readonly profile: CommandProfile | undefined; readonly declared: boolean }> {
  const { name, kind } = served.call.tool;
  if (kind !== 'execute') {
    throw new CountersignError('command-refused', `${name} may not run commands.`, {
      fix: `Its kind is ${kind}: a tool that runs commands is of kind execute.`,
    });
  }
  const facts = { ...sampleFacts('bash_run', command), cwd };
  const verdict = served.policy.evaluate(facts, served.situation());
  const own = served.call.prepared.facts;
  const declared = own.command === command && (own.cwd ?? '.') === cwd;
  if (verdict.verdict === 'auto') return { profile: verdict.profile, declared: false };
  if (verdict.verdict === 'requireApproval' && declared)
    return { profile: served.call.verdict.profile ?? verdict.profile, declared };
  throw new CountersignError(
    'command-refused',
    `${name} may not run this command: ${verdict.because}`,
    verdict.verdict === 'deny'
      ? {}
      : {
          fix: 'Let its facts give exactly this command, or let an auto rule of the policy cover it.',
        },
  );
}

/** Returns the values of the variables that the policy names. Each is added to the redactor first. */
export function secretService(
  options: {
    readonly names: readonly string[];
    readonly environment: Environment;
    readonly redactor: Pick<Redactor, 'addSecret'>;
  },
  record: ServedCall['record'],
): ToolServices['secret'] {
  return async (name) => {
    const shown = JSON.stringify(name).slice(0, 100);
    if (!options.names.includes(name)) {
      throw new CountersignError('tool-invalid', `The policy gives tools no secret ${shown}.`, {
        fix: 'Name it in tools.secrets of the policy.',
      });
    }
    const value = options.environment[name] ?? '';
    if (value === '') {
      throw new CountersignError('tool-invalid', `The secret ${shown} is not there.`, {
        fix: 'Set the variable in the env of the step.',
      });
    }
    options.redactor.addSecret(value, `tool-${name}`);
    await record({ service: 'secret', target: name, because: 'tools.secrets names it.' });
    return value;
  };
}
