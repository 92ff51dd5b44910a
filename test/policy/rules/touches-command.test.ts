import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/policy/index.ts';
import { policy, situation } from '../helpers.ts';

/** The verdict for a command that only the rule could hold back. */
function verdict(list: 'deny' | 'requireApproval', rule: string, command: string): string {
  const rules = policy(`mode: auto\n${list}:\n  - ${JSON.stringify(`bash_run(${rule})`)}\n`);
  return evaluate(rules, { tool: 'bash_run', kind: 'execute', command }, situation()).verdict;
}

function holds(...rows: readonly (readonly [rule: string, command: string])[]): void {
  for (const [rule, command] of rows) {
    expect([rule, command, verdict('deny', rule, command)]).toEqual([rule, command, 'deny']);
    expect(verdict('requireApproval', rule, command)).toBe('requireApproval');
  }
}

function asks(...rows: readonly (readonly [rule: string, command: string])[]): void {
  for (const [rule, command] of rows)
    expect([rule, command, verdict('deny', rule, command)]).toEqual([
      rule,
      command,
      'requireApproval',
    ]);
}

function passes(...rows: readonly (readonly [rule: string, command: string])[]): void {
  for (const [rule, command] of rows)
    expect([rule, command, verdict('deny', rule, command)]).toEqual([rule, command, 'auto']);
}

describe('options at the end of a rule that denies', () => {
  test('count wherever they stand behind the other words', () => {
    holds(
      ['git push --force *', 'git push origin main --force'],
      ['git push -f *', 'git push -u origin main -f'],
      ['git commit --no-verify *', 'git commit -m x --no-verify'],
      ['docker run --privileged *', 'docker run img --rm --privileged'],
      ['docker run --privileged *', 'docker run --privileged=true img'],
      ['terraform apply -auto-approve *', 'terraform apply plan -auto-approve'],
      ['terraform apply -auto-approve *', 'terraform apply plan --auto-approve'],
      ['cargo build --release --locked *', 'cargo build --locked -p a --release'],
    );
  });

  test('count in any order of letters, and under their other names', () => {
    holds(
      ['rm -rf *', 'rm -fr x'],
      ['rm -rf *', 'rm -r -f x'],
      ['rm -rf *', 'rm x -rf'],
      ['rm -rf *', 'rm -f --recursive x'],
      ['rm -r -f *', 'rm x --force -R'],
      ['git push --force *', 'git push -f'],
      ['git commit --no-verify *', 'git commit -m x -n'],
      ['npm install --global *', 'npm i -g x'],
      ['npm install -g *', 'npm --global install x'],
      ['npm install -g *', 'npm -g i x'],
      ['curl -k *', 'curl -s --insecure https://a.org'],
      ['node -e *', 'node --print x'],
    );
  });

  test('ask if they may be shortened, or letters among others that may be values', () => {
    asks(
      ['git push --force *', 'git push origin x --forc'],
      ['rm -rf *', 'rm --r --f x'],
      ['git push -f *', 'git push -uf origin x'],
      ['rm -rf *', 'rm -rvf x'],
      ['git commit --no-verify *', 'git commit -nm x'],
      ['git push --force *', 'git push origin "$X"'],
      ['git push --force *', 'git push origin x$X'],
      ['git push --force *', 'git push origin "x"$X'],
      ['git push --force *', 'git push origin "x$@"'],
    );
  });

  test('leave commands without them alone', () => {
    passes(
      ['git push --force *', 'git push -u origin main'],
      ['rm -rf *', 'rm -f x'],
      ['rm -rf *', 'rm -r x'],
      ['git commit --no-verify *', 'git commit -m x'],
      ['git push --force *', 'git push origin "refs/heads/$X"'],
      ['go test -c *', 'go test -race -count=1 ./...'],
      ['git push --force', 'git push origin main --force'],
    );
  });
});

