/** Reads a report as its own script does. */
import { inflateRawSync } from 'node:zlib';
import { type BlobReader, renderReport, type TrailEvent } from '../../../../src/audit/index.ts';
import { entriesOf } from '../../chained.ts';
import { textOf } from '../../text-of.ts';

export async function pageOf(events: readonly TrailEvent[], blobs?: BlobReader): Promise<string> {
  const entries = entriesOf(events);
  return await textOf(renderReport(() => entries, blobs));
}

/** The index of a page, and the items of all its chunks. */
export function dataOf(page: string) {
  const index = JSON.parse(elementOf(page, 'application/json" id="index'));
  const items = index.firsts.flatMap((_: number, position: number) => {
    const packed = Buffer.from(elementOf(page, `text/plain" id="chunk-${position}`), 'base64');
    return JSON.parse(inflateRawSync(packed).toString());
  });
  return { ...index, items, itemCount: index.items };
}

/** All that a file of an artifact says; of a report also what it compresses. */
export function artifactText(path: string, bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return path.endsWith('report.html') ? `${text}${JSON.stringify(dataOf(text))}` : text;
}

function elementOf(page: string, attributes: string): string {
  const start = page.indexOf(`<script type="${attributes}">`);
  return page.slice(page.indexOf('>', start) + 1, page.indexOf('</script>', start));
}
