import * as fc from '../../properties.ts';
import { describe, expect, it } from 'vitest';
import type { SimpleCommand } from '../../../src/policy/commands/analysis.ts';
import { analysis, evaluateCommands, policy, simple, pathResolver } from '../helpers.ts';

function verdict(rules: string, ...commands: Parameters<typeof analysis>): string {
  return evaluateCommands(policy(rules), analysis(...commands)).verdict;
}

function cat(path: string): SimpleCommand {
  return simple(`cat ${path}`, { classes: ['@readonly'], paths: [{ path, access: 'read' }] });
}

function to(path: string): SimpleCommand {
  return simple('echo x', {
    classes: ['@readonly'],
    paths: [{ path, access: 'write', from: 'redirection' }],
  });
}

function mkdir(path: string): SimpleCommand {
  return simple(`mkdir ${path}`, { paths: [{ path, access: 'write', from: 'argument' }] });
}

describe('word patterns', () => {
  it.each<[string, string, boolean]>([
    ['git log *', 'git log --oneline', true],
    ['git log *', 'git log', true],
    ['git log *', 'git logout', false],
    ['git log', 'git log --oneline', false],
    ['git * log', 'git -p log', true],
    ['git * log', 'git log', false],
    ['npm run test:*', 'npm run test:unit', true],
    ['npm run test:*', 'npm run test:unit --watch', false],
    ['npm  run\tlint', 'npm run lint', true],
    ['*', 'anything at all', true],
    ['ls "*.ts"', 'ls x.ts', false],
    ["grep 'a b' *", 'grep a b', false],
    ['git log *', 'git log $X', false],
    ['git log *', '$X log', false],
    ['git add *', 'git add src/*.ts', true],
    ['git add *', 'git add *.ts', false],
    ['git add *', 'git add -*', false],
    ['ls *', '/bin/ls x', false],
  ])('auto: bash_run(%s) and %s', (pattern, command, matches) => {
    expect(verdict(`auto:\n  - ${JSON.stringify(`bash_run(${pattern})`)}\n`, simple(command))).toBe(
      matches ? 'auto' : 'requireApproval',
    );
  });

  it('match a quoted star and quoted spaces as such', () => {
    const text = { text: '*.ts', source: "'*.ts'" };
    const command = { ...simple('find . -name'), words: [...simple('find . -name').words, text] };
    expect(verdict('auto:\n  - "bash_run(find . -name \'*.ts\')"\n', command)).toBe('auto');
    expect(verdict('auto:\n  - "bash_run(find . -name \'*.js\')"\n', command)).toBe(
      'requireApproval',
    );
  });

  it.each<[string, ReturnType<typeof simple>, string]>([
    ['rm *', simple('/bin/rm -rf x'), 'deny'],
    ['sudo *', simple('ls', { via: ['sudo'] }), 'deny'],
    ['sudo *', simple('ls', { via: ['env', 'sudo'] }), 'deny'],
    ['timeout *', simple('ls', { via: ['nice', 'timeout', 'env'] }), 'deny'],
    ['rm -rf *', simple('rm $X src'), 'requireApproval'],
    ['git push *', simple('git $X'), 'requireApproval'],
    ['git push *', simple('git log'), 'auto'],
    ['git push *', simple('$X push'), 'requireApproval'],
    ['npm publish *', simple('npm --silent publish'), 'deny'],
    ['npm publish *', simple('npm --tag next publish x'), 'deny'],
    ['pip install *', simple('/usr/bin/pip3.12 install x'), 'deny'],
    ['pip install *', simple('python3 -X dev -m pip install x'), 'deny'],
    ['pip3 install *', simple('pip install x'), 'auto'],
    ['npm publish', simple('npm --tag=next publish'), 'deny'],
    ['cargo publish *', simple('cargo +nightly -q publish'), 'deny'],
    ['docker compose up *', simple('docker -H tcp://x compose -f a.yml -p b up -d'), 'deny'],
    ['gh pr merge *', simple('gh pr --repo a/b merge 3'), 'deny'],
    ['kubectl delete *', simple('kubectl -n $X delete pod'), 'deny'],
    ['npm publish *', simple('npm --silent $X'), 'requireApproval'],
    ['npm publish *', simple('npm --silent test publish'), 'deny'],
    ['npm publish *', simple('npm --tag=next test publish'), 'auto'],
    ['npm publish *', simple('npm run --silent publish'), 'auto'],
    ['npm publish', simple('npm --silent publish x'), 'auto'],
  ])('deny: bash_run(%s) sees names, wrappers and what may come', (pattern, command, expected) => {
    expect(verdict(`mode: auto\ndeny:\n  - bash_run(${pattern})\n`, command)).toBe(expected);
  });
});