test('a rule that denies a shell with source is about each command in it', () => {
  holds(
    ['bash -c *', "bash -c 'npm test'"],
    ['bash -c *', 'timeout 5 /bin/bash -lc "npm test"'],
    ['sh -c *', "sh -c 'npm test'"],
    ['sh -c *', "find . -exec sh -c 'npm test' ';'"],
    ['bash -c npm *', "bash -c 'npm test'"],
  );
  passes(['bash -c *', 'npm test'], ['bash -c npm *', "bash -c 'ls'"]);
});

describe('a rule that denies a task', () => {
  test('is about it behind other tasks and variables', () => {
    holds(
      ['make deploy *', 'make test deploy'],
      ['make deploy *', 'make V=1 -j4 lint test deploy ENV=prod'],
      ['make deploy *', 'gmake deploy'],
      ['just deploy *', 'just build deploy prod'],
      ['./gradlew publish *', './gradlew clean publish'],
      ['mvn deploy *', 'mvn -q clean deploy'],
      ['turbo run deploy *', 'turbo run build deploy'],
      ['turbo run deploy *', 'npx turbo run build deploy'],
      ['./gradlew publish *', './gradlew clean :lib:publish'],
      ['turbo run deploy *', 'turbo deploy'],
      ['turbo run deploy *', 'npx turbo build deploy'],
      ['turbo run deploy *', 'turbo run web#deploy'],
      ['turbo deploy *', 'turbo run build deploy'],
      ['rails db:drop *', 'rails db:create db:drop'],
      ['mix hex.publish *', 'mix do test, hex.publish'],
      ['mix hex.publish *', 'mix do deps.get + hex.publish'],
      ['mix hex.publish *', 'mix do hex.publish, test'],
      ['php artisan migrate:fresh *', 'php artisan --env testing migrate:fresh'],
      ['fastlane release *', 'bundle exec fastlane ios release'],
      ['php artisan migrate:fresh *', './artisan migrate:fresh'],
      ['php artisan migrate:fresh *', './vendor/bin/sail artisan migrate:fresh --force'],
      ['php bin/console doctrine:schema:drop *', 'symfony console doctrine:schema:drop'],
      ['hatch run deploy *', 'hatch run prod:deploy'],
      ['hatch run deploy *', 'hatch -e prod run prod:deploy x'],
      ['hatch run prod:deploy *', 'hatch run prod:deploy'],
    );
  });

  test('asks about a task of gradle that may be shortened', () => {
    asks(
      ['./gradlew publish *', './gradlew pub'],
      ['./gradlew publishToMavenLocal *', 'gradle pTML'],
      ['php bin/console doctrine:schema:drop *', 'php bin/console d:s:d'],
      ['php artisan migrate:fresh *', 'php artisan migrate:fre'],
    );
  });

  test('does not concern other tasks', () => {
    passes(
      ['./gradlew publish *', './gradlew build -x test'],
      ['make deploy *', 'make test'],
      ['make deploy *', 'make deploy-docs'],
      ['npm publish *', 'npm test publishing'],
      ['php artisan migrate:fresh *', 'php artisan test'],
      ['php artisan migrate:fresh *', './artisan migrate'],
      ['php artisan migrate *', './artisan test "$FILE"'],
      ['php artisan migrate *', 'php artisan make:model migrate'],
      ['mix ecto.drop *', 'mix test "$FILE"'],
      ['php bin/console doctrine:schema:drop *', 'php bin/console cache:clear'],
      ['mix hex.publish *', 'mix test'],
      ['hatch run deploy *', 'hatch run prod:test'],
      ['bash deploy *', 'deploy'],
    );
  });

  test('is an exception of a rule that allows the others', () => {
    const rules = policy('auto: [{ rule: bash_run(make *), except: [make deploy *] }]\n');
    const listOf = (command: string): string =>
      evaluate(rules, { tool: 'bash_run', kind: 'execute', command }, situation()).verdict;
    expect([listOf('make test'), listOf('make test deploy')]).toEqual(['auto', 'requireApproval']);
  });
});

