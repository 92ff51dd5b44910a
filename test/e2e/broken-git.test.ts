import { expect, test } from 'vitest';
import { expectEnd, finish, openRepository, turn } from './harness.ts';

/** A command that reaches git's own files by a name that nobody sees before it runs. */
const BREAKS = `node -e "fs.writeFileSync('.g' + 'it/HEAD', 'x')"`;

test.concurrent('a run that breaks the git of its checkout still ends with the right outcome and its trail', async () => {
  await using repository = await openRepository();
  repository.answerApprovalComments((ids) => `/approve ${ids.join(' ')}`);
  const end = await repository.runStep({
    turns: [turn('', ['bash_run', { command: BREAKS }]), finish('Broken.')],
  });
  await expectEnd(end, { outcome: 'done', exitCode: 0 });
  await expect(repository.runner.git('status')).rejects.toThrow('not a git repository');
});
