import type { ToolContext, ToolServices } from '../src/tools/index.ts';

const refused = async () => await Promise.reject(new Error('There are no services here.'));

/** What a call may use of a run, for tests that have none. */
export const noServices: ToolServices & Pick<ToolContext, 'run' | 'request' | 'setMetadata'> = {
  setMetadata: () => undefined,
  request: () => Promise.reject(new Error('no program')),
  run: 'run-0123456789abcdef',
  workspace: {
    root: '/nowhere',
    read: refused,
    readBytes: refused,
    write: refused,
    list: refused,
    stat: refused,
  },
  commands: { run: refused },
  todo: { read: refused, write: refused },
  files: { seen: refused },
  ask: refused,
  secret: refused,
};