describe('a program that only starts another', () => {
  const rules = 'auto:\n  - bash_run\ndeny:\n  - bash_run(git push *)\n';

  it.each([
    'uv run git push',
    'uv --quiet run --frozen git push x',
    'uv run --group dev -- git push',
    'uv tool run git push',
    'poetry run git push',
    'conda run -n base git push',
    'bundle exec git push',
    'npm exec -- git push',
    'npm --silent x git push',
    'pnpm dlx git push',
    'yarn exec git push',
    'bun x git push',
    'corepack git push',
    'bun run git push',
    'yarn workspace a exec git push',
    'yarn workspaces foreach -A exec git push',
    'pnpm -r m exec git push',
    'mise exec node@20 python@3.12 -- git push',
    'hatch env run -- git push',
    'tox exec -e py -- git push',
    'nix develop .#ci -c git push',
    'xvfb-run -a git push',
    'cross-env A=1 B=2 git push',
    'mise exec -- git push',
    'mise exec node@20 -- git push',
    'nvm exec 20 git push',
    'pnpm git push',
    'pnpm --filter web git push',
    'docker run --rm alpine git push',
    'docker -H tcp://x container run -it -e A=1 alpine git push',
    'podman exec -w /app c1 git -C x push',
    'docker compose exec web git push',
    'docker run alpine env A=1 git push',
    'kubectl -n prod exec -it pod -c app -- git push',
    'aws-vault exec prod -- git push',
    'op run --env-file=x -- git push',
    'uv run poetry run git push',
    'uv run env A=1 timeout 5 git push',
    '/opt/bin/uv run /usr/bin/git -C x push',
  ])('hides no command from a rule that denies: %s', (line) => {
    expect(verdict(rules, simple(line))).toBe('deny');
  });

  it.each([
    'uv run pytest git push',
    'uv add git push',
    'uv run --group=git pytest push',
    'poetry add run git push',
    'npm run git push',
    'npm exec eslint git push',
    'bundle exec rspec git push',
    'git stash push',
    'pnpm run git push',
    'pnpm add git push',
    'pnpm --filter web add git push',
    'docker push git',
    'docker build git push',
    'kubectl get git push',
    'nix develop .#git push',
    'echo uv run git push',
  ])('is not found in other words: %s', (line) => {
    expect(verdict(rules, simple(line))).toBe('auto');
  });

  it('asks for a program that is known only at run time', () => {
    expect(verdict(rules, simple('uv run $X push'))).toBe('requireApproval');
  });

  it('is named by a rule that allows', () => {
    expect(verdict('auto:\n  - bash_run(git push *)\n', simple('uv run git push'))).toBe(
      'requireApproval',
    );
  });
});

describe('options between the words that a rule names', () => {
  const option = fc.oneof(
    fc.constantFrom(['-q'], ['--silent'], ['-C', 'dir'], ['--tag', 'next'], ['--tag=next'], ['+x']),
    fc.stringMatching(/^--?[a-z][a-z-]{0,6}$/).map((name) => [name]),
  );

  it('hide no command from a rule that denies', () => {
    const rule = ['docker', 'compose', 'up'];
    const gap = fc.array(option, { maxLength: 4 }).map((some) => some.flat());
    fc.assert(
      fc.property(fc.tuple(gap, gap, gap), (gaps) => {
        const line = rule.flatMap((word, index) => [word, ...(gaps[index] ?? [])]).join(' ');
        const rules = 'mode: auto\ndeny:\n  - bash_run(docker compose up *)\n';
        expect(verdict(rules, simple(line))).toBe('deny');
      }),
    );
  });

  it('are never left out by a rule that allows', () => {
    const rules = 'auto:\n  - bash_run(npm test *)\n';
    expect(verdict(rules, simple('npm --prefix x test'))).toBe('requireApproval');
  });
});

