import { readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectEnd, finish, openRepository, statesOf, turn } from './harness.ts';

const OPEN = 'version: 1\nmode: auto\nsandbox: preferred\n';

test.concurrent('file tools reach nothing outside of the workspace, by any name', async () => {
  await using repository = await openRepository({
    policy: 'version: 1\nmode: auto\nsandbox: off\n',
  });
  const outside = join(repository.folder, 'outside.txt');
  await writeFile(outside, 'not yours');
  await symlink(outside, join(repository.runner.workspace, 'src/link.txt'));
  await symlink(repository.folder, join(repository.runner.workspace, 'src/folder'));
  const paths = [
    outside,
    '../../../outside.txt',
    'src/link.txt',
    'src/folder/outside.txt',
    'src/../../../../outside.txt',
    '/proc/self/environ',
    '/proc/self/cwd/../../../outside.txt',
    '.git/config',
    'src/../.git/config',
    '.GIT/config',
    join(repository.runner.temp, 'action-output'),
    join(repository.runner.temp, 'action-event.json'),
  ];
  const end = await repository.runStep({
    turns: [
      turn('', ...paths.map((path) => ['fs_read', { path }] as const)),
      turn('', ...paths.map((path) => ['fs_write', { path, content: 'taken over' }] as const)),
      turn(
        '',
        ['fs_grep', { pattern: 'not.yours', path: 'src/folder' }],
        ['fs_glob', { pattern: '../**/outside.txt' }],
        ['fs_list', { path: '../../..' }],
      ),
      finish('Could not.', 'incomplete'),
    ],
  });
  expect(end.outputs['outcome'], end.log).toMatch(/denied|incomplete/);
  await expectEnd(end, { outcome: end.outputs['outcome'] ?? '', exitCode: 1 });
  expect(await readFile(outside, 'utf8')).toBe('not yours');
  expect(await readFile(join(repository.runner.workspace, '.git/config'), 'utf8')).not.toContain(
    'taken over',
  );
  for (const [index, path] of paths.entries())
    expect(statesOf(end, `c${index + 1}`).at(-1), path).toMatch(/DENIED|FAILED/);
  expect(end.artifact.get('audit.jsonl')?.toString('utf8')).not.toContain('not yours');
  expect(end.outputs['outcome']).not.toContain('taken over');
});

test.concurrent('a command gets no token, no key and no file of the runner', async () => {
  await using repository = await openRepository({ policy: OPEN });
  const secret = 'planted-in-the-event-file';
  const commands = [
    'env | sort',
    `cat ${repository.runner.temp}/*`,
    `ls -la ${repository.runner.temp} && echo outcome=done >> ${repository.runner.temp}/action-output`,
    'cat /proc/$PPID/environ | tr "\\0" "\\n"',
  ];
  const end = await repository.runStep({
    event: repository.ask(`/countersign ${secret}`),
    turns: [
      turn('', ...commands.map((command) => ['bash_run', { command }] as const)),
      finish('Could not.', 'incomplete'),
    ],
    inputs: { approvals: 'fail' },
    environment: { SOME_VARIABLE: 'plain-value-of-the-job' },
  });
  expect(end.exitCode).toBe(1);
  const results = end.entries
    .flatMap((entry) =>
      entry.type === 'call.state' && entry.state !== 'PENDING' ? [JSON.stringify(entry)] : [],
    )
    .join('\n');
  for (const name of [
    'GITHUB_TOKEN',
    'INPUT_',
    'ACTIONS_RUNTIME_TOKEN',
    'GITHUB_OUTPUT',
    'plain-value-of-the-job',
    secret,
  ]) {
    expect(results, name).not.toContain(name);
  }
  expect(end.outputs['outcome']).not.toBe('done');
});

test.concurrent('a command reaches the hosts that the policy lists, and its output counts as untrusted', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('words of somebody');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const listed = `http://127.0.0.1:${port}`;
  const policy = `version: 1\nmode: auto\nsandbox: { network: ["127.0.0.1:${port}"] }\n`;
  await using repository = await openRepository({ policy });
  const end = await repository.runStep({
    turns: [
      turn(
        '',
        ['bash_run', { command: `curl -sS ${listed}/a http://other.example/b` }],
        ['bash_run', { command: `curl -sS --noproxy '*' ${listed}/direct` }],
      ),
      turn('', ['fs_write', { path: 'src/after.txt', content: 'x' }]),
      finish('Could not.', 'incomplete'),
    ],
    inputs: { approvals: 'fail' },
  });
  server.closeAllConnections();
  server.close();
  const probe = end.entries.find((entry) => entry.type === 'sandbox.probe');
  const states = end.entries.flatMap((entry) => (entry.type === 'call.state' ? [entry] : []));
  if (probe?.sandbox !== 'bubblewrap') {
    expect(asked).toEqual([]);
    return;
  }
  expect(asked, end.log).toEqual(['/a']);
  expect(states.find(({ network }) => network !== undefined)?.network).toEqual([
    { to: `127.0.0.1:${port}`, verdict: 'allowed', count: 1 },
    { to: 'other.example:80', verdict: 'refused', count: 1 },
  ]);
  expect(end.entries).toContainEqual(
    expect.objectContaining({
      type: 'context.read',
      source: `network: 127.0.0.1:${port}`,
      trusted: false,
    }),
  );
  expect(statesOf(end, 'c3').at(-1)).toMatch(/DENIED|FAILED/);
});
