import { describe, expect, test } from 'vitest';
import { analyseCommand } from '../../../src/policy/commands/index.ts';
import type { SimpleCommand } from '../../../src/policy/commands/analysis.ts';
import { isAuto, runsByItself, ROOT, resolverOf } from './helpers.ts';

const pathResolver = resolverOf();

function commandsOf(source: string, cwd = '.'): readonly SimpleCommand[] {
  return analyseCommand(source, { pathResolver, cwd }).commands;
}

function pathsOf(source: string, cwd = '.'): string[] {
  return commandsOf(source, cwd).flatMap((command) =>
    command.paths.map((fact) => `${fact.access} ${fact.path}`),
  );
}

function programsOf(source: string): string[] {
  return commandsOf(source).map((command) =>
    [...command.via, command.words[0]?.text ?? '?'].join(' > '),
  );
}

describe('every simple command is listed, at every depth', () => {
  test.each([
    ['a | b && c; d & e', ['a', 'b', 'c', 'd', 'e']],
    ['echo $(a "$(b)") `c`', ['b', 'a', 'c', 'echo']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['env X=1 timeout 5 nice a', ['env > timeout > nice > a']],
    ["bash -c 'a; b'", ['bash > a', 'bash > b', '?']],
    ['find . -exec a {} ; -exec b {} +'.replace(' ;', " ';'"), ['find > a', 'find > b', 'find']],
    ['ls | xargs -0 a', ['ls', 'xargs > a']],
    ['cat <(a) > >(b)', ['a', 'b', 'cat']],
    ['cat <<X\n$(a)\nX', ['a', 'cat']],
    ['sudo -u x a', ['sudo > a']],
    ["bash -eo pipefail -lc 'a'", ['bash', 'bash > a']],
    ["flock f -c 'a b'", ['flock > a', 'flock > f', 'flock']],
  ])('%s', (source, expected) => expect(programsOf(source)).toEqual(expected));
});

describe('what a command starts from a text, in a container or on another machine', () => {
  test.each([
    ["docker run i sh -c 'a; b'", ['sh > a', 'sh > b']],
    ['docker run i a', ['a']],
    ["hyperfine 'a' 'b'", ['hyperfine > a', 'hyperfine > b']],
    ["uv run sh -c 'a'", ['sh > a']],
    ["ssh h 'a b'", ['ssh > h', 'ssh > a']],
    ['uv run a', []],
  ])('is listed beside it: %s', (source, expected) => {
    const started = commandsOf(source).flatMap((command) => command.started ?? []);
    const programs = started.map(({ via, words }) => [...via, words[0]?.text].join(' > '));
    expect(programs).toEqual(expect.arrayContaining(expected));
    expect(commandsOf(source)).toHaveLength(1);
    if (expected.length === 0) expect(programs).toEqual([]);
  });

  test('is limited', () => {
    const [command] = commandsOf(`hyperfine ${"'a; b' ".repeat(300)}`);
    expect(command?.started).toHaveLength(200);
    expect(command?.unknown).toContain('it may start too many programs');
  });

  test('names the files of the container, but the hosts of anyone', () => {
    const [command] = commandsOf("docker run i sh -c 'cat f; curl a.example'");
    expect(command).toMatchObject({ paths: [], hosts: ['a.example'] });
    expect(pathsOf("hyperfine 'cat f'")).toEqual(['read f']);
  });
});

describe('paths are relative to the workspace root', () => {
  test.each([
    ['cat src/a.ts', ['read src/a.ts']],
    ['cat ./src/../b', ['read b']],
    ['cat ../b', ['read /w/b']],
    ['cat /w/repo/b', ['read b']],
    ['cat /w/repo-evil/b', ['read /w/repo-evil/b']],
    ['cat "$PWD/b"', ['read b']],
    ['cat ~/b', ['read /~/b']],
    ['cat < b > c', ['read b', 'write c']],
    ['ls > /dev/null 2>&1', ['read .']],
    ['cat link_out/passwd', ['read link_out/passwd', 'read /etc/passwd']],
    ['echo x > link_env', ['write link_env', 'write .env']],
    ['cat link_out/../b', ['read b', 'read /b']],
    ['cd src && cat a', ['read src', 'read src/a']],
    ['cd src; cat a', ['read src', 'read a', 'read src/a']],
    ['(cd src && cat a); cat b', ['read src', 'read src/a', 'read b']],
    ['cp a b c', ['read a', 'read b', 'write c']],
    ['scp a.org:x y', ['write y']],
    ['scp x a.org:y', ['read x']],
    ['git show HEAD:.env', ['read .env']],
    ['git log -L 1,5:src/a', ['read src/a']],
    ['git log -L1,+5:src/a', ['read src/a']],
    ['find src -newer x', ['read src', 'read x']],
    ['for f in a b; do cat "$f.ts"; done', ['read a.ts', 'read b.ts']],
    ['x=a; y="$x"; cat $y', ['read a']],
    ['cat {a,b}.ts', ['read a.ts', 'read b.ts']],
  ])('%s', (source, expected) => expect(pathsOf(source)).toEqual(expected));

  test('behind an option that is not known, a command is read from either word, and is not known', () => {
    const [one, other] = commandsOf('nice --foo ls x');
    expect([one, other].map((each) => each?.words.map(({ text }) => text))).toEqual([
      ['x'],
      ['ls', 'x'],
    ]);
    expect(other?.unknown).toEqual([expect.stringContaining('cannot be known after `--foo`')]);
  });

  test('a command may start in another folder', () => {
    expect(pathsOf('cat a ../b', 'src')).toEqual(['read src/a', 'read b']);
    expect(pathsOf('cat a', '../x')).toEqual(['read /w/x/a']);
  });

  test('a redirection says that it is one', () => {
    expect(commandsOf('tee a > b')[0]?.paths).toEqual([
      { path: 'b', access: 'write', from: 'redirection' },
      { path: 'a', access: 'write', from: 'argument' },
    ]);
  });
});

describe('a command runs in each folder, and with each value, that the commands before it may leave', () => {
  test.each([
    ['cd src || cat a', ['read src', 'read a']],
    ['cd src && cd lib || cat a', ['read src', 'read src/lib', 'read a', 'read src/a']],
    ['cd src || cd lib && cat a', ['read src', 'read lib', 'read src/a', 'read lib/a']],
    ['! cd src; cat a', ['read src', 'read a', 'read src/a']],
    ['if cd src; then cat a; else cat b; fi', ['read src', 'read src/a', 'read b']],
    [
      'if cd src; then cat a; elif cd lib; then cat b; else cat c; fi; cat d',
      [
        'read src',
        'read src/a',
        'read lib',
        'read lib/b',
        'read c',
        'read src/d',
        'read lib/d',
        'read d',
      ],
    ],
    [
      'if cd src && x; then cat a; elif y; then cat b; else cat c; fi',
      ['src', 'src/a', 'b', 'src/b', 'c', 'src/c'],
    ],
    ['while cd /w/repo/src; do cat a; done; cat b', ['src', 'src/a', 'b', 'src/b']],
    ['until cd /w/repo/src; do cat a; done; cat b', ['src', 'a', 'src/a', 'b', 'src/b']],
    ['while x; do cat a; cd /w/repo/src; done; cat b', ['a', 'src/a', 'src', 'b', 'src/b']],
    ['for d in src; do cd $d; break; done; cat a', ['read src', 'read a', 'read src/a']],
    ['case x in x) cd src;; esac; cat a', ['read src', 'read a', 'read src/a']],
    ['(cd src); cat a', ['read src', 'read a']],
    ['{ cd src; }; cat a', ['read src', 'read a', 'read src/a']],
    ['cd src & cat a', ['read src', 'read a']],
    ['cd src | cat a; cat b', ['read src', 'read a', 'read b']],
    ['cd link_out && cat a', ['link_out', '/etc', 'link_out/a', '/etc/a']],
    ['cd -P link_out && cat a', ['link_out', '/etc', '/etc/a']],
  ])('%s', (source, expected) => {
    const names = expected.map((path) => (path.startsWith('read ') ? path : `read ${path}`));
    expect(pathsOf(source)).toEqual(names);
  });

  test.each([
    ['f=a; cat $f', true],
    ['if test -f x; then f=a; else f=a; fi; cat $f', true],
    ['if test -f x; then f=a; fi; cat $f', false],
    ['test -f x && f=a; cat $f', false],
    ['test -f x || f=a; cat $f', false],
    ['while test -f x; do f=a; done; cat $f', false],
    ['case x in x) f=a;; esac; cat $f', false],
    ['(f=a); cat $f', false],
    ['f=a; (f=.env); cat $f', true],
    ['f=a; test -f x && f=.env; cat $f', false],
  ])('%s: %s', (source, expected) => expect(runsByItself(source)).toBe(expected));
});

describe('a glob is the files it names', () => {
  const files = {
    [ROOT]: ['README.md', 'src', '.env', '--output=x', 'link_out'],
    [`${ROOT}/src`]: ['a.ts', 'b.ts', '.env', 'secret'],
    '/etc': ['passwd'],
  };
  const listed = resolverOf({ files });
  test.each([
    ['cat src/*.ts', true],
    ['cat src/.e*', false],
    ['cat .e*', false],
    ['cat */passwd', false],
    ['cat */.env', false],
    ['sort *', false],
    ['sort ./R*', true],
    ['cat src/*.js', true],
    ['for f in src/*.ts; do cat $f; done', true],
    ['for f in src/.*; do cat "$f"; done', false],
  ])('%s passes: %s', (source, expected) => expect(runsByItself(source, listed)).toBe(expected));

  test.each([
    ['for f in src/*; do cat $f; done', 'src/y .npmrc'],
    ['for f in *; do cat $f; done', 'x .npmrc'],
    ['for f in src/*/*; do wc -l $f; done', 'src/d .git/config'],
    ['for f in src/*; do cat -- ${f}; done', 'src/.n*c'],
    ['for f in src/*; do cat $f; done', 'src/tab\t/etc/passwd'],
  ])('%s asks where %s is there: unquoted, it is other words', (source, path) => {
    const names = path.split('/');
    const folders = Object.fromEntries(
      names.map((name, depth) => [[ROOT, ...names.slice(0, depth)].join('/'), [name]]),
    );
    const strange = resolverOf({ files: folders });
    expect(runsByItself(source, strange)).toBe(false);
    expect(runsByItself(source.replace(/\$\{?f\}?/, '"$f"'), strange)).toBe(true);
  });

  test('without files, one that may name a hidden file is unknown', () => {
    expect(runsByItself('cat .e*')).toBe(false);
    expect(runsByItself('cat src/*.ts')).toBe(true);
  });
});

describe('names that are passed on as text', () => {
  const plain = resolverOf({ below: { words: false, lines: false } });
  const split = resolverOf({ below: { words: true, lines: false } });
  const broken = resolverOf({ below: { words: true, lines: true } });
  const many = resolverOf({ below: null });
  test.each([
    ["find src -name '*.ts' | xargs cat", false, false],
    ["find src -name '*.ts' | sort | xargs wc -l", false, false],
    ["find src -name '*.ts' | xargs -I {} cat {}", false, false],
    ["find src -name '*.ts' | xargs -d '\\n' cat", true, false],
    ["find src -name '*.ts' -print0 | xargs -0 cat", true, true],
    ["cat $(find src -name '*.ts')", false, false],
    ["for f in $(find src -name '*.ts'); do cat $f; done", false, false],
    ['find src -name \'*.ts\' | while read -r f; do cat "$f"; done', true, false],
    ["find src -name '*.ts' | while read -r f; do cat $f; done", false, false],
    ["find src -name '*.ts' -exec cat {} +", true, true],
  ])(
    '%s, where names hold blanks: %s, where they hold newlines or are not known: %s',
    (source, blanks, ends) => {
      expect({
        plain: runsByItself(source, plain),
        many: runsByItself(source, many),
        split: runsByItself(source, split),
        broken: runsByItself(source, broken),
      }).toEqual({ plain: true, many: ends, split: blanks, broken: ends });
    },
  );
});

describe('escape hatches are listed with their words', () => {
  test.each([
    ['sort -o out x', ['-o']],
    ['git -c core.pager=x log', ['-c', 'core.pager=x']],
    ['find . -delete', ['-delete']],
    ['rg --pre ./x y', ['--pre']],
    ["sed 's/a/b/e' x", ['s/a/b/e']],
    ["awk 'BEGIN{system(1)}'", ['BEGIN{system(1)}']],
    ['sudo ls', ['sudo']],
  ])('%s', (source, words) => {
    expect(
      commandsOf(source).flatMap((command) =>
        command.escapeHatches.flatMap((hatch) => hatch.words),
      ),
    ).toEqual(words);
  });
});

test('where the repository would run programs, git asks', () => {
  const runs = resolverOf({ runs: '`filter.x.clean` is set' });
  for (const source of [
    'git status',
    'git diff',
    'git log -1',
    'git diff --no-ext-diff --no-textconv',
  ]) {
    expect(runsByItself(source)).toBe(true);
    expect(runsByItself(source, runs)).toBe(false);
  }
  expect(runsByItself('ls', runs)).toBe(true);
});

test('git in another repository than the root asks', () => {
  const listed = resolverOf({
    files: {
      [`${ROOT}/src`]: ['a.ts'],
      [`${ROOT}/evil`]: ['.git'],
      [`${ROOT}/bare`]: ['HEAD', 'config'],
    },
  });
  expect(runsByItself('cd src && git log', listed)).toBe(true);
  expect(runsByItself('cd evil && git log', listed)).toBe(false);
  expect(runsByItself('cd bare && git log', listed)).toBe(false);
});

test('the checkout code of another folder is not what a rule named', () => {
  expect(runsByItself('npm test')).toBe(true);
  expect(runsByItself('cd other && npm test')).toBe(false);
  expect(isAuto(analyseCommand('npm test', { pathResolver, cwd: 'other' }))).toBe(false);
});

test('hosts are listed', () => {
  expect(commandsOf('curl -s https://user:x@API.example.org:8443/a?b=//c')[0]?.hosts).toEqual([
    'api.example.org:8443',
  ]);
  expect(commandsOf('git clone git@github.com:a/b')[0]?.hosts).toEqual(['github.com']);
});

test.each([
  ['curl example.com/a', 'example.com'],
  ['curl -s user:pw@example.com:80', 'example.com'],
  ['wget --quiet http:example.com', 'example.com'],
  ['curl --proxy=http://example.com https://a.example', 'example.com'],
  ['curl http://a@b@example.com/', 'example.com'],
  ['curl -xexample.com:8080 http://a.example', 'example.com:8080'],
  ['aria2c --all-proxy=example.com http://a.example', 'example.com'],
  ["curl -H 'Host: Evil.example' http://192.0.2.1", 'evil.example'],
  ['curl -H Host:bücher.example http://192.0.2.1', 'xn--bcher-kva.example'],
  ["curl -sSH'Host: evil.example:8443' http://192.0.2.1", 'evil.example:8443'],
  ["curl --header 'host : evil.example' http://192.0.2.1", 'evil.example'],
  ["wget --header='Host: evil.example' http://192.0.2.1", 'evil.example'],
  ['http 192.0.2.1 Host:evil.example', 'evil.example'],
  ['curl --connect-to ::evil.example:443 https://a.example', 'evil.example'],
  ['curl --connect-to a.example:443:evil.example:443 https://a.example', 'evil.example'],
  ['curl --resolve a.example:443:192.0.2.1 https://a.example', '192.0.2.1'],
  ['curl http://bücher.example', 'xn--bcher-kva.example'],
  ['curl http://0xA9FEA9FE/latest', '169.254.169.254'],
  ['curl 2852039166', '169.254.169.254'],
  [String.raw`curl 'http://a.example\@b.example'`, 'a.example'],
  [String.raw`curl 'http://a.example\@b.example'`, 'b.example'],
  ['git clone example.com:a/b', 'example.com'],
  ['git push git@host:a/b main', 'host'],
  ['scp a.txt example.com:b', 'example.com'],
  ['git ls-remote ssh://git@example.com:22/a', 'example.com:22'],
  ["curl 'http://{evil,a}.example'", '*'],
  ["curl -s 'http://[1-3].evil.example'", '*'],
  ["curl '{http://evil.example,http://a.example}/x'", '*'],
  ['mysql -hevil.example db', 'evil.example'],
  ['mariadb --host=evil.example', 'evil.example'],
  ['psql -h a.example,evil.example', 'evil.example'],
  ["psql 'dbname=x host=evil.example'", 'evil.example'],
  ['redis-cli -h evil.example', 'evil.example'],
  ['kubectl get -s evil.example pods', 'evil.example'],
])('%s names the host %s', (command, host) => {
  expect(commandsOf(command)[0]?.hosts).toContain(host);
});

test.each([
  'git push origin HEAD:main',
  'git fetch origin a:b',
  'git show HEAD:src/a.ts',
  'git show v1.0:a',
  'cat a.b:c',
  'curl --version',
  'mysql -u root db',
])('%s names no host', (command) => expect(commandsOf(command)[0]?.hosts).toEqual([]));

test.each([
  "curl 'http://a.example/{a,b}/[1-3]'",
  "curl -w '%{http_code} %header{etag}' http://a.example",
  "curl 'http://[::1]:80/'",
  `curl -d '{"a":{"b":[1-2]}}' http://a.example`,
])('%s names its hosts one by one', (command) =>
  expect(commandsOf(command)[0]?.hosts).not.toContain('*'),
);

test('a path resolver that does not know where a path leads is never harmless', () => {
  expect(runsByItself('cat a', { ...resolverOf(), realpath: () => null })).toBe(false);
});

describe('files that usually contain secrets, below a folder that is searched', () => {
  const secrets = ['src/.env', 'src/keys/server.pem', 'config/credentials.json'];
  const holding = resolverOf({ files: {}, secrets });
  test.each([
    ["grep -r '' src", ['src/.env', 'src/keys/server.pem']],
    ["grep -r --exclude=.ENV --exclude=keys '' src", ['src/.env', 'src/keys/server.pem']],
    ["grep -r --exclude=.env --exclude-dir=keys '' src", []],
    ["grep -r --exclude='*.json' --include='*.json' '' config", ['config/credentials.json']],
    ["grep -r --include='*.json' '' config", ['config/credentials.json']],
    ["grep -r --include='*.ts' '' config src", []],
    ['rg x', ['src/keys/server.pem', 'config/credentials.json']],
    ["rg -g '!*.pem' x src", []],
    ["rg -g '!*.json' -g '*.json' x config", ['config/credentials.json']],
    ['rg --files src | xargs cat', ['src/keys/server.pem']],
    ["rg --files -g '*.ts' | xargs cat", []],
    ['diff -r src test', ['src/.env', 'src/keys/server.pem']],
    ['diff -N src test', ['src/.env', 'src/keys/server.pem']],
    ['find src -type f -exec cat {} +', ['src/.env', 'src/keys/server.pem']],
    ["find . -name '*.json' -type f -exec cat {} +", ['config/credentials.json']],
    ["find . -name '*.ts' -type f -exec cat {} +", []],
    ['find . -type f | xargs wc -l', []],
  ])('%s reads %j', (source, expected) => {
    const { commands } = analyseCommand(source, { pathResolver: holding });
    const read = commands.flatMap(({ paths }) => paths.map(({ path }) => path));
    expect(read.filter((path) => secrets.includes(path))).toEqual(expected);
  });
});

describe('git in another folder of the same repository', () => {
  const files = { [ROOT]: ['src', 'other'], [`${ROOT}/src`]: ['a'], [`${ROOT}/other`]: ['.git'] };
  test.each([
    ['git -C src status', true],
    ['git -C . log -3', true],
    [`git --no-pager -C ${ROOT} diff --stat`, true],
    ['git -C other status', false],
    ['git -C ../other status', false],
    ['git -C "$x" status', false],
    ['git -C src -C ../other status', false],
    ['git -C src push', false],
    ['git -C src branch x', false],
    ['cd other && git -C . status', false],
  ])('%s is harmless: %s', (source, expected) => {
    expect(runsByItself(source, resolverOf({ files }))).toBe(expected);
  });
});

describe('a version, if the checkout decides which program prints it', () => {
  const files = {
    [ROOT]: ['a'],
    [`${ROOT}/java`]: ['.mvn'],
    [`${ROOT}/rust`]: ['rust-toolchain.toml'],
    [`${ROOT}/py`]: ['toxfile.py', 'tox.ini', '.poetry', 'ansible.cfg'],
    [`${ROOT}/js`]: ['node_modules'],
    [`${ROOT}/net`]: ['global.json', '.bundle'],
  };
  test.each([
    ['mvn --version', true],
    ...['tox', 'flake8', 'poetry', 'ansible', 'jest', 'turbo', 'nx', 'dotnet', 'bundle'].map(
      (tool): [string, boolean] => [`${tool} --version`, true],
    ),
    ...['tox', 'flake8', 'poetry', 'ansible'].map((tool): [string, boolean] => [
      `cd py && ${tool} --version`,
      false,
    ]),
    ...['jest', 'turbo', 'nx'].map((tool): [string, boolean] => [
      `cd js && ${tool} --version`,
      false,
    ]),
    ...['dotnet', 'bundle'].map((tool): [string, boolean] => [
      `cd net && ${tool} --version`,
      false,
    ]),
    ['cargo --version', true],
    ['cd java && mvn --version', false],
    ['cd java/deep && mvn --version', false],
    ['cd rust && rustc --version', false],
    ['cd java && cargo --version', true],
    ['cd "$x" && cargo --version', false],
  ])('%s is harmless: %s', (source, expected) => {
    expect(runsByItself(source, resolverOf({ files }))).toBe(expected);
  });
});
