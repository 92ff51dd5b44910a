import { resolve } from 'node:path';
import { visible, CountersignError, errorText } from '../../../common/index.ts';
import {
  BUILTIN_TOOLS,
  builtinPolicy,
  loadPolicy,
  looseKeys,
  type Policy,
} from '../../../policy/index.ts';
import { DEFAULT_POLICY } from '../../../session/index.ts';
import { type CommandCall, type CommandSpec, EXIT, type ExitCode } from '../../spec.ts';
import { WORKSPACE, workspaceOf } from '../../workspace.ts';
import { findProjects } from '../../ecosystems/find-projects.ts';
import { committedFindings } from './committed.ts';
import { gitHubFindings } from './github.ts';
import { machineFindings } from './machine.ts';
import { bad, conclusionOf, type Finding, good, unknown } from './finding.ts';
import { BASELINE, layered } from '../policy/files.ts';
import {
  checkoutFindings,
  policyFileFindings,
  readSmall,
  repositoryFindings,
  usedFiles,
} from './repository-findings.ts';

/** `doctor`: checks the security settings of this machine and repository, and lists what to change. */
export const doctorCommands: readonly CommandSpec[] = [
  {
    name: 'doctor',
    summary: 'Check this machine and repository, and list what to change',
    options: [
      WORKSPACE,
      {
        flags: '--policy <file>',
        summary: 'the policy, relative to the root of the checkout',
        default: DEFAULT_POLICY,
      },
      BASELINE,
    ],
    examples: [
      'countersign doctor',
      'GITHUB_TOKEN=… GITHUB_REPOSITORY=octo-org/octo-repo countersign doctor --json',
    ],
    run: doctor,
  },
];

async function doctor(call: CommandCall): Promise<ExitCode> {
  const { io } = call;
  const root = workspaceOf(call);
  const path = call.text('policy') ?? DEFAULT_POLICY;
  const policy = readSmall(resolve(root, path));
  const loaded =
    policy === null ? null : loadPolicy(policy, { file: path, knownTools: BUILTIN_TOOLS });
  // None for a policy that does not load, which has a finding of its own.
  const own = loaded === null ? builtinPolicy() : loaded.ok ? loaded.policy : null;
  const findings = [
    ...(await machineFindings(root, { io, network: own?.sandbox.network ?? [] })),
    ...checkoutFindings(root),
    ...policyFileFindings(root, path),
    ...(own === null ? [] : await baselineFindings(own, path, call)),
    ...repositoryFindings(root, {
      projects: findProjects(root),
      defaultPolicy: path,
      resumedLater: null,
    }),
    ...(await committedFindings(root, usedFiles(root, path), io)),
    ...(await gitHubFindings(io)),
  ];
  const ok = findings.every(({ level }) => level !== 'problem');
  call.show({ ok, findings }, `${findings.map(lineOf).join('\n')}\n\n${conclusionOf(findings)}\n`);
  return ok ? EXIT.ok : EXIT.no;
}

const MARK = { ok: 'ok     ', problem: 'CHANGE ', unknown: 'note   ' } as const;

function lineOf({ check, level, found, change }: Finding): string {
  const line = `${MARK[level]}${check}: ${visible(found)}`;
  return change === null ? line : `${line}\n         -> ${visible(change)}`;
}

/** The findings for the baselines that a run here would have: those of its own policy, of the option and of the machine. */
async function baselineFindings(
  own: Policy,
  file: string,
  call: CommandCall,
): Promise<readonly Finding[]> {
  try {
    const policy = await layered(own, call, { machine: true });
    const [, ...baselines] = policy.layers;
    return [
      ...baselines.map((layer) => {
        const commit = layer.origin?.commit ?? null;
        return good('baseline', `${layer.file}${commit === null ? '' : ` at ${commit}`} is valid.`);
      }),
      ...looseKeys(policy).map(({ line, column, message, fix }) =>
        unknown('baseline', `${file}:${line}:${column}: ${message}`, fix),
      ),
    ];
  } catch (error) {
    // A run of the workflow has a token, so that this says nothing about it.
    if (error instanceof CountersignError && error.code === 'input-invalid')
      return [unknown('baseline', errorText(error))];
    return [bad('baseline', errorText(error), 'Until then no run starts.')];
  }
}
