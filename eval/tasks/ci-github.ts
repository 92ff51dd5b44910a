import { failed, nodeGives, unless } from '../check.ts';
import { REQUESTER } from '../github-run.ts';
import { call, edit, finish, type Task, turn } from '../task.ts';
import { addJob, addWorkflowRun } from '../../test/testing/github-server/ci.ts';

const REPOSITORY = 'octo-org/octo-repo';
const RUN = 77;

export const ciGithub: Task = {
  id: 'ci-github',
  title: 'A workflow run that failed on a pull request: its log on GitHub, the fix in the checkout',
  topic: 'ci',
  asks: `The CI of this pull request failed. Read its log on GitHub, fix the code in the checkout, and say in one comment on
the pull request which test failed and why. Do not push.`,
  policy: `version: 1
mode: deny
auto: [kind:readonly, github_comment, fs_edit(src/**), fs_write(src/**)]
whenUntrusted: auto
budget: { turns: 30 }`,
  files: {
    'package.json': '{ "name": "slug", "type": "module" }\n',
    'src/slug.js': `/** Lower case, words joined by one hyphen, nothing else than letters and digits. */
export function slug(title) {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}
`,
  },
  github: async (stage) => {
    const { github } = stage;
    const headSha = await stage.commit('topic', {
      'src/slug.js': `/** Lower case, words joined by one hyphen, nothing else than letters and digits. */
export function slug(title) {
  return title.toLowerCase().replace(/[^a-z0-9]/g, '-').replace(/^-|-$/g, '');
}
`,
    });
    const thread = github.pull({
      author: REQUESTER,
      title: 'Simplify slug',
      body: 'One character less.',
      pull: {
        headRef: 'topic',
        headSha,
        headRepository: REPOSITORY,
        baseRef: 'main',
        draft: false,
        commitAuthors: [REQUESTER],
      },
    });
    addWorkflowRun(github, {
      id: RUN,
      workflow: '.github/workflows/ci.yml',
      name: 'CI',
      event: 'pull_request',
      headRepository: REPOSITORY,
      headSha,
      headBranch: 'topic',
      completed: true,
      conclusion: 'failure',
      actor: REQUESTER,
    });
    addJob(github, {
      id: 771,
      run: RUN,
      name: 'test',
      conclusion: 'failure',
      log: `2026-03-02T08:16:51.0000000Z ok 1 - words are joined
2026-03-02T08:16:52.0000000Z not ok 2 - punctuation-between-words
2026-03-02T08:16:52.0000000Z   expected 'rock-roll', got 'rock---roll'
2026-03-02T08:16:52.0000000Z ##[error]Process completed with exit code 1.
`,
    });
    const repository = { id: 7, full_name: REPOSITORY, default_branch: 'main' };
    const actor = github.account(REQUESTER);
    return {
      thread,
      event: {
        name: 'workflow_run',
        payload: {
          action: 'completed',
          workflow_run: {
            id: RUN,
            conclusion: 'failure',
            head_sha: headSha,
            head_branch: 'topic',
            head_repository: repository,
            html_url: `https://github.com/${REPOSITORY}/actions/runs/${RUN}`,
            actor,
            pull_requests: [{ number: thread.number, base: { ref: 'main' } }],
          },
          repository,
          sender: actor,
        },
      },
    };
  },
  check: async (end) => {
    const { github } = end;
    if (github === null) return failed('the run was not on GitHub');
    const comments = github.server.commentsOn(github.thread.number).map(({ body }) => body);
    return unless(
      [
        await nodeGives(end, {
          setup: "import { slug } from '../src/slug.js';",
          cases: [
            ["slug('Rock & Roll')", 'rock-roll'],
            ["slug('  A  b! ')", 'a-b'],
          ],
        }),
        comments.some((body) => body.includes('punctuation-between-words'))
          ? null
          : 'no comment names the test that failed',
      ],
      'fixed, and the failed test is named in a comment',
    );
  },
  solution: [
    turn(call('github_read_ci', { run: RUN })),
    edit('src/slug.js', '[^a-z0-9]/g', '[^a-z0-9]+/g'),
    turn(
      call('github_comment', {
        body: '`punctuation-between-words` failed: without `+` each character got a hyphen of its own.',
      }),
    ),
    finish('Fixed in the checkout.'),
  ],
  failure: [
    turn(call('github_comment', { body: 'A test failed.' })),
    edit('src/slug.js', '[^a-z0-9]/g', '[^a-z0-9]+/g'),
    finish('Fixed in the checkout.'),
  ],
};
