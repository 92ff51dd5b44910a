import { isJsonObject } from '../../src/common/index.ts';
import { failed, solved } from '../check.ts';
import { call, finish, type Task, turn } from '../task.ts';

/** The many errors that follow from one. */
const FOLLOWING = Array.from(
  { length: 120 },
  (_, index) =>
    `services/orders/handler_${index}.ts:${(index * 7) % 90}:3 - error TS2307: Cannot find module '@shop/schema' or its corresponding type declarations.`,
);

const LOG = [
  '[build] 1/4 @shop/config: ok (1.2 s)',
  '[build] 2/4 @shop/schema: started',
  '[build] 3/4 @shop/orders: waits for @shop/schema',
  'warning: 14 packages are looking for funding',
  "packages/schema/src/price.ts:41:9 - error TS2322: Type 'string' is not assignable to type 'number'.",
  '[build] 2/4 @shop/schema: failed (3.9 s)',
  '[build] 3/4 @shop/orders: started without @shop/schema',
  ...FOLLOWING,
  '[build] 3/4 @shop/orders: failed, 120 errors',
  "Error: ENOENT: no such file or directory, open 'services/orders/dist/index.js'",
  '##[error]Process completed with exit code 1.',
].join('\n');

export const ciFirstError: Task = {
  id: 'ci-first-error',
  title: 'The one cause among 122 errors of a log',
  topic: 'ci',
  asks: `build.log is the log of a failed build. Change nothing. Give back the file, the line and the code of the one error
that all others follow from.`,
  policy: `version: 1
mode: deny
auto: [kind:readonly]
budget: { turns: 15 }`,
  files: { 'build.log': `${LOG}\n` },
  outputSchema: {
    type: 'object',
    properties: {
      file: { type: 'string' },
      line: { type: 'integer' },
      code: { type: 'string' },
    },
    required: ['file', 'line', 'code'],
    additionalProperties: false,
  },
  check: ({ result }) => {
    if (!isJsonObject(result)) return failed('there is no result');
    const { file, line, code } = result;
    return file === 'packages/schema/src/price.ts' && line === 41 && code === 'TS2322'
      ? solved('the first error was named')
      : failed(`named ${JSON.stringify({ file, line, code })}`);
  },
  solution: [
    turn(call('fs_grep', { pattern: 'failed|TS2322', path: 'build.log' })),
    finish('The type of a price.', {
      result: { file: 'packages/schema/src/price.ts', line: 41, code: 'TS2322' },
    }),
  ],
  failure: [
    finish('A module is missing.', {
      result: { file: 'services/orders/handler_0.ts', line: 0, code: 'TS2307' },
    }),
  ],
};
