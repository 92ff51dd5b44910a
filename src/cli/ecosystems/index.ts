/** The package managers that `init` sets up. `init`, `doctor` and docs/recipes.md read this table. */
import { distinctBy } from '../../common/index.ts';
import { cmake, mix } from './cmake-mix.ts';
import { cargo, dotnet, go } from './compiled.ts';
import type { Ecosystem, Project, ProjectCommand } from './ecosystem.ts';
import { dvc, opentofu, terraform } from './infrastructure.ts';
import { gradle, maven } from './jvm.ts';
import { npm, pnpm, yarn } from './node.ts';
import { pip, poetry, uv } from './python.ts';
import { bundler, composer } from './ruby-php.ts';

export { type Ecosystem, inFolder, type Project, type ProjectFolder } from './ecosystem.ts';

/** In each family the most specific comes first. */
export const ECOSYSTEMS: readonly Ecosystem[] = [
  pnpm,
  yarn,
  npm,
  uv,
  poetry,
  pip,
  go,
  cargo,
  maven,
  gradle,
  bundler,
  composer,
  dotnet,
  mix,
  cmake,
  opentofu,
  terraform,
  dvc,
];

/**
 * The commands of these projects that a policy lets run by themselves, each once. They name the project's folder: in
 * another folder, the same words run other code.
 */
export function projectCommands(projects: readonly Project[]): readonly ProjectCommand[] {
  const all = projects.flatMap(({ ecosystem, folder }) => {
    const into = folder.path === '' ? '' : `cd ${shellWord(folder.path)} && `;
    return ecosystem.commands(folder).map(({ command, rule }) => ({
      command: `${into}${command}`,
      ...(rule === undefined ? {} : { rule: `${into}${rule}` }),
    }));
  });
  return distinctBy(all, ({ command }) => command);
}

/** A path of `findProjects` as a word of a shell. In double quotes, because single ones would end those of the policy's tests. */
function shellWord(path: string): string {
  return /^[\w./-]*$/.test(path) ? path : `"${path}"`;
}
