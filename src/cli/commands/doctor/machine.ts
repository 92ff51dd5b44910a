import { access, constants, stat } from 'node:fs/promises';
import {
  createCommandRunner,
  findProgram,
  openWorkspace,
  persistedCredentials,
  runTrusted,
} from '../../../sandbox/index.ts';
import { refuseTempFolderIn } from '../../../session/index.ts';
import { CountersignError, errorText } from '../../../common/index.ts';
import { bad, type Finding, good, unknown } from './finding.ts';
import type { CliIo } from '../../spec.ts';

/** Checks of the machine. This file starts processes and reads files. */

const SUDO_TIMEOUT_MS = 10_000;
const GIT_TIMEOUT_MS = 10_000;
/** Earlier ones do not read the variables by which a run sets what git does for its commands. */
const OLDEST_GIT = '2.32';
const MAX_OUTPUT_BYTES = 10_000;
const REQUIRE = 'Write sandbox: required as an input of the action.';
const SOCKETS = ['/var/run/docker.sock', '/run/podman/podman.sock'] as const;

/** Checks the sandbox, programs, sudo, the Docker socket, credentials in the checkout, and `NO_PROXY`. */
export async function machineFindings(
  root: string,
  options: { readonly io: CliIo; readonly network: readonly string[] },
): Promise<readonly Finding[]> {
  const { io } = options;
  const env = { PATH: io.environment['PATH'] ?? '' };
  const found = (name: string): string | null => findProgram(name, { env, cwd: '/' });
  return [
    ...(await sandboxFindings(root, options)),
    await gitFinding(found('git'), env),
    await sudoFinding(found('sudo'), env),
    await socketFinding(),
    await credentialFinding(root),
    ...noProxyFindings(io.environment),
  ];
}

async function gitFinding(git: string | null, env: Readonly<{ PATH: string }>): Promise<Finding> {
  const change = `Install git ${OLDEST_GIT} or later.`;
  if (git === null) return bad('git', 'git is not installed.', change);
  const { stdout } = await runTrusted({
    argv: [git, '--version'],
    cwd: '/',
    env,
    timeoutMs: GIT_TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  const version = /^git version (\d+\.\d+)/u.exec(stdout.toString())?.[1];
  if (version === undefined)
    return unknown('git', `The version of ${git} could not be read.`, change);
  const isOld = version.localeCompare(OLDEST_GIT, 'en', { numeric: true }) < 0;
  const found = `git is ${git}, version ${version}.`;
  return isOld ? bad('git', found, change) : good('git', found);
}

const INSTALL =
  'On a GitHub-hosted runner the action installs bubblewrap by itself. On your own Linux machine, install bubblewrap and allow user namespaces. Without a sandbox, commands need approval.';
const MAKE_WRITABLE =
  'Let this user write the checkout: the sandbox needs folders in it to mount what commands may not change.';

async function sandboxFindings(
  root: string,
  { io, network }: { readonly io: CliIo; readonly network: readonly string[] },
): Promise<readonly Finding[]> {
  const change = (await canWrite(root)) ? INSTALL : MAKE_WRITABLE;
  try {
    const workspace = await openWorkspace(root);
    await refuseTempFolderIn(workspace.root);
    const { runner, probes } = await createCommandRunner({
      workspace,
      mode: 'preferred',
      network,
      environment: io.environment,
    });
    await runner.close();
    const failed = probes
      .filter((probe) => !probe.held)
      .map(({ probe, detail }) => `${probe}: ${detail}`);
    if (runner.sandbox === 'none')
      return [bad('sandbox', `No sandbox is available (${failed.join('; ')}).`, change)];
    const passed = `${runner.sandbox}: ${probes.length - failed.length} of ${probes.length} isolation checks passed`;
    return [
      good('sandbox', `${passed}${failed.length === 0 ? '' : ` (failed: ${failed.join('; ')})`}.`),
    ];
  } catch (error) {
    const known = error instanceof CountersignError && error.fix !== undefined ? error : null;
    const because = known?.message ?? errorText(error);
    return [bad('sandbox', `The sandbox could not be tested: ${because}`, known?.fix ?? change)];
  }
}

async function canWrite(path: string): Promise<boolean> {
  return await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

async function sudoFinding(
  sudo: string | null,
  env: Readonly<Record<string, string>>,
): Promise<Finding> {
  if (process.getuid?.() === 0) {
    return unknown(
      'sudo',
      'The process runs as root, so a command outside a sandbox can do anything.',
      'Run jobs as another user.',
    );
  }
  if (sudo === null) return good('sudo', 'sudo is not installed.');
  const result = await runTrusted({
    argv: [sudo, '-n', 'true'],
    cwd: '/',
    env,
    timeoutMs: SUDO_TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (result.exitCode !== 0) return good('sudo', 'sudo asks for a password.');
  const found =
    'sudo works without a password, as on hosted runners. Only the sandbox keeps commands from using it.';
  return unknown('sudo', found, REQUIRE);
}

async function socketFinding(): Promise<Finding> {
  for (const socket of SOCKETS) {
    try {
      await stat(socket);
      await access(socket, constants.W_OK);
      const found = `${socket} is writable, which is equivalent to root. Only the sandbox keeps commands from using it.`;
      return unknown('docker', found, REQUIRE);
    } catch {
      // Missing or not writable: not a finding.
    }
  }
  return good('docker', 'No Docker socket is writable.');
}

async function credentialFinding(root: string): Promise<Finding> {
  try {
    const left = persistedCredentials(root);
    if (left.length === 0)
      return good('credentials', "The checkout's git configuration contains no credentials.");
    const keys = left.map(({ key }) => key).join(', ');
    const found = `The checkout's git configuration contains credentials (${keys}).`;
    return bad('credentials', found, 'Add persist-credentials: false to actions/checkout.');
  } catch (error) {
    return unknown('credentials', `The git configuration could not be read: ${errorText(error)}`);
  }
}

/** Ranges of addresses in `NO_PROXY`: curl and Go know them, the HTTP client of a run does not. */
function noProxyFindings(environment: CliIo['environment']): readonly Finding[] {
  const noProxy = environment['no_proxy'] || environment['NO_PROXY'] || '';
  const ranges = noProxy.split(/[,\s]/).filter((entry) => entry.includes('/'));
  if (ranges.length === 0) return [];
  const found = `NO_PROXY has ${ranges.join(', ')}. Requests of a run to such addresses go through the proxy.`;
  return [unknown('proxy', found, 'Add the names of the hosts to NO_PROXY, or each address.')];
}
