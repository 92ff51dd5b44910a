/**
 * What a hostile run can leave in a checkout to lead whoever looks at it afterwards: to start a program, to read outside, to
 * hang, or to lie. Each is a script of bash, run in a fresh checkout; `$OUT` is a folder outside of it, `$RUN` a command
 * that leaves a mark there, and `$SECRET` a file outside that holds what must not come out.
 */
export interface Plant {
  readonly name: string;
  readonly script: string;
  /** Commits, index and branch cannot be carried, and that is said; changes and patch are whole all the same. */
  readonly noCommits?: true;
  /** More paths that change by it; a `/` at its end: anything below; empty: anything. */
  readonly also?: readonly string[];
}

/** Writes `text` to the end of a file. */
const append = (file: string, text: string): string =>
  `cat >> "${file}" <<'END'\n${text}\nEND\nsed -i "s|@RUN|$RUN|g; s|@OUT|$OUT|g" "${file}"\n`;

const config = (name: string, text: string): Plant => ({
  name,
  script: append('.git/config', text),
});

const MISSING = '1234567890123456789012345678901234567890';
/** The commit that HEAD names is missing, so that git would fetch it from where the configuration says. */
const promisor = (name: string, text: string): Plant => ({
  name: `a promisor by ${name}`,
  script: `git config core.repositoryformatversion 1
${append('.git/config', `[extensions]\n\tpartialClone = o\n[remote "o"]\n\tpromisor = true\n\tpartialclonefilter = blob:none\n${text}`)}
echo ${MISSING} > .git/HEAD`,
  noCommits: true,
});

const fifo = (path: string, more: Partial<Plant> = {}): Plant => ({
  name: `a FIFO in the place of ${path}`,
  script: `rm -rf '${path}'; mkdir -p "$(dirname '${path}')"; mkfifo '${path}'`,
  ...more,
});

const FILTER = '[filter "x"]\n\tclean = @RUN\n\tsmudge = @RUN\n\tprocess = @RUN\n\trequired = true';
const MONITOR = '[core]\n\tfsmonitor = @RUN';
const EXT = '[protocol "ext"]\n\tallow = always';
const HOOKS =
  'post-index-change pre-commit post-checkout reference-transaction pre-auto-gc fsmonitor-watchman';

const CONFIGURED: readonly Plant[] = [
  config('core.fsmonitor', MONITOR),
  config('core.fsmonitor by an include', '[include]\n\tpath = @OUT/monitor.cfg'),
  config(
    'core.fsmonitor by a condition',
    '[includeIf "gitdir:**"]\n\tpath = @OUT/monitor.cfg\n[includeIf "onbranch:**"]\n\tpath = @OUT/monitor.cfg',
  ),
  {
    name: 'core.fsmonitor by config.worktree',
    script: `git config extensions.worktreeConfig true; ${append('.git/config.worktree', MONITOR)}`,
  },
  {
    name: 'core.fsmonitor by commondir',
    script: `cp -r .git "$OUT/common"; ${append('$OUT/common/config', MONITOR)} echo "$OUT/common" > .git/commondir`,
  },
  config('core.fsmonitor that is the built-in daemon', '[core]\n\tfsmonitor = true'),
  {
    name: 'core.hooksPath',
    script: `mkdir hooks; for hook in ${HOOKS}; do cp "$OUT/run" hooks/$hook; done; git config core.hooksPath hooks`,
    also: ['hooks/'],
  },
  {
    name: 'hooks',
    script: `mkdir -p .git/hooks; for hook in ${HOOKS}; do cp "$OUT/run" .git/hooks/$hook; done`,
  },
  config('diff.external', '[diff]\n\texternal = @RUN'),
  {
    name: 'diff.textconv and diff.command',
    script: `${append('.git/config', '[diff "x"]\n\ttextconv = @RUN\n\tcommand = @RUN')} echo '* diff=x' > .git/info/attributes`,
  },
  config(
    'core.pager and pager.*',
    '[core]\n\tpager = @RUN\n[pager]\n\tdiff = @RUN\n\tstatus = @RUN',
  ),
  config('aliases', '[alias]\n\tstatus = !@RUN\n\tdiff = !@RUN\n\trev-parse = !@RUN'),
  config('editors', '[core]\n\teditor = @RUN\n[sequence]\n\teditor = @RUN'),
  config('core.askPass and helpers', '[core]\n\taskPass = @RUN\n[credential]\n\thelper = !@RUN'),
  config(
    'gpg',
    '[gpg]\n\tprogram = @RUN\n[log]\n\tshowSignature = true\n[commit]\n\tgpgSign = true',
  ),
  config('core.sshCommand', '[core]\n\tsshCommand = @RUN\n\tgitProxy = @RUN'),
  config('core.alternateRefsCommand', '[core]\n\talternateRefsCommand = @RUN'),
  config('uploadpack.packObjectsHook', '[uploadpack]\n\tpackObjectsHook = @RUN'),
  config('merge drivers', '[merge "x"]\n\tdriver = @RUN\n[merge]\n\ttool = x'),
  config('trace2', '[trace2]\n\teventTarget = @OUT/marks/one\n\tnormalTarget = @OUT/marks/two'),
];

