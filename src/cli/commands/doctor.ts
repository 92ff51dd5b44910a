import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { visible } from '../../common/index.ts';
import { BUILTIN_TOOLS, checkPolicy, loadPolicy } from '../../policy/index.ts';
import { gitHubFindings } from './doctor-github.ts';
import { machineFindings } from './doctor-machine.ts';
import { bad, type Finding, good, unknown } from './finding.ts';
import { shownJson } from '../json.ts';
import {
  type CliIo,
  type CommandCall,
  type CommandSpec,
  EXIT,
  type ExitCode,
  textOption,
} from '../spec.ts';
import { lintWorkflow } from './workflow-lint.ts';

const DEFAULT_POLICY = '.github/countersign.yml';
const WORKFLOWS = '.github/workflows';
const MAX_WORKFLOWS = 200;
const MAX_FILE_BYTES = 1024 * 1024;

/** `doctor`: checks the security settings of this machine and repository, and lists what to change. */
export const doctorCommands: readonly CommandSpec[] = [
  {
    name: 'doctor',
    summary: 'Check this machine and repository, and list what to change',
    options: [
      { flags: '--workspace <dir>', summary: 'the checkout', default: '.' },
      {
        flags: '--policy <file>',
        summary: 'the policy, relative to the root of the checkout',
        default: DEFAULT_POLICY,
      },
    ],
    examples: [
      'countersign doctor',
      'GITHUB_TOKEN=… GITHUB_REPOSITORY=octo-org/octo-repo countersign doctor --json',
    ],
    run: doctor,
  },
];

async function doctor(call: CommandCall, io: CliIo): Promise<ExitCode> {
  const root = resolve(io.cwd, textOption(call, 'workspace') ?? '.');
  const path = textOption(call, 'policy') ?? DEFAULT_POLICY;
  const policy = await readSmall(join(root, path));
  const findings = [
    ...(await machineFindings(root, { io, network: await hostsOf(policy, path) })),
    await policyFinding(policy, path),
    ...(await workflowFindings(root)),
    ...(await gitHubFindings(io)),
  ];
  const problems = findings.filter(({ level }) => level === 'problem').length;
  if (call.json) io.out(shownJson({ ok: problems === 0, findings }));
  else {
    const end = problems === 0 ? 'Nothing to change.' : `${problems} to change.`;
    io.out(`${findings.map(lineOf).join('\n')}\n\n${end}\n`);
  }
  return problems === 0 ? EXIT.ok : EXIT.no;
}

const MARK = { ok: 'ok     ', problem: 'CHANGE ', unknown: 'note   ' } as const;

function lineOf({ check, level, found, change }: Finding): string {
  const line = `${MARK[level]}${check}: ${visible(found)}`;
  return change === null ? line : `${line}\n         -> ${visible(change)}`;
}

/** The hosts that the policy lists for commands; none if the policy does not load. */
async function hostsOf(text: string | null, file: string): Promise<readonly string[]> {
  const loaded = text === null ? null : loadPolicy(text, { file, knownTools: BUILTIN_TOOLS });
  return loaded?.ok === true ? loaded.policy.sandbox.network : [];
}

async function policyFinding(text: string | null, path: string): Promise<Finding> {
  if (text === null) {
    const found = `${path} does not exist, so the strict built-in policy applies.`;
    return unknown('policy', found, 'Start with the output of: countersign policy preset fix.');
  }
  const { errors, warnings } = checkPolicy(text, { file: path, knownTools: BUILTIN_TOOLS });
  const [first] = errors.length > 0 ? errors : warnings;
  if (first === undefined) return good('policy', `${path} is valid.`);
  const said = `${path}:${first.line}:${first.column}: ${first.message}`;
  return errors.length > 0
    ? bad('policy', said, first.fix)
    : unknown('policy', `${said} (${warnings.length} warnings)`, first.fix);
}

async function workflowFindings(root: string): Promise<readonly Finding[]> {
  const folder = join(root, WORKFLOWS);
  const names = await readdir(folder).catch(() => []);
  const files = names
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .slice(0, MAX_WORKFLOWS);
  const all: Finding[] = [];
  for (const name of files) {
    const text = await readSmall(join(folder, name));
    if (text !== null) all.push(...lintWorkflow(`${WORKFLOWS}/${name}`, text));
  }
  return all.length > 0
    ? all
    : [unknown('workflow', `No workflow in ${WORKFLOWS} uses Countersign.`)];
}

/** The text of a regular file of limited size; otherwise `null`. */
async function readSmall(path: string): Promise<string | null> {
  try {
    const about = await stat(path);
    return about.isFile() && about.size <= MAX_FILE_BYTES ? await readFile(path, 'utf8') : null;
  } catch {
    return null;
  }
}
