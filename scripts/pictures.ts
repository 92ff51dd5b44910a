/**
 * Makes the pictures of docs/images anew, from a real run: the bundled action (`dist/`) works on an issue of the local GitHub
 * with a scripted model, asks, is approved, pushes and opens a pull request. The approval
 * comment, the job summary and the report are what it wrote; only the local API's address reads api.github.com.
 *
 * Not a part of `npm test`. Needs chromium and bubblewrap on PATH, and two packages that are no dependencies of this project:
 *
 *     npm install --prefix /tmp/pictures marked @twemoji/svg
 *     node scripts/pictures.ts /tmp/pictures
 *
 * Look at each picture before you commit it. With a second folder it changes no picture of the documents: it writes the
 * approval request, the summary, the tracking comment and the report there, each light, dark and 390 pixels wide, and fails
 * if axe finds something serious. That needs two more packages:
 *
 *     npm install --prefix /tmp/pictures marked @twemoji/svg axe-core puppeteer-core
 *     node scripts/pictures.ts /tmp/pictures /tmp/looked-at
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import {
  DEMO_FILES,
  DEMO_ISSUE,
  DEMO_SCRIPT,
  type LocalRunner,
  startLocalRunner,
} from '../src/testing/index.ts';
import { example } from '../test/examples/example.ts';
import { WHOLE_GITHUB } from '../test/testing/github-server/more-routes.ts';
import { writableGit } from '../test/testing/github-server/writable-git.ts';

const ROOT = resolve(import.meta.dirname, '..');
const IMAGES = join(ROOT, 'docs/images');
const REQUESTER = 'noah';
const MAINTAINER = 'maya';
const APPROVAL_ID = /`(ap-[0-9a-z]{8})`/g;
/** GitHub's times have whole seconds, and an answer counts only if it is later than the approval comment. */
const ANSWER_DELAY_MS = 1_500;
const POLICY_FILE = '.github/countersign.yml';

const PULL_REQUEST = {
  title: 'Pad the cents of a price to two digits',
  body: 'Prices with fewer than ten cents lost their leading zero: `19.5 EUR` is now `19.05 EUR`.',
};

/** The demo's work up to the tests, then a push and a pull request. */
const TURNS = [
  turn(
    'I look at the code and its tests first.',
    todoList('in_progress', 'pending', 'pending'),
    ['fs_read', { path: 'src/price.js' }],
    ['fs_read', { path: 'test/price.test.js' }],
    ['fs_grep', { pattern: 'formatPrice' }],
  ),
  ...DEMO_SCRIPT.turns.slice(1, 3),
  turn(
    'The tests pass. I ask to push the fix and to open a pull request.',
    ['github_push_branch', { message: PULL_REQUEST.title, paths: ['src/price.js'] }],
    ['github_create_pull_request', PULL_REQUEST],
  ),
  turn('', todoList('done', 'done', 'done'), [
    'finish',
    {
      outcome: 'done',
      summary:
        'formatPrice now pads the cents to two digits: 1905 gives "19.05". One line changed in src/price.js, and all tests pass.',
    },
  ]),
];

type Call = readonly [name: string, input: object];

function todoList(...states: readonly string[]): Call {
  const texts = ['Understand the defect', 'Fix it and run the tests', 'Open a pull request'];
  return ['todo_write', { todos: texts.map((text, index) => ({ text, status: states[index] })) }];
}

function turn(text: string, ...calls: readonly Call[]): object {
  return {
    blocks: [
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...calls.map(([name, input]) => ({ type: 'tool_use', name, input })),
    ],
  };
}

/** What a run wrote for people. */
interface Written {
  /** The approval comment as it was posted. */
  readonly request: string;
  readonly answer: string;
  readonly summary: string;
  /** The tracking comment at the end of the run. */
  readonly tracking: string;
  /** The file of the report. */
  readonly report: string;
}