const FILTERS: readonly Plant[] = [
  {
    name: 'a filter by info/attributes',
    script: `${append('.git/config', FILTER)} mkdir -p .git/info; echo '* filter=x' > .git/info/attributes`,
  },
  {
    name: 'a filter by .gitattributes',
    script: `${append('.git/config', FILTER)} echo '* filter=x' > .gitattributes`,
    also: ['.gitattributes'],
  },
  {
    name: 'a filter by a condition',
    script: `${append('$OUT/filter.cfg', FILTER)} ${append('.git/config', '[includeIf "gitdir:**"]\n\tpath = @OUT/filter.cfg')} echo '* filter=x' > .gitattributes`,
    also: ['.gitattributes'],
  },
  {
    name: 'a filter with a name that no override can spell',
    script: `${append('.git/config', FILTER.replace('"x"', '"a=b"'))} echo '* filter=a=b' > .gitattributes`,
    also: ['.gitattributes'],
  },
  {
    name: 'a filter by core.attributesFile',
    script: `${append('.git/config', `${FILTER}\n[core]\n\tattributesFile = @OUT/attributes`)} echo '* filter=x' > "$OUT/attributes"`,
  },
];

const PROMISORS: readonly Plant[] = [
  promisor('ext::', '\turl = ext::sh -c @RUN'),
  promisor(
    'ext:: that is allowed',
    `\turl = ext::sh -c @RUN\n[protocol]\n\tallow = always\n${EXT}`,
  ),
  promisor(
    'insteadOf',
    `\turl = https://example.invalid/x\n[url "ext::sh -c @RUN "]\n\tinsteadOf = https://example.invalid/\n${EXT}`,
  ),
  promisor('uploadpack', '\turl = file://@OUT\n\tuploadpack = @RUN'),
  promisor('ssh', '\turl = ssh://example.invalid/x\n[core]\n\tsshCommand = @RUN'),
  promisor('vcs', `\tvcs = ext\n\turl = sh -c @RUN\n${EXT}`),
  promisor('http and a helper', '\turl = http://127.0.0.1:9/x\n[credential]\n\thelper = !@RUN'),
  {
    name: 'a promisor by commondir',
    script: `mkdir -p "$OUT/c/objects" "$OUT/c/refs"
${append('$OUT/c/config', `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = o\n[remote "o"]\n\tpromisor = true\n\turl = ext::sh -c @RUN\n${EXT}`)}
echo "$OUT/c" > .git/commondir; echo ${MISSING} > .git/HEAD`,
    noCommits: true,
  },
];

const inner = (file: string): string =>
  `git init -q ${file}; git -C ${file} commit -q --allow-empty -m in; touch ${file}/x;`;

const NESTED: readonly Plant[] = [
  {
    name: 'a submodule of the run with a monitor',
    script: `${inner('sub')} git add sub 2>/dev/null; ${append('sub/.git/config', MONITOR)}`,
    also: ['sub/'],
  },
  {
    name: 'a submodule of the run with a filter',
    script: `${inner('sub')} git add sub 2>/dev/null; ${append('sub/.git/config', FILTER)} echo '* filter=x' > sub/.gitattributes`,
    also: ['sub/'],
  },
  {
    name: 'a submodule of the run that is a promisor in .git/modules',
    script: `${inner('sub')} mkdir -p .git/modules; mv sub/.git .git/modules/sub; echo 'gitdir: ../.git/modules/sub' > sub/.git; git add sub 2>/dev/null
${append('.git/modules/sub/config', `[extensions]\n\tpartialClone = o\n[remote "o"]\n\tpromisor = true\n\turl = ext::sh -c @RUN\n${EXT}`)}
echo ${MISSING} > .git/modules/sub/HEAD`,
    also: ['sub/'],
  },
  {
    name: 'a nested repository with a monitor',
    script: `${inner('inner')} ${append('inner/.git/config', MONITOR)}`,
    also: ['inner/'],
  },
  {
    name: 'a nested repository whose HEAD is a FIFO',
    script: 'mkdir -p inner/.git/refs inner/.git/objects; mkfifo inner/.git/HEAD; touch inner/x',
    also: ['inner/'],
  },
  {
    name: 'a submodule that .gitmodules updates by a command',
    script: `${append('.gitmodules', '[submodule "s"]\n\tpath = s\n\turl = ./s\n\tupdate = !@RUN')} ${append('.git/config', '[submodule "s"]\n\tupdate = !@RUN\n[submodule]\n\trecurse = true')}`,
    also: ['.gitmodules'],
  },
];

