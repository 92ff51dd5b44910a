/** A run that is suspended five times, each time resumed on another machine: what it left is there to the byte. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasMoreTime } from '../properties.ts';
import { entriesOf, expectEnd, finish, openRepository, turn } from './harness.ts';
import { approvalCommentOn, job, say } from './suspended.ts';

const SUSPENSIONS = [1, 2, 3, 4, 5] as const;
const POLICY = `version: 1
mode: ask
auto:
  - kind:readonly
  - bash_run(sh tools/work.sh *)
  - bash_run(sh tools/look.sh *)
approvals: { wait: 1s, then: suspend }
sandbox: off
`;

/** What the run does before it is suspended for the nth time. Each builds on what the one before left. */
const WORK = String.raw`set -e
git config user.name octo
git config user.email octo@example.com
case $1 in
1)
  git switch --quiet -c "work/of-the-run"
  printf 'committed\n' > src/committed.txt
  git add src/committed.txt
  git commit --quiet -m 'By the run'
  printf 'staged\n' > src/staged.txt
  git add src/staged.txt
  ;;
2)
  printf 'staged, and changed since\n' > src/staged.txt
  chmod 755 src/a.txt
  chmod 755 src/moved.txt
  ln -s a.txt src/link
  ln -s ../nowhere src/dangling
  ln -s ../src tools/folder
  rm src/becomes-link.txt
  ln -s a.txt src/becomes-link.txt
  ;;
3)
  rm src/deleted.txt
  git rm --quiet src/deleted-staged.txt
  git mv src/moved.txt src/moved-away.txt
  rm src/becomes-folder
  mkdir src/becomes-folder
  printf 'inside\n' > src/becomes-folder/inside.txt
  ;;
4)
  mkdir -p 'odd names/ä – 日本/…'
  printf 'x' > 'odd names/ä – 日本/…/emoji 🙂.txt'
  printf 'x' > "odd names/$(printf 'nfd-a\314\210')"
  printf 'x' > "odd names/$(printf 'not-utf8-\377\376')"
  printf 'x' > "odd names/$(printf 'a\nnew line\tand tab')"
  printf 'x' > 'odd names/"quotes" and \ and $dollar and ;'
  printf 'x' > 'odd names/ leading and trailing '
  printf 'x' > ./-rf
  printf 'x' > ./.hidden
  git add -- ./-rf
  ;;
5)
  chmod 644 src/a.txt
  : > src/empty
  printf '\000\377\r\n' > src/binary
  printf 'one\r\ntwo\nno end' > src/mixed-ends.txt
  head -c 2000000 /dev/zero > src/large
  git reset --quiet -- src/staged.txt
  git add src/binary
  git commit --quiet -m 'Again by the run' -- src/binary
  ;;
esac
`;

/** Everything that git and the file system say of the work tree; no file of it is touched. */
const LOOK = String.raw`set -e
{
  git symbolic-ref HEAD
  git log --format='%H %T %an %s'
  git status --porcelain=v2 --untracked-files=all -z
  git ls-files --stage -z
  git diff --cached --raw -z
  find . -path ./.git -prune -o -type f -perm -100 -printf 'program %P\0' -o -type f -printf 'file %P\0' -o -type l -printf 'link %l %P\0' | sort -z
  find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0 sha256sum -z
} > "$1"
`;

const command = (source: string) => ['bash_run', { command: source }] as const;

/** The job that resumes it looks before it does anything else. */
function turnsWith(looks: string): readonly object[] {
  const look = (name: string) => command(`sh tools/look.sh ${join(looks, name)}`);
  return [
    ...SUSPENSIONS.flatMap((nth) => [
      turn(`Part ${nth}.`, look(`restored-${nth - 1}`), command(`sh tools/work.sh ${nth}`)),
      turn('Left so.', look(`left-${nth}`), command(`true ${nth}`)),
    ]),
    turn('', look('restored-5')),
    finish('All of it is there.'),
  ];
}

// Six whole jobs: every night. test/e2e/attacks-suspended.test.ts restores a work tree over one suspension in each run.
test.runIf(hasMoreTime)(
  'five suspensions over six workflow runs and machines restore the work tree exactly',
  async () => {
    await using repository = await openRepository({
      policy: POLICY,
      ownProcesses: true,
      files: {
        'tools/work.sh': WORK,
        'tools/look.sh': LOOK,
        'src/becomes-link.txt': 'a file\n',
        'src/becomes-folder': 'a file\n',
        'src/deleted.txt': 'deleted\n',
        'src/deleted-staged.txt': 'deleted\n',
        'src/moved.txt': 'moved\n',
      },
    });
    const looks = join(repository.folder, 'looks');
    await mkdir(looks);
    const turns = turnsWith(looks);
    let end = await job(repository, 951, { turns, runner: 'machine-0' });
    for (const nth of SUSPENSIONS) {
      await expectEnd(end, { outcome: 'awaiting-approval', exitCode: 0 });
      const event = await say(repository, `/approve ${approvalCommentOn(repository).ids[0]}`);
      end = await job(repository, 951 + nth, { turns, runner: `machine-${nth}`, event });
      const [left, restored] = await Promise.all(
        ['left', 'restored'].map((when) => readFile(join(looks, `${when}-${nth}`))),
      );
      expect(restored?.toString('latin1'), `after suspension ${nth}`).toBe(
        left?.toString('latin1'),
      );
    }
    await expectEnd(end, { outcome: 'done', exitCode: 0 });
    expect(entriesOf(end, 'run.start')).toHaveLength(6);
    const last = (await readFile(join(looks, 'restored-5'))).toString('latin1');
    for (const text of [
      'refs/heads/work/of-the-run',
      'not-utf8-\xff\xfe',
      'link ../nowhere src/dangling',
    ])
      expect(last).toContain(text);
    const entries = end.entries.filter(({ type }) => type === 'run.suspended');
    expect(entries).toHaveLength(5);
  },
);