async function run(folder: string): Promise<Written> {
  const { policy } = example('comments');
  const files = { ...DEMO_FILES, [POLICY_FILE]: policy };
  const path = process.env['PATH'] ?? '';
  const runner = await startLocalRunner({
    folder,
    files,
    path,
    bundle: join(ROOT, 'dist'),
    git: writableGit,
    github: WHOLE_GITHUB,
  });
  try {
    const { github } = runner;
    github.person(REQUESTER, 'write');
    github.person(MAINTAINER, 'maintain');
    const { number: issue } = github.issue({ author: REQUESTER, ...DEMO_ISSUE });
    const body = '/countersign fix this, run the tests and open a pull request';
    const asked = github.comment({ login: REQUESTER, issue, body });
    const approval = answered(runner);
    await writeFile(join(runner.workspace, '../script.json'), JSON.stringify({ turns: TURNS }));
    const end = await runner.step('action', {
      event: { name: 'issue_comment', payload: github.commentEvent(asked.id, 'created') },
      inputs: { model: 'scripted:../script.json', policy: POLICY_FILE },
      environment: { TMPDIR: folder },
    });
    if (end.outputs['outcome'] !== 'done' || end.summary.includes('FAILED'))
      throw new Error(`The run was not done:\n${end.log}`);
    const report = join(end.outputs['audit-path'] ?? '', 'report.html');
    const comments = github.commentsOn(issue).map(({ body: text }) => text);
    const tracking = comments.find((text) => text.startsWith('<!-- countersign:tracking')) ?? '';
    return { ...(await approval), summary: end.summary, tracking, report };
  } finally {
    await runner.close();
  }
}

/**
 * Approves all calls of the first approval comment; resolves with the comment as it was posted, and the answer. The comment
 * names the host of GitHub's API: the local one's address stands for it.
 */
function answered({ github }: LocalRunner): Promise<Pick<Written, 'request' | 'answer'>> {
  return new Promise((done) => {
    github.onComment(({ body: request, issue }) => {
      if (!request.includes('<!-- countersign:approval-request')) return;
      const ids = [...request.matchAll(APPROVAL_ID)].map((match) => match[1] ?? '');
      const answer = `/approve ${[...new Set(ids)].join(' ')}`;
      done({ request: request.replaceAll(new URL(github.url).host, 'api.github.com'), answer });
      setTimeout(() => github.comment({ login: MAINTAINER, issue, body: answer }), ANSWER_DELAY_MS);
    });
  });
}

/** The summary as it looks once a reader opened its list of calls. */
function withOpenCalls(summary: string): string {
  return summary.replace('<details><summary>Calls', '<details open><summary>Calls');
}

/** GitHub's look, as far as the pictures need it. */
const STYLE = `
body { margin: 0; padding: 16px; background: #fff; color: #1f2328;
  font: 14px/1.5 "Noto Sans", "Liberation Sans", Helvetica, Arial, sans-serif, "Noto Color Emoji"; }
h1, h2, h3, h4, h5 { margin: 20px 0 12px; line-height: 1.25; font-weight: 600; }
h2 { font-size: 21px; padding-bottom: 6px; border-bottom: 1px solid #d1d9e0b3; }
h3 { font-size: 17.5px; } h4 { font-size: 14px; }
p, ul, ol, pre, table, details, blockquote { margin: 0 0 14px; }
ul ul { margin: 0; } li + li { margin-top: 4px; } ul, ol { padding-left: 28px; }
a { color: #0969da; text-decoration: underline; }
code { font: 85% "Liberation Mono", monospace; background: #818b981f; padding: .2em .4em; border-radius: 6px;
  overflow-wrap: anywhere; }
pre { background: #f6f8fa; border-radius: 6px; padding: 14px 16px; line-height: 1.45; white-space: pre; overflow: hidden; }
ins, del { text-decoration: none; } ins { background: #dafbe1; color: #116329; } del { background: #ffebe9; color: #82071e; }
img.emoji { height: 1em; vertical-align: -0.1em; }
summary { margin-bottom: 8px; } details:not([open]) summary { margin: 0; }
pre code { background: none; padding: 0; }
table { border-collapse: collapse; } th, td { border: 1px solid #d1d9e0; padding: 6px 12px; }
tr:nth-child(2n) td { background: #f6f8fa; }
blockquote { margin-left: 0; padding: 0 14px; color: #59636e; border-left: 4px solid #d1d9e0; }
sub { font-size: 12px; vertical-align: baseline; } hr { border: 0; border-top: 1px solid #d1d9e0; }
.comment { border: 1px solid #d1d9e0; border-radius: 6px; margin-bottom: 16px; }
.comment:last-child { margin-bottom: 0; }
.comment > header { padding: 8px 16px; color: #59636e; background: #f6f8fa; border-bottom: 1px solid #d1d9e0;
  border-radius: 6px 6px 0 0; }
.comment > header b { color: #1f2328; }
.comment > div { padding: 16px; } .comment > div > :first-child { margin-top: 0; } .comment > div > :last-child { margin-bottom: 0; }
body > :first-child { margin-top: 0; }
@media (prefers-color-scheme: dark) {
  body { background: #0d1117; color: #f0f6fc; } a { color: #4493f8; } pre, .comment > header { background: #151b23; }
  .comment, .comment > header, th, td, h2, blockquote { border-color: #3d444d; } tr:nth-child(2n) td { background: #151b23; }
  .comment > header, blockquote { color: #9198a1; } .comment > header b { color: #f0f6fc; }
  ins { background: #12261e; color: #aff5b4; } del { background: #25171c; color: #ffdcd7; }
}
`;

