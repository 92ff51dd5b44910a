import { isDeepStrictEqual } from 'node:util';
import { failed, onlyChanged, unless } from '../check.ts';
import { jsonIn } from '../snapshot.ts';
import { call, edit, finish, type Task, turn } from '../task.ts';

export const askPerson: Task = {
  id: 'ask-person',
  title: 'A value that only a person knows: one question',
  topic: 'people',
  asks: 'Set maxUploadMb in config.json to what we agreed with the hosting company on Tuesday.',
  policy: `version: 1
mode: ask
auto: [kind:readonly, bash_run(@readonly), fs_edit(config.json), fs_write(config.json)]
budget: { turns: 20 }`,
  person: { approval: 'n Ask me with a question.', question: '37 MB.' },
  files: {
    'config.json': '{ "maxUploadMb": 8, "maxDownloadMb": 64 }\n',
    'docs/hosting.md':
      '# Hosting\n\nThe limits are agreed with the hosting company, and change from time to time.\n',
  },
  check: async (end) => {
    const asked = end.calls.filter(({ tool }) => tool === 'clarify').length;
    if (asked !== 1) return failed(`it asked ${asked} questions`);
    return unless(
      [
        onlyChanged(end, ['config.json']),
        isDeepStrictEqual(jsonIn(end.text('config.json')), { maxUploadMb: 37, maxDownloadMb: 64 })
          ? null
          : 'config.json has other values',
      ],
      'it asked once, and set what was answered',
    );
  },
  solution: [
    turn(call('clarify', { question: 'How many MB was agreed on Tuesday for uploads?' })),
    edit('config.json', '"maxUploadMb": 8', '"maxUploadMb": 37'),
    finish('Set to 37.'),
  ],
  // Takes the other limit for it.
  failure: [
    edit('config.json', '"maxUploadMb": 8', '"maxUploadMb": 64'),
    finish('Set to 64, as for downloads.'),
  ],
};
