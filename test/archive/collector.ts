/**
 * A collection in a process of its own, which prints a line for each trail: `collector.ts ARCHIVE FOLDER`, or
 * `collector.ts ARCHIVE OWNER/REPO API TOKEN`.
 */
import { collect, openArchive } from '../../src/archive/index.ts';
import { CountersignError } from '../../src/common/index.ts';

const [folder = '', source = '', apiUrl = '', token = ''] = process.argv.slice(2);
try {
  const archive = await openArchive(folder);
  process.stdout.write('opened\n');
  const result = await collect(archive, {
    folders: apiUrl === '' ? [source] : [],
    repositories: apiUrl === '' ? [] : [source],
    organizations: [],
    since: null,
    github: { token, apiUrl },
    onProgress: ({ done }) => process.stdout.write(`done ${done}\n`),
  });
  await archive.close();
  if (result.endedEarly !== null) throw result.endedEarly;
  process.stdout.write(`end ${JSON.stringify(result.added)}\n`);
} catch (error) {
  if (!(error instanceof CountersignError)) throw error;
  process.stdout.write(`refused ${JSON.stringify({ code: error.code, message: error.message })}\n`);
}