const WAITING: readonly Plant[] = [
  fifo('.gitignore', { also: ['.gitignore'] }),
  fifo('.gitattributes', { also: ['.gitattributes'] }),
  fifo('.gitmodules', { also: ['.gitmodules'] }),
  fifo('deep/.gitignore', { also: ['deep/.gitignore'] }),
  fifo('.git/HEAD', { noCommits: true }),
  fifo('.git/config'),
  fifo('.git/index'),
  fifo('.git/refs/heads/main', { noCommits: true }),
  fifo('.git/packed-refs'),
  fifo('.git/info/exclude'),
  fifo('.git/info/attributes'),
  fifo('.git/objects/info/alternates'),
  fifo('.git/commondir'),
  fifo('.git/shallow'),
  fifo(`.git/objects/pack/pack-${MISSING}.idx`),
  {
    name: 'a FIFO in the place of an object',
    script: `git add -A; git commit -qm own; object=.git/objects/$(git rev-parse HEAD | sed 's|^..|&/|'); rm -f $object; mkfifo $object`,
    noCommits: true,
  },
  {
    name: 'a FIFO in the place of a shared index',
    script: `git update-index --split-index; shared=$(ls .git/sharedindex.* | head -1); rm -f "$shared"; mkfifo "$shared"`,
  },
  fifo('waiting', { also: ['waiting'] }),
  {
    name: 'a FIFO by core.attributesFile and core.excludesFile',
    script: `mkfifo "$OUT/fifo"; git config core.attributesFile "$OUT/fifo"; git config core.excludesFile "$OUT/fifo"`,
  },
];

/** Each part of the stream begins anew, so that it is packed once and repeated. */
const ZEROS = `import hashlib, os, zlib
parts = 600; head = b'blob %d\\0' % (parts << 20); zeros = bytes(1 << 20); sha = hashlib.sha1(head); sum = zlib.adler32(head)
for _ in range(parts): sha.update(zeros); sum = zlib.adler32(zeros, sum)
packer = zlib.compressobj(9, zlib.DEFLATED, -15); start = packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH)
part = packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH); name = sha.hexdigest(); os.makedirs('.git/objects/' + name[:2], exist_ok=True)
open('.git/objects/%s/%s' % (name[:2], name[2:]), 'wb').write(b'\\x78\\xda' + start + part * parts + packer.flush() + sum.to_bytes(4, 'big')); print(name)`;

const FORGED = `import hashlib, os, struct
data = bytearray(open('.git/index', 'rb').read()); place = data.find(b'keep.txt') - 62; about = os.stat('keep.txt')
data[place:place + 16] = struct.pack('>4I', int(about.st_ctime), about.st_ctime_ns % 10**9, int(about.st_mtime), about.st_mtime_ns % 10**9)
data[place + 36:place + 40] = struct.pack('>I', about.st_size)
open('.git/index', 'wb').write(bytes(data[:-20]) + hashlib.sha1(bytes(data[:-20])).digest())`;

const LIES: readonly Plant[] = [
  {
    name: 'alternates to another store',
    script:
      'git init -q "$OUT/other"; mkdir -p .git/objects/info; echo "$OUT/other/.git/objects" > .git/objects/info/alternates',
  },
  {
    name: 'alternates to /proc',
    script: 'mkdir -p .git/objects/info; echo /proc/self/fd > .git/objects/info/alternates',
  },
  {
    name: 'alternates to /dev',
    script:
      'mkdir -p .git/objects/info; printf "/dev\\n/dev/stdin\\n" > .git/objects/info/alternates',
  },
  {
    name: 'a replaced blob',
    script: 'git replace -f $(git rev-parse HEAD:keep.txt) $(git rev-parse HEAD:gone.txt)',
  },
  {
    name: 'a replaced commit',
    script: 'git replace -f HEAD $(git commit-tree $(git write-tree) -m other)',
  },
  {
    name: 'grafts and a forged shallow',
    script: 'git rev-parse HEAD > .git/info/grafts; git rev-parse HEAD > .git/shallow',
  },
  {
    name: 'a forged commit graph',
    script:
      'mkdir -p .git/objects/info; head -c 2000 /dev/urandom > .git/objects/info/commit-graph',
  },
  {
    name: 'a forged loose blob',
    script: `new=.git/objects/$(git hash-object -w keep.txt | sed 's|^..|&/|'); object=.git/objects/$(git rev-parse HEAD:keep.txt | sed 's|^..|&/|'); mkdir -p $(dirname $object); cp -f $new $object`,
  },
  {
    name: 'a forged loose blob that is committed',
    script: `git add -A; git commit -qm own; object=.git/objects/$(git rev-parse HEAD:new.txt | sed 's|^..|&/|'); other=.git/objects/$(git rev-parse HEAD:tool.sh | sed 's|^..|&/|'); cp -f $other $object`,
    noCommits: true,
  },
  {
    name: 'a forged pack index',
    script: `git repack -adq; for file in .git/objects/pack/*.idx; do chmod +w $file; printf XXXX | dd of=$file bs=1 seek=1100 conv=notrunc 2>/dev/null; done`,
  },
  {
    name: 'six hundred megabytes of zeros as one',
    script: `python3 - <<'END' > "$OUT/name"\n${ZEROS}\nEND\ngit update-index --add --cacheinfo 100644,$(cat "$OUT/name"),zeros`,
    noCommits: true,
  },
  { name: 'skip-worktree', script: 'git update-index --skip-worktree keep.txt' },
  { name: 'assume-unchanged', script: 'git update-index --assume-unchanged keep.txt' },
  { name: 'a forged index', script: `python3 - <<'END'\n${FORGED}\nEND` },
  {
    name: 'info/exclude of everything',
    script: 'mkdir -p .git/info; echo "*" > .git/info/exclude',
  },
  {
    name: 'core.excludesFile of everything',
    script: 'echo "*" > "$OUT/ignore"; git config core.excludesFile "$OUT/ignore"',
  },
  { name: '.gitignore of everything', script: 'echo "*" > .gitignore', also: ['.gitignore'] },
  { name: 'the old times on a changed file', script: 'touch -r tool.sh keep.txt' },
];