describe('a call with several commands', () => {
  it('gets the strictest verdict of its commands and shows each', () => {
    const result = evaluateCommands(
      policy('auto:\n  - bash_run(git log *)\ndeny:\n  - bash_run(rm *)\n'),
      analysis(simple('git log'), simple('make'), simple('rm x')),
    );
    expect(result).toMatchObject({ verdict: 'deny', rule: 'bash_run(rm *)' });
    expect(result.commands?.map((each) => each.verdict)).toEqual([
      'auto',
      'requireApproval',
      'deny',
    ]);
  });

  it('lets an assignment beside a named command add nothing, and alone fall to the rules', () => {
    expect(verdict('auto:\n  - bash_run(git log *)\n', simple(''), simple('git log'))).toBe('auto');
    expect(verdict('auto:\n  - bash_run(git log *)\n', simple(''))).toBe('requireApproval');
    expect(verdict('auto:\n  - bash_run(@readonly)\n', simple(''))).toBe('auto');
    expect(verdict('mode: auto\ndeny:\n  - bash_run\n', simple(''), simple('git log'))).toBe(
      'deny',
    );
  });

  it('is never auto with anything unknown or unparsed, mode auto included', () => {
    const open = policy('mode: auto\nauto:\n  - bash_run\n');
    expect(
      evaluateCommands(open, { problem: 'it does not parse', commands: [], unknown: [] }).verdict,
    ).toBe('requireApproval');
    expect(
      evaluateCommands(open, {
        problem: null,
        commands: [simple('ls')],
        unknown: ['ls is redefined'],
      }).verdict,
    ).toBe('requireApproval');
    expect(
      evaluateCommands(open, analysis(simple('ls', { unknown: ['a name known only at run time'] })))
        .verdict,
    ).toBe('requireApproval');
    expect(
      evaluateCommands(policy('deny:\n  - bash_run\n'), { problem: 'x', commands: [], unknown: [] })
        .verdict,
    ).toBe('deny');
    expect(
      evaluateCommands(policy('mode: deny\n'), { problem: 'x', commands: [], unknown: [] }).verdict,
    ).toBe('deny');
  });

  it('evaluates a source without commands as a call of the tool', () => {
    expect(evaluateCommands(policy('auto:\n  - bash_run\n'), analysis()).verdict).toBe('auto');
    expect(evaluateCommands(policy('auto:\n  - bash_run(ls)\n'), analysis()).verdict).toBe(
      'requireApproval',
    );
  });
});

describe('classes, intents and escape hatches', () => {
  const readonly = 'auto:\n  - bash_run(@readonly)\n';
  it('cover by class', () => {
    expect(verdict(readonly, simple('cat a', { classes: ['@readonly'] }))).toBe('auto');
    expect(verdict(readonly, simple('make'))).toBe('requireApproval');
    expect(
      verdict(
        'mode: auto\ndeny:\n  - bash_run(@force-push)\n',
        simple('git push +main', { intents: ['@force-push'] }),
      ),
    ).toBe('deny');
  });

  it('never cover an escape hatch that a rule does not spell out', () => {
    const hatch = simple('sort -o out a', {
      classes: ['@readonly'],
      escapeHatches: [{ description: 'sort -o writes a file', words: ['-o'] }],
    });
    expect(verdict(readonly, hatch)).toBe('requireApproval');
    expect(verdict('auto:\n  - bash_run\n', hatch)).toBe('requireApproval');
    expect(verdict('auto:\n  - bash_run(sort *)\n', hatch)).toBe('requireApproval');
    expect(verdict('auto:\n  - bash_run(sort -* *)\n', hatch)).toBe('requireApproval');
    expect(verdict('auto:\n  - bash_run(sort -o *)\n', hatch)).toBe('auto');
    expect(evaluateCommands(policy(readonly), analysis(hatch)).because).toMatch(
      /sort -o writes a file/,
    );
  });

  it('say what keeps a class from covering a command', () => {
    const [none, one, two] = [[], ['one'], ['one', 'two']].map(
      (unknown) => evaluateCommands(policy(readonly), analysis(simple('ls', { unknown }))).because,
    );
    expect(none).not.toContain('known');
    expect(one).toContain('It is not known to only read: one.');
    expect(two).toContain('It is not known to only read: one; two.');
  });

  it('need the options of a dangerous intent, and what raises privilege, spelled out', () => {
    const force = simple('git push --force origin', { intents: ['@force-push'] });
    expect(verdict('auto:\n  - bash_run(git push *)\n', force)).toBe('requireApproval');
    expect(verdict('auto:\n  - bash_run(git push --force *)\n', force)).toBe('auto');
    const root = simple('ls', { via: ['sudo'], intents: ['@privilege'], classes: ['@readonly'] });
    expect(verdict('auto:\n  - bash_run(ls *)\n', root)).toBe('requireApproval');
    expect(verdict('auto:\n  - bash_run(sudo ls *)\n', root)).toBe('auto');
    expect(verdict(readonly, root)).toBe('requireApproval');
  });
});

