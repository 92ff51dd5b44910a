import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { BUBBLEWRAP_WORKS } from '../bubblewrap.ts';
import { entriesOf, expectEnd, finish, openRepository, turn } from './harness.ts';

vi.setConfig({ testTimeout: 120_000 });

const POLICY = `version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(./build.sh *)
deny:
  - fs_write(migrations/**)
  - fs_write(gen/**)
sandbox: { mode: required, write: [., gen] }
approvals: { wait: 20s, then: deny }
`;
const FILES = {
  'build.sh': '#!/bin/sh\necho built > gen/out\necho built > out\necho x > "$1"\n',
  'gen/out': 'old\n',
  'migrations/1.sql': 'one\n',
};

test
  .runIf(BUBBLEWRAP_WORKS)
  .concurrent(
    'no allowed and no approved command writes what a rule denies, and each names the rule',
    async () => {
      await using repository = await openRepository({ policy: POLICY, files: FILES });
      repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
      const end = await repository.runStep({
        event: repository.ask(),
        turns: [
          turn('', ['bash_run', { command: 'chmod +x build.sh' }]),
          turn('', ['bash_run', { command: './build.sh migrations/1.sql' }]),
          turn('', [
            'bash_run',
            { command: 'node -e "fs.rmSync(\'migrations\', {recursive: true})"' },
          ]),
          finish('Could not.', 'incomplete'),
        ],
      });
      await expectEnd(end, { outcome: 'incomplete', exitCode: 1 });
      const read = (path: string): string =>
        readFileSync(join(repository.runner.workspace, path), 'utf8');
      expect([read('migrations/1.sql'), read('gen/out'), read('out')]).toEqual([
        'one\n',
        'built\n',
        'built\n',
      ]);
      const met = entriesOf(end, 'call.state').filter(({ sandbox }) =>
        sandbox?.limits.includes('write'),
      );
      expect(met.map(({ call, sandbox }) => [call, sandbox?.readOnly])).toEqual([
        ['c2', 1],
        ['c3', 1],
      ]);
      const results = JSON.stringify([...end.artifact.values()].map((file) => file.toString()));
      expect(results).toContain(
        'lets no command write migrations (fs_write(migrations/**), line 7',
      );
    },
  );
