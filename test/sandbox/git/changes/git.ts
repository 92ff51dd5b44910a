import { execFileSync } from 'node:child_process';

/** Runs git with an identity, and with submodules from folders; returns what it prints, without blanks around it. */
export function git(cwd: string, ...args: string[]): string {
  const settings = ['user.name=a', 'user.email=a@example.com', 'protocol.file.allow=always'];
  return execFileSync('git', [...settings.flatMap((pair) => ['-c', pair]), ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
