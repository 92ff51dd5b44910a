/** A collection of folders in a process of its own, which prints a line for each trail: `collector.ts ARCHIVE FOLDER`. */
import { collect, openArchive } from '../../src/archive/index.ts';
import { CountersignError } from '../../src/common/index.ts';

const [folder = '', source = ''] = process.argv.slice(2);
try {
  const archive = await openArchive(folder);
  process.stdout.write('opened\n');
  const result = await collect(archive, {
    folders: [source],
    repositories: [],
    organizations: [],
    since: null,
    github: { token: '', apiUrl: 'http://127.0.0.1:1' },
    onProgress: ({ done }) => process.stdout.write(`done ${done}\n`),
  });
  await archive.close();
  process.stdout.write(`end ${JSON.stringify(result.added)}\n`);
} catch (error) {
  if (!(error instanceof CountersignError)) throw error;
  process.stdout.write(`refused ${JSON.stringify({ code: error.code, message: error.message })}\n`);
}
