import { readByName, type Table, wordSet } from './table.ts';

/** The files that a program reads, or some of its subcommands do: those that its operands name, and all below a folder that they name. */
export interface Reader {
  /** The subcommands that do, separated by commas. Absent: the program does, whatever its words. */
  readonly subcommands?: string;
  /** With `subcommands`: so does the program alone, or with a path or options only. */
  readonly alone?: true;
  /** Its first operand is a pattern, unless such an option gives one. */
  readonly pattern?: RegExp;
  /** Its options that have no value. Any other may have one in the next word. */
  readonly switches?: RegExp;
  /** Its last operand is where it writes. With one source before, it reads no local file if that is of another machine. */
  readonly copies?: 'one' | 'some';
  /** It reads the folder that it runs in: where no operand names another, or always. */
  readonly here?: 'unnamed' | 'always';
  /** Options with which it does not read that folder for being in it. */
  readonly notHere?: RegExp;
  /** A folder among its words is one where it looks for files that others name: it does not read all below it. */
  readonly filesOnly?: true;
  /** Of the files below a folder, it reads those of these names. */
  readonly names?: readonly string[];
  /** Only the values of these options name what it reads. */
  readonly files?: RegExp;
  /** Options whose value is text or an expression, and names no file. */
  readonly texts?: RegExp;
}

const HERE_OR_NAMED = { here: 'unnamed' } as const;
const HERE = { here: 'always' } as const;
/** A search: what has no value in `ag`, `ack`, `ugrep` and the like of `zgrep`, among it the kinds of files that `ag` and `ack` know. */
const SEARCH = {
  ...HERE_OR_NAMED,
  switches: new RegExp(
    '^(?:-[cEFHhilLnoPqQRrsSuUvwaz]+|-[ABCm]\\d+|--(?:ignore-case|smart-case|case-sensitive|literal|fixed-strings|word-regexp|' +
      'files-with-matches|files-without-matches|count|hidden|no-?color|invert-match|numbers|line-number|only-matching|recursive|' +
      'ts|js|typescript|javascript|python|ruby|go|rust|java|kotlin|cc|cpp|csharp|php|perl|shell|html|css|json|yaml|xml|md|markdown|sql))$',
  ),
} as const;
const COPY = { copies: 'some' } as const;
const COPY_ONE = { copies: 'one' } as const;

/** Programs that read the files which their operands name, and print, pack or send them. */
const READ_FILES =
  // coreutils 9.1, diffutils 3.8, gzip 1.12, xz 5.4, zstd 1.5: programs like those of `TEXT_PROGRAMS`
  'basenc, pr, ptx, shuf, sdiff, diff3, look, iconv, zless, zmore, zdiff, zcmp, bzless, bzmore, xzless, xzmore, xzdiff, xzcmp, zstdcat, ' +
  'zstdless, lz4cat, lzless, most, pv, uuencode, ' +
  // Their manuals: they print or convert what they read
  'm4, as, objdump, readelf, xsltproc, tidy, rustfmt, shellcheck, hadolint, pandoc, asciidoctor, pdftotext, gron, mlr, csvcut, csvlook, ' +
  'ed, red, nano, ansible-vault, sops, age, gpg, gpg2, ' +
  // python 3.13: modules that `python -m` runs
  'json.tool, tokenize, ast, dis, fileinput, filecmp';

/** Names of the files that deno 2 checks and formats, where it is given a folder. */
const SCRIPTS = '*.ts *.tsx *.mts *.cts *.js *.jsx *.mjs *.cjs'.split(' ');
const FORMATTED = (
  '*.json *.jsonc *.md *.mkd *.mkdn *.mdwn *.mdown *.markdown *.css *.scss *.sass *.less *.html *.svelte *.vue *.astro *.vto *.njk ' +
  '*.yml *.yaml *.sql *.ipynb *.xml *.svg'
).split(' ');

