import { byName, type Table, words, wordSet } from './table.ts';

/** The spec of one git subcommand that only reads. */
export interface GitRead {
  /** The harmless options; see `compileFlags`. */
  readonly flags: string;
  /** Further words before the options that choose the form: `stash list`, `remote get-url`. */
  readonly forms?: readonly string[];
  /** Without any of these options, operands would change something. */
  readonly operandsNeed?: readonly string[];
  /** At most this many operands: the next one would be written. */
  readonly maxOperands?: number;
  /** No operand is harmless; or git refuses every one. */
  readonly noOperands?: true | 'refused';
  /** Operands are texts, not revisions or paths. */
  readonly texts?: true;
  /** The first operand is a pattern unless `-e` gave one. */
  readonly pattern?: true;
  /** Whether an external diff or text conversion must be switched off for it. */
  readonly shows?: true;
  readonly printsNames?: true;
}

const DIFF =
  '-NUM -p -u --patch -s --no-patch -U= --unified= --raw --patch-with-raw --indent-heuristic --no-indent-heuristic --minimal --patience --histogram ' +
  '--anchored= --diff-algorithm= --stat? --compact-summary --numstat --shortstat --dirstat? --summary --patch-with-stat -z --name-only --name-status --color? ' +
  '--no-color --color-moved? --word-diff? --word-diff-regex= --color-words? --no-renames --rename-empty --no-rename-empty --check --ws-error-highlight= ' +
  '--full-index --binary --abbrev? -B? -M? -C? --find-renames? --find-copies? --find-copies-harder -D --irreversible-delete -l= --diff-filter= -S= -G= ' +
  '--pickaxe-all --pickaxe-regex -R --relative? -a --text --ignore-cr-at-eol --ignore-space-at-eol -b --ignore-space-change -w --ignore-all-space ' +
  '--ignore-blank-lines --inter-hunk-context= -W --function-context --exit-code --quiet -q --no-ext-diff --no-textconv --ignore-submodules? --src-prefix= ' +
  '--dst-prefix= --no-prefix --line-prefix= --stat-width= --stat-count= --stat-name-width= --no-index-disabled';

const LOG =
  '-n= --max-count= --skip= --since= --after= --until= --before= --author= --committer= --grep= -i --regexp-ignore-case -E --extended-regexp -F ' +
  '--fixed-strings -P --perl-regexp --invert-grep --all-match --merges --no-merges --first-parent --all --branches? --tags? --remotes? --glob= --exclude= ' +
  '--reflog -g --walk-reflogs --boundary --left-right --left-only --right-only --cherry-pick --cherry-mark --cherry --oneline --pretty? --format= ' +
  '--abbrev-commit --no-abbrev-commit --date= --relative-date --graph --decorate? --no-decorate --decorate-refs= --decorate-refs-exclude= --source --follow ' +
  '--full-diff --topo-order --date-order --author-date-order --reverse --parents --children --full-history --simplify-by-decoration --simplify-merges ' +
  '--ancestry-path? --dense --sparse -c -m --cc --diff-merges= --no-notes --notes? --show-linear-break? --log-size -L= --encoding= --expand-tabs? ' +
  '--min-parents= --max-parents= --no-walk? --not --stdin-disabled --clear-decorations --use-mailmap --mailmap --no-mailmap';