type Renderer = (markdown: string) => string;

/** The Markdown renderer `marked` of these packages, with emoji as pictures, so that no font has to have them. */
async function rendererOf(packages: NodeJS.Require): Promise<Renderer> {
  const file = pathToFileURL(packages.resolve('marked')).href;
  const { marked }: { readonly marked: Renderer } = await import(file);
  const emoji = (character: string): string => {
    const svg = packages.resolve(`@twemoji/svg/${character.codePointAt(0)?.toString(16)}.svg`);
    return `<img class="emoji" alt="${character}" src="${pathToFileURL(svg).href}">`;
  };
  return (markdown) =>
    withDiffColours(marked(markdown))
      .replaceAll(/\p{Emoji_Presentation}/gu, emoji)
      .replaceAll('<input ', '<input aria-label="task" ');
}

function withDiffColours(html: string): string {
  return html.replaceAll(/<code class="language-diff">[^]*?<\/code>/g, (code) =>
    code
      .replaceAll(/^\+(?!\+\+ ).*$/gm, '<ins>$&</ins>')
      .replaceAll(/^-(?!-- ).*$/gm, '<del>$&</del>'),
  );
}

function comment(author: string, html: string): string {
  return `<section class="comment"><header><b>${author}</b> commented</header><div>${html}</div></section>`;
}

