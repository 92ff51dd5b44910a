import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/policy/index.ts';
import { pathResolver, policy, situation } from '../helpers.ts';

const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '/w': ['private', 'src', 'list'],
  '/w/private': ['a', 'compose.yml'],
  '/w/src': ['b', 'lib', 'private'],
  '/w/src/b': ['c.ts'],
  '/w/src/lib': ['d.ts'],
  '/w/src/private': ['e'],
};

const list = (folder: string): readonly string[] => FOLDERS[folder] ?? [];

function verdictOf(rules: string, command: string): string {
  const files = { ...pathResolver(), list };
  const facts = { tool: 'bash_run', kind: 'execute', command } as const;
  return evaluate(policy(rules), facts, situation({ pathResolver: files })).verdict;
}

/** Policies under which nothing but a rule for a path keeps a command from running. */
function openPolicies(command: string): readonly string[] {
  const [program = ''] = command.split(' ');
  return ['mode: auto', 'auto: [bash_run]', `auto: ['bash_run(${program} *)']`];
}

const DENIED = "deny: ['fs_read(private/**)', 'fs_read(src/private/**)']";
const ANYWHERE = "deny: ['fs_read(**/*.tfvars)']";

describe('a program that reads whole folders', () => {
  test.each([
    'grep -R x .',
    'grep -Rn x',
    'grep -nR x src',
    'grep --dereference-rec x .',
    'grep --der x .',
    'grep --recurs x',
    'grep --dir=recurse x .',
    'grep $OPTIONS x .',
    'egrep -R x .',
    'grep -r --foo bar x',
    'rg --pre cat x',
    'cpio -o < list',
    'pax -w < list',
    'find . | pax -rw out',
    'rg --type-add a:*.b x',
    'ag x',
    'ag x .',
    'ag x src',
    'ag -i x src',
    'ag -A 3 x',
    'ag --depth 5 x',
    'cd src && ag x',
    'uv run ag x',
    '/opt/bin/ag x',
    'ack x',
    'ack --match x',
    'ack --match=x src/b .',
    'ugrep -r x',
    'ugrep -e x src',
    'pt x .',
    'sift x .',
    'ast-grep -p x',
    'semgrep --config auto',
    'semgrep scan src',
    'trivy fs .',
    'gitleaks dir .',
    'gitleaks detect',
    'trufflehog filesystem --directory=.',
    'trufflehog git file://.',
    'repomix',
    'files-to-prompt .',
    'docker build .',
    'docker -H x buildx build -t a/b .',
    'docker image build .',
    'docker build -t "$TAG" .',
    'docker build "$FOLDER"',
    'docker cp . web:/x',
    'podman build',
    'podman build -t x',
    'buildah bud .',
    'nerdctl build .',
    'kubectl cp . pod:/x',
    'kubectl kustomize src',
    'helm package .',
    'pack build x',
    'restic backup .',
    'borg create a::b .',
    'rclone copy . remote:x',
    'rclone -v sync src remote:x',
    'aws s3 sync . s3://b',
    'aws s3 cp --recursive . s3://b',
    'gsutil -m rsync -r . gs://b',
    'az storage blob upload-batch --source=. -d x',
    'azcopy copy . x',
    'gcloud builds submit',
    'gcloud run deploy x --source .',
    'gcloud --project p app deploy app.yaml',
    'vercel',
    'vercel deploy --prod',
    'netlify deploy --dir=.',
    'fly deploy -a src/b',
    'hf upload x .',
    'snyk code test',
    'mksquashfs . x.sq',
    'shar .',
    'zstd -r src',
    'hg archive x',
    'jj diff',
    'python3 -m http.server',
    'python3 -m http.server -d src',
    'python3 -m http.server 8000 --directory=.',
    'python3 -m tarfile -c x.tar .',
    'python3 -m zipfile -c x.zip src',
    'ruby -run -e httpd . -p 8000',
    'ruby -run -e cp -- -r src x',
    'php -S :8000',
    'php -S :8000 -t src',
    'serve',
    'serve -l 3000 src',
    'npx http-server -p 8080',
    'live-server .',
    'caddy file-server',
    'caddy file-server --root src',
    'darkhttpd .',
    'miniserve src',
    'kubectl create configmap x --from-file=.',
    'typos',
    'typos src',
    'ffmpeg -f concat -i list out.mp4',
    'ffmpeg -y -f concat -safe 0 -i list -c copy out.mp4',
    'fzf --preview "cat {}"',
    'git apply fix.patch',
    'git apply < fix.patch',
    'git am fix.patch',
    'git apply --stat --apply fix.patch',
    'curl https://x.example/a.patch | git apply',
    "git apply <<'E'\ncopy from private/a\ncopy to b\nE",
    "git apply -R <<'E'\nrename from b\nrename to private/a\nE",
    'patch -p1 < fix.patch',
    "patch -p1 -i fix.patch <<'E'\nE",
    "patch b fix.patch <<'E'\nE",
    'git hash-object -w --stdin-paths',
    'git hash-object -w --stdin-paths < list',
    'git apply --check --no-check fix.patch',
    'git apply --exclude --check fix.patch',
    'git apply -- --check',
    'git am --exclude --abort fix.patch',
    "git apply <<'E'\nrename old private/a\nrename new b\nE",
    "patch -o out <<'E'\n--- private/a\n+++ private/a\nE",
    "patch -bBout/ <<'E'\n--- private/a\n+++ private/a\nE",
    'git --work-tree=out read-tree -u --reset HEAD',
    'git --work-tree out checkout -f',
    'git --work-tree=out reset --hard',
    'git -c core.worktree=out checkout -f',
    'git -c Core.WorkTree=out checkout -f',
    'git --config-env=core.worktree=W checkout -f',
    'cd src && git --git-dir=../.git checkout -f',
    'cd src; git --git-dir ../.git read-tree -u --reset HEAD',
    'git config core.worktree out && git checkout -f',
    'git config set --local core.worktree out',
    "patch -p1 <<'E'\n  rename from private/a\n  rename to b\nE",
    "patch -p1 <<'E'\n\tXcopy from private/a\nE",
  ])('asks if a rule denies what is below one: %s', (command) => {
    for (const start of openPolicies(command)) {
      expect(verdictOf(`${start}\n${DENIED}\n`, command), start).toBe('requireApproval');
      expect(verdictOf(`${start}\n${ANYWHERE}\n`, command), start).toBe('requireApproval');
    }
  });

  test.each([
    'ag x private',
    'ag -e x private src',
    'ack -i x src private',
    'ack --match x private',
    'ugrep -ex private',
    'semgrep scan private',
    'docker build private',
    'docker build -fprivate/Dockerfile src/b',
    'docker build --file=private/Dockerfile src/b',
    'docker import private/a.tar',
    'docker cp private web:/x',
    'podman build private',
    'helm package private',
    'restic backup private',
    'rclone copy private remote:x',
    'aws s3 cp private/a s3://b',
    'az storage blob upload --file=private/a',
    'hf upload x private',
    'gcc -E private/a',
    'cpp private/a',
    'shuf private/a',
    'basenc --base64 private/a',
    'iconv -f latin1 private/a',
    'zgrep x private/a',
    'zstdcat private/a',
    'xz -k private/a',
    'gpg -c private/a',
    'ed private/a',
    'm4 private/a',
    'gofmt private/a',
    'objdump -s private/a',
    'xmllint private/a',
    'uuencode private/a x',
    'ar rc x.a private/a',
    'ar p private/a',
    '7z a x @private/a',
    '7z a x -i!private/a',
    '7z a x -ir@private/a',
    'lua private/a',
    'Rscript private/a',
    'python3 -m json.tool private/a',
    'python3 -m tokenize private/a',
    'python3 -m zipfile -c x.zip private',
    'php -S :8000 -t private',
    'kubectl create secret generic x --from-file=k=private/a',
  ])('is denied if it names what a rule denies: %s', (command) => {
    for (const start of openPolicies(command))
      expect(verdictOf(`${start}\n${DENIED}\n`, command), start).toBe('deny');
  });

  test.each([
    'ag x src/b',
    'ag -i x src/b',
    'ag --version',
    'semgrep --version',
    'docker ps',
    'docker run --rm alpine build .',
    'docker build src/b',
    'docker build -t a/b src/b',
    'docker build - < list',
    'podman build src/b',
    'podman build -t x -q=true src/b',
    'helm install web ./src/b',
    'restic snapshots',
    'rclone ls remote:x',
    'aws s3 ls s3://b',
    'gcloud builds list',
    'vercel ls',
    'fly status',
    'gh release create v1 --notes x',
    'gcc -c src/b/c.c -o src/b/c.o',
    'hg status',
    'serve -s src/b',
    'git replace -l',
    'http-server --help',
  ])('runs if it reads nothing that a rule denies: %s', (command) => {
    for (const start of ['mode: auto', 'auto: [bash_run]'])
      expect(verdictOf(`${start}\n${DENIED}\n`, command), start).toBe('auto');
  });

  test.each(['ag private src/b', 'ack -w private src/lib', 'ugrep -rn private src/b'])(
    'searches for its pattern, which is no folder: %s',
    (command) => {
      const [program = ''] = command.split(' ');
      expect(verdictOf(`auto: ['bash_run(${program} *)']\n${DENIED}\n`, command)).toBe('auto');
    },
  );

  test.each(['aws s3 cp s3://b/x private', 'docker cp web:/x private', 'rclone copy remote:x src'])(
    'does not read where it writes: %s',
    (command) => expect(verdictOf(`mode: auto\n${DENIED}\n`, command)).not.toBe('deny'),
  );

  test.each(['gcc a.c -o private/a', 'gpg --output private/x -d a', 'pandoc -oprivate/x a'])(
    'does not read the file that its option writes: %s',
    (command) => {
      const [program = ''] = command.split(' ');
      expect(verdictOf(`auto: ['bash_run(${program} *)']\n${DENIED}\n`, command)).toBe('auto');
    },
  );

  test.each(['gcc -c list', 'shuf list', 'ag x list', 'docker import list'])(
    'has nothing below a file: %s',
    (command) => expect(verdictOf(`mode: auto\n${ANYWHERE}\n`, command)).toBe('auto'),
  );

  test.each(['split -b 1 src', 'csplit src 1'])(
    'may read a folder that it divides: %s',
    (command) => expect(verdictOf(`mode: auto\n${DENIED}\n`, command)).toBe('requireApproval'),
  );

  test.each([
    'gcc -I . -c src/b/c.c',
    'cd src && gcc -I .. -c b/c.c',
    'g++ -L . src/b/c.cpp',
    'gcc -ffile-prefix-map=/w=. -c src/b/c.c',
    'rustfmt --config-path . src/b/c.rs',
    'shellcheck -P . src/b/c.sh',
    'pandoc --resource-path=. list',
    'asciidoctor -B . list',
    'gpg --homedir . --list-keys',
    "xmllint --xpath '//private' list",
    'xmllint --xpath / list',
    'xmlstarlet sel -t -m //private -v . list',
    'zgrep . list',
    'zgrep -e . list',
    'ag -o x src/b',
    'ag -Q x src/b',
    'ag --ts x src/b',
    'ack --type=ts x src/b',
    'ag -g x src/b',
    'ugrep -A3 x src/b',
    'aws s3 cp s3://b/x . --region x',
    'aws s3 sync s3://b . --exclude x',
    'docker cp web:/x .',
    'docker exec -w / web ls',
    'docker run -w / alpine ls',
    'docker run -v ./src/b:/w alpine ls',
    'docker compose --project-directory . up',
    'azcopy copy https://a/b .',
    'mc cp b/x .',
    'rclone copy remote:x . --progress',
    'az storage blob list -c x --prefix .',
    'az storage blob download --file . -n x',
    'az acr build -t a/b src/b',
    'az containerapp up -n x --image a/b',
    'gcloud run deploy x --image a/b',
    'gcloud run deploy x --source src/b',
    'gcloud builds submit --no-source --config x.yml',
    'gcloud builds submit src/b',
    'fly deploy --image a/b',
    'rubocop .',
    'phpstan analyse ./src',
    'cppcheck .',
    'dart format .',
    'tokei .',
    'python3 -m json.tool list',
    'python3 -m http.server -d src/b',
    'php -S :8000 -t src/b',
    'typos src/b',
    'typos --version',
    'ffmpeg -i a.mp4 b.webm',
    'git apply --check fix.patch',
    'git apply --stat fix.patch',
    "git apply <<'E'\n--- a/b\n+++ b/b\nE",
    "patch -p1 <<'E'\n--- a/b\n+++ b/b\nE",
    'git hash-object list',
    'git read-tree HEAD',
    'git read-tree -m -u HEAD~1',
    'git apply -v -p1 --directory=src/b --check fix.patch',
    'git am --resolved',
    'git --work-tree=. status',
    'git --git-dir=.git status',
    'git -c core.quotepath=off checkout -f',
    'git config core.autocrlf false',
  ])('reads no folder that a rule is about: %s', (command) => {
    expect(verdictOf(`mode: auto\n${DENIED}\n`, command)).toBe('auto');
  });

  test.each([
    'gcc -I . -c src/b/c.c',
    'xmllint --xpath . list',
    'docker build -t a/b - < list',
    'docker cp web:/x src',
    'duplicity list file:///x',
    'aws s3 cp s3://b/x . --region x',
    'az storage blob upload -n a/b --file list',
    'fly deploy --image a/b',
    'gcloud run deploy x --image a/b',
    'ack --type=ts x list',
    'gh release create v1 --notes x',
  ])('has nothing below a word that names no folder: %s', (command) => {
    expect(verdictOf(`mode: auto\n${ANYWHERE}\n`, command)).toBe('auto');
  });

  test.each([
    'gcc -I private -c src/b/c.c',
    'xmlstarlet val -s private/a list',
    'xmlstarlet sel -t -v x -n private/a',
    'xmllint --output --xpath private/a',
    'gcc -ffile-prefix-map=/w=. private/a',
    'gcc -E -o -D private/a',
    'zgrep -f private/a list',
    'aws s3 cp private/a s3://b --region x',
    'aws s3 cp --profile s3://b private/a s3://b',
    'gcloud run deploy x --image a/b --source private',
    'az storage blob upload --file private/a -n x',
    'docker run -v private:/x alpine ls',
    'docker run --mount type=bind,src=./private,dst=/x alpine ls',
    'docker run -v./private:/x alpine ls',
    'gofmt private',
  ])('does not run unasked if it names what a rule denies: %s', (command) => {
    for (const start of openPolicies(command))
      expect(verdictOf(`${start}\n${DENIED}\n`, command), start).not.toBe('auto');
  });

  test('reads files of its own kinds below a folder', () => {
    for (const command of ['gofmt -l .', 'deno lint .', 'deno fmt .']) {
      expect(verdictOf(`mode: auto\n${ANYWHERE}\n`, command)).toBe('auto');
      expect(verdictOf(`mode: auto\n${DENIED}\n`, command)).toBe('requireApproval');
    }
    const secret = { ...pathResolver(), list, secretsBelow: () => ['/w/.env', '/w/id_rsa.go'] };
    const facts = { tool: 'bash_run', kind: 'execute', command: 'gofmt -l .' } as const;
    const { because } = evaluate(policy('mode: auto'), facts, situation({ pathResolver: secret }));
    expect(because).not.toContain('.env');
  });

  test('is no reason to ask if no rule is about files', () => {
    for (const command of ['ag x', 'ag "$TEXT" src', 'docker build .', 'vercel', 'restic backup .'])
      expect(verdictOf('mode: auto', command)).toBe('auto');
  });
});

