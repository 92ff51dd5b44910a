import { resolve } from 'node:path';
import { type SiteResult, writeSite } from '../../../archive/index.ts';
import { counted, visible } from '../../../common/index.ts';
import { ProgressLine } from '../../progress.ts';
import { type CommandCall, type CommandSpec, EXIT, type ExitCode } from '../../spec.ts';
import { ARCHIVE_OPTION, archiveFolder } from './collect.ts';

/** `audit site`: reads an archive, and writes one folder. */
export const siteCommand: CommandSpec = {
  name: 'audit site',
  summary:
    'Write an archive of audit trails as a folder of static pages: figures over time, a search over all calls, and the report of each run',
  arguments: '<dir>',
  argumentSummary: 'the folder to write; an earlier site in it is replaced',
  options: [ARCHIVE_OPTION],
  examples: ['countersign audit site ./site'],
  run,
};

async function run(call: CommandCall): Promise<ExitCode> {
  const given = call.args[0] ?? '';
  const folder = resolve(call.io.cwd, given);
  using progress = new ProgressLine(call.io);
  const result = await writeSite({
    archive: archiveFolder(call),
    folder,
    onProgress: (where) => progress.show(where),
  });
  progress.clear();
  call.show({ ...result, folder }, `${visible(resultText(result, given))}\n`);
  return EXIT.ok;
}

function resultText({ runs, calls, uncounted }: SiteResult, folder: string): string {
  const left = uncounted === 0 ? '' : `, and ${uncounted} not counted`;
  return `${folder}/index.html: ${counted(runs, 'run')}, ${counted(calls, 'call')}${left}`;
}
