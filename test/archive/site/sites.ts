/** Sites for tests, and what is in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { type SiteResult, writeSite } from '../../../src/archive/index.ts';
import type { Json } from '../../../src/common/index.ts';

export async function siteOf(archive: string, folder: string): Promise<SiteResult> {
  return await writeSite({ archive, folder, onProgress: () => undefined });
}

/** Every file of a folder by its path, as text. */
export function filesOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  return Object.fromEntries(
    names.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );
}

const ROW_FILE = /^countersignRows\("([a-z]+)",(\d+),"([A-Za-z0-9+/=]*)"\);\n$/;

/** The rows of a list in the order of its files, each by the names of its columns. */
export function rowsIn(
  files: Readonly<Record<string, string>>,
  list: string,
): readonly Readonly<Record<string, Json>>[] {
  const { columns } = indexOf(files[`${list}.html`] ?? '');
  const names = Object.keys(files).filter((path) => path.startsWith(`data/${list}-`));
  return names.flatMap((_, index) => {
    const [, name, number, packed = ''] =
      ROW_FILE.exec(files[`data/${list}-${index}.js`] ?? '') ?? [];
    if (name !== list || number !== String(index))
      throw new Error(`data/${list}-${index}.js is odd`);
    const rows: Json[][] = JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString());
    return rows.map((row) =>
      Object.fromEntries(columns.map((column, place) => [column, row[place] ?? null])),
    );
  });
}

/** What the page of a list says of it to its script. */
export function indexOf(page: string): {
  readonly columns: readonly string[];
  readonly rows: number;
} {
  const start = page.indexOf('<script type="application/json" id="index">');
  return JSON.parse(page.slice(page.indexOf('>', start) + 1, page.indexOf('</script>', start)));
}

/** The values of a column, all of which are texts. */
export function textsIn(rows: readonly Readonly<Record<string, Json>>[], column: string): string[] {
  return rows.map((row) => {
    const text = row[column];
    if (typeof text !== 'string') throw new Error(`${column} is no text`);
    return text;
  });
}