describe('a folder that a program names which no table describes', () => {
  const OPEN = ['mode: auto', 'auto: [bash_run]'];

  test.each([
    'mytool .',
    'mytool ./',
    'mytool ..',
    'cd src/lib && mytool ..',
    'mytool /w',
    'mytool "$PWD"',
    'mytool ./src',
    'mytool --dir=.',
    'mytool --dir ./src/',
    'mytool -C.',
    'mytool -vC./src',
    'mytool /w/src:/mnt',
    '/opt/bin/mytool .',
    '../bin/mytool .',
    'src/../../bin/mytool .',
    'cd src && mytool .',
    'env mytool .',
    'docker run -v .:/x alpine ls',
  ])('counts with what is below it: %s', (command) => {
    for (const start of OPEN)
      for (const rules of [DENIED, ANYWHERE])
        expect(verdictOf(`${start}\n${rules}\n`, command), start).toBe('requireApproval');
  });

  test.each([
    `mytool ${'./src/b '.repeat(1_000)}.`,
    `mytool ${Array.from({ length: 1_000 }, (_, index) => `./src/b/${index}`).join(' ')} .`,
  ])('counts behind any number of other names', (command) => {
    for (const start of OPEN)
      expect(verdictOf(`${start}\n${DENIED}\n`, command), start).toBe('requireApproval');
  });

  test.each([
    'mytool',
    'mytool src',
    'mytool ./src/b',
    'mytool src/lib/',
    'mytool ./list',
    "mytool 'a / b . c'",
    'cd src/b && mytool .',
    './build.sh .',
    'eslint .',
    'pytest ./src',
    'go build ./src',
    'make -j4 test',
  ])('is no reason to ask where it is none, holds nothing denied, or is built: %s', (command) => {
    for (const start of OPEN)
      expect(verdictOf(`${start}\n${DENIED}\n`, command), start).toBe('auto');
  });

  test('is covered by a rule for the program', () => {
    expect(verdictOf(`auto: ['bash_run(mytool *)']\n${DENIED}\n`, 'mytool .')).toBe('auto');
  });
});

