import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TrailEvent } from '../../../src/audit/index.ts';
import { verifyPage } from '../../../scripts/verify-page.ts';
import { chainEvents } from '../chained.ts';
import { vectors } from '../vectors/forgeries.ts';
import { oneJob } from '../vectors/runs.ts';
import { someOf } from '../../properties.ts';
import { zipOf, type ZippedFile } from '../../zip.ts';
import { BROWSER, type BrowserPage, openInBrowser } from './browser.ts';

const EVIL = `</script><script>document.title='TAKEN'</script><img src=x onerror="document.title='TAKEN'"><a href="javascript:document.title='TAKEN'">x</a>\u202e`;
const MAX_PAGE_BYTES = 600_000;

const trailText = (events: readonly TrailEvent[]): string =>
  chainEvents(events)
    .map((line) => `${line}\n`)
    .join('');

const vectorFiles = ({
  trail,
  files,
}: ReturnType<typeof vectors>[number]): readonly ZippedFile[] => [
  { name: 'audit.jsonl', bytes: Buffer.from(trail) },
  ...Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text, 'base64') })),
];

const valid = vectorFiles(
  vectors().find(({ name }) => name === 'valid, one job, with its statement') ?? vectors()[0]!,
);

describe.skipIf(BROWSER === undefined)('verify.html (needs Chromium on the PATH)', () => {
  let folder = '';
  let page: BrowserPage;
  let count = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-page-'));
    const path = join(folder, 'verify.html');
    const text = await verifyPage();
    expect(text.length).toBeLessThan(MAX_PAGE_BYTES);
    await writeFile(path, text);
    page = await openInBrowser(pathToFileURL(path).href);
    await page.send('DOM.enable');
  });

  afterAll(async () => {
    await page?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Does something in the page, and resolves with the verdict that it shows next. */
  async function nextVerdict(act: () => Promise<unknown>): Promise<unknown> {
    await page.evaluate(`globalThis.checked = new Promise((done) => {
      document.documentElement.dataset.verdict = '';
      new MutationObserver((_, observer) => {
        const said = document.documentElement.dataset.verdict;
        if (said) { observer.disconnect(); done(said); }
      }).observe(document.documentElement, { attributes: true });
    }); 0`);
    await act();
    return JSON.parse(String(await page.evaluate('checked')));
  }

  async function choose(paths: readonly string[]): Promise<unknown> {
    const { root } = await page.send('DOM.getDocument');
    const { nodeId } = await page.send('DOM.querySelector', {
      nodeId: root?.nodeId,
      selector: '#files',
    });
    return await nextVerdict(() => page.send('DOM.setFileInputFiles', { nodeId, files: paths }));
  }

  async function writeHead(text: string): Promise<unknown> {
    return await nextVerdict(() =>
      page.evaluate(`{
        const field = document.getElementById('head');
        field.value = ${JSON.stringify(text)};
        field.dispatchEvent(new Event('change'));
      }`),
    );
  }

  async function give(bytes: Buffer, name = 'trail.zip'): Promise<unknown> {
    count += 1;
    const path = join(folder, `${count}-${name}`);
    await writeFile(path, bytes);
    return await choose([path]);
  }

  const shown = async (): Promise<string> =>
    String(await page.evaluate(`document.getElementById('result').innerText`));

  test('comes to the expected verdict and first broken entry for vectors', async () => {
    const wrong: unknown[] = [];
    for (const vector of someOf(vectors(), 24)) {
      const { kind, seq, code } = (await give(zipOf(vectorFiles(vector)))) as Record<
        string,
        unknown
      >;
      const said = kind === 'broken' ? { kind, seq, code } : { kind };
      if (JSON.stringify(said) !== JSON.stringify(vector.expect))
        wrong.push([vector.name, said, vector.expect]);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  test('says who asked for what, what people approved and refused, and how it ended', async () => {
    await give(zipOf(valid));
    const text = await shown();
    expect(text).toMatch(/^Valid/);
    for (const word of [
      'octo/repo',
      '@mona',
      'done',
      'c2 fs_write: @hubot',
      'c3 fs_write: the policy (fs_write(src/**))',
    ])
      expect(text).toContain(word);
  });

  test('says where a broken trail is broken', async () => {
    const vector = vectors().find(({ expect: { kind } }) => kind === 'broken');
    if (vector?.expect.kind !== 'broken') throw new Error('no such vector');
    await give(zipOf(vectorFiles(vector)));
    expect(await shown()).toContain(
      `the first broken entry is ${vector.expect.seq} (line ${vector.expect.seq + 1})`,
    );
  });

  test('shows hostile text as text', async () => {
    const events = oneJob().events.map(
      (event): TrailEvent => (event.type === 'run.start' ? { ...event, request: EVIL } : event),
    );
    const files = [
      { name: 'audit.jsonl', bytes: Buffer.from(trailText(events)) },
      ...valid.slice(1),
    ];
    await give(zipOf(files.filter(({ name }) => name !== 'audit.intoto.json')));
    const text = await shown();
    expect(text).toContain(`</script><script>document.title='TAKEN'</script>`);
    expect(text).not.toContain('\u202e');
    expect(await page.evaluate('document.title')).toBe('Verify an audit trail · Countersign');
    expect(await page.evaluate(`document.querySelectorAll('img, a, #result script').length`)).toBe(
      0,
    );
  });

  test('takes audit.jsonl alone, and the files by themselves', async () => {
    const [trail] = valid;
    expect(await give(trail?.bytes ?? Buffer.alloc(0), 'audit.jsonl')).toMatchObject({
      kind: 'intact',
      warningCount: 1,
    });
    const places: string[] = [];
    for (const { name, bytes } of valid) {
      const path = join(folder, name.split('/').at(-1) ?? '');
      await writeFile(path, bytes);
      places.push(path);
    }
    expect(await choose(places)).toMatchObject({ kind: 'intact', warningCount: 0 });
  });

  test('finds the trail in a folder of the archive, and refuses two', async () => {
    const inside = valid.map((file) => ({ ...file, name: `trail/${file.name}` }));
    expect(await give(zipOf(inside))).toMatchObject({ kind: 'intact', warningCount: 0 });
    expect(await give(zipOf([...inside, ...valid]))).toMatchObject({ kind: 'error' });
    expect(await shown()).toContain('2 audit trails');
  });

  test.each([
    [
      'a name that leaves the folder',
      [{ name: '../audit.jsonl', bytes: Buffer.from('x') }],
      'not a valid file name',
    ],
    [
      'an absolute name',
      [{ name: '/audit.jsonl', bytes: Buffer.from('x') }],
      'not a valid file name',
    ],
    [
      'a name of another system',
      [{ name: 'C:\\audit.jsonl', bytes: Buffer.from('x') }],
      'not a valid file name',
    ],
    ['a name that is there twice', [...valid, ...valid], 'it is there twice'],
    [
      '__proto__ and nothing else',
      [{ name: '__proto__', bytes: Buffer.from('x') }],
      'none of them is audit.jsonl',
    ],
    [
      'more than 256 MB by its directory',
      [{ name: 'audit.jsonl', bytes: Buffer.from('x'), said: 300 * 1024 * 1024 }],
      'unpacks to more than',
    ],
    [
      'more than its directory says (a zip bomb)',
      [{ name: 'audit.jsonl', bytes: Buffer.alloc(8 * 1024 * 1024), said: 1_000 }],
      'differs from its directory',
    ],
    [
      'less than its directory says',
      [{ name: 'audit.jsonl', bytes: Buffer.from('x'), said: 1_000 }],
      'differs from its directory',
    ],
    [
      'another checksum',
      [{ name: 'audit.jsonl', bytes: Buffer.from('x'), checksum: 1 }],
      'differs from its directory',
    ],
  ] satisfies readonly (readonly [string, readonly ZippedFile[], string])[])(
    'refuses an archive with %s',
    async (_, files, because) => {
      expect(await give(zipOf(files))).toEqual({ kind: 'error' });
      expect(await shown()).toContain(because);
    },
  );

  test('refuses what is no archive, and an empty file is unreadable', async () => {
    expect(await give(Buffer.from('PK but no archive'))).toEqual({ kind: 'error' });
    expect(await give(Buffer.alloc(0), 'audit.jsonl')).toMatchObject({ kind: 'unreadable' });
  });

  test('compares a published head hash, and checks the same files again when it changes', async () => {
    const { head } = (await give(zipOf(valid))) as { head: string };
    expect(await writeHead(head.toUpperCase())).toMatchObject({ kind: 'intact' });
    expect(await writeHead('0'.repeat(64))).toMatchObject({
      kind: 'broken',
      code: 'head-mismatch',
    });
    expect(await writeHead('123')).toEqual({ kind: 'error' });
    expect(await writeHead('')).toMatchObject({ kind: 'intact' });
  });

  test('cannot reach the network, whatever runs in it', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('x');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const refused = await page.evaluate(`Promise.all([
        fetch('${url}/fetch', { mode: 'no-cors' }).then(() => 'sent', () => 'refused'),
        new Promise((done) => { const one = new Image(); one.onload = () => done('sent'); one.onerror = () => done('refused'); one.src = '${url}/image'; }),
        new Promise((done) => { const one = document.createElement('script'); one.onload = () => done('sent'); one.onerror = () => done('refused'); one.src = '${url}/script'; document.body.append(one); }),
      ])`);
      expect(refused).toEqual(['refused', 'refused', 'refused']);
      expect(asked).toEqual([]);
    } finally {
      server.close();
    }
  });

  test('works by keyboard, and says the verdict to a screen reader', async () => {
    await give(zipOf(valid));
    const read = `document.getElementById(document.activeElement.getAttribute('aria-labelledby')).textContent`;
    expect(await page.evaluate('document.activeElement.id')).toBe('result');
    expect(await page.evaluate(read)).toBe('Valid');
    const labelled = await page.evaluate(
      `[...document.querySelectorAll('input')].every((one) => one.labels.length === 1)`,
    );
    expect(labelled).toBe(true);
  });
});
