import { expect, test } from 'vitest';
import { createRedactor } from '../../src/common/index.ts';
import { errorOf, context } from './context.ts';

const SECRET = 'hunter2-hunter2-hunter2';

function redactor() {
  return createRedactor({ secrets: [{ kind: 'known', value: SECRET }] });
}

test('a branch or a file whose name holds a secret is not sent, and the refusal does not say it', async () => {
  const { github, head, server } = await context({ client: { redactor: redactor() } });
  const branch = await errorOf(
    github.moveBranch(`countersign/${SECRET}`, { from: null, to: head }),
  );
  const file = { path: `docs/${SECRET}.md`, mode: '100644', bytes: Buffer.from('x') } as const;
  const path = await errorOf(github.createCommit({ parent: head, message: 'Add', files: [file] }));
  for (const error of [branch, path]) {
    expect(error).toMatchObject({ code: 'input-invalid' });
    expect(error.message).toContain('[redacted:known:');
    expect(error.message).not.toContain(SECRET);
  }
  expect(JSON.stringify(server.log)).not.toContain(SECRET);
});
