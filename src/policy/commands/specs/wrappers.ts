import { compileFlags, type Flags } from '../programs/options.ts';
import { readByName, type Table, wordSet } from './table.ts';

/** A program that runs another one, whose words come after its own. */
interface Wrapper {
  /** Its own harmless options; see `compileFlags`. */
  readonly flags: string;
  /** How many of its own operands come before the command. */
  readonly skip?: number;
  /** Runs the command with other rights. */
  readonly privilege?: true;
  /** Fetches a program before it runs: what the workspace has not installed, or always. */
  readonly fetches?: 'missing' | 'always';
}

const LAUNCHER_FLAGS = 'POSIX -y -q --yes --quiet --no-install --no -p= --package= -c= --call=';

const WRAPPERS: Table<Wrapper> = {
  // timeout(1), coreutils 9.1
  'timeout, gtimeout': {
    flags: 'POSIX -k= -s= -v --kill-after= --signal= --foreground --preserve-status --verbose',
    skip: 1,
  },
  // nice(1), coreutils 9.1
  nice: { flags: 'POSIX -NUM -n= --adjustment=' },
  // nohup(1), coreutils 9.1
  nohup: { flags: 'POSIX' },
  // time(1) GNU 1.9: -o writes
  time: { flags: 'POSIX -p -v -f= --portability --verbose --format=' },
  // stdbuf(1), coreutils 9.1
  stdbuf: { flags: 'POSIX -i= -o= -e= --input= --output= --error=' },
  // setsid(1), util-linux 2.38
  setsid: { flags: 'POSIX -c -f -w --ctty --fork --wait' },
  // ionice(1), util-linux 2.38
  ionice: { flags: 'POSIX -c= -n= -t --class= --classdata= --ignore' },
  // chrt(1), util-linux 2.38
  chrt: { flags: 'POSIX -b -f -i -o -r -v', skip: 1 },
  // util-linux 2.38
  'taskset, setarch': { flags: 'POSIX', skip: 1 },
  // Their manuals
  'linux32, linux64, fakeroot, unbuffer, eatmydata, chronic': { flags: 'POSIX' },
  // bash(1): -c, -l and -a of exec change what runs
  'command, builtin, exec': { flags: 'POSIX' },
  // Their manuals
  'sudo, doas, pkexec, run0, runuser, su, gosu, su-exec, setpriv, capsh': {
    flags:
      'POSIX -A -b -E -H -n -k -K -S -P -B -s -i -l -e -v -u= -g= -C= -D= -h= -p= -R= -r= -T= -t= -U= -c= --user= --group= --command= --chdir= --host= --prompt= --role= --type=',
    privilege: true,
  },
  // npx(1) 11, bunx: they can be told to install nothing
  'npx, bunx': { flags: LAUNCHER_FLAGS, fetches: 'missing' },
  // pnpm dlx, uv 0.9, pipx 1.7
  'pnpx, uvx, pipx': { flags: LAUNCHER_FLAGS, fetches: 'always' },
};

/** A wrapper with its options compiled. */
export interface CompiledWrapper extends Omit<Wrapper, 'flags'> {
  readonly flags: Flags;
}

export const WRAPPERS_BY_NAME = readByName(
  WRAPPERS,
  (wrapper): CompiledWrapper => ({ ...wrapper, flags: compileFlags(wrapper.flags) }),
);

/** xargs(1), findutils 4.9; -p and -o need a terminal. */
export const XARGS_FLAGS = compileFlags(
  'POSIX -0 -a=read -d= -E= -I= -i? -L= -l? -n= -P= -r -s= -t -x --arg-file=read --null --delimiter= --eof? --replace? --max-lines? --max-args= --max-procs= --no-run-if-empty --max-chars= --verbose --exit',
);

/** env(1), coreutils 9.1; -S splits, -C moves, -i (which `-` is, too) drops what keeps git harmless. */
export const ENV_FLAGS = compileFlags('POSIX -u= --unset=');

/**
 * Shells whose `-c` takes the grammar of bash, and shells of which only POSIX is known: `sh` is dash on most runners.
 */
export const BASH_SHELLS = new Set(['bash', 'rbash']);
export const POSIX_SHELLS = new Set(['sh', 'dash']);
/** Shells with another grammar, and programs that are a shell in effect. */
export const FOREIGN_SHELLS = wordSet(
  'ash hush yash posh zsh ksh mksh pdksh oksh lksh rzsh rksh ksh93 fish elvish xonsh csh tcsh ' +
    'busybox toybox nu pwsh powershell watch parallel entr script expect unshare flock strace ' +
    'ltrace gdb fzf sk ssh chroot nsenter systemd-run at batch crontab screen tmux start-stop-daemon sg',
);

/** Whether a program of this name takes the text behind `-c`, a script, or its input as commands. */
export function isShell(name: string): boolean {
  return BASH_SHELLS.has(name) || POSIX_SHELLS.has(name) || FOREIGN_SHELLS.has(name);
}

/**
 * Programs that start several commands, all under the rule for the program: each operand is shell source, and the value of an
 * option may be, but for those of `names`. Or only the values of `options` are.
 */
export const STARTED_SOURCES: Table<
  { readonly names: readonly string[] } | { readonly options: readonly string[] }
> = {
  // hyperfine(1) 1.18
  hyperfine: { names: ['-n', '--command-name'] },
  // concurrently 9
  'concurrently, conc': { names: ['-n', '--names'] },
  // nodemon 3
  nodemon: { options: ['-x', '--exec'] },
  // chokidar-cli 3
  chokidar: { options: ['-c', '--command'] },
};