/** What the commands of git take that only read: git(1) 2.39 to 2.49, each from its own manual page. */
export const GIT_READS: Table<GitRead> = {
  status: {
    flags:
      '-s --short -b --branch --show-stash --porcelain? --long -v --verbose -u? --untracked-files? --ignored? -z --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames? --ignore-submodules?',
  },
  'log, whatchanged': { flags: `${LOG} ${DIFF}`, shows: true },
  show: { flags: `${LOG} ${DIFF}`, shows: true },
  diff: {
    flags: `${DIFF} --cached --staged --merge-base -c --cc --base --ours --theirs -0 -1 -2 -3`,
    shows: true,
  },
  'diff-tree, diff-index, diff-files': {
    flags: `${DIFF} -r -t --root --cached --no-commit-id --merge-base -m -c --cc --pretty? --format=`,
    shows: true,
  },
  reflog: { flags: `${LOG} ${DIFF}`, forms: ['show'], shows: true, noOperands: true },
  shortlog: { flags: `${LOG} -s --summary -n --numbered -e --email -c -w? --group=` },
  'blame, annotate': {
    flags:
      '-b -l -t -f -n -s -e -w -c -p -C? -M? -L= --root --show-stats --porcelain --line-porcelain --incremental --encoding= --date= --abbrev? --show-name --show-number --show-email --since= --color-lines --color-by-age --first-parent --ignore-rev= --reverse --score-debug',
    shows: true,
  },
  branch: {
    flags:
      '-a --all -r --remotes -l --list -v -vv --verbose --show-current --contains= --no-contains= --merged? --no-merged? --points-at= --sort= --format= --color? --no-color --column? --no-column --abbrev? --no-abbrev -i --ignore-case',
    operandsNeed: words('-l --list --merged --no-merged --contains --no-contains --points-at'),
    texts: true,
  },
  tag: {
    flags:
      '-l --list -n? --contains= --no-contains= --merged? --no-merged? --points-at= --sort= --format= --color? --column? --no-column -i --ignore-case',
    operandsNeed: words('-l --list --merged --no-merged --contains --no-contains --points-at'),
    texts: true,
  },
  'rev-parse': {
    flags:
      '--verify -q --quiet --short? --abbrev-ref? --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --all --branches? --tags? --remotes? --show-superproject-working-tree --show-object-format? --revs-only --no-revs --not --default= --sq',
    texts: true,
  },
  'rev-list': {
    flags: `${LOG} --count --objects --quiet --header --timestamp --no-object-names --use-bitmap-index --disk-usage?`,
  },
  'ls-files': {
    flags:
      '-c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage -u --unmerged -k --killed -z -t -v -x= --exclude= --exclude-standard --full-name --error-unmatch --directory --no-empty-directory --eol --deduplicate --abbrev? --format= --debug --recurse-submodules',
    printsNames: true,
  },
  'ls-tree': {
    flags:
      '-d -r -t -l --long -z --name-only --name-status --object-only --full-name --full-tree --abbrev? --format=',
  },
  'cat-file': { flags: '-t -s -e -p --allow-unknown-type' },
  describe: {
    flags:
      '--all --tags --contains --long --always --exact-match --abbrev? --candidates= --match= --exclude= --first-parent --dirty? --broken? --debug',
    texts: true,
  },
  'merge-base': {
    flags: '-a --all --octopus --is-ancestor --independent --fork-point',
    texts: true,
  },
  'name-rev': {
    flags: '--tags --refs= --exclude= --all --name-only --no-undefined --always',
    texts: true,
  },
  'for-each-ref': {
    flags:
      '--count= --sort= --format= --color? --shell --perl --python --tcl --points-at= --merged? --no-merged? --contains? --no-contains? --ignore-case --exclude=',
    texts: true,
  },
  'show-ref': {
    flags:
      '--head --heads --branches --tags -d --dereference -s --hash? --verify --abbrev? -q --quiet',
    texts: true,
  },
  'symbolic-ref': { flags: '-q --quiet --short', maxOperands: 1, texts: true },
  'check-ignore': { flags: '-q --quiet -v --verbose -n --non-matching --no-index -z' },
  'check-attr': { flags: '-a --all --cached -z' },
  'count-objects': { flags: '-v --verbose -H --human-readable', noOperands: 'refused' },
  cherry: { flags: '-v --abbrev?', texts: true },
  grep: {
    flags:
      '-NUM -e=pattern -i -I -w -v -h -H -E -G -P -F -n -l -L -z -o -c -p -q -W -A= -B= -C= -a -r -m= --cached --no-untracked --text --ignore-case --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null --only-matching --count --color? --no-color --break --heading --show-function --after-context= --before-context= --context= --function-context --max-depth= --max-count= --threads= --and --or --not --all-match --quiet --no-textconv',
    pattern: true,
  },
  remote: { flags: '-v --verbose', noOperands: true },
  'remote get-url': { flags: '--all --push', texts: true },
  'stash list': { flags: `${LOG} ${DIFF}`, shows: true, noOperands: true },
  'stash show': {
    flags: `${DIFF} --include-untracked --only-untracked -u`,
    shows: true,
    texts: true,
  },
  'worktree list': { flags: '-v --verbose --porcelain -z', noOperands: true },
  'notes list, notes show': { flags: '', texts: true },
  'bisect log, sparse-checkout list': { flags: '', noOperands: 'refused' },
  version: { flags: '--build-options', noOperands: 'refused' },
};

