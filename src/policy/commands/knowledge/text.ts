import type { Program } from './program.ts';

const COREUTILS = 'GNU coreutils 9.1 manual';

/** Programs that read files or stdin and print what they find. */
export const TEXT_PROGRAMS: readonly Program[] = [
  {
    names: ['cat'],
    source: `cat(1), ${COREUTILS}`,
    flags:
      '-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting --help --version',
    operands: 'read',
    tame: true,
  },
  {
    names: ['bat', 'batcat'],
    source: 'bat(1) 0.24: a pager and configuration can be given, so only plain forms',
    flags: '--version',
    operands: 'none',
  },
  {
    names: ['tac'],
    source: `tac(1), ${COREUTILS}`,
    flags: '-b -r -s= --before --regex --separator= --help --version',
    operands: 'read',
    tame: true,
  },
  {
    names: ['nl'],
    source: `nl(1), ${COREUTILS}`,
    flags:
      '-b= -d= -f= -h= -i= -l= -n= -p -s= -v= -w= --body-numbering= --number-format= --number-width= --number-separator= --help --version',
    operands: 'read',
    tame: true,
  },
  {
    names: ['head'],
    source: `head(1), ${COREUTILS}`,
    flags:
      '-NUM -n= -c= -q -v -z --lines= --bytes= --quiet --silent --verbose --zero-terminated --help --version',
    operands: 'read',
    tame: true,
    filter: true,
  },
  {
    names: ['tail'],
    source: `tail(1), ${COREUTILS}`,
    flags:
      '-NUM -n= -c= -q -v -z -f -F -s= --lines= --bytes= --quiet --silent --verbose --zero-terminated --follow? --retry --sleep-interval= --help --version',
    operands: 'read',
    tame: true,
    filter: true,
  },
  {
    names: ['wc'],
    source: `wc(1), ${COREUTILS}; --files0-from reads names from a file and prints them in messages`,
    flags:
      '-c -m -l -L -w --bytes --chars --lines --max-line-length --words --total= --help --version',
    operands: 'list',
    tame: true,
    hatches: { '--files0-from': 'names files by the contents of another' },
  },
  {
    names: ['grep', 'egrep', 'fgrep'],
    source: 'grep(1), GNU grep 3.8',
    flags:
      '-NUM -A= -B= -C= -E -F -G -H -I -L -P -T -U -V -Z -a -b -c -d= -D= -e=pattern -f=patterns -h -i -l -m= -n -o -q -r -s -u -v -w -x -y -z ' +
      '--after-context= --before-context= --context= --extended-regexp --fixed-strings --basic-regexp --perl-regexp --with-filename ' +
      '--no-filename --files-with-matches --files-without-match --initial-tab --null --text --byte-offset --count --directories= ' +
      '--devices= --regexp=pattern --file=patterns --ignore-case --no-ignore-case --max-count= --line-number --only-matching --quiet --silent ' +
      '--recursive --no-messages --invert-match --word-regexp --line-regexp --null-data --include= --exclude= ' +
      '--exclude-dir= --exclude-from=read --color? --colour? --line-buffered --binary-files= --binary --label= --help --version',
    operands: 'pattern-read',
    grammar: 'grep',
    tame: true,
    filter: true,
    hatches: {
      '-R': 'follows symlinks to anywhere',
      '--dereference-recursive': 'follows symlinks to anywhere',
    },
  },
  {
    names: ['rg'],
    source: 'rg(1), ripgrep 13 and 14; --pre, --hostname-bin and -z run programs',
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
    grammar: 'rg',
    hatches: {
      '--pre': 'runs a program for every file',
      '--hostname-bin': 'runs a program',
      '--search-zip': 'runs decompressors',
      '-z': 'runs decompressors',
      '-L': 'follows symlinks to anywhere',
      '--follow': 'follows symlinks to anywhere',
    },
  },
  {
    names: ['sort'],
    source: `sort(1), ${COREUTILS}; -o writes, --compress-program runs, -T writes, --files0-from names files`,
    flags:
      '-b -d -f -g -h -i -M -n -R -r -V -c -C -k= -m -s -S= -t= -u -z --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort ' +
      '--human-numeric-sort --ignore-nonprinting --month-sort --numeric-sort --random-sort --reverse --sort= --version-sort --check? --key= --merge --stable ' +
      '--buffer-size= --field-separator= --unique --zero-terminated --parallel= --batch-size= --debug --help --version',
    operands: 'read',
    filter: true,
    hatches: {
      '-o': 'writes a file',
      '--output': 'writes a file',
      '--compress-program': 'runs a program',
      '-T': 'writes temporary files to a folder',
      '--temporary-directory': 'writes temporary files to a folder',
      '--files0-from': 'names files by the contents of another',
      '--random-source': 'reads a file',
    },
  },
  {
    names: ['uniq'],
    source: `uniq(1), ${COREUTILS}; its second operand is written`,
    flags:
      '-c -d -D -f= -i -s= -u -w= -z --count --repeated --all-repeated? --skip-fields= --group? --ignore-case --skip-chars= --unique --zero-terminated --check-chars= --help --version',
    operands: 'read',
    most: 1,
  },
  {
    names: ['cut'],
    source: `cut(1), ${COREUTILS}`,
    flags:
      '-b= -c= -d= -f= -n -s -z --bytes= --characters= --delimiter= --fields= --complement --only-delimited --output-delimiter= --zero-terminated --help --version',
    operands: 'read',
    tame: true,
  },
  {
    names: ['tr'],
    source: `tr(1), ${COREUTILS}`,
    flags:
      '-c -C -d -s -t --complement --delete --squeeze-repeats --truncate-set1 --help --version',
    operands: 'text',
    tame: true,
  },
  {
    names: ['paste'],
    source: `paste(1), ${COREUTILS}`,
    flags: '-d= -s -z --delimiters= --serial --zero-terminated --help --version',
    operands: 'read',
    tame: true,
  },
  {
    names: ['join'],
    source: `join(1), ${COREUTILS}`,
    flags:
      '-a= -e= -i -j= -o= -t= -v= -1= -2= -z --ignore-case --check-order --nocheck-order --header --zero-terminated --help --version',
    operands: 'read',
    tame: true,
  },
  {
    names: ['comm'],
    source: `comm(1), ${COREUTILS}`,
    flags:
      '-1 -2 -3 -z --check-order --nocheck-order --output-delimiter= --total --zero-terminated --help --version',
    operands: 'read',
    tame: true,
  },
  {
    names: ['fold', 'expand', 'unexpand', 'rev', 'fmt'],
    source: `fold(1), expand(1), fmt(1), ${COREUTILS}; rev(1), util-linux 2.38`,
    flags:
      '-b -s -w= -i -t= -a -c -u --bytes --spaces --width= --initial --tabs= --all --first-only --help --version',
    operands: 'read',
    tame: true,
  },
  {
    names: ['column'],
    source: 'column(1), util-linux 2.38',
    flags:
      '-t -s= -o= -n= -c= -x -e -N= -R= -H= -T= -W= -E= -d -J -L --table --separator= --output-separator= --table-name= --columns= --output-width= --fillrows --table-columns= --table-right= --table-hide= --table-truncate= --table-wrap= --table-noheadings --json --keep-empty-lines --help --version',
    operands: 'read',
  },
  {
    names: ['cmp'],
    source: 'cmp(1), GNU diffutils 3.8',
    flags:
      '-b -i= -l -n= -s -v --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent --help --version',
    operands: 'read',
    tame: true,
  },
  {
    names: ['diff'],
    source:
      'diff(1), GNU diffutils 3.8; --from-file and --to-file are further files, --palette and --label are texts',
    flags:
      '-NUM -q -s -c -C= -u -U= -e -n -y -W= -p -F= -L= -t -T -r -N -x= -X=read -S= -i -E -Z -b -w -B -I= -a -D= -d -v --normal --brief --report-identical-files --context? ' +
      '--unified? --ed --rcs --side-by-side --width= --left-column --suppress-common-lines --show-c-function --show-function-line= --label= --expand-tabs ' +
      '--initial-tab --tabsize= --suppress-blank-empty --recursive --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case ' +
      '--no-ignore-file-name-case --exclude= --exclude-from=read --starting-file= --from-file=read --to-file=read --ignore-case --ignore-tab-expansion --ignore-trailing-space ' +
      '--ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --text --strip-trailing-cr --minimal --horizon-lines= ' +
      '--speed-large-files --color? --help --version',
    operands: 'read',
    grammar: 'diff',
    hatches: { '-l': 'runs `pr`', '--paginate': 'runs `pr`' },
  },
  {
    names: ['od'],
    source: `od(1), ${COREUTILS}`,
    flags:
      '-A= -j= -N= -S= -t= -v -w? -a -b -c -d -f -i -l -o -s -x --address-radix= --skip-bytes= --read-bytes= --strings? --format= --output-duplicates --width? --endian= --help --version',
    operands: 'read',
  },
  {
    names: ['hexdump', 'hd'],
    source: 'hexdump(1), util-linux 2.38; -f reads formats from a file',
    flags:
      '-b -c -C -d -o -x -v -n= -s= --canonical --length= --skip= --no-squeezing --help --version',
    operands: 'read',
  },
  {
    names: ['xxd'],
    source: 'xxd(1), vim 9; its second operand is written, -r writes back',
    flags: 'SEPARATE -a -b -c= -e -E -g= -h -i -l= -o= -p -ps -s= -u -d -v',
    operands: 'read',
    most: 1,
  },
  {
    names: ['strings'],
    source: 'strings(1), GNU binutils 2.40',
    flags:
      '-NUM -a -d -f -n= -o -t= -e= -w -s= -v --all --data --print-file-name --bytes= --radix= --encoding= --include-all-whitespace --help --version',
    operands: 'read',
  },
  {
    names: [
      'md5sum',
      'sha1sum',
      'sha224sum',
      'sha256sum',
      'sha384sum',
      'sha512sum',
      'b2sum',
      'cksum',
      'sum',
    ],
    source: `sha256sum(1), ${COREUTILS}; --check opens the files that a file names`,
    flags: '-b -t -z --binary --text --tag --zero --help --version',
    operands: 'read',
    tame: true,
    hatches: {
      '-c': 'opens the files that a file names',
      '--check': 'opens the files that a file names',
    },
  },
  {
    names: ['base64', 'base32'],
    source: `base64(1), ${COREUTILS}`,
    flags: '-d -i -w= --decode --ignore-garbage --wrap= --help --version',
    operands: 'read',
    most: 1,
  },
  {
    names: ['sed'],
    source: 'sed(1), GNU sed 4.8',
    flags:
      '-n -E -r -s -u -z -l= -e= --quiet --silent --regexp-extended --separate --unbuffered --null-data --line-length= --expression= --posix --debug --sandbox --help --version',
    operands: 'read',
    grammar: 'sed',
    hatches: {
      '-i': 'writes the file in place',
      '-f': 'runs a script from a file',
      '--file': 'runs a script from a file',
      '--in-place': 'writes the file in place',
    },
  },
  {
    names: ['awk', 'gawk', 'mawk', 'nawk', 'original-awk'],
    source: 'gawk(1) 5.2, mawk(1) 1.3.4; without -f, -i, -l, -e, -E, -o, -p, -d, -D',
    flags: 'POSIX -F= -v= --field-separator= --assign= --version --help',
    operands: 'read',
    grammar: 'awk',
    hatches: {
      '-f': 'runs a program from a file',
      '-i': 'loads a library, which may edit in place',
      '-o': 'writes a file',
      '-d': 'writes a file',
      '-p': 'writes a file',
      '-l': 'loads a library',
      '-E': 'runs a program from a file',
    },
  },
  {
    names: ['jq'],
    source: 'jq(1) 1.6 and 1.7; without -L and -f, which load code',
    flags:
      '-n -r -j -a -s -c -C -M -S -e -R -h -V --null-input --raw-output --raw-output0 --join-output --ascii-output --slurp --compact-output --color-output --monochrome-output ' +
      '--sort-keys --exit-status --raw-input --tab --seq --stream --unbuffered --help --version',
    operands: 'pattern-read',
    grammar: 'jq',
    hatches: {
      '-f': 'runs a program from a file',
      '--from-file': 'runs a program from a file',
      '-L': 'loads modules',
    },
  },
  {
    names: ['yq'],
    source: 'yq 4 (mikefarah) and yq 3 (kislyuk): only what both read alike',
    flags: '-r -c -M -C --version --help',
    operands: 'pattern-read',
    grammar: 'yq',
    hatches: {
      '-i': 'writes the file in place',
      '--inplace': 'writes the file in place',
      '-s': 'writes files',
      '-y': 'is a switch in one yq only',
    },
  },
  {
    names: ['tsort'],
    source: `tsort(1), ${COREUTILS}`,
    flags: '--help --version',
    operands: 'read',
  },
];
