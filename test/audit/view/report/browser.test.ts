import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { TrailEvent } from '../../../../src/audit/index.ts';
import { Browser } from '../../../browser.ts';
import { pageOf } from './page.ts';
import { runEnd, runStart, state, tempFolder, verdict } from '../../trails.ts';

const run = promisify(execFile);
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const BROWSER = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find(existsSync);
const EVIL = `</script><script>document.title='TAKEN'</script><img src=x onerror="document.title='TAKEN'"><a href="javascript:document.title='TAKEN'">x</a><style>*{display:none}</style>`;

async function domOf(page: string, hash: string): Promise<string> {
  const folder = await tempFolder();
  const path = join(folder, 'report.html');
  await writeFile(path, page);
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    `--user-data-dir=${join(folder, 'profile')}`,
    '--virtual-time-budget=3000',
    '--dump-dom',
  ];
  const { stdout } = await run(BROWSER ?? '', [...flags, `file://${path}${hash}`], {
    maxBuffer: 64 * 1024 * 1024,
    timeout: 50_000,
  });
  return stdout;
}

describe('the report in a browser', () => {
  it.skipIf(BROWSER === undefined)(
    'builds its list, opens what the address names, and runs nothing by others (needs Chromium on the PATH)',
    async () => {
      const input = { path: EVIL, old_string: EVIL, new_string: `${EVIL}!` };
      const page = await pageOf([
        runStart({ request: EVIL }),
        state('c1', 'PENDING', { 'gen_ai.tool.name': EVIL, 'gen_ai.tool.call.arguments': input }),
        verdict('c1', 'auto', { because: EVIL }),
        state('c1', 'APPROVED'),
        state('c1', 'EXECUTING'),
        state('c1', 'COMPLETED', { result: EVIL }),
        runEnd(),
      ]);
      const dom = await domOf(page, '#call-c1');
      expect(dom).toContain('<title>done · run-0123456789abcdef</title>');
      expect(dom).toContain('1 of 1 calls');
      expect(dom).toMatch(/<details class="item" id="call-c1" open="">/);
      expect(dom).toContain('<span class="del">- &lt;/script&gt;&lt;script&gt;');
      expect(dom.match(/<img|<a href="javascript/g)).toBeNull();
      expect(dom.match(/<script/g)).toHaveLength(3);
    },
  );

  it.skipIf(BROWSER === undefined)(
    'lists a long run in pages, opens the page of the call that the address names, and has no other call in it (needs Chromium on the PATH)',
    async () => {
      const calls = Array.from({ length: 1_200 }, (_, at) => `c${at + 1}`);
      const page = await pageOf([
        runStart({ budget: {} }),
        ...calls.flatMap((call): readonly TrailEvent[] => [
          state(call, 'PENDING'),
          state(call, 'DENIED'),
        ]),
        runEnd(),
      ]);
      const first = await domOf(page, '');
      expect(first).toContain('1,200 of 1,200 calls');
      expect(first).toContain('id="call-c250"');
      expect(first).not.toContain('id="call-c251"');
      const named = await domOf(page, '#call-c1200');
      expect(named).toMatch(/<details class="item" id="call-c1200" open="">/);
      expect(named.match(/<details/g)).toHaveLength(200);
      expect(named).toContain('of 5</span>');
    },
  );

  it.skipIf(BROWSER === undefined)(
    'is no wider than a small window, also with the longest name of a tool (needs Chromium on the PATH)',
    async () => {
      const name = `mcp__${'a_long_name_of_a_server_'.repeat(6)}__tool`;
      const content = await pageOf([
        runStart(),
        state('c1', 'PENDING', { 'gen_ai.tool.name': name }),
        runEnd(),
      ]);
      const path = join(await tempFolder(), 'report.html');
      await writeFile(path, content);
      const browser = await Browser.start();
      try {
        const page = await browser.page();
        await page.size(400, 800);
        const isListed = "document.querySelectorAll('#by-tool option').length === 2";
        await page.open(`file://${path}`, isListed);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400);
      } finally {
        await browser.close();
      }
    },
  );

  it.skipIf(BROWSER === undefined)(
    'opens with a request and a summary of 300,000 characters without a space, in two directions (needs Chromium on the PATH)',
    async () => {
      const long = 'aا'.repeat(150_000);
      const page = await pageOf([runStart({ request: long }), runEnd('done', { summary: long })]);
      expect(await domOf(page, '')).toContain('0 of 0 calls');
    },
  );
});