describe('a rule that denies a push to a branch', () => {
  test('is about what changes the branch there, however the ref is written', () => {
    for (const command of [
      'git push origin main',
      'git push origin HEAD:main',
      'git push origin x:main',
      'git push origin +main',
      'git push origin +x:refs/heads/main',
      'git push origin refs/heads/main',
      'git push origin heads/main',
      'git push origin :main',
      'git push origin --delete main',
      'git push --delete origin main',
      'git push -u origin dev main',
      'git push origin dev HEAD:main',
      'git push -o ci.skip origin x:main',
      'git push --force-with-lease=main origin x:main',
      'git -C . push origin x:main',
      'hub push origin x:main',
      'timeout 60 git push origin x:main',
      'git push -vo x origin HEAD:main',
      'git push --push-opt x origin HEAD:main',
      'git push --rep x origin HEAD:main',
      'git push --recurse-submodules check origin HEAD:main',
      'git subtree push --prefix x origin y:main',
    ])
      holds(['git push origin main *', command]);
    holds(
      ['git push origin main', 'git push origin HEAD:main'],
      ['git push * main *', 'git push https://github.com/o/r x:main'],
      ['git push origin refs/heads/main *', 'git push origin x:main'],
      ['git push origin release/* *', 'git push origin HEAD:refs/heads/release/1'],
      ['git push origin v* *', 'git push origin refs/tags/v1'],
      ['git push origin v* *', 'git push origin tag v1'],
    );
  });

  test('asks where no word names what is pushed', () => {
    for (const command of [
      'git push',
      'git push origin',
      'git push -u origin HEAD',
      'git push origin @',
      'git push origin :',
      'git push --all origin',
      'git push --mirror origin',
      'git push origin "refs/heads/*"',
      'git push origin refs/heads/*:refs/heads/*',
      'git push origin "HEAD:$X"',
    ])
      asks(['git push origin main *', command]);
    asks(['git push upstream *', 'git push']);
  });

  test('leaves other pushes alone', () => {
    passes(
      ['git push origin main *', 'git push origin dev'],
      ['git push origin main *', 'git push origin main:dev'],
      ['git push origin main *', 'git push origin feature/main'],
      ['git push origin main *', 'git push upstream main'],
      ['git push origin main *', 'git fetch origin main'],
      ['git push upstream *', 'git push origin'],
      ['git push --force *', 'git push'],
      ['git push * --delete *', 'git push origin'],
    );
  });

  test('is about the branch there under a rule that allows branches, too', () => {
    const rules = policy('auto: [bash_run(git push origin agent/*), bash_run(git push fork *)]\n');
    const listOf = (command: string): string =>
      evaluate(rules, { tool: 'bash_run', kind: 'execute', command }, situation()).verdict;
    expect(listOf('git push origin agent/x')).toBe('auto');
    expect(listOf('git push origin agent/x:refs/heads/agent/y')).toBe('auto');
    expect(listOf('git push origin agent/x:main')).toBe('requireApproval');
    expect(listOf('git push origin agent/x:')).toBe('requireApproval');
    expect(listOf('git push fork HEAD:main')).toBe('auto');
    const url =
      'auto: ["bash_run(git push git@a.org:o/r agent/*)", "bash_run(git push b HEAD:agent/*)"]\n';
    const byUrl = (command: string): string =>
      evaluate(policy(url), { tool: 'bash_run', kind: 'execute', command }, situation()).verdict;
    expect(byUrl('git push git@a.org:o/r agent/x')).toBe('auto');
    expect(byUrl('git push git@a.org:o/r agent/x:main')).toBe('requireApproval');
    expect(byUrl('git push b HEAD:agent/x')).toBe('auto');
    expect(byUrl('git push b HEAD:main')).toBe('requireApproval');
  });
});

