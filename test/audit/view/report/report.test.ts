import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { TrailEvent } from '../../../../src/audit/index.ts';
import { sha256, visible } from '../../../../src/common/index.ts';
import * as fc from '../../../properties.ts';
import {
  asked,
  changed,
  decision,
  reply,
  runEnd,
  runStart,
  state,
  turnStart,
  verdict,
  wholeRun,
} from '../../trails.ts';
import { dataOf, pageOf } from './page.ts';

const CALLS = fc.hasMoreTime ? 5_000 : 1_000;
const EVIL = `</script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028<!-- ' " & javascript:alert(1)`;

function evilRun(text: string): readonly TrailEvent[] {
  return wholeRun().map((event) => {
    if (event.type === 'run.start') return { ...event, request: text, repository: text };
    if (event.type === 'model.reply') return { ...event, text };
    if (event.type === 'call.state' && event.state === 'PENDING')
      return {
        ...event,
        'gen_ai.tool.name': text,
        'gen_ai.tool.call.arguments': { [text]: text, old_string: text, new_string: `${text}x` },
      };
    if (event.type === 'approval.decision')
      return {
        ...event,
        note: text,
        by: { login: text, id: 1 },
        comment: { id: 1, url: `javascript:${text}`, createdAt: '2026-01-02T03:05:00Z' },
      };
    if (event.type === 'run.end') return { ...event, summary: text };
    return event;
  });
}

/** What a browser takes for elements, by the tokeniser's own rule: `<` and a letter, `/`, `!` or `?`. */
const elements = (page: string) =>
  (page.match(/<[a-zA-Z/!?][^\s>]*/g) ?? []).map((tag) => tag.toLowerCase());
const hash = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const SERVER = 'https://github.example.com';
const WORKFLOW = {
  runId: '9',
  attempt: '1',
  job: 'agent',
  url: `${SERVER}/octo/repo/actions/runs/9`,
};

/** A run of a workflow on the server, with an answer and a pull request at these addresses. */
function runOnServer(answer: string, pull: string): readonly TrailEvent[] {
  const trigger = { event: 'issues', actor: null, number: 7, url: `${SERVER}/octo/repo/issues/7` };
  const events = wholeRun().map((event) => {
    if (event.type === 'run.start') return { ...event, workflow: WORKFLOW, trigger };
    if (event.type !== 'approval.decision') return event;
    return { ...event, comment: { id: 6, url: answer, createdAt: '2026-01-02T03:05:00Z' } };
  });
  const write = {
    type: 'github.write',
    call: 'c2',
    what: 'pull request',
    id: 8,
    url: pull,
  } as const;
  return events.toSpliced(-1, 0, write);
}

