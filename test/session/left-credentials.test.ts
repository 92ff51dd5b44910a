import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { jobSummary } from '../../src/reporting/summary/markdown.ts';
import { defineTool, success } from '../../src/tools/index.ts';
import { calls, entriesOf, finish, play } from '../agent/injection-context.ts';

const TOKEN = 'ghx_left0123456789abcdef';
const BASIC = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');

function initialise(root: string): void {
  execFileSync('git', ['init', '-q'], { cwd: root });
}

function leaveToken(root: string): void {
  initialise(root);
  execFileSync(
    'git',
    ['config', 'http.https://github.com/.extraheader', `AUTHORIZATION: basic ${BASIC}`],
    { cwd: root },
  );
}

test('a token that the checkout left is reported in trail, log and summary, and its value reaches nobody', async () => {
  const reporting = defineTool({
    name: 'tell',
    displayName: 'Tell',
    description: 'Tells what it should not.',
    kind: 'readonly',
    category: 'test',
    input: z.object({}),
    facts: () => ({}),
    execute: () => Promise.resolve(success(`The header is ${BASIC}, the token ${TOKEN}.`)),
  });
  await play(
    { prepare: leaveToken, tools: [reporting], turns: [calls(['tell', {}]), finish('Told.')] },
    (played) => {
      const [warning] = entriesOf(played, 'warning');
      expect(warning).toMatchObject({ code: 'persisted-credentials' });
      expect(warning?.message).toContain('http.https://github.com/.extraheader');
      expect(warning?.message).toContain('persist-credentials: false');
      expect(played.log).toContain('persist-credentials: false');
      const summary = jobSummary(played.report, {
        published: { kind: 'kept', because: 'test' },
        approvalUrls: new Map(),
        picture: '',
      });
      expect(summary).toContain('persist-credentials: false');
      const all = JSON.stringify(played.entries) + played.requests.join('') + played.log + summary;
      expect(all).not.toContain(TOKEN);
      expect(all).not.toContain(BASIC);
    },
  );
});

test('a checkout without them is not warned about', async () => {
  await play({ prepare: initialise, turns: [finish('Nothing.')] }, (played) => {
    expect(entriesOf(played, 'warning')).toEqual([]);
    expect(played.report.warnings).toEqual([]);
  });
});