describe('a path in a rule that denies', () => {
  test('counts in every spelling, and from every folder', () => {
    holds(
      ['./scripts/deploy.sh *', 'scripts/deploy.sh'],
      ['./scripts/deploy.sh *', './scripts//deploy.sh prod'],
      ['./scripts/deploy.sh *', './src/../scripts/deploy.sh'],
      ['./scripts/deploy.sh *', '/w/scripts/deploy.sh'],
      ['./scripts/deploy.sh *', '"$PWD/scripts/deploy.sh"'],
      ['./scripts/deploy.sh *', 'cd scripts && ./deploy.sh'],
      ['scripts/deploy.sh *', './scripts/deploy.sh'],
      ['./scripts/* *', 'scripts/deploy.sh'],
      ['node scripts/release.js *', 'node ./scripts/release.js'],
      ['node scripts/release.js *', 'cd scripts && node release.js'],
      ['node ./release.js *', 'node release.js'],
      ['rm build *', 'rm ./build/'],
    );
  });

  test('counts whichever program runs the script', () => {
    holds(
      ['./scripts/deploy.sh *', 'bash scripts/deploy.sh'],
      ['./scripts/deploy.sh *', 'sh -e ./scripts/deploy.sh prod'],
      ['./scripts/deploy.sh *', 'cd scripts && bash deploy.sh'],
      ['./scripts/deploy.sh *', 'timeout 60 bash scripts/deploy.sh'],
      ['deploy.sh *', 'bash x/deploy.sh'],
      ['./gradlew publish *', 'sh gradlew publish'],
      ['node scripts/release.js *', 'node --no-warnings scripts/release.js'],
      ['node scripts/release.js *', 'npx tsx scripts/release.js'],
      ['node scripts/release.js *', 'deno run -A scripts/release.js'],
      ['node scripts/release.js *', 'node scripts/release'],
      ['node scripts/release.js *', 'cd scripts && node ./release'],
      ['node scripts/release/index.js *', 'node scripts/release'],
      ['python scripts/publish.py *', 'python -m scripts.publish'],
      ['python scripts/publish.py *', 'cd scripts && python3 -um publish'],
      ['python manage.py flush *', './manage.py flush'],
      ['python manage.py flush *', 'uv run manage.py flush'],
      ['bin/rails db:drop *', 'ruby bin/rails db:drop'],
      ['bin/rails db:drop *', 'bundle exec rails db:drop'],
    );
  });

  test('counts under the name that the same source gives it', () => {
    holds(
      ['./scripts/deploy.sh *', 'mv scripts/deploy.sh b.sh && ./b.sh'],
      ['./scripts/deploy.sh *', 'cp scripts/deploy.sh b.sh; bash b.sh prod'],
      ['./scripts/deploy.sh *', 'cp scripts/deploy.sh out/ && out/deploy.sh'],
      ['./scripts/deploy.sh *', 'mv scripts s2 && s2/deploy.sh'],
      ['./scripts/deploy.sh *', 'cat scripts/deploy.sh > b.sh && chmod +x b.sh && ./b.sh'],
      ['./scripts/deploy.sh *', 'cp scripts/deploy.sh b.sh; cp b.sh c.sh; sh c.sh'],
      ['./scripts/deploy.sh *', 'install -m755 scripts/deploy.sh b && ./b'],
      ['./scripts/deploy.sh *', 'ln -s scripts/deploy.sh b && ./b'],
      ['./scripts/deploy.sh *', 'git mv scripts/deploy.sh b.sh && ./b.sh'],
      ['./scripts/deploy.sh *', "sed 's/a/b/' scripts/deploy.sh > b.sh; sh b.sh"],
      ['./scripts/deploy.sh *', 'cp scripts/deploy.sh /tmp/b.sh; /tmp/b.sh'],
      ['./scripts/deploy.sh *', 'cp scripts/deploy.sh . && ./deploy.sh'],
      ['./scripts/deploy.sh *', 'cp -r scripts/. . && bash deploy.sh'],
      ['./scripts/deploy.sh *', 'cp -t out scripts/deploy.sh; out/deploy.sh'],
      ['./scripts/deploy.sh *', 'cp scripts/deploy.sh b.sh; uv run ./b.sh'],
      ['./scripts/deploy.sh *', 'tar c scripts | tar x -C out; out/scripts/deploy.sh'],
      [
        './scripts/deploy.sh *',
        'tar cf a.tar scripts/deploy.sh; tar xf a.tar -C b; sh b/scripts/deploy.sh',
      ],
      [
        './scripts/deploy.sh *',
        'tar czf a.tgz scripts && tar xzf a.tgz --strip-components=1; ./deploy.sh',
      ],
      ['./scripts/deploy.sh *', 'zip -r a.zip scripts; unzip a.zip -d out; out/scripts/deploy.sh'],
      ['./scripts/deploy.sh *', 'find scripts | cpio -pdm out; out/scripts/deploy.sh'],
      ['./scripts/deploy.sh *', 'pax -rw scripts out; out/scripts/deploy.sh'],
      ['./scripts/deploy.sh *', 'rsync -a scripts out; out/scripts/deploy.sh'],
      ['./scripts/deploy.sh *', 'cp -r scripts out; out/scripts/deploy.sh'],
      ['./scripts/deploy.sh *', 'split scripts/deploy.sh out/; sh out/aa'],
      ['./scripts/deploy.sh *', 'split -n 1 scripts/deploy.sh p; bash paa'],
      ['./scripts/deploy.sh *', 'split scripts/deploy.sh; sh xaa'],
      ['./scripts/deploy.sh *', 'csplit scripts/deploy.sh 9; sh xx00'],
      ['./scripts/deploy.sh *', 'split -b 1k scripts/deploy.sh; sh xaa'],
      ['./scripts/deploy.sh *', 'csplit -fq scripts/deploy.sh 9; sh q00'],
      ['./scripts/deploy.sh *', 'dd if=scripts/deploy.sh of=x.sh; sh x.sh'],
      ['./scripts/deploy.sh *', 'install -D scripts/deploy.sh out/x.sh; out/x.sh'],
      ['./scripts/deploy.sh *', 'busybox cp scripts/deploy.sh x.sh; ./x.sh'],
      ['./scripts/deploy.sh *', "cp scripts/deploy.sh b.sh; concurrently './b.sh'"],
      ['node scripts/release.js *', 'cp scripts/release.js x.mjs && node x.mjs'],
      ['./scripts/deploy.sh *', 'cat scripts/deploy.sh | tee b.sh; sh b.sh'],
      ['./scripts/deploy.sh *', "cat scripts/deploy.sh | sed 's/a/b/' > b.sh; sh b.sh"],
      ['./scripts/deploy.sh *', 'base64 scripts/deploy.sh | base64 -d > b.sh; sh b.sh'],
      ['./scripts/deploy.sh *', '{ cat scripts/deploy.sh; cat a; } | tee b.sh; ./b.sh'],
      ['./scripts/deploy.sh *', 'dd if=scripts/deploy.sh of=b.sh && sh b.sh'],
    );
    passes(
      ['./scripts/deploy.sh *', 'cp scripts/deploy.sh b.sh; ./test.sh'],
      ['./scripts/deploy.sh *', 'cp scripts/deploy.sh test.sh out && out/test.sh'],
      ['./scripts/deploy.sh *', 'cp scripts/deploy.sh b.sh; wc -l b.sh'],
      ['./scripts/deploy.sh *', 'cp scripts/deploy.sh . && ./test.sh'],
      ['./scripts/deploy.sh *', 'tar c src | tar x -C out; out/src/a.sh'],
      ['./scripts/deploy.sh *', 'tar xf a.tgz && ./configure && make'],
      ['./scripts/deploy.sh *', 'split scripts/deploy.sh out/; ./test.sh'],
      ['./scripts/deploy.sh *', './b.sh; cp scripts/deploy.sh b.sh'],
      ['./scripts/deploy.sh *', 'cat scripts/deploy.sh; npm test | tee out.log; ./b.sh'],
    );
  });

  test('asks about a copy of more files than are compared', () => {
    const copies = Array.from({ length: 60 }, (_, index) => `cp f${index} f${index + 1}`);
    asks(['./f0 *', `${copies.join('; ')}; ./f60`]);
    const over = copies.map((_, index) => `cp f${index} g`);
    asks(['./f59 *', `${over.join('; ')}; cp f1 g; ./g`]);
    const into = `cp ${copies.map((_, index) => `f${index}`).join(' ')} .`;
    asks(['./a/f *', `${into}; ./f`]);
    passes(['git push *', `${into}; ./f`], ['./a/f *', `${into}; cat ./f`]);
  });

  test('asks if the same source writes what a rule is about, and runs it', () => {
    asks(
      ['git push *', "printf 'git push\\n' > x.sh && sh x.sh"],
      ['git push *', "cat > x.sh <<'E'\ngit push origin main\nE\nchmod +x x.sh; ./x.sh"],
      ['git push *', "echo 'git push' | tee x.sh; bash -e x.sh"],
      ['git push *', "tee x.sh <<< 'git push'; cp x.sh y.sh; ./y.sh"],
    );
    passes(
      ['git push *', "echo 'git push' > notes.txt; ./x.sh"],
      ['git push *', "echo 'npm test' > x.sh; sh x.sh"],
    );
  });

  test('is not taken for a program of that name', () => {
    passes(
      ['./test *', 'test -f x'],
      ['./scripts/deploy.sh *', 'cat scripts/deploy.sh'],
      ['node scripts/release.js *', 'node scripts/release-notes'],
      ['python scripts/publish.py *', 'python -m pytest scripts'],
      ['./scripts/deploy.sh *', 'git add scripts/deploy.sh'],
      ['./scripts/deploy.sh *', 'deploy.sh'],
      ['node scripts/release.js *', 'node scripts/release.js.test.js'],
      ['python manage.py flush *', 'python manage.py test'],
    );
  });

  test('that leaves its folder again is under no wildcard of a rule that allows', () => {
    const text = 'auto: [bash_run(./scripts/*), bash_run(node scripts/*), bash_run(python *)]\n';
    const listOf = (command: string): string =>
      evaluate(policy(text), { tool: 'bash_run', kind: 'execute', command }, situation()).verdict;
    expect(listOf('./scripts/a.sh')).toBe('auto');
    expect(listOf('node scripts/a/../b.js')).toBe('auto');
    expect(listOf('python scripts/../a.py')).toBe('auto');
    expect(listOf('./scripts/../evil.sh')).toBe('requireApproval');
    expect(listOf('node scripts/../evil.js')).toBe('requireApproval');
  });
});

