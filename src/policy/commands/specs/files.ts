import { coreutils, type ProgramSpec } from './program-spec.ts';
import type { Table } from './table.ts';

/** Programs that read the file system and the machine. */
export const FILE_PROGRAMS: Table<ProgramSpec> = {
  // ls(1), coreutils 9.1
  'ls, dir, vdir': coreutils(
    'list',
    '-a -A -b -B -c -C -d -D -f -F -g -G -h -H -i -I= -k -l -L -m -n -N -o -p -q -Q -r -R -s -S -t -T= -u -U -v -w= -x -X -Z -1 --all --almost-all --author --escape ' +
      '--block-size= --ignore-backups --color? --directory --dired --classify? --file-type --format= --full-time --group-directories-first --no-group ' +
      '--human-readable --si --dereference-command-line --dereference --hide= --hyperlink? --indicator-style= --inode --ignore= --kibibytes --numeric-uid-gid --literal ' +
      '--hide-control-chars --show-control-chars --quote-name --quoting-style= --reverse --recursive --size --sort= --time= --time-style= --tabsize= ' +
      '--width= --context --zero',
  ),
  // tree(1) 2.1; -o writes, -R with -H and -o writes into folders, --fromfile and --gitfile read
  tree: {
    flags:
      'SEPARATE -a -d -f -x -L= -P= -I= -i -A -S -n -C -N -q -p -u -g -s -h -D -F -v -t -c -U -r -J -X -Q --gitignore --ignore-case --matchdirs --noreport --charset= --filelimit= --si --du ' +
      '--prune --timefmt= --inodes --device --dirsfirst --filesfirst --sort= --nolinks --version --help',
    operands: 'list',
    escapeHatches: { '-o': 'writes a file', '-R': 'writes files into folders' },
  },
  // find(1), GNU findutils 4.9
  find: { flags: '', operands: 'list' },
  // fd(1) 8.6 and 9; -x and -X run programs, --base-directory and --search-path move
  'fd, fdfind': {
    flags:
      '-H -I -u -s -i -g -F -a -l -L -p -0 -d= -t= -e= -E= -S= -o= -c= -j= -1 -q -V -h --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --unrestricted --case-sensitive --ignore-case --glob ' +
      '--regex --fixed-strings --absolute-path --relative-path --list-details --follow --full-path --print0 --max-depth= --min-depth= --exact-depth= ' +
      '--type= --extension= --exclude= --size= --changed-within= --changed-before= --color= --threads= --max-results= --prune --version --help',
    operands: 'pattern-read',
    escapeHatches: { '-x, -X, --exec, --exec-batch': 'runs a program' },
  },
  // file(1) 5.44; -C writes, -m reads magic, -f names files, -z and -Z run decompressors
  file: {
    flags:
      '-b -E -h -i -k -L -N -n -p -r -s -0 -v -e= -F= -P= --brief --mime --mime-type --mime-encoding --keep-going --dereference --no-dereference --no-pad --raw --separator= --print0 --extension --exclude= --apple --special-files --preserve-date --help --version',
    operands: 'list',
    escapeHatches: {
      '-C': 'writes a compiled magic file',
      '-m, --magic-file': 'reads a magic file',
      '-f': 'names files by the contents of another',
      '-z': 'runs decompressors',
    },
  },
  stat: coreutils(
    'list',
    '-L -f -c= -t --dereference --file-system --cached= --format= --printf= --terse',
  ),
  du: {
    ...coreutils(
      'list',
      '-0 -a -B= -b -c -D -d= -H -h -k -L -l -m -P -S -s -t= -x --null --all --apparent-size --block-size= --bytes --total --dereference-args --max-depth= --human-readable --inodes --dereference --count-links --no-dereference --separate-dirs --si --summarize --threshold= --time? --time-style= --exclude= --one-file-system',
    ),
    escapeHatches: { '--files0-from': 'names files by the contents of another' },
  },
  df: coreutils(
    'list',
    '-a -B= -h -H -i -k -l -P -t= -T -x= --all --block-size= --human-readable --si --inodes --local --no-sync --portability --print-type --type= --exclude-type= --total --output?',
  ),
  'realpath, readlink': coreutils(
    'list',
    '-e -f -m -n -q -s -v -z -L -P --canonicalize --canonicalize-existing --canonicalize-missing --logical --physical --no-newline --quiet --silent --verbose --relative-to= --relative-base= --strip --no-symlinks --zero',
  ),
  'basename, dirname': coreutils('text', '-a -s= -z --multiple --suffix= --zero'),
  // pwd(1), coreutils 9.1 and bash(1)
  pwd: { flags: '-L -P --logical --physical', operands: 'none' },
  // which(1) debianutils 5, bash(1) type
  'which, type, whereis': { flags: '-a -f -t -p -P --all', operands: 'text' },
  // tar(1), GNU tar 1.34: only listing
  'tar, bsdtar': {
    flags:
      '-t -z -j -J -Z -v -f=read --list --gzip --gunzip --bzip2 --xz --lzma --zstd --verbose --file=read --full-time --numeric-owner --quoting-style= --wildcards --no-wildcards --exclude= --show-stored-names --utc --warning= --version',
    operands: 'text',
    escapeHatches: {
      '-I, --use-compress-program, --to-command, --checkpoint-action, -F, --info-script, --rsh-command':
        'runs a program',
    },
  },
  // unzip(1) 6.0: only -l, -v and -Z list; without an option it extracts
  unzip: { flags: '-l -v -q -Z -1', operands: 'text' },
  // zipinfo(1) 3.0
  zipinfo: { flags: '-1 -2 -s -m -l -v -h -t -z', operands: 'read', maxOperands: 1 },
  // binutils 2.40; ldd runs the program that it inspects, so only its version
  'nm, size, ldd': { flags: '--version --help', operands: 'none' },
};

