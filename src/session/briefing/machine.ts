import { readFile } from 'node:fs/promises';
import { arch, cpus, type } from 'node:os';
import { childEnvironment, findProgram } from '../../sandbox/index.ts';
import { oneLine } from '../../common/index.ts';
import type { Machine } from './facts.ts';

// I/O: inspects this machine without starting a program.

const MAX_NAME_CHARS = 80;
const OS_RELEASE = '/etc/os-release';
/** The programs that a model may want to use, in the order in which they are named. */
const PROGRAMS = (
  'git node npm npx pnpm yarn bun deno python3 python pip uv poetry go cargo rustc java mvn gradle ruby bundle php composer ' +
  'dotnet gcc clang make cmake docker rg jq curl wget sqlite3 psql'
).split(' ');

/** What commands of this run find on the machine. */
export async function inspectMachine(
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Machine> {
  const env = childEnvironment(environment, { home: '/', tmp: '/tmp', workspace: root });
  const programs = PROGRAMS.filter((name) => findProgram(name, { env, cwd: root }) !== null);
  const distribution = await distributionName();
  const system = [`${type()} ${arch()}`, ...distribution, `${cpus().length} CPUs`].join(', ');
  return { system, programs };
}

async function distributionName(): Promise<readonly string[]> {
  const text = await readFile(OS_RELEASE, 'utf8').catch(() => '');
  const name = /^PRETTY_NAME="?([^"\n]+)/m.exec(text)?.[1];
  return name === undefined ? [] : [oneLine(name, MAX_NAME_CHARS)];
}
