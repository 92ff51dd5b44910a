/** Commands of stories in a real sandbox. What they do to the checkout is their effect. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listenOnLoopback } from '../../../src/testing/loopback.ts';

/** A file that no command changes: the policies of stories deny it. */
export const KEPT = { path: '.forbidden/kept.txt', text: 'It stays.\n' };

/**
 * A program of the checkout: it notes its words, tries to reach two hosts of this machine, of which the policy may list the second, and to
 * change what no command may change.
 */
export const SANDBOX_FILES = {
  effect: `#!/bin/sh
echo "$*|$(date +%s%N)-$$" >> effects.log
for url in CANARY LISTED; do
  curl -s -m 3 "$url/$1/$2" > /dev/null 2>&1
  curl -s -m 3 --noproxy '*' "$url/$1/past-proxy" > /dev/null 2>&1
done
{ echo changed > .forbidden/kept.txt; mv .forbidden src/moved; rm -rf .forbidden; } 2> /dev/null
exit 0
`,
};

const run = (command: string, more = {}) => ['bash_run', { command, ...more }] as const;
export const SANDBOX_CALLS: readonly (readonly [name: string, input: object])[] = [
  run('effect auto TAG; sleep 2; effect auto late-TAG', { background: true }),
  run('cat src/notes.txt; effect contained TAG; echo changed > src/contained-TAG.txt'),
  run('echo text > .forbidden/TAG; effect auto TAG'),
  run('echo text > src/TAG.txt'),
  run('effect gated TAG; find . -name kept.txt -delete'),
  run('effect gated TAG; cp -r .forbidden src/copy-TAG; rm -r .forbid*'),
  run('effect gated TAG; git checkout -q HEAD~1 -- . ; git stash -q'),
  run('(sleep 1; effect auto later-TAG) & effect auto TAG'),
];

/** Commands as they are written where the program lies in the checkout. */
export function inCheckout(text: string): string {
  return text.replaceAll(/\beffect (?=auto|gated|denied|contained|hook)/g, './effect ');
}

/** The effects that commands left in a checkout. Each is written once, and stays there when the checkout is restored. */
export function effectsLeftIn(workspace: string): readonly string[] {
  const file = join(workspace, 'effects.log');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** A host of this machine's own network. `seen` has what reached it. */
export async function startHost() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.end();
  });
  const loopback = await listenOnLoopback(server);
  return { url: loopback.url, seen, [Symbol.asyncDispose]: () => loopback.close() };
}