/** Configuration keys that may be printed. Others may contain a token. */
export const GIT_PUBLIC_KEYS =
  /^(?:user\.(?:name|email)|init\.defaultbranch|core\.[a-z]+|branch\.[\w./-]+\.(?:remote|merge)|remote\.[\w./-]+\.url|pull\.rebase|push\.default)$/i;

/** The option of `git config` that names a file of settings. */
export const GIT_CONFIG_FILE = /^(?:--file?(?:=(.*))?|-[elz]*f(.*))$/s;

/** The option of `git config` that names an object of settings. */
export const GIT_CONFIG_BLOB = /^--bl[a-z]*(?:=(.*))?$/s;

/** Options before the subcommand that take the next word. */
export const GIT_GLOBAL_VALUES = words(
  '-C -c --git-dir --work-tree --namespace --exec-path --super-prefix --config-env ' +
    '--attr-source',
);

export const GIT_GLOBAL_ESCAPE_HATCHES = byName({
  '-c, --config-env': 'sets configuration, which can run programs',
  '-C': 'runs in another folder, whose repository has its own configuration',
  '--git-dir': 'uses another repository, which has its own configuration',
  '--work-tree': 'uses another work tree',
  '--exec-path': 'runs programs from a folder',
  '-p, --paginate': 'runs the configured pager',
});

/** Options by which a subcommand runs what its words say, or writes where they say; see `noteOptions`. */
export const GIT_RUNNING_OPTIONS = byName<string>({
  apply: '--unsafe-paths',
  archive: '--exec --output -o',
  clone: '--upload-pack -u --config -c --template',
  difftool: '--extcmd -x --tool -t',
  'fast-export': '--export-marks',
  'fast-import': '--export-marks --export-pack-edges --import-marks',
  'fetch, pull': '--upload-pack',
  'fetch-pack, ls-remote': '--upload-pack --exec',
  'format-patch': '--output-directory --output -o',
  'filter-branch':
    '--setup --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter -d',
  init: '--template',
  'push, send-pack': '--receive-pack --exec',
  rebase: '--exec -x',
  'send-email': '--smtp-server --sendmail-cmd --to-cmd --cc-cmd --header-cmd',
});
/** Subcommands that run the words after one of theirs. */
export const GIT_RUNS_WORDS: ReadonlySet<string> = new Set(['bisect run', 'submodule foreach']);

/** Subcommands that do nothing but start other programs: an editor, a browser, a server, a tool of the configuration. */
export const GIT_STARTS = wordSet(
  'citool credential cvsserver daemon difftool for-each-repo gui hook http-backend imap-send instaweb maintenance mergetool p4 ' +
    'send-email shell svn web--browse',
);
/** Addresses for which git starts a program of this name: `ext::sh -c …` is any program. */
export const GIT_HELPER_ADDRESS = /^[A-Za-z][\w.+-]*::/;
/** Options whose value is shell source. */
export const GIT_SOURCES =
  /^(?:--(?:exec|extcmd|upload-pack|receive-pack|setup|sendmail-cmd|(?:env|tree|index|parent|msg|commit|tag-name)-filter)(?:=([^]*))?|-[a-zA-Z]*x([^]*))$/;
/** git-clean(1); others, such as `--no-dry-run`, may undo one of these. */
export const GIT_CLEAN_FLAGS =
  '-d -f --force -i --interactive -n --dry-run -q --quiet -e= --exclude= -x -X';
/** Subcommands whose operands are files that they write, create or delete. Revisions among them are no files. */
export const GIT_WRITTEN = wordSet(
  'checkout init restore rm bundle-create stash-push stash-save worktree-add worktree-move',
);
/**
 * Subcommands that are not known to only read, and print, pack, send or serve the contents of tracked files, or give contents
 * another name, under which no rule is about them.
 */
