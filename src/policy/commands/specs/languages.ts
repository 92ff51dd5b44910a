import type { ProgramSpec } from './program-spec.ts';
import type { Table } from './table.ts';

/** Programs one of whose words is itself a pattern or a program: what that word can do decides. */
export const LANGUAGE_PROGRAMS: Table<ProgramSpec> = {
  // grep(1), GNU grep 3.8
  'grep, egrep, fgrep': {
    flags:
      '-NUM -A= -B= -C= -E -F -G -H -I -L -P -T -U -V -Z -a -b -c -d= -D= -e=pattern -f=patterns -h -i -l -m= -n -o -q -r -s -u -v -w -x -y -z ' +
      '--after-context= --before-context= --context= --extended-regexp --fixed-strings --basic-regexp --perl-regexp --with-filename ' +
      '--no-filename --files-with-matches --files-without-match --initial-tab --null --text --byte-offset --count --directories= ' +
      '--devices= --regexp=pattern --file=patterns --ignore-case --no-ignore-case --max-count= --line-number --only-matching --quiet --silent ' +
      '--recursive --no-messages --invert-match --word-regexp --line-regexp --null-data --include= --exclude= ' +
      '--exclude-dir= --exclude-from=read --color? --colour? --line-buffered --binary-files= --binary --label= --help --version',
    operands: 'pattern-read',
    harmlessOptions: true,
    filter:
      /^(?:-v|-i|-E|-F|-G|-P|-w|-x|-e|-z|--invert-match|--ignore-case|--extended-regexp|--fixed-strings)$/,
    escapeHatches: { '-R, --dereference-recursive': 'follows symlinks to anywhere' },
  },
  // rg(1), ripgrep 13 and 14; --pre, --hostname-bin and -z run programs
  rg: {
    flags:
      '-A= -B= -C= -E= -F -H -I -M= -N -P -S -T= -U -V -a -b -c -d= -e=pattern -f=patterns -g= -h -i -j= -l -m= -n -o -p -q -r= -s -t= -u -v -w -x -0 -. ' +
      '--after-context= --before-context= --context= --encoding= --fixed-strings --with-filename --no-filename --max-columns= ' +
      '--no-line-number --pcre2 --smart-case --type-not= --multiline --multiline-dotall --text --byte-offset --count --count-matches --max-depth= ' +
      '--maxdepth= --regexp=pattern --file=patterns --glob= --iglob= --ignore-case --threads= --files-with-matches --files-without-match --files ' +
      '--max-count= --line-number --only-matching --pretty --quiet --replace= --case-sensitive --type= --type-list --unrestricted --invert-match ' +
      '--word-regexp --line-regexp --null --hidden --no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global --no-ignore-dot --heading ' +
      '--no-heading --color= --colors= --column --no-column --json --stats --sort= --sortr= --sort-files --trim --vimgrep --passthru --context-separator= ' +
      '--field-match-separator= --field-context-separator= --path-separator= --max-filesize= --no-messages --no-config --one-file-system --crlf --auto-hybrid-regex --engine= ' +
      '--line-buffered --block-buffered --no-mmap --mmap --no-pre --include-zero --max-columns-preview --debug --trace --help --version',
    operands: 'pattern-read',
    escapeHatches: {
      '--pre': 'runs a program for every file',
      '--hostname-bin': 'runs a program',
      '--search-zip, -z': 'runs decompressors',
      '-L, --follow': 'follows symlinks to anywhere',
    },
  },
  // sed(1), GNU sed 4.8
  sed: {
    flags:
      '-n -E -r -s -u -z -l= -e= --quiet --silent --regexp-extended --separate --unbuffered --null-data --line-length= --expression= --posix --debug --sandbox --help --version',
    operands: 'read',
    escapeHatches: {
      '-i': 'writes the file in place',
      '-f, --file': 'runs a script from a file',
      '--in-place': 'writes the file in place',
    },
  },
  // gawk(1) 5.2, mawk(1) 1.3.4; without -f, -i, -l, -e, -E, -o, -p, -d, -D
  'awk, gawk, mawk, nawk, original-awk': {
    flags: 'POSIX -F= -v= --field-separator= --assign= --version --help',
    operands: 'read',
    escapeHatches: {
      '-f': 'runs a program from a file',
      '-i': 'loads a library, which may edit in place',
      '-o, -d, -p': 'writes a file',
      '-l': 'loads a library',
      '-E': 'runs a program from a file',
    },
  },
  // jq(1) 1.6 and 1.7; without -L and -f, which load code
  jq: {
    flags:
      '-n -r -j -a -s -c -C -M -S -e -R -h -V --null-input --raw-output --raw-output0 --join-output --ascii-output --slurp --compact-output --color-output --monochrome-output ' +
      '--sort-keys --exit-status --raw-input --tab --seq --stream --unbuffered --help --version',
    operands: 'pattern-read',
    escapeHatches: { '-f, --from-file': 'runs a program from a file', '-L': 'loads modules' },
  },
  // yq 4 (mikefarah) and yq 3 (kislyuk): only what both read alike
  yq: {
    flags: '-r -c -M -C --version --help',
    operands: 'pattern-read',
    escapeHatches: {
      '-i, --inplace': 'writes the file in place',
      '-s': 'writes files',
      '-y': 'is a switch in one yq only',
    },
  },
};