describe('a script of package.json in a rule that denies', () => {
  test('is denied however it is started', () => {
    holds(
      ['pnpm run release *', 'pnpm release'],
      ['pnpm run release *', 'pnpm --filter a release'],
      ['pnpm run release *', 'pnpm recursive run release'],
      ['pnpm run release *', 'corepack pnpm release'],
      ['pnpm run release *', 'npx -y pnpm@9 run release'],
      ['pnpm release *', 'pnpm run release'],
      ['yarn run deploy *', 'yarn deploy prod'],
      ['yarn deploy *', 'yarn run deploy'],
      ['yarn deploy *', 'yarn workspace a run deploy'],
      ['yarn run deploy *', 'yarn workspaces foreach -A run deploy'],
      ['yarn add *', 'yarn workspace a add x'],
      ['yarn npm publish *', 'yarn workspaces foreach -A npm publish'],
      ['bun run deploy *', 'bun deploy'],
      ['npm test *', 'npm run test'],
      ['npm run test *', 'npm t'],
      ['npm run deploy *', 'node --run deploy'],
      ['npm run deploy *', 'npx run-s lint deploy'],
      ['npm run deploy *', 'npm-run-all deploy'],
      ['npm run deploy *', 'concurrently npm:lint npm:deploy'],
      ['npm run deploy *', 'concurrently node:deploy deno:lint'],
      ['npm run deploy *', 'concurrently node:lint deno:deploy'],
    );
    holds(['npm run deploy *', 'run-s lint "deploy -- --prod"']);
    asks(
      ['npm run deploy *', 'concurrently "npm:dep*"'],
      ['npm run deploy *', 'run-s "dep*"'],
      ['npm run deploy *', 'npm-run-all "{deploy,lint}"'],
    );
  });

  test('is not taken for a subcommand or for another script', () => {
    passes(
      ['pnpm run release *', 'pnpm test release'],
      ['yarn run deploy *', 'yarn add deploy'],
      ['npm run deploy *', 'npm deploy'],
      ['npm run *', 'npm install'],
      ['yarn run *', 'yarn install'],
      ['pnpm add *', 'pnpm install'],
    );
  });
});

