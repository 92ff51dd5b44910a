/** The script of `verify.html`. Untrusted text is set with `textContent` only. */
import { errorText, visible } from '../../common/index.ts';
import { checkGiven, type Checked } from './check-given.ts';
import { type GivenFile, MAX_FILES, readGiven, type TrailInMemory } from './given-files.ts';
import { isSha256 } from '../format/format.ts';
import { type ResultTexts, resultTexts } from './result-texts.ts';

const MEGABYTE = 1024 * 1024;

const [form, files, folder, head] = [
  element('form', HTMLFormElement),
  element('files', HTMLInputElement),
  element('folder', HTMLInputElement),
  element('head', HTMLInputElement),
];
const [status, result] = [element('status', HTMLElement), element('result', HTMLElement)];
const [verdict, details] = [element('verdict', HTMLElement), element('details', HTMLElement)];

/** What was given last, so that a head hash can be written afterwards. */
let given: readonly GivenFile[] = [];
/** Only the last check may show its result. */
let checks = 0;

form.addEventListener('submit', (event) => event.preventDefault());
for (const input of [files, folder]) {
  input.addEventListener('change', () => {
    const chosen = [...(input.files ?? [])];
    if (chosen.length === 0) return;
    given = chosen.map((blob) => ({ path: blob.webkitRelativePath || blob.name, blob }));
    void check();
  });
}
head.addEventListener('change', () => void check());
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  document.body.classList.add('over');
});
document.addEventListener('dragleave', () => document.body.classList.remove('over'));
document.addEventListener('drop', (event) => {
  event.preventDefault();
  document.body.classList.remove('over');
  void drop(event.dataTransfer);
});

function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`The page has no ${id}.`);
}

async function drop(transfer: DataTransfer | null): Promise<void> {
  // The list of items is empty after the first wait.
  const entries = [...(transfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: GivenFile[] = [];
  try {
    for (const entry of entries) await collect(entry, found);
  } catch (error) {
    return show(failure(error));
  }
  given = found;
  await check();
}

async function collect(entry: FileSystemEntry, found: GivenFile[]): Promise<void> {
  if (found.length >= MAX_FILES) throw new Error(`there are more than ${MAX_FILES} files`);
  if (entry instanceof FileSystemFileEntry) {
    const blob = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push({ path: entry.fullPath.slice(1), blob });
  } else if (entry instanceof FileSystemDirectoryEntry) {
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (some.length === 0) return;
      for (const one of some) await collect(one, found);
    }
  }
}

/** Checks what was given last, and shows the result. */
async function check(): Promise<void> {
  if (given.length === 0) return;
  checks += 1;
  const mine = checks;
  result.hidden = true;
  document.documentElement.dataset['verdict'] = '';
  status.textContent = 'Reading …';
  let texts: ResultTexts;
  let checked: Checked | null = null;
  try {
    const heads = headHashes();
    const trail = await readGiven(given);
    checked = await checkGiven(trail, { heads, pause });
    await compareWithBrowser(trail, checked);
    texts = resultTexts(checked, heads);
  } catch (error) {
    checked = null;
    texts = failure(error);
  }
  if (mine !== checks) return;
  show(texts);
  document.documentElement.dataset['verdict'] = JSON.stringify(
    checked?.verdict ?? { kind: 'error' },
  );
}

async function pause(read: number): Promise<void> {
  status.textContent = `Verifying, ${Math.floor(read / MEGABYTE)} MB so far …`;
  await new Promise((resolve) => setTimeout(resolve));
}

function headHashes(): readonly string[] {
  const text = head.value.trim().toLowerCase();
  if (text === '' || isSha256(text)) return text === '' ? [] : [text];
  throw new Error('the head hash is not 64 hexadecimal digits; correct it, or empty the field');
}

/** The page's own SHA-256 must be the browser's. Where WebCrypto is missing (an insecure address), the page's counts alone. */
async function compareWithBrowser({ trail }: TrailInMemory, { statement }: Checked): Promise<void> {
  if (statement === null || !isSecureContext) return;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', trail.slice()));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (statement.subject[0]?.digest.sha256 !== hex)
    throw new Error('this page computes another SHA-256 than the browser; use another browser');
}

function failure(error: unknown): ResultTexts {
  return {
    tone: 'bad',
    title: 'Not verified',
    paragraphs: [visible(errorText(error))],
    facts: [],
    lists: [],
  };
}

function show({ tone, title, paragraphs, facts, lists }: ResultTexts): void {
  verdict.textContent = title;
  verdict.className = tone;
  const parts: HTMLElement[] = paragraphs.map((text) => made('p', text, 'words'));
  if (facts.length > 0) {
    const list = made('dl', '');
    for (const [name, value] of facts) {
      list.append(made('dt', name), made('dd', value, isSha256(value) ? 'hash' : ''));
    }
    parts.push(list);
  }
  for (const { title: heading, items } of lists) {
    const list = made('ul', '');
    list.append(...items.map((item) => made('li', item)));
    parts.push(made('h3', heading), list);
  }
  details.replaceChildren(...parts);
  status.textContent = '';
  result.hidden = false;
  // A screen reader reads the verdict, which labels the result.
  result.focus();
}

function made(name: string, text: string, className = ''): HTMLElement {
  const one = document.createElement(name);
  one.textContent = text;
  if (className !== '') one.className = className;
  return one;
}