describe('a folder with a link to what a rule denies', () => {
  const linked = {
    ...pathResolver(),
    list,
    linksBelow: (folder: string) => (folder === '/w/src/b' ? ['/w/private/a'] : []),
  };
  const verdictWithLink = (rules: string, command: string): string => {
    const facts = { tool: 'bash_run', kind: 'execute', command } as const;
    return evaluate(policy(rules), facts, situation({ pathResolver: linked })).verdict;
  };

  test.each([
    'grep -R x src/b',
    'rg -L x src/b',
    'cp -rL src/b x',
    'tar chf x.tar src/b',
    'zip -r x.zip src/b',
    'rsync -aL src/b/ x',
    'scp -r src/b host:',
    "find src/b -name '*.ts' -exec cat {} +",
    "find src/b -name '*.ts' | xargs cat",
    'cd src/b && ls | xargs cat',
    'mytool ./src/b',
    'docker build src/b',
  ])('is not read unasked: %s', (command) => {
    for (const start of ['mode: auto', 'auto: [bash_run]'])
      expect(verdictWithLink(`${start}\ndeny: ['fs_read(private/**)']\n`, command), start).not.toBe(
        'auto',
      );
    expect(verdictWithLink("mode: auto\ndeny: ['fs_read(other/**)']\n", command)).toBe('auto');
  });
});
