import { build } from 'vite';
import { HOST } from './bundled-host.ts';
import { PROGRAM_FOLDER, PROGRAMS } from './programs.ts';

/** Makes one file of the program that a repository's tools run in, and bundles of what tests start, before the first test. */
export async function setup(): Promise<void> {
  const settings = { configFile: false, logLevel: 'warn', ssr: { noExternal: true } } as const;
  await build({
    ...settings,
    build: {
      ssr: HOST.source,
      outDir: HOST.folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: HOST.name, codeSplitting: false } },
    },
  });
  await build({
    ...settings,
    build: {
      ssr: true,
      outDir: PROGRAM_FOLDER,
      emptyOutDir: false,
      rolldownOptions: { input: { ...PROGRAMS }, output: { entryFileNames: '[name].mjs' } },
    },
  });
}