/**
 * What programs read that are known by no other table. Where a project's own files say what is read (`npm pack`, `docker compose build`,
 * `sam package`), it is code of the checkout.
 */
const READERS: Table<readonly Reader[]> = {
  [READ_FILES]: [{ filesOnly: true }],
  // exiftool(1) 12, ansible-playbook(1) 2.17: folders, too
  'exiftool, ansible-playbook': [{}],
  // zgrep(1) 1.12 and its like: grep(1) for files that are packed
  'zgrep, zegrep, zfgrep, zipgrep, bzgrep, xzgrep, zstdgrep, lzgrep': [
    {
      pattern: /^-[a-zA-Z]*[ef]|^--(?:regexp|file)(?:=|$)/,
      switches: SEARCH.switches,
      texts: /^(?:-e|--regexp)(?:=|$)/,
    },
  ],
  // gcc(1) 14, clang(1) 18: folders that are renamed in what it writes
  'gcc, g++, cc, c++, cpp, clang, clang++, gfortran': [
    { filesOnly: true, texts: /^-f[a-z]+-prefix-map=/ },
  ],
  // xmllint(1) 2.12
  xmllint: [{ filesOnly: true, texts: /^--(?:xpath|pattern)(?:=|$)/ }],
  // xmlstarlet 1.6: XPath, beside commands that name schemas by the same letters
  xmlstarlet: [
    {
      subcommands: 'sel, select, ed, edit',
      filesOnly: true,
      texts:
        /^(?:-[vmicsudarox]|--(?:value-of|match|if|copy-of|sort|update|delete|insert|append|subnode|rename|move|value|expr|output))$/,
    },
    {
      subcommands:
        'val, validate, tr, transform, fo, format, el, elements, c14n, canonic, esc, escape, unesc, unescape, pyx, xmln, p2x, depyx',
      filesOnly: true,
    },
  ],
  // python 3.13, ruby 3.3 (`un`), php(1) 8.3: modules and a server of theirs
  'tarfile, zipfile': [{}],
  'http.server': [{ ...HERE, notHere: /^(?:-d|--d[a-z]*(?:=|$))/ }],
  ruby: [{ subcommands: '-run -e' }],
  php: [{ ...HERE, subcommands: '-S', notHere: /^-t/ }],
  // serve 14, http-server 14, live-server 1.2, darkhttpd 1.16, miniserve 0.28, Caddy 2.8: they serve a folder
  'serve, http-server, live-server, darkhttpd, miniserve': [
    { ...HERE_OR_NAMED, switches: /^(?:-[sSnuCo]|--(?:single|cors|no-clipboard|open))$/ },
  ],
  caddy: [{ ...HERE, subcommands: 'file-server', notHere: /^(?:-r|--root(?:=|$))/ }],
  // go 1.23
  gofmt: [{ names: ['*.go'] }],
  // ag(1) 2.2, pt 2.2, sift 0.9: without a folder they search the one that they run in
  ag: [{ ...SEARCH, pattern: /^-e|^-g$|^--(?:regexp|file)(?:=|$)/ }],
  'pt, sift': [
    { ...HERE_OR_NAMED, switches: /^-[inrsvwz]+$/, pattern: /^-e|^--(?:regexp|file)(?:=|$)/ },
  ],
  // ack(1) 3
  'ack, ack-grep': [
    { ...SEARCH, pattern: /^--(?:match|known-types|files-from)(?:=|$)|^-[a-zA-Z]*[fg]/ },
  ],
  // ugrep(1) 6: without -r and a file it reads its input, unless that is a terminal
  'ugrep, ug, ug+, ugrep+': [
    { ...SEARCH, pattern: /^--(?:regexp|file|and|andnot|not)(?:=|$)|^-[a-zA-Z0-9]*[efN]/ },
  ],
  // ast-grep 0.30, semgrep 1.90, typos 1.28, repomix 0.2, files-to-prompt 0.6, code2prompt 3, gitingest 0.1: they print what they find
  'ast-grep, semgrep, typos, repomix, files-to-prompt, code2prompt, gitingest': [HERE_OR_NAMED],
  // trivy 0.57, gitleaks 8, trufflehog 3, detect-secrets 1.5: they print what may be secret
  trivy: [{ subcommands: 'fs, filesystem, config, repo, repository, rootfs' }],
  gitleaks: [{ ...HERE_OR_NAMED, subcommands: 'detect, protect, dir, directory, git' }],
  trufflehog: [{ subcommands: 'filesystem, git' }],
  'detect-secrets': [{ ...HERE_OR_NAMED, subcommands: 'scan' }],
  // snyk 1, sonar-scanner 6, sentry-cli 2: they send source
  snyk: [{ ...HERE, subcommands: 'code test, iac test' }],
  'sonar-scanner, pysonar': [HERE],
  'sentry-cli': [{ subcommands: 'sourcemaps upload, sourcemaps inject, debug-files upload' }],
  // docker(1) 27, podman(1) 5, buildah(1) 1.38: the context of a build. Only podman and buildah have a default.
  'docker, nerdctl': [
    {
      subcommands:
        'build, image build, buildx build, buildx b, builder build, import, image import',
    },
    { ...COPY_ONE, subcommands: 'cp, container cp' },
  ],
  podman: [
    { ...HERE_OR_NAMED, subcommands: 'build, image build, buildx build, farm build' },
    { subcommands: 'import, image import' },
    { ...COPY_ONE, subcommands: 'cp, container cp' },
  ],
  buildah: [
    { ...HERE_OR_NAMED, subcommands: 'build, bud, build-using-dockerfile' },
    { subcommands: 'add, copy' },
  ],
  // Cloud Native Buildpacks 0.36: `--path`, or here
  pack: [{ ...HERE, subcommands: 'build' }],
  // kubectl(1) 1.31, kustomize 5, helm 3
  'kubectl, oc': [
    { ...COPY_ONE, subcommands: 'cp' },
    {
      subcommands: 'create configmap, create cm, create secret',
      files: /^--(?:from-file|from-env-file|cert|key|filename)(?:=(?:[^=]*=)?(.*))?$|^-f(.*)$/s,
    },
    { ...HERE_OR_NAMED, subcommands: 'kustomize' },
  ],
  kustomize: [{ ...HERE_OR_NAMED, subcommands: 'build' }],
  helm: [{ subcommands: 'package, lint' }],
  // ffmpeg-formats(1) 7: a list names further files
  ffmpeg: [{ ...HERE, subcommands: '-f concat' }],
  // squashfs-tools 4.6, genisoimage(1) 1.1, xorriso 1.5, sharutils 4.15, binutils 2.40, dump 0.4
  'mksquashfs, genisoimage, mkisofs, xorriso, xorrisofs, shar, ar, dump, zpaq': [{}],
  // xz(1) 5.4, bzip2(1) 1.0, zstd(1) 1.5, lz4(1) 1.9, brotli 1.1, pigz 2.8: like gzip, beside `-c` into files that no word names
  'xz, lzma, unxz, bzip2, bunzip2, pbzip2, zstd, zstdmt, unzstd, lz4, unlz4, brotli, pigz, lzip, plzip, lzop, compress':
    [{}],
  // rclone 1.68, restic 0.17, borg 1.4, kopia 0.18, duplicity 3, rdiff-backup 2.2
  rclone: [
    { ...COPY_ONE, subcommands: 'copy, sync, move, copyto, moveto, bisync' },
    { subcommands: 'cat' },
  ],
  restic: [{ subcommands: 'backup' }],
  'borg, borgmatic': [{ subcommands: 'create' }],
  kopia: [{ subcommands: 'snapshot create, snapshot' }],
  'duplicity, rdiff-backup': [COPY],
  // AWS CLI 2, s3cmd 2.4, s5cmd 2.3, MinIO client, azcopy 10, gsutil 5, gcloud 500, Azure CLI 2.60
  aws: [{ ...COPY_ONE, subcommands: 's3 cp, s3 sync, s3 mv' }],
  's3cmd, s5cmd': [{ ...COPY, subcommands: 'put, sync, cp, mv, pipe' }],
  mc: [{ ...COPY, subcommands: 'cp, mirror, mv' }],
  azcopy: [{ ...COPY_ONE, subcommands: 'copy, cp, c, sync, sc, s' }],
  gsutil: [{ ...COPY, subcommands: 'cp, rsync, mv' }],
  gcloud: [
    { ...COPY, subcommands: 'storage cp, storage mv, storage rsync' },
    { ...HERE_OR_NAMED, subcommands: 'builds submit', notHere: /^--no-source$/ },
    {
      ...HERE,
      subcommands: 'app deploy, run deploy, functions deploy',
      notHere: /^--(?:image|source)(?:=|$)/,
    },
  ],
  az: [
    {
      subcommands:
        'storage blob upload, storage blob upload-batch, storage blob sync, storage file upload, storage file upload-batch, ' +
        'storage fs file upload, storage fs directory upload, storage copy',
    },
    { subcommands: 'acr build' },
    { ...HERE, subcommands: 'webapp up' },
    { ...HERE, subcommands: 'containerapp up', notHere: /^(?:--(?:image|source)(?:=|$)|-i$)/ },
  ],
  // Their manuals: they send the folder that they run in, or one that is named
  'vercel, vc, now': [{ ...HERE, subcommands: 'deploy', alone: true }],
  netlify: [{ ...HERE, subcommands: 'deploy' }],
  'fly, flyctl': [{ ...HERE, subcommands: 'deploy, launch', notHere: /^(?:--image(?:=|$)|-i$)/ }],
  heroku: [{ ...HERE, subcommands: 'container:push, builds:create' }],
  railway: [{ ...HERE, subcommands: 'up' }],
  cf: [{ ...HERE, subcommands: 'push' }],
  eb: [{ ...HERE, subcommands: 'deploy, create' }],
  surge: [HERE],
  'hf, huggingface-cli': [{ subcommands: 'upload, upload-large-folder' }],
  // Mercurial 6, Subversion 1.14, Jujutsu 0.23: like `git diff`
  hg: [{ ...HERE, subcommands: 'annotate, archive, bundle, cat, diff, export, grep' }],
  svn: [{ ...HERE, subcommands: 'blame, cat, diff, export' }],
  jj: [{ ...HERE, subcommands: 'diff, show, file show, interdiff' }],
  // gh manual 2.60: files of a release
  gh: [{ subcommands: 'release create, release upload' }],
  // deno 2: it prints or checks source
  deno: [
    { subcommands: 'doc, lint, check', names: SCRIPTS },
    { subcommands: 'fmt', names: [...SCRIPTS, ...FORMATTED] },
  ],
  // terraform(1) 1.9: it prints plans and states
  'terraform, tofu': [{ subcommands: 'show' }],
};

/** What a program reads, by its name. */
export const READERS_BY_NAME = readByName(READERS, (readers) =>
  readers.map((reader) => ({
    ...reader,
    paths: reader.subcommands?.split(', ').map((path) => path.split(' ')) ?? [[]],
  })),
);

/**
 * Linters, formatters and compilers that read source of their own kind where they are given a folder, and counters of lines. Like that of
 * `eslint .`, their configuration is code of the checkout.
 */
export const CHECKS_SOURCE = wordSet(
  'bandit pydocstyle yapf vulture radon goimports gosec clj-kondo ktlint detekt checkstyle pmd kotlinc rubocop standardrb reek brakeman ' +
    'phpstan phpcs phpcbf php-cs-fixer psalm phpmd rector pint hlint ormolu fourmolu swiftlint swiftformat dart zig crystal ameba perlcritic ' +
    'perltidy luacheck stylua busted clang-tidy clang-format cppcheck cpplint shfmt nixfmt statix tokei cloc scc compileall unittest',
);
