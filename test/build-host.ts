import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { HOST } from './bundled-host.ts';
import { PROGRAM_FOLDER, PROGRAMS } from './programs.ts';

/**
 * Removes each file just before it is written anew: a `node_modules` may be a copy by hard links, and one that is written where it
 * lies would change in the other copies too, where the files that it imports are not there.
 */
function replacing(folder: string): Plugin {
  return {
    name: 'replace-files',
    generateBundle: (_, files) => {
      for (const name of Object.keys(files)) rmSync(join(folder, name), { force: true });
    },
  };
}

/**
 * Packages that the sources load when they need them, and the programs of tests never do. They have half of the modules, and are found
 * from the folder of the programs.
 */
const LOADED_LATER =
  /^(?:@actions\/(?:artifact|attest|github)|@anthropic-ai\/(?:bedrock|vertex)-sdk|@octokit\/rest|google-auth-library|turndown)(?:\/|$)/;

/** Makes one file of the program that a repository's tools run in, and bundles of what tests start, before the first test. */
export async function setup(): Promise<void> {
  const settings = { configFile: false, logLevel: 'warn', ssr: { noExternal: true } } as const;
  await build({
    ...settings,
    plugins: [replacing(HOST.folder)],
    build: {
      ssr: HOST.source,
      outDir: HOST.folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: HOST.name, codeSplitting: false } },
    },
  });
  await build({
    ...settings,
    plugins: [replacing(PROGRAM_FOLDER)],
    build: {
      ssr: true,
      outDir: PROGRAM_FOLDER,
      emptyOutDir: false,
      rolldownOptions: {
        input: { ...PROGRAMS },
        external: LOADED_LATER,
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
}
