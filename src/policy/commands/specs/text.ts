import { coreutils, type ProgramSpec } from './program-spec.ts';
import type { Table } from './table.ts';

/** Options of `head` and `tail` with which lines stay as they are. */
const SOME_LINES = /^(?:-n|--lines|-q|-z|--zero-terminated)$/;

/** Programs that read files or stdin and print what they find. */
export const TEXT_PROGRAMS: Table<ProgramSpec> = {
  cat: coreutils(
    'read',
    '-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting',
  ),
  // less(1) 590: -o and -O write, -k and LESSOPEN run programs; a command has no terminal
  less: {
    flags:
      '-NUM -e -E -f -F -g -G -i -I -m -M -n -N -q -Q -r -R -s -S -u -U -X --quit-at-eof --quit-if-one-screen --ignore-case --line-numbers --LINE-NUMBERS ' +
      '--raw-control-chars --RAW-CONTROL-CHARS --squeeze-blank-lines --chop-long-lines --no-init --version',
    operands: 'read',
    escapeHatches: { '-o, -O': 'writes a file', '-k': 'loads key commands' },
  },
  // more(1), util-linux 2.38; a command has no terminal
  more: {
    flags:
      '-NUM -d -f -l -p -c -s -u -n= --silent --logical --no-pause --print-over --clean-print --squeeze --plain --lines= --help --version',
    operands: 'read',
  },
  // gzip(1) 1.12; -S names a suffix, -r goes through folders
  'gzip, gunzip, zcat': {
    flags:
      '-NUM -c -d -f -k -l -n -N -q -t -v --stdout --to-stdout --decompress --uncompress --force --keep --list --no-name --name --quiet --test --verbose --fast --best --help --version',
    operands: 'read',
  },
  // bzip2(1) 1.0.8, xz(1) 5.4; --files names files by the contents of another
  'bzcat, xzcat, lzcat': {
    flags: '-q -v --quiet --verbose --help --version',
    operands: 'read',
    escapeHatches: { '--files, --files0': 'names files by the contents of another' },
  },
  // bat(1) 0.24: a pager and configuration can be given, so only plain forms
  'bat, batcat': { flags: '--version', operands: 'none' },
  tac: coreutils('read', '-b -r -s= --before --regex --separator='),
  nl: coreutils(
    'read',
    '-b= -d= -f= -h= -i= -l= -n= -p -s= -v= -w= --body-numbering= --number-format= --number-width= --number-separator=',
  ),
  head: {
    ...coreutils(
      'read',
      '-NUM -n= -c= -q -v -z --lines= --bytes= --quiet --silent --verbose --zero-terminated',
    ),
    filter: SOME_LINES,
  },
  tail: {
    ...coreutils(
      'read',
      '-NUM -n= -c= -q -v -z -f -F -s= --lines= --bytes= --quiet --silent --verbose --zero-terminated --follow? --retry --sleep-interval=',
    ),
    filter: SOME_LINES,
  },
  // --files0-from reads names from a file and prints them in messages
  wc: {
    ...coreutils(
      'list',
      '-c -m -l -L -w --bytes --chars --lines --max-line-length --words --total=',
    ),
    escapeHatches: { '--files0-from': 'names files by the contents of another' },
  },
  // sort(1), coreutils 9.1; -o writes, --compress-program runs, -T writes, --files0-from names files
  sort: {
    flags:
      '-b -d -f -g -h -i -M -n -R -r -V -c -C -k= -m -s -S= -t= -u -z --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort ' +
      '--human-numeric-sort --ignore-nonprinting --month-sort --numeric-sort --random-sort --reverse --sort= --version-sort --check? --key= --merge --stable ' +
      '--buffer-size= --field-separator= --unique --zero-terminated --parallel= --batch-size= --debug --help --version',
    operands: 'read',
    filter: /^(?:-r|-n|-u|-V|-z|-f|-R|--reverse|--unique|--zero-terminated)$/,
    escapeHatches: {
      '-o, --output': 'writes a file',
      '--compress-program': 'runs a program',
      '-T, --temporary-directory': 'writes temporary files to a folder',
      '--files0-from': 'names files by the contents of another',
      '--random-source': 'reads a file',
    },
  },
  // uniq(1), coreutils 9.1; its second operand is written
  uniq: {
    flags:
      '-c -d -D -f= -i -s= -u -w= -z --count --repeated --all-repeated? --skip-fields= --group? --ignore-case --skip-chars= --unique --zero-terminated --check-chars= --help --version',
    operands: 'read',
    maxOperands: 1,
  },
  cut: coreutils(
    'read',
    '-b= -c= -d= -f= -n -s -z --bytes= --characters= --delimiter= --fields= --complement --only-delimited --output-delimiter= --zero-terminated',
  ),
  tr: coreutils('text', '-c -C -d -s -t --complement --delete --squeeze-repeats --truncate-set1'),
  paste: coreutils('read', '-d= -s -z --delimiters= --serial --zero-terminated'),
  join: coreutils(
    'read',
    '-a= -e= -i -j= -o= -t= -v= -1= -2= -z --ignore-case --check-order --nocheck-order --header --zero-terminated',
  ),
  comm: coreutils(
    'read',
    '-1 -2 -3 -z --check-order --nocheck-order --output-delimiter= --total --zero-terminated',
  ),
  // fold(1), expand(1), coreutils 9.1; rev(1), util-linux 2.38
  'fold, expand, unexpand, rev': coreutils(
    'read',
    '-b -s -w= -i -t= -a -c -u --bytes --spaces --width= --initial --tabs= --all --first-only',
  ),
  fmt: coreutils(
    'read',
    '-c -s -t -u -w= -g= -p= --crown-margin --split-only --tagged-paragraph --uniform-spacing --width= --goal= --prefix=',
  ),
  // column(1), util-linux 2.38
  column: {
    flags:
      '-t -s= -o= -n= -c= -x -e -N= -R= -H= -T= -W= -E= -d -J -L --table --separator= --output-separator= --table-name= --columns= --output-width= --fillrows --table-columns= --table-right= --table-hide= --table-truncate= --table-wrap= --table-noheadings --json --keep-empty-lines --help --version',
    operands: 'read',
  },
  // cmp(1), GNU diffutils 3.8
  cmp: {
    flags:
      '-b -i= -l -n= -s -v --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent --help --version',
    operands: 'read',
    harmlessOptions: true,
  },
  // diff(1), GNU diffutils 3.8; --from-file and --to-file are further files, --palette and --label are texts
  diff: {
    flags:
      '-NUM -q -s -c -C= -u -U= -e -n -y -W= -p -F= -L= -t -T -r -N -x= -X=read -S= -i -E -Z -b -w -B -I= -a -D= -d -v --normal --brief --report-identical-files --context? ' +
      '--unified? --ed --rcs --side-by-side --width= --left-column --suppress-common-lines --show-c-function --show-function-line= --label= --expand-tabs ' +
      '--initial-tab --tabsize= --suppress-blank-empty --recursive --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case ' +
      '--no-ignore-file-name-case --exclude= --exclude-from=read --starting-file= --from-file=read --to-file=read --ignore-case --ignore-tab-expansion --ignore-trailing-space ' +
      '--ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --text --strip-trailing-cr --minimal --horizon-lines= ' +
      '--speed-large-files --color? --help --version',
    operands: 'read',
    escapeHatches: { '-l, --paginate': 'runs `pr`' },
  },
  // od(1), coreutils 9.1
  od: {
    flags:
      '-A= -j= -N= -S= -t= -v -w? -a -b -c -d -f -i -l -o -s -x --address-radix= --skip-bytes= --read-bytes= --strings? --format= --output-duplicates --width? --endian= --help --version',
    operands: 'read',
  },
  // hexdump(1), util-linux 2.38; -f reads formats from a file
  'hexdump, hd': {
    flags:
      '-b -c -C -d -o -x -v -n= -s= --canonical --length= --skip= --no-squeezing --help --version',
    operands: 'read',
  },
  // xxd(1), vim 9; its second operand is written, -r writes back
  xxd: {
    flags: 'SEPARATE -a -b -c= -e -E -g= -h -i -l= -o= -p -ps -s= -u -d -v',
    operands: 'read',
    maxOperands: 1,
  },
  // strings(1), GNU binutils 2.40: takes words from @FILE
  strings: {
    responseFiles: true,
    flags:
      '-NUM -a -d -f -n= -o -t= -e= -w -s= -v --all --data --print-file-name --bytes= --radix= --encoding= --include-all-whitespace --help --version',
    operands: 'read',
  },
  // sha256sum(1), coreutils 9.1; --check opens the files that a file names
  'md5sum, sha1sum, sha224sum, sha256sum, sha384sum, sha512sum, b2sum, cksum, sum': {
    ...coreutils('read', '-b -t -z --binary --text --tag --zero'),
    escapeHatches: { '-c, --check': 'opens the files that a file names' },
  },
  // base64(1), coreutils 9.1
  'base64, base32': {
    flags: '-d -i -w= --decode --ignore-garbage --wrap= --help --version',
    operands: 'read',
    maxOperands: 1,
  },
  // bc(1) 1.07: its programs read numbers and print, and can do nothing else
  bc: {
    flags:
      '-h -i -l -q -s -v -w --help --interactive --mathlib --quiet --standard --version --warn',
    operands: 'read',
  },
  // tsort(1), coreutils 9.1
  tsort: { flags: '--help --version', operands: 'read' },
};
