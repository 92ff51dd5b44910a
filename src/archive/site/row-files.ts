/** I/O: the rows of a list in files that a page can load from a disk, where it may fetch nothing: scripts. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { Json } from '../../common/index.ts';
import type { List } from './lists.ts';
import type { ListFiles } from './pages.ts';

const FILE_ROWS = 1_000;
const compress = promisify(deflateRaw);

/**
 * Writes the rows of a list into files of a folder, a thousand in each, and holds no more than that. A file is one call with
 * compressed JSON as Base64, so that nothing in it is by others, whatever the rows say. More rows change the last file alone.
 */
export async function writeRows(
  rows: Iterable<readonly Json[]>,
  { name }: Pick<List, 'name'>,
  folder: string,
): Promise<ListFiles> {
  const [first, last]: [string[], string[]] = [[], []];
  let count = 0;
  let texts: string[] = [];
  const write = async (): Promise<void> => {
    const index = first.length - 1;
    const packed = await compress(`[${texts.join(',')}]`);
    const text = `countersignRows("${name}",${index},"${packed.toString('base64')}");\n`;
    await writeFile(join(folder, `${name}-${index}.js`), text);
    texts = [];
  };
  for (const row of rows) {
    const time = typeof row[0] === 'string' ? row[0] : '';
    if (texts.length === 0) {
      first.push(time);
      last.push(time);
    }
    last[last.length - 1] = time;
    count += 1;
    if (texts.push(JSON.stringify(row)) === FILE_ROWS) await write();
  }
  if (texts.length > 0) await write();
  return { rows: count, fileRows: FILE_ROWS, first, last };
}
