import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrailEvent } from '../../../../src/audit/index.ts';
import { Browser, BROWSER, type BrowserPage } from '../../../browser.ts';
import { pageOf } from './page.ts';
import { asked, runEnd, runStart, state, tempFolder, verdict } from '../../trails.ts';

const EVIL = `</script><script>document.title='TAKEN'</script><img src=x onerror="document.title='TAKEN'"><a href="javascript:document.title='TAKEN'">x</a><style>*{display:none}</style>`;

const IS_LISTED = "document.querySelector('#list').children.length > 0";
const isOpen = (call: string) => `document.querySelector('#call-${call}')?.open === true`;

describe.skipIf(BROWSER === undefined)('the report in Chromium (needs it on the PATH)', () => {
  let browser: Browser;
  let page: BrowserPage;

  beforeAll(async () => {
    browser = await Browser.start();
    page = await browser.page();
  });

  afterAll(async () => await browser?.close());

  /** Opens a report, and waits until its script has built it. */
  async function open(content: string, built: { hash?: string; ready: string }): Promise<void> {
    const path = join(await tempFolder(), 'report.html');
    await writeFile(path, content);
    const isLoaded = "document.readyState === 'complete'";
    await page.open(`file://${path}${built.hash ?? ''}`, `${isLoaded} && (${built.ready})`);
  }

  async function dom(): Promise<string> {
    const html = await page.evaluate('document.documentElement.outerHTML');
    return typeof html === 'string' ? html : '';
  }

  it('builds its list, opens what the address names, and runs nothing by others', async () => {
    const input = { path: EVIL, old_string: EVIL, new_string: `${EVIL}!` };
    const content = await pageOf([
      runStart({ request: EVIL }),
      state('c1', 'PENDING', { 'gen_ai.tool.name': EVIL, 'gen_ai.tool.call.arguments': input }),
      verdict('c1', 'auto', { because: EVIL }),
      state('c1', 'APPROVED'),
      state('c1', 'EXECUTING'),
      state('c1', 'COMPLETED', { result: EVIL }),
      runEnd(),
    ]);
    await open(content, { hash: '#call-c1', ready: isOpen('c1') });
    const shown = await dom();
    expect(shown).toContain('<title>done · run-0123456789abcdef</title>');
    expect(shown).toContain('1 of 1 calls');
    expect(shown).toMatch(/<details class="item" id="call-c1" open="">/);
    expect(shown).toContain('<span class="del">- &lt;/script&gt;&lt;script&gt;');
    expect(shown.match(/<img|<a href="javascript/g)).toBeNull();
    expect(shown.match(/<script/g)).toHaveLength(3);
  });

  it('lists a long run in pages, opens the page of the call that the address names, and has no other call in it', async () => {
    const calls = Array.from({ length: 1_200 }, (_, index) => `c${index + 1}`);
    const content = await pageOf([
      runStart({ budget: {} }),
      ...calls.flatMap((call): readonly TrailEvent[] => [
        state(call, 'PENDING'),
        state(call, 'DENIED'),
      ]),
      runEnd(),
    ]);
    await open(content, { ready: IS_LISTED });
    const first = await dom();
    expect(first).toContain('1,200 of 1,200 calls');
    expect(first).toContain('id="call-c250"');
    expect(first).not.toContain('id="call-c251"');
    await open(content, { hash: '#call-c1200', ready: isOpen('c1200') });
    const named = await dom();
    expect(named).toMatch(/<details class="item" id="call-c1200" open="">/);
    expect(named.match(/<details/g)).toHaveLength(200);
    expect(named).toContain('of 5</span>');
  });

  it.each([400, 1_100])(
    'is no wider than %i, also with long names, and shows the state of each call',
    async (width) => {
      const name = `mcp__${'a_long_name_of_a_server_'.repeat(20)}__tool`;
      const content = await pageOf([
        runStart({ repository: `octo/${name}` }),
        state('c1', 'PENDING', { 'gen_ai.tool.name': name }),
        asked('c1'),
        runEnd(),
      ]);
      await page.size(width, 800);
      await open(content, { ready: "document.querySelectorAll('#by-tool option').length === 2" });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const right = "document.querySelector('summary .badge').getBoundingClientRect().right";
      expect(await page.evaluate(right)).toBeLessThan(width);
    },
  );

  it('opens with a request and a summary of 300,000 characters without a space, in two directions', async () => {
    const long = 'aا'.repeat(150_000);
    const content = await pageOf([runStart({ request: long }), runEnd('done', { summary: long })]);
    await open(content, { ready: "document.querySelector('#shown').textContent !== ''" });
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeGreaterThan(0);
    expect(await dom()).toContain('0 of 0 calls');
  });
});
