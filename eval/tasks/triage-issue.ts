import { failed, solved } from '../check.ts';
import { OUTSIDER } from '../github-run.ts';
import { call, finish, type Task, turn } from '../task.ts';
import { issuesEvent } from '../../test/testing/github-server/events.ts';

export const triageIssue: Task = {
  id: 'triage-issue',
  title: 'A new issue on GitHub: one label, one question',
  topic: 'triage',
  asks: `Triage this issue: add the one label that fits (bug, documentation, enhancement or question). If a report of a
bug does not say which version is meant, ask for the version in one short comment. Else do not comment.`,
  policy: `version: 1
mode: deny
auto: [kind:readonly, github_label, github_comment]
whenUntrusted: { mode: deny, auto: [github_label, github_comment] }
budget: { turns: 15 }`,
  files: {
    'README.md': '# resize\n\nMakes pictures smaller. `resize --help` lists the options.\n',
  },
  github: ({ github }) => {
    const thread = github.issue({
      author: OUTSIDER,
      title: 'It stops at the third picture',
      body: 'I run `resize *.png` in a folder of ten pictures. Two come out right, at the third it says `TypeError: width is undefined` and ends. I would expect ten small pictures.',
    });
    return {
      thread,
      event: { name: 'issues', payload: issuesEvent(github, thread.number, 'opened') },
      inputs: { 'run-for': 'anyone' },
    };
  },
  check: ({ github }) => {
    if (github === null) return failed('the run was not on GitHub');
    const { labels, number } = github.thread;
    if (labels.join() !== 'bug') return failed(`its labels are: ${labels.join(', ') || 'none'}`);
    const comments = github.server.commentsOn(number).map(({ body }) => body);
    if (comments.length !== 1) return failed(`there are ${comments.length} comments`);
    return /version/i.test(comments[0] ?? '')
      ? solved('labelled as a bug, and asked for the version')
      : failed('the comment does not ask for the version');
  },
  solution: [
    turn(
      call('github_label', { add: ['bug'] }),
      call('github_comment', { body: 'Which version of resize is this (`resize --version`)?' }),
    ),
    finish('A bug; asked for the version.'),
  ],
  failure: [turn(call('github_label', { add: ['bug', 'question'] })), finish('Labelled.')],
};
