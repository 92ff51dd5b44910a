import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quotedLine } from '../../../../src/sandbox/files/byte-paths.ts';
import * as fc from '../../../properties.ts';
import { allBytes, bubblewrap, viewOf } from './support.ts';
import { sh, tempFolder } from '../../support.ts';

const NAMES = ['a', 'b c', '*', '[x]', '!no', '#', 'q"', 'l\nf', 'back\\', ' ', 'ü'];
const FOLDERS = ['', 'd/', 'd/e/', 'odd *\n/'];
const content = (index: number): string => `CONTENT-${index}-OF-A-FILE`;
const refOf = (index: number): string => `refs/heads/c${index}`;

const path = fc
  .tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES))
  .map((parts) => parts.join(''));
const files = fc.dictionary(path, fc.nat(11), { minKeys: 1, maxKeys: 8, noNullPrototype: true });
const commit = fc.record({ files, parent: fc.nat(20), kept: fc.boolean() });

interface Commit {
  readonly files: Readonly<Record<string, number>>;
  /** The number of an earlier commit, or nothing where it is none. */
  readonly parent: number;
  readonly kept: boolean;
}

/** A repository with these commits; those that are not kept have a ref only while they are made. */
function made(commits: readonly Commit[]): string {
  const root = join(tempFolder(), 'repo');
  sh('/', `git init -q -b main '${root}'`);
  const stream = commits.flatMap(({ files: tree, parent }, index) => [
    `commit ${refOf(index)}\nmark :${index + 1}\ncommitter a <a@b> 0 +0000\ndata 0\n`,
    parent < index ? `from :${parent + 1}\n` : '',
    'deleteall\n',
    ...Object.entries(tree).map(
      ([name, number]) =>
        `M 100644 inline ${quotedLine(Buffer.from(name).toString('latin1'))}data ${content(number).length}\n${content(number)}\n`,
    ),
  ]);
  const last = commits.length - 1;
  const gone = commits.flatMap(({ kept }, index) => (kept || index === last ? [] : [index]));
  execFileSync('git', ['fast-import', '--quiet'], { cwd: root, input: stream.join('') });
  const moves = [
    `create refs/heads/main ${refOf(last)}`,
    ...gone.map((index) => `delete ${refOf(index)}`),
  ];
  execFileSync('git', ['update-ref', '--stdin'], { cwd: root, input: `${moves.join('\n')}\n` });
  execFileSync('git', ['read-tree', 'HEAD'], { cwd: root });
  return root;
}

function reachable(commits: readonly Commit[]): readonly Commit[] {
  const reached = new Set<number>();
  commits.forEach(({ kept }, index) => {
    let place = kept || index === commits.length - 1 ? index : -1;
    for (let below = index + 1; place >= 0 && place < below; place = commits[place]?.parent ?? -1) {
      reached.add(place);
      below = place;
    }
  });
  return commits.filter((_, index) => reached.has(index));
}

test.skipIf(bubblewrap === null)(
  'of any history, a view has the bytes that stand at a path that may be read, and no others',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(commit, { minLength: 1, maxLength: 6 }),
        fc.uniqueArray(fc.oneof(path, fc.constantFrom('d', 'd/e', 'odd *\n')), { maxLength: 6 }),
        async (commits, masks) => {
          const root = made(commits);
          const masked = new Set(masks);
          const viewed = await viewOf(root, (asked) => masked.has(asked));
          const isOpen = (name: string): boolean =>
            name
              .split('/')
              .every((_, index, parts) => !masked.has(parts.slice(0, index + 1).join('/')));
          const standing = (some: readonly Commit[], open: boolean): Set<number> =>
            new Set(
              some.flatMap(({ files: tree }) =>
                Object.entries(tree).flatMap(([name, number]) =>
                  isOpen(name) === open ? [number] : [],
                ),
              ),
            );
          const mayBeRead = standing(reachable(commits), true);
          if (viewed.view.kind === 'whole') {
            for (const number of standing(commits, false)) expect(mayBeRead).toContain(number);
          } else {
            const bytes = allBytes(viewed);
            const found = Array.from({ length: 12 }, (_, number) => number).filter((number) =>
              bytes.includes(content(number)),
            );
            expect(new Set(found)).toEqual(mayBeRead);
          }
        },
      ),
      { numRuns: 8 },
    );
  },
);