describe('what a command touches', () => {
  const readonly = 'auto:\n  - bash_run(@readonly)\n';

  it('falls under the built-in rules and the rules for fs_read', () => {
    expect(verdict(readonly, cat('src/a.ts'))).toBe('auto');
    expect(verdict(readonly, cat('.env'))).toBe('requireApproval');
    expect(verdict(readonly, cat('/etc/passwd'))).toBe('requireApproval');
    expect(verdict(readonly, cat('.git/config'))).toBe('deny');
    expect(verdict(readonly, cat('/proc/self/environ'))).toBe('deny');
    expect(verdict(`${readonly}deny:\n  - fs_*(db/**)\n`, cat('db/x'))).toBe('deny');
    expect(verdict(`${readonly}requireApproval:\n  - fs_read(db/**)\n`, cat('db/x'))).toBe(
      'requireApproval',
    );
    expect(verdict(`${readonly}  - fs_read(.env.example)\n`, cat('.env.example'))).toBe('auto');
    expect(verdict(`mode: auto\n`, cat('.env'))).toBe('requireApproval');
    expect(verdict(`mode: deny\n${readonly}`, cat('src/a.ts'))).toBe('auto');
  });

  it('is named with what the command does to it', () => {
    const [reads, writes] = [cat('.env'), to('docs/a')].map(
      (command) => evaluateCommands(policy(readonly), analysis(command)).because,
    );
    expect(reads).toMatch(/^It reads "\.env"\. It asks because/);
    expect(writes).toMatch(/^It writes "docs\/a"\. No rule matches/);
  });

  it('follows symlinks', () => {
    const links = pathResolver({ link: '/w/.env' });
    expect(
      evaluateCommands(policy(readonly), analysis(cat('link')), { pathResolver: links }).verdict,
    ).toBe('requireApproval');
  });

  it('needs the permission of fs_write for a redirection', () => {
    expect(verdict(readonly, to('src/a'))).toBe('requireApproval');
    expect(verdict(`${readonly}  - fs_write(src/**)\n`, to('src/a'))).toBe('auto');
    expect(verdict(`${readonly}  - fs_write(src/**)\n`, to('docs/a'))).toBe('requireApproval');
    expect(verdict(readonly, to('/dev/null'))).toBe('auto');
    expect(verdict(readonly, to('/dev/stderr'))).toBe('auto');
    expect(verdict(readonly, to('/dev/tcp/evil.example/80'))).toBe('deny');
    expect(verdict(readonly, to('.git/hooks/pre-commit'))).toBe('deny');
    expect(verdict(`mode: auto\n${readonly}`, to('/tmp/x'))).toBe('requireApproval');
    expect(verdict(`mode: auto\n${readonly}`, to('/home/me/x'))).toBe('deny');
  });

  it('lets the rule for the words cover what the words name', () => {
    const rule = 'auto:\n  - bash_run(mkdir *)\n';
    expect(verdict(rule, mkdir('src/x'))).toBe('auto');
    expect(verdict(`${rule}deny:\n  - fs_write(db/**)\n`, mkdir('db/x'))).toBe('deny');
    expect(verdict(`${rule}requireApproval:\n  - fs_write\n`, mkdir('src/x'))).toBe(
      'requireApproval',
    );
    expect(verdict(rule, mkdir('.ssh'))).toBe('requireApproval');
    const unsaid = simple('mkdir src/x', { paths: [{ path: 'src/x', access: 'write' }] });
    expect(verdict(rule, unsaid)).toBe('requireApproval');
  });

  it('falls under the rules for network tools where it names a host', () => {
    const curl = simple('curl https://evil.org', { hosts: ['evil.org'] });
    expect(verdict('auto:\n  - bash_run(curl *)\ndeny:\n  - web_fetch(evil.org)\n', curl)).toBe(
      'deny',
    );
    expect(verdict('auto:\n  - bash_run(curl *)\ndeny:\n  - kind:network\n', curl)).toBe('deny');
    expect(verdict('auto:\n  - bash_run(curl *)\n', curl)).toBe('auto');
  });
});

