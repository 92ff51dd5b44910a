import { spawnSync } from 'node:child_process';
import type { Random } from './random.ts';

/**
 * Which options a program has, by what it says itself (`--help`, `git x -h`): the machine's own programs are asked, in a sandbox
 * that can write nothing.
 */
export interface ProgramOptions {
  /** The program, or `git x`, or `busybox x`. */
  readonly name: string;
  /** With the dash; a long one that takes a value ends in `=`. */
  readonly options: readonly string[];
}

const PROGRAMS = (
  'ls cat head tail wc sort uniq cut tr tac rev nl od paste join comm fold fmt expand unexpand pr split csplit tee shuf sum cksum md5sum ' +
  'sha256sum b2sum base64 base32 basenc basename dirname realpath readlink stat du df date seq factor expr env printenv id whoami groups ' +
  'hostname uname nproc arch tty timeout nice nohup stdbuf chroot dd cp mv ln install mkdir rmdir rm touch truncate chmod chown mktemp ' +
  'mkfifo ptx tsort numfmt dircolors pathchk who uptime find xargs grep egrep fgrep rg sed awk diff cmp diff3 sdiff patch file strings nm ' +
  'objdump readelf xxd hexdump jq tar gzip gunzip zcat bzip2 xz zip unzip less more man ps free tree column look col bc m4 ed perl ' +
  'make script flock setsid ionice taskset unshare getopt rename ldd ld gcc iconv envsubst locale getent curl wget nc ssh openssl watch ' +
  'which whereis apropos tput infocmp cal ncal gh pip cpio ar strip size c++filt vim vi nano emacs zgrep bzcat xzcat zdiff column namei ' +
  'lsof fuser pgrep pkill kill renice sysctl mount umount ip ss ping host dig nslookup sqlite3 php ruby lua tclsh gdb strace ltrace git'
).split(' ');

const GIT_COMMANDS = (
  'status log diff show branch tag rev-parse ls-files ls-tree cat-file blame grep shortlog describe reflog stash remote config ' +
  'for-each-ref rev-list name-rev merge-base diff-tree diff-index diff-files show-ref symbolic-ref var archive bundle worktree submodule ' +
  'bisect notes fsck gc count-objects verify-commit check-ignore check-attr whatchanged range-diff cherry add commit checkout switch ' +
  'restore reset rm mv clean merge rebase fetch pull push clone init apply am format-patch hash-object update-index update-ref ' +
  'ls-remote difftool mergetool help version column interpret-trailers show-branch sparse-checkout maintenance replace mktree read-tree ' +
  'write-tree commit-tree pack-objects unpack-objects fast-export fast-import filter-branch instaweb daemon send-email upload-pack'
).split(' ');

const APPLETS = (
  'ls cat head tail wc sort uniq cut tr tac rev nl od paste comm fold expand seq expr env printenv id date stat du df find xargs grep sed ' +
  'awk diff cmp md5sum sha256sum base64 basename dirname realpath readlink strings hexdump tar gzip gunzip zcat unzip vi ed less more ps ' +
  'tee touch cp mv ln rm mkdir dd timeout nice nohup setsid wget nc telnet ash sh hush script start-stop-daemon run-parts bc dc cpio dpkg ' +
  'mktemp mkfifo chmod chown truncate split shuf factor uptime free watch which'
).split(' ');

const MARK = '@@program';
const MAX_HELP_BYTES = 64 * 1024 ** 2;
const MAX_OPTIONS = 200;

/** Asks programs of this machine, git and busybox; one that is missing is left out. Slow, so once is enough. */
export function askOptions(programs: readonly string[] = PROGRAMS): readonly ProgramOptions[] {
  const ask = (label: string, line: string): string =>
    `echo '${MARK} ${label}'; timeout 5 ${line} </dev/null 2>&1 | head -c 60000; echo;`;
  const script = [
    ...programs.map(
      (name) => `command -v ${name} >/dev/null && { ${ask(name, `${name} --help`)} }`,
    ),
    ...GIT_COMMANDS.map((name) => ask(`git ${name}`, `git ${name} -h`)),
    `command -v busybox >/dev/null && { ${APPLETS.map((name) => ask(`busybox ${name}`, `busybox ${name} --help`)).join(' ')} }`,
    'exit 0',
  ].join('\n');
  const argv = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'];
  const asked = spawnSync(
    'bwrap',
    [...argv, '--unshare-all', '--chdir', '/tmp', '--', 'bash', '-c', script],
    { encoding: 'utf8', maxBuffer: MAX_HELP_BYTES, env: { PATH: process.env['PATH'] ?? '' } },
  );
  return asked.stdout
    .split(`${MARK} `)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { name: part.slice(0, end), options: optionsIn(part.slice(end)) };
    })
    .filter(({ name }) => name !== 'git');
}

const OPTION = /(?<![\w-])(-[A-Za-z0-9?@]|--[A-Za-z][\w-]*)(\[?=|[ ]?<)?/g;

function optionsIn(help: string): string[] {
  const found = [...help.matchAll(OPTION)].map(([, name = '', value]) =>
    value === undefined || !name.startsWith('--') ? name : `${name}=`,
  );
  return [...new Set(found)].slice(0, MAX_OPTIONS);
}

/** One option as it could be written: joined, split, shortened, with a value or without. */
export function written(random: Random, option: string, value: () => string): string {
  if (!option.startsWith('--')) {
    const kind = random.below(4);
    if (kind === 0) return `${option}${value()}`;
    return kind === 1 ? `${option} ${value()}` : option;
  }
  const name = option.replace(/=$/, '');
  // A long option may be shortened as far as it stays itself.
  const short =
    random.chance(0.15) && name.length > 6
      ? name.slice(0, 5 + random.below(name.length - 5))
      : name;
  if (!option.endsWith('=')) return random.chance(0.05) ? `${short}=${value()}` : short;
  return random.chance(0.7) ? `${short}=${value()}` : `${short} ${value()}`;
}
