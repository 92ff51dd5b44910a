import { describe, expect, test } from 'vitest';
import { analyseCommand } from '../../../../src/policy/commands/index.ts';
import { runsByItself, ROOT, resolverOf } from '../helpers.ts';

const pathResolver = resolverOf({
  files: {
    [ROOT]: ['src', 'README.md', '.git', 'link_out'],
    [`${ROOT}/src`]: ['a.ts'],
    [`${ROOT}/.git`]: ['config'],
    '/root': ['.ssh', 'notes'],
    '/root/.ssh': ['id_rsa'],
    '/home': ['me'],
    '/etc': ['passwd'],
  },
});

function paths(source: string): string[] {
  return analyseCommand(source, { pathResolver }).commands.flatMap((command) =>
    command.paths.map(({ path }) => path),
  );
}

describe('a glob that reveals names outside of the workspace, or in git’s own folder, reads that folder', () => {
  test.each([
    'echo /root/*',
    'echo /root/n*',
    'echo /*',
    'echo ../*',
    'echo src/../../*',
    'echo /root/.ssh/*',
    "printf '%s\\n' /root/.*",
    "printf '%s\\n' /home/*/.ssh/*",
    'true /root/*',
    ': /root/*',
    'basename -a /root/*',
    'for f in /root/*; do echo "$f"; done',
    '[ -e /root/* ]',
    'test -d /root/*',
    'a=(/root/*); echo "${a[@]}"',
    'echo ~/*',
    'echo ~root/*',
    'echo $HOME/*',
    'echo "$HOME"/.*',
    'echo link_out/*',
    'echo .git/*',
    'echo .git/refs/*/*',
    'cd src && echo ../../*',
    "x='/root/*'; echo $x",
    "x='/root/?'; y=$x; echo ${y}",
    "for x in '/root/*'; do echo $x; done",
    'read -r x < README.md; echo $x',
    'while read -r x; do echo $x; done < README.md',
    'echo $(cat README.md)',
    'echo `cat README.md`',
    'for f in $(cat README.md); do echo "$f"; done',
    'x=$(cat README.md); echo "$x"/*',
    'x=$(head -1 README.md); echo $x',
    'n=$(grep -c x README.md globs); echo $n',
    'n=$(grep -c x *); echo $n',
    'n=$(grep -o x README.md); echo $n',
    'cat {1..5000}',
    'expr 1 + /root/*',
    'seq /root/*',
    'echo "a"/root/*; echo /ro""ot/*',
    'bash -c "echo /root/*"',
    "sh -c 'echo /root/*'",
    'ls | xargs echo /root/*',
    'echo {/root,/etc}/*',
  ])('%s', (source) => {
    expect(runsByItself(source, pathResolver)).toBe(false);
    expect(runsByItself(source)).toBe(false);
  });

  test.each([
    'echo *',
    'echo src/*',
    'echo */*.ts',
    'echo "/root/*"',
    "echo '/root/*'",
    'x=\'/root/*\'; echo "$x"',
    'for f in src/*; do echo "$f"; done',
    'for n in $(seq 1 3); do echo $n; done',
    'echo $(date +%Y) $(git rev-parse HEAD) $PATH $?',
    'cat $(pwd)/*.md',
    'n=$(wc -l < README.md); echo $n',
    'n=$(grep -c x README.md); if [ $n -gt 3 ]; then echo $n; fi',
    "n=$(ls | grep -vc '*'); echo $n",
    'for i in {1..5000}; do echo $i; done',
    'yes | head -3',
    'case x in /root/*) ls;; esac',
    "grep -r '/root/*' src",
  ])('%s passes', (source) => expect(runsByItself(source, pathResolver)).toBe(true));

  test('the folder is noted for rules, as it is for ls', () => {
    expect(paths('echo src/*')).toEqual(['src']);
    expect(paths('echo link_out/*')).toEqual(['link_out', '/etc']);
    expect(paths('echo *')).toEqual([]);
  });
});