const linksOf = (page: string) =>
  [...page.matchAll(/<a href="([^"#]+)"/g)].map(([, address]) => address);

describe('renderReport', () => {
  it('links the run, the issue, the commit, the answer and what was made on GitHub', async () => {
    const repository = `${SERVER}/octo/repo`;
    const answer = `${repository}/issues/7#issuecomment-6`;
    const page = await pageOf(runOnServer(answer, `${repository}/pull/8`));
    expect(linksOf(page)).toEqual([
      repository,
      `${repository}/pull/8`,
      WORKFLOW.url,
      `${repository}/issues/7`,
      `${repository}/commit/${'a'.repeat(40)}`,
    ]);
    expect(page).toContain(`<a href="${answer}" rel="noreferrer noopener">approved by @hubot</a>`);
    const { items } = dataOf(page);
    expect(items.find(({ call }: { call?: string }) => call === 'c2').people[0].url).toBe(answer);
  });

  it.each([
    'javascript:alert(1)//https://github.example.com/',
    'https://elsewhere.example.com/octo/repo/pull/8',
    'http://github.example.com/octo/repo/pull/8',
    'https://me:you@github.example.com/octo/repo/pull/8',
    'not an address',
  ])('does not link %s', async (address) => {
    const page = await pageOf(runOnServer(address, address));
    expect(page).toContain('approved by @hubot');
    expect(linksOf(page)).not.toContain(address);
    expect(
      JSON.stringify(dataOf(page).items.map(({ url, people }: never) => [url, people])),
    ).not.toContain('http');
  });

  it('links nothing of a local run, which has no server', async () => {
    expect(linksOf(await pageOf(wholeRun()))).toEqual([]);
  });

  it('says the outcome, what was asked, and what every call did', async () => {
    const page = await pageOf(wholeRun());
    expect(page).toContain('<span class="badge good">done</span>');
    expect(page).toContain('Fix the bug.');
    const { items } = dataOf(page);
    const calls = items.filter((item: { is: string }) => item.is === 'call');
    expect(
      calls.map(({ call, state: is, verdict: by }: Record<string, string>) => [call, is, by]),
    ).toEqual([
      ['c1', 'COMPLETED', 'auto'],
      ['c2', 'FAILED', 'requireApproval'],
      ['c3', 'DENIED', 'deny'],
    ]);
    expect(calls[1].people[0].text).toContain('by @hubot (write)');
    expect(JSON.stringify(calls[1].facts)).toContain(
      'requireApproval: fs_write(src/**) (line 4); @hubot (approve)',
    );
    expect(page).toContain('approved by @hubot');
  });

  it('has the same HTML elements for any untrusted text', async () => {
    const plain = elements(await pageOf(evilRun('harmless')));
    expect(elements(await pageOf(evilRun(EVIL)))).toEqual(plain);
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom(
            '<',
            '>',
            '/',
            'script',
            '--',
            '!',
            '"',
            "'",
            '&',
            '\u2028',
            ' ',
            'x',
            '\\',
            ']]>',
            '</style',
            '\n',
          ),
          { maxLength: 12 },
        ),
        async (parts) => {
          const text = `a${parts.join('')}`;
          const page = await pageOf(evilRun(text));
          expect(elements(page)).toEqual(plain);
          expect(JSON.stringify(dataOf(page))).toContain(
            JSON.stringify(visible(text)).slice(1, -1),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  it('lets run only its own script and style, by their hashes, and reaches no network', async () => {
    const page = await pageOf(evilRun(EVIL));
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src ${hash(/<script>(.*?)<\/script>/s.exec(page)?.[1])};`);
    expect(policy).toContain(`style-src ${hash(/<style>(.*?)<\/style>/s.exec(page)?.[1])};`);
    expect(policy).not.toContain('unsafe');
    expect(page).not.toMatch(/\s(?:src|on[a-z]+|style)=["']?[^&]*?["' ]>/i);
    expect(page).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write|eval\(/);
  });

  it('shows large values from their blobs, and names those that it has not', async () => {
    const ref = { sha256: sha256('the value'), bytes: 9 };
    const events = [
      runStart(),
      state('c1', 'PENDING', { argumentsBlob: ref, 'gen_ai.tool.call.arguments': undefined }),
      verdict('c1', 'auto'),
      state('c1', 'APPROVED'),
      state('c1', 'EXECUTING'),
      state('c1', 'COMPLETED', { result: ref }),
      runEnd(),
    ];
    const withBlobs = dataOf(await pageOf(events, async () => Buffer.from('the value')));
    expect(withBlobs.items[0]).toMatchObject({ input: 'the value', output: 'the value' });
    const other = dataOf(await pageOf(events, async () => Buffer.from('other')));
    expect(other.items[0].output).toContain('is missing or was changed');
    const without = dataOf(await pageOf(events));
    expect(without.items[0].output).toContain(`blobs/${ref.sha256}`);
  });

  it('shows an edit as lines that went and came', async () => {
    const input = {
      path: 'a',
      edits: [{ old_string: 'one\ntwo\nthree\n', new_string: 'one\n2\nthree\n' }],
    };
    const { items } = dataOf(
      await pageOf([runStart(), state('c1', 'PENDING', { 'gen_ai.tool.call.arguments': input })]),
    );
    expect(items[0].diff).toEqual([
      [' ', 'one'],
      ['-', 'two'],
      ['+', '2'],
      [' ', 'three'],
    ]);
    const written = { path: 'a', content: 'one\ntwo\n' };
    const page = await pageOf([
      runStart(),
      state('c1', 'PENDING', { 'gen_ai.tool.call.arguments': written }),
    ]);
    expect(dataOf(page).items[0]).toMatchObject({
      diff: [
        ['+', 'one'],
        ['+', 'two'],
      ],
      input: 'content:\none\ntwo\n\npath: "a"',
    });
  });

  it('shows the arguments of a changed call as it ran, and those before', async () => {
    const { items } = dataOf(
      await pageOf([
        runStart(),
        state('c1', 'PENDING', { 'gen_ai.tool.call.arguments': { command: 'rm -rf /' } }),
        changed('c1', { command: 'npm test' }),
        state('c1', 'COMPLETED'),
      ]),
    );
    expect(items[0]).toMatchObject({
      short: 'npm test',
      input: 'command: "npm test"',
      before: 'command: "rm -rf /"',
    });
  });

  it('is made for a trail without end, and for one without anything', async () => {
    expect(await pageOf([runStart()])).toContain('unfinished');
    expect(await pageOf([])).toContain('unfinished');
  });

  it(`stays of a size that opens: ${CALLS} calls, long outputs cut`, async () => {
    const events: TrailEvent[] = [runStart({ budget: {} })];
    for (let call = 1; call <= CALLS; call += 1) {
      if (call % 10 === 1) events.push(turnStart(call), reply(call));
      events.push(
        state(`c${call}`, 'PENDING'),
        verdict(`c${call}`, 'auto'),
        state(`c${call}`, 'APPROVED'),
        state(`c${call}`, 'EXECUTING'),
        state(`c${call}`, 'COMPLETED', { result: 'x'.repeat(call === 1 ? 1_000_000 : 100) }),
      );
    }
    const page = await pageOf(events);
    expect(page.length).toBeLessThan(CALLS * 2_000);
    expect(dataOf(page).items[1].output).toContain('980000 more characters');
  });

  it('cuts a long text wherever it is, and says where the whole text is', async () => {
    const long = 'ก'.repeat(300_000);
    const page = await pageOf([
      runStart({ request: long, repository: long, headSha: long }),
      state('c1', 'PENDING', { 'gen_ai.tool.name': long }),
      verdict('c1', 'requireApproval', { because: long }),
      asked('c1'),
      decision('c1', { by: { login: long, id: 2 }, note: long }),
      state('c1', 'DENIED', { because: long }),
      runEnd('done', { summary: long, notices: [long] }),
    ]);
    for (const text of [page, JSON.stringify(dataOf(page))]) {
      const lengths = text.match(/ก+/g)?.map(({ length }) => length) ?? [];
      expect(Math.max(...lengths)).toBe(10_000);
      expect(text).toContain('280000 more characters, in the audit trail');
    }
  });
});
