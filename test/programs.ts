/** What tests start as processes of their own: Node takes a second to read the sources themselves, each time. */
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/** The sources, by the name of the file that `build-host.ts` makes of each before the first test. */
export const PROGRAMS = {
  'append-to-trail': 'test/audit/appender.ts',
  'collect-trails': 'test/archive/collector.ts',
  'command-line': 'test/cli/entry.ts',
  'export-tables': 'test/archive/exporter.ts',
  'fill-trail': 'test/audit/filler.ts',
  main: 'src/main.ts',
  'read-trail': 'test/audit/view/read-all.ts',
  'run-steps': 'test/fixtures/step-process.ts',
  sandbox: 'src/sandbox/index.ts',
  'temp-folder': 'src/common/temp-folder.ts',
} as const;

/** Where they lie, in a folder that packages are found from. */
export const PROGRAM_FOLDER = join(ROOT, 'node_modules/.cache/countersign-tests/programs');

/** The file to start, or to import, for one of them. */
export function program(name: keyof typeof PROGRAMS): string {
  return join(PROGRAM_FOLDER, `${name}.mjs`);
}