function many(word: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${word}${index}`).join(' ');
}

test('a shell that only parses a script does not run it', () => {
  asks(['./scripts/deploy.sh *', 'bash -n scripts/deploy.sh']);
  holds(['./scripts/deploy.sh *', 'bash -n +n scripts/deploy.sh']);
});

describe('a command with more words than are compared', () => {
  test.each([
    ['git push origin main *', `git push origin ${many('x', 150)} x:main`],
    ['npm run deploy *', `run-s ${many('x', 100)} deploy`],
    ['yarn deploy *', `yarn ${many('-x', 30)} workspace a deploy`],
    ['./deploy.sh *', `bash ${many('-x', 60)} ./deploy.sh`],
    ['npx tsc *', `npm ${many('-x', 30)} exec tsc`],
  ])('is not let through a rule that denies: %s', (rule, command) => {
    expect(verdict('deny', rule, command)).not.toBe('auto');
  });
});

test('a command with many words may be another one, and is not denied for that', () => {
  asks(['npx *', `npm run lint ${many('x', 450)}`], ['npx *', `npm ${many('-x', 30)} test`]);
});

describe('a program that does what another one does', () => {
  test('is denied by a rule for the other', () => {
    holds(
      ['docker *', 'podman run x'],
      ['docker *', 'nerdctl ps'],
      ['docker rm *', 'podman container rm x'],
      ['docker compose down *', 'podman-compose down'],
      ['npx *', 'bunx x'],
      ['npx *', 'pnpx x'],
      ['npx *', 'pnpm dlx x'],
      ['npx *', 'npm -w a exec x'],
      ['npx *', 'npm x -- tsc'],
      ['npx tsc *', 'yarn dlx tsc -p .'],
      ['pip install *', 'uv pip install x'],
      ['uvx *', 'uv tool run x'],
      ['node *', 'nodejs x.js'],
      ['gradle publish *', './gradlew publish'],
      ['./gradlew publish *', 'gradle clean publish'],
      ['mvn deploy *', './mvnw clean deploy'],
      ['bin/rails db:drop *', 'bundle exec rake db:create db:drop'],
      ['terraform apply *', 'tofu -chdir=x apply'],
      ['terraform apply *', 'terragrunt run-all apply'],
      ['terraform apply *', 'terragrunt run --all -- apply'],
      ['mvn deploy *', 'mvnd clean deploy'],
      ['kubectl delete *', 'oc -n x delete pod y'],
      ['kubectl delete *', 'minikube kubectl -- delete pod y'],
    );
  });

  test('is an exception of such a rule if the rule says so', () => {
    const text = 'mode: auto\ndeny: [{ rule: bash_run(docker *), except: [podman *] }]\n';
    const listOf = (command: string): string =>
      evaluate(policy(text), { tool: 'bash_run', kind: 'execute', command }, situation()).verdict;
    expect([listOf('podman ps'), listOf('docker ps')]).toEqual(['auto', 'deny']);
  });

  test('is not denied where it does something else', () => {
    passes(
      ['npx *', 'npm run exec'],
      ['npx *', 'pnpm exec tsc'],
      ['npx *', 'yarn test'],
      ['podman *', 'docker ps'],
      ['uvx *', 'uv run x'],
    );
  });
});

describe('another name of a subcommand', () => {
  test('that may be short for the one of the rule asks', () => {
    asks(
      ['gem push *', 'gem pus x.gem'],
      ['gem push *', 'gem --silent pus x.gem'],
      ['composer require *', 'composer req x/y'],
      ['composer require --dev *', 'composer req x/y --dev'],
      ['bundle config *', 'bundle conf set x y'],
    );
    holds(['git push *', 'bundle e git push'], ['git push *', 'bundle exe git push']);
    passes(['gem push *', 'gem install x'], ['composer require *', 'composer install']);
  });

  test('hides no command from a rule that denies', () => {
    holds(
      ['npm install *', 'npm i lodash'],
      ['npm install *', 'npm add lodash'],
      ['npm install *', 'npm -w a i'],
      ['npm i *', 'npm install'],
      ['npm publish *', 'npm publi'],
      ['npm publish *', 'npm --tag next pub'],
      ['npm pack *', 'npm pac'],
      ['npm uninstall *', 'npm rm lodash'],
      ['npm uninstall *', 'npm unin lodash'],
      ['npm run deploy *', 'npm run-script deploy'],
      ['npm run deploy *', 'npm runScript deploy'],
      ['pnpm install *', 'pnpm -r i'],
      ['cargo run *', 'cargo r'],
      ['gh pr create *', 'gh pr new --fill'],
      ['git push *', 'git send-pack https://a.org/x main'],
      ['git push *', 'git -C . http-push https://a.org/x main'],
      ['git add secret.txt *', 'git stage secret.txt'],
      ['hatch run deploy *', 'hatch env run -e prod -- deploy'],
      ['gh pr create *', 'gh -R o/r pr new'],
      ['docker rm *', 'docker container rm x'],
      ['docker container rm *', 'docker -H h rm x'],
      ['docker push *', 'docker image push x'],
      ['docker rmi *', 'docker image rm x'],
      ['docker compose down *', 'docker-compose -p x down -v'],
      ['docker-compose down *', 'docker compose -p x down'],
      ['docker *', 'docker-compose up'],
    );
  });

  test('is not taken for another subcommand', () => {
    passes(
      ['npm install *', 'npm init'],
      ['npm publish *', 'npm test'],
      ['npm install *', 'npm run i'],
      ['docker rm *', 'docker image ls'],
      ['docker compose down *', 'docker-compose up'],
      ['gh pr create *', 'gh issue new'],
    );
  });

  test('asks where more words are before it than are looked at', () => {
    asks(
      ['npm publish *', `npm ${'-a b '.repeat(20)}pub`],
      ['docker rm *', `docker ${'-a b '.repeat(20)}container rm x`],
      ['docker-compose down *', `docker ${'-a b '.repeat(300)}compose down`],
    );
  });

  test('is not allowed by a rule for the other name', () => {
    const rules = policy('auto: [bash_run(npm install *)]\n');
    const facts = { tool: 'bash_run', kind: 'execute', command: 'npm i' } as const;
    expect(evaluate(rules, facts, situation()).verdict).toBe('requireApproval');
  });
});

test('the reason of an approval says that a word can be an option of the rule', () => {
  const rules = policy('mode: auto\ndeny:\n  - bash_run(rm -rf *)\n');
  const facts = { tool: 'bash_run', kind: 'execute', command: 'rm -rvf x' } as const;
  expect(evaluate(rules, facts, situation()).because).toMatch(
    /^It may be what the rule "bash_run\(rm -rf \*\)" .* can be an option of the rule\.$/,
  );
});