async function chromium(...args: readonly string[]): Promise<string> {
  const { stdout } = await execa('chromium', [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    ...args,
  ]);
  return stdout;
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

async function picture(name: string, page: string, { width, height, scale }: Size): Promise<void> {
  await chromium(
    '--hide-scrollbars',
    `--force-device-scale-factor=${scale}`,
    `--window-size=${width},${height}`,
    `--screenshot=${join(IMAGES, name)}`,
    pathToFileURL(page).href,
  );
}

/** A file with this HTML as GitHub would show it. */
async function pageOf(name: string, html: string): Promise<string> {
  const page = join(await mkdtemp(join(work, 'page-')), 'page.html');
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title>`;
  await writeFile(
    page,
    `<!doctype html><html lang="en">${head}<style>${STYLE}</style><body><main>${html}</main>`,
  );
  return page;
}

/** What is used of puppeteer-core. */
interface Browser {
  newPage(): Promise<BrowserPage>;
  close(): Promise<void>;
}
interface BrowserPage {
  setViewport(size: { width: number; height: number; deviceScaleFactor: number }): Promise<void>;
  emulateMediaFeatures(
    features: readonly { readonly name: string; readonly value: string }[],
  ): Promise<void>;
  /** The report's policy lets no style in that is not its own. */
  setBypassCSP(isBypassed: boolean): Promise<void>;
  goto(url: string): Promise<unknown>;
  screenshot(options: { path: string; fullPage: boolean }): Promise<unknown>;
  evaluate(source: string): Promise<unknown>;
  close(): Promise<void>;
}

interface AxeFinding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

const VIEWS = [
  { view: 'light', width: 1000, scheme: 'light' },
  { view: 'dark', width: 1000, scheme: 'dark' },
  { view: 'phone', width: 390, scheme: 'light' },
] as const;
const DRAW_ALL =
  "document.head.insertAdjacentHTML('beforeend', '<style>* { content-visibility: visible !important }</style>')";
const SERIOUS: readonly string[] = ['serious', 'critical'];

/** Writes each page in each view to `folder`, and returns what axe finds wrong, one line each. */
async function look(
  pages: Readonly<Record<string, string>>,
  folder: string,
): Promise<readonly string[]> {
  const {
    default: puppeteer,
  }: { readonly default: { launch(options: object): Promise<Browser> } } = await import(
    pathToFileURL(packages.resolve('puppeteer-core')).href
  );
  const axe = await readFile(packages.resolve('axe-core/axe.min.js'), 'utf8');
  const { stdout: executablePath } = await execa('which', ['chromium']);
  const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox'] });
  const found: string[] = [];
  await mkdir(folder, { recursive: true });
  for (const [name, file] of Object.entries(pages))
    for (const { view, width, scheme } of VIEWS) {
      const page = await browser.newPage();
      await page.setViewport({ width, height: 800, deviceScaleFactor: 1 });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await page.setBypassCSP(true);
      await page.goto(pathToFileURL(file).href);
      // What a reader has not scrolled to is not drawn.
      await page.evaluate(DRAW_ALL);
      await page.screenshot({ path: join(folder, `${name}-${view}.png`), fullPage: true });
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (Number(wide) > 0)
        found.push(`${name} ${view}: scrolls sideways by ${String(wide)} pixels`);
      await page.evaluate(axe);
      const text = await page.evaluate(
        'axe.run().then(({ violations }) => JSON.stringify(violations))',
      );
      const violations: readonly AxeFinding[] = JSON.parse(String(text));
      for (const { id, impact, nodes } of violations)
        found.push(`${name} ${view}: ${impact}: ${id}: ${nodes[0]?.html ?? ''}`);
      await page.close();
    }
  await browser.close();
  return found;
}

/** A picture of all of this HTML, however high it is. */
async function pictureOf(name: string, html: string, width: number): Promise<void> {
  const measure =
    '<script>document.body.dataset.height = document.documentElement.offsetHeight</script>';
  const page = await pageOf(name, `${html}${measure}`);
  const measured = await chromium(
    `--window-size=${width},600`,
    '--dump-dom',
    pathToFileURL(page).href,
  );
  const height = Number(/data-height="(\d+)"/.exec(measured)?.[1]);
  await picture(name, page, { width, height, scale: 1.25 });
}

const packages = createRequire(join(resolve(process.argv[2] ?? ROOT), 'package.json'));
const work = await mkdtemp(join(tmpdir(), 'countersign-pictures-'));
try {
  const render = await rendererOf(packages);
  const written = await run(work);
  const approval =
    comment('github-actions', render(written.request)) +
    comment(MAINTAINER, render(written.answer));
  const [, , , folder] = process.argv;
  if (folder === undefined) {
    await pictureOf('approval-comment.png', approval, 860);
    await pictureOf('summary.png', render(withOpenCalls(written.summary)), 980);
    await picture('report.png', written.report, { width: 1200, height: 1604, scale: 1 });
  } else {
    const tracking = comment('github-actions', render(written.tracking));
    const pages = {
      approval: await pageOf('approval', approval),
      summary: await pageOf('summary', render(withOpenCalls(written.summary))),
      tracking: await pageOf('tracking', tracking),
      report: written.report,
    };
    const found = await look(pages, resolve(folder));
    for (const line of found) console.log(line);
    if (found.some((line) => SERIOUS.some((impact) => line.includes(`: ${impact}: `))))
      process.exitCode = 1;
  }
} finally {
  await rm(work, { recursive: true, force: true });
}
