import { build } from 'vite';
import { HOST } from './bundled-host.ts';

/** Makes one file of the program that a repository's tools run in, before the first test. */
export async function setup(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: HOST.source,
      outDir: HOST.folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: HOST.name, codeSplitting: false } },
    },
    ssr: { noExternal: true },
  });
}
