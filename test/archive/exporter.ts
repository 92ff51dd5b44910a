/** Writes the tables of an archive in a process of its own: `exporter.ts ARCHIVE FOLDER`. */
import { writeTables } from '../../src/archive/index.ts';
import { CountersignError } from '../../src/common/index.ts';

const [archive = '', folder = ''] = process.argv.slice(2);
try {
  process.stdout.write(JSON.stringify(await writeTables(archive, folder)));
} catch (error) {
  if (!(error instanceof CountersignError)) throw error;
  process.stdout.write(`refused ${JSON.stringify({ code: error.code, message: error.message })}`);
}