const ELSEWHERE: readonly Plant[] = [
  {
    name: '.git that is a file',
    script: 'mv .git "$OUT/moved"; echo "gitdir: $OUT/moved" > .git',
    noCommits: true,
  },
  {
    name: '.git that is a link',
    script: 'mv .git "$OUT/moved"; ln -s "$OUT/moved" .git',
    noCommits: true,
  },
  { name: '.git that is gone', script: 'rm -rf .git', noCommits: true },
  {
    name: 'objects that are a link',
    script: 'mv .git/objects "$OUT/objects"; ln -s "$OUT/objects" .git/objects',
  },
  {
    name: 'a HEAD that is a link',
    script: 'rm .git/HEAD; ln -s "$SECRET" .git/HEAD',
    noCommits: true,
  },
  {
    name: 'a configuration that is a link',
    script: 'rm .git/config; ln -s "$SECRET" .git/config',
  },
  { name: 'an index that is a link', script: 'rm .git/index; ln -s "$SECRET" .git/index' },
  { name: 'core.worktree', script: 'git config core.worktree "$OUT"' },
  {
    name: 'odd paths in the index',
    script: `sed -i 's|keep.txt|../p.txt|' .git/index`,
  },
  {
    name: 'a truncated index',
    script: 'head -c 70 .git/index > .git/short; mv .git/short .git/index',
  },
  {
    name: 'an unknown extension',
    script: 'git config core.repositoryformatversion 1; git config extensions.other true',
  },
  {
    name: 'a tracked folder that is a link',
    script: 'rm -rf folder; ln -s "$OUT/outside" folder',
    also: ['folder', 'folder/'],
  },
  {
    name: 'a file that is a link to outside',
    script: 'ln -s "$SECRET" link; ln -sf "$SECRET" tool.sh',
    also: ['link', 'tool.sh'],
  },
  {
    name: 'a link to a process and to a device',
    script: 'ln -s /proc/self/environ environ; ln -s /dev/zero zero',
    also: ['environ', 'zero'],
  },
  {
    name: 'folders three thousand deep',
    script: `python3 -c "import os
for _ in range(3000): os.mkdir('d'); os.chdir('d')"`,
    also: ['d/'],
  },
  {
    name: 'names of every kind',
    script: `touch $'line\\nfeed' $'escape\\e[2J' $'raw\\xff' ./-n ':(top)x' '"quoted"' ' blank '`,
    also: [''],
  },
  {
    name: 'a socket',
    script: `python3 -c "import socket; socket.socket(socket.AF_UNIX).bind('socket')"`,
    also: ['socket'],
  },
  {
    name: 'a program with rights of its owner',
    script: 'cp /bin/true borrowed; chmod u+s,g+s borrowed',
    also: ['borrowed'],
  },
  {
    name: "a sparse file of four gigabytes among git's own",
    script: 'truncate -s 4G .git/shallow; truncate -s 4G .git/config; truncate -s 4G .git/index',
  },
  {
    name: 'a sparse file of four gigabytes',
    script: 'truncate -s 4G sparse',
    also: ['sparse'],
    noCommits: true,
  },
];

export const PLANTS: readonly Plant[] = [
  ...CONFIGURED,
  ...FILTERS,
  ...PROMISORS,
  ...NESTED,
  ...WAITING,
  ...LIES,
  ...ELSEWHERE,
];