/** Programs and builtins that print facts of the machine or compute from their words. */
export const SMALL_PROGRAMS: Table<ProgramSpec> = {
  // bash(1)
  echo: { flags: '', operands: 'words', harmlessOptions: true },
  // bash(1)
  'true, false, :': { flags: '', operands: 'words', harmlessOptions: true },
  // bash(1): %n assigns, -v assigns
  printf: { flags: '', operands: 'text', harmlessOptions: true },
  // bash(1): -v evaluates a subscript
  'test, [': { flags: '', operands: 'text' },
  seq: coreutils('text', '-NUM -f= -s= -w --format= --separator= --equal-width'),
  yes: coreutils('text', ''),
  sleep: coreutils('text', ''),
  // coreutils 9.1
  'expr, factor, numfmt': coreutils(
    'text',
    '--to= --from= --suffix= --format= --grouping --field= --header? --padding= --round=',
  ),
  // date(1), coreutils 9.1; -s sets the clock, as does an operand without +
  date: {
    flags:
      '-d= -I? -R -u -r=list --date= --iso-8601? --rfc-3339= --rfc-email --utc --universal --reference=list --debug --help --version',
    operands: 'text',
    escapeHatches: { '-s, --set': 'sets the clock', '-f, --file': 'reads dates from a file' },
  },
  // cal(1) ncal 12
  cal: { flags: '-1 -3 -y -h -m= --help --version', operands: 'text' },
  // coreutils 9.1
  'uname, arch, nproc, tty': {
    flags:
      '-a -s -n -r -v -m -p -i -o --all --kernel-name --nodename --kernel-release --machine --operating-system --ignore= --help --version',
    operands: 'none',
  },
  // coreutils 9.1
  'id, whoami, groups, logname, users': {
    flags: '-a -g -G -n -r -u -z --group --groups --name --real --user --zero --help --version',
    operands: 'text',
  },
  // hostname(1) net-tools 3.23: an operand, -b and -F set the name; -a, -A, -d, -f and -i ask a name server
  hostname: { flags: '-I -s -y --short --version --help', operands: 'none' },
  // procps 4.0
  'uptime, free': {
    flags: '-p -s -V -h -b -k -m -g -w -t --pretty --since --human --wide --total --help --version',
    operands: 'none',
  },
  // lscpu(1), util-linux 2.38
  lscpu: { flags: '--help --version', operands: 'none' },
  // man(1) man-db 2.11: -P, -H, -l, -C and others run programs or read files; only a page by its name
  man: {
    flags: 'POSIX -f -k -w -a --whatis --apropos --where --path --help --version',
    operands: 'text',
  },
  // man-db 2.11
  'whatis, apropos': { flags: '-l --long --help --version', operands: 'text' },
  // bash(1)
  help: { flags: '-d -m -s', operands: 'text' },
  // locale(1) glibc 2.36
  locale: { flags: '-a -m -k --all-locales', operands: 'none' },
};