export const GIT_PRINTS = wordSet(
  'archive bundle-create difftool fast-export format-patch merge-tree pack-objects range-diff request-pull unpack-file ' +
    'daemon fast-import http-backend instaweb mktree read-tree send-email upload-archive upload-pack',
);
/** The words with which `read-tree` gives no contents another name: those of the folder of a commit come into the index as they are. */
export const GIT_KEEPS_NAMES =
  /^(?:-[muivn]+|--(?:reset|dry-run|aggressive|empty)|(?:HEAD|@)(?:[~^]\d*)*)$/;
/** Words before a subcommand, or the value of one, that choose the work tree or its repository: the option, and what is attached to it. */
export const GIT_CHOOSES_WORK_TREE =
  /^(--work-tree|--git-dir)(?:=(.*))?$|^(?:--config-env=)?core\.worktree=/is;
/** Subcommands that apply a patch, which may copy files. */
export const GIT_PATCHES = wordSet('am apply quiltimport');
/** git-apply(1), git-am(1): words with which they apply none, words without a value behind them, and those that undo one of the first. */
export const GIT_ONLY_READS_PATCH =
  /^--(?:check|stat|numstat|summary|abort|continue|resolved|skip|quit|show-\S+)$/;
export const GIT_PATCH_FLAGS =
  /^(?:-[vqRN3s]+|-[pC]\d+|--(?:verbose|quiet|reverse|index|cached|3way|recount)|--[a-z-]+=.*)$/s;
export const GIT_APPLIES_AFTER_ALL = /^--(?:ap|no-)/;
/** The names of the files that it reads are its input. */
export const GIT_READS_NAMED = /^--stdin-p/;
/** Options, or a form, with which a subcommand shows lines of tracked files. Letters that have a value end a word of them. */
export const GIT_SHOWS_WITH = byName({
  'add, stage': /^(?:-[nvfuAN]*[pei]\w*|--(?:patch?|e|ed|edi|edit|inter\w*))$/,
  'checkout, reset, restore': /^(?:-[dflmNqStW]*p\w*|--patch?)$/,
  stash: /^(?:-[akqSu]*p\w*|--patch?)$/,
  commit: /^(?:-[aeinoqsz]*[pv]\w*|--(?:patch?|v|verb\w*|inter\w*))$/,
  'am, rebase':
    /^--show-c[a-z-]*(?:=.*)?$|^(?:-[a-zA-Z]*[sX]|--strategy(?:-o[a-z]*)?=)?subtree(?:=|$)/,
  rerere: /^diff$/,
  // Without an operand it lists.
  replace: /^[^-]|^$|^--c/,
  // It puts any object into the index, under any name.
  'update-index': /^--(?:cacheinfo|index-info)(?:=|$)/,
  // It is `git log` with these options.
  'bisect-view, bisect-visualize': /^-(?!-(?:stat|oneline|name-only|name-status)$)/,
  // Below another folder, or below none, every file has another name.
  subtree: /^(?:add|merge|pull|push|split)$/,
  'filter-branch': /^--subdirectory-filter(?:=|$)/,
  'filter-repo': /^--(?:subdirectory-filter|to-subdirectory-filter|path-rename)(?:=|$)/,
  'merge, pull, cherry-pick, revert': /^(?:-[a-zA-Z]*[sX]|--strategy(?:-o[a-z]*)?=)?subtree(?:=|$)/,
});
/**
 * Subcommands that take a folder or a file of a commit (`HEAD:private`) and give what is in it another name: in the index or the work tree, as
 * the tree of a commit, or as a note or a ref.
 */