describe('commands without a sandbox and after untrusted text', () => {
  const ls = analysis(simple('ls', { classes: ['@readonly'] }));
  const make = analysis(simple('make'));
  it('ask without a sandbox, read-only classes included', () => {
    const result = evaluateCommands(policy('auto:\n  - bash_run(@readonly)\n'), ls, {
      sandboxed: false,
    });
    expect(result).toMatchObject({ verdict: 'requireApproval', list: 'wall', rule: null });
    expect(result.because).toMatch(/no sandbox on this machine/);
    expect(evaluateCommands(policy('mode: deny\n'), ls, { sandboxed: false }).verdict).toBe('deny');
  });

  it.each<[string, Parameters<typeof simple>[1]]>([
    ['reaches a host', { hosts: ['registry.npmjs.org'] }],
    ['has an escape hatch', { escapeHatches: [{ description: 'runs x', words: ['-x'] }] }],
    ['writes a file', { paths: [{ path: 'a', access: 'write', from: 'argument' }] }],
  ])('ask about a command of a read-only class that %s', (_, parts) => {
    const commands = analysis(simple('ls -x', { classes: ['@readonly'], ...parts }));
    const rules = policy('mode: auto\nauto:\n  - bash_run(ls -x)\n');
    expect(evaluateCommands(rules, commands).verdict).toBe('auto');
    expect(evaluateCommands(rules, commands, { untrusted: true })).toMatchObject({
      verdict: 'requireApproval',
      list: 'whenUntrusted',
    });
  });

  it('keep read-only commands and ask for the rest', () => {
    const chosen = policy('auto:\n  - bash_run\n');
    expect(evaluateCommands(chosen, ls, { untrusted: true }).verdict).toBe('auto');
    expect(evaluateCommands(chosen, make, { untrusted: true })).toMatchObject({
      verdict: 'requireApproval',
      list: 'whenUntrusted',
    });
  });
});

function words(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `w${index}`);
}

describe('what is shown of a command', () => {
  const rules = policy('mode: ask\nauto:\n  - bash_run(ls)\n');
  const many = (asking: number, others: number) =>
    evaluateCommands(
      rules,
      analysis(
        ...Array.from({ length: others }, () => simple('ls')),
        ...Array.from({ length: asking }, (_, index) => simple(`make ${index}`)),
      ),
    );
  const shown = ({ commands = [] }: ReturnType<typeof many>) =>
    ['requireApproval', 'auto'].map(
      (is) => commands.filter((command) => command.verdict === is).length,
    );

  it('is every command up to a hundred', () => {
    const result = many(40, 60);
    expect(shown(result)).toEqual([40, 60]);
    expect(result.commandsLeftOut).toBeUndefined();
    expect(result.commands?.[60]?.words).toEqual(['make', '0']);
  });

  it.each([
    { asking: 40, others: 61, rest: [40, 60], left: { asking: 0, others: 1 } },
    { asking: 100, others: 1, rest: [100, 0], left: { asking: 0, others: 1 } },
    { asking: 101, others: 0, rest: [100, 0], left: { asking: 1, others: 0 } },
    { asking: 103, others: 5, rest: [100, 0], left: { asking: 3, others: 5 } },
  ])('of $asking that ask and $others others leaves out $left', (given) => {
    const result = many(given.asking, given.others);
    expect(shown(result)).toEqual(given.rest);
    expect(result.commandsLeftOut).toEqual(given.left);
  });

  it('is its first and its last words, and how many are left out', () => {
    const reasonsOf = (count: number) =>
      evaluateCommands(rules, analysis(simple(words(count).join(' ')))).commands?.[0]?.words;
    expect(reasonsOf(60)).toEqual(words(60));
    const all = words(63);
    expect(reasonsOf(63)).toEqual([...all.slice(0, 30), '[… 3 words …]', ...all.slice(33)]);
  });
});
