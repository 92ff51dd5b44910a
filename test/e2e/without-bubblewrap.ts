/** This machine as a hosted runner whose image has no bubblewrap, for one process alone. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestRepository } from './harness.ts';

export const HOSTED = { RUNNER_ENVIRONMENT: 'github-hosted' };
/** What `apt-get` does, in place of a download. */
export const DOWNLOADED = 'cp PACKAGE bubblewrap_0.9.0-1_amd64.deb';
const REPLACED = ['/usr/bin/bwrap', '/usr/bin/apt-get', '/usr/bin/dpkg-deb'];

/** Whether this machine can be seen without bubblewrap by one process alone. */
export function canHideBubblewrap(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  if (!REPLACED.every((file) => existsSync(file))) return false;
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
    return true;
  } catch {
    return false;
  }
}

/**
 * The program that starts a process which sees this machine without bubblewrap, with an empty `/var/lib`, and with package
 * programs that bring the real one. `aptGet`: the source of `apt-get`; PACKAGE in it is the path of the package.
 */
export async function withoutBubblewrap(
  { folder }: Pick<TestRepository, 'folder'>,
  aptGet: string,
): Promise<readonly string[]> {
  const own = join(folder, 'machine');
  await mkdir(own, { recursive: true });
  await copyFile('/usr/bin/bwrap', join(own, 'package'));
  const sources = {
    bwrap: '',
    'apt-get': `#!/bin/sh\n${aptGet.replace('PACKAGE', join(own, 'package'))}\n`,
    'dpkg-deb': '#!/bin/sh\nmkdir -p "$3/usr/bin" && cp "$2" "$3/usr/bin/bwrap"\n',
  };
  const binds: string[] = [];
  for (const [name, source] of Object.entries(sources)) {
    await writeFile(join(own, name), source);
    if (source !== '') await chmod(join(own, name), 0o755);
    binds.push(`mount --bind ${join(own, name)} /usr/bin/${name}`);
  }
  const source = ['mount -t tmpfs tmpfs /var/lib', ...binds, 'exec "$@"'].join(' && ');
  // Unlike sh, bash passes on variables with a dash in their name.
  return ['unshare', '--mount', 'bash', '-c', source, 'bash'];
}