export const GIT_TAKES_OBJECTS = wordSet('checkout commit-tree notes reset restore tag update-ref');
/** Their options whose value is a text that is no object, attached or in the next word. `-m` of checkout and restore is another option. */
export const GIT_TEXTS = byName({
  'commit-tree, notes, tag, update-ref': /^(?:-[adefilsvz]*m|--(?:mes|tra)[a-z]*)(.+)?$/s,
});
/** Their options whose value is in the next word, also if it looks like an option. */
export const GIT_NEXT_IS_VALUE = /^(?:-[a-zA-Z]*[CFcpu]|--(?:cl|fi|lo|re)[a-z-]*)$/;
/** Subcommands that write tracked files into another folder; `clone` those of a repository of this machine. */
export const GIT_COPIES = wordSet('checkout-index clone submodule-add worktree-add');
/** An address of another machine: with a scheme, or `HOST:PATH`. */
export const GIT_REMOTE_ADDRESS = /^(?!file:)[A-Za-z][\w.+-]*:\/\/|^(?:[^/\s@]+@)?[\w.-]+:(?!\/\/)/;
/** Subcommands whose operands are files that they read. */
export const GIT_READ = wordSet(
  'am apply bisect-replay bundle-list-heads bundle-unbundle bundle-verify hash-object interpret-trailers mailsplit merge-file',
);
/** Subcommands whose operands are files that they put into the index, under the same names. */
export const GIT_ADDS = wordSet('add stage update-index');
/** Subcommands whose second and last operand is a folder that they create. */
export const GIT_CREATED: ReadonlySet<string> = new Set(['clone', 'submodule-add']);
/**
 * Subcommands that write files which none of their words names, with contents that came from elsewhere than the history of a
 * branch: from a patch, a stash, the index or another repository.
 */
export const GIT_UNPACKS = wordSet(
  'am apply checkout-index quiltimport stash-apply stash-branch stash-pop submodule-add submodule-update',
);
/**
 * Options, attached to their value or before it, that name a file or folder which is written, and one which is read. Letters without a
 * value may stand before theirs.
 */
export const GIT_WRITTEN_BY = byName({
  apply: /^--directory(?:=(.*))?$/,
  'clone, init': /^--separate-git-dir(?:=(.*))?$/,
  archive: /^(?:--output(?:=(.*))?|-o(.*))$/,
  'checkout-index': /^--prefix=(.*)$/,
  'fast-export': /^--export-marks=(.*)$/,
  'read-tree': /^--index-output(?:=(.*))?$/,
  'format-patch': /^(?:--output(?:-directory)?(?:=(.*))?|-o(.*))$/,
});
export const GIT_READ_BY = byName({
  commit: /^(?:--(?:file?|te[a-z]*|pathspec-fr[a-z-]*)(?:=(.*))?|-[aeinopqsvz]*[Ft](.*))$/s,
  // Git names in its messages what such a file lists.
  'add, checkout, reset, restore, rm, stage, stash': /^--pathspec-fr[a-z-]*(?:=(.*))?$/,
  'commit-tree': /^-F(.*)$/,
  'fmt-merge-msg, merge, notes, tag': /^(?:--fi?l?e?(?:=(.*))?|-[adefilnqsv]*F(.*))$/s,
});

/** Subcommands that change the repository, its work tree or another repository. */
export const GIT_WRITES = wordSet(
  'add am apply archive bisect branch bundle checkout cherry-pick clean clone commit commit-tree config fast-import ' +
    'fetch filter-branch filter-repo format-patch gc init lfs maintenance merge merge-file mv notes pack-refs prune pull push read-tree ' +
    'rebase reflog remote repack replace reset restore revert rm sparse-checkout stash submodule subtree switch ' +
    'symbolic-ref tag update-index update-ref worktree write-tree',
);

/** The other subcommands of git 2.49, which no table describes. Any other word may be an alias or another program. */
export const GIT_OTHERS = wordSet(
  'archimport backfill bugreport check-mailmap check-ref-format checkout-index checkout--worker column commit-graph ' +
    'credential-cache credential-cache--daemon credential-store cvsexportcommit cvsimport diagnose diff-pairs fast-export ' +
    'fetch-pack filter-repo fmt-merge-msg for-each-repo fsck fsck-objects fsmonitor--daemon get-tar-commit-id hash-object help ' +
    'http-fetch http-push index-pack init-db interpret-trailers last-modified ls-remote mailinfo mailsplit merge-file merge-index ' +
    'merge-octopus merge-one-file merge-ours merge-recursive merge-resolve merge-subtree merge-tree mktag mktree ' +
    'multi-pack-index notes pack-objects pack-redundant patch-id prune-packed quiltimport range-diff receive-pack refs repo ' +
    'remote-ext remote-fd replay request-pull rerere rev-parse send-pack show-branch show-index stage stripspace ' +
    'unpack-file unpack-objects update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag',
);
