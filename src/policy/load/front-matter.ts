import { isJsonObject, type JsonObject } from '../../common/index.ts';
import { parseYaml } from './yaml.ts';

/** A Markdown file whose head is YAML between two lines of `---`. */
type FrontMatter =
  | { readonly ok: true; readonly data: JsonObject; readonly body: string }
  | { readonly ok: false; readonly because: string };

const MAX_HEAD_CHARS = 64 * 1024;
const FENCED = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Reads the front matter of a Markdown text. Without one, `data` is empty and `body` is the whole text. Never throws. */
export function readFrontMatter(text: string): FrontMatter {
  const head = FENCED.exec(text);
  if (head === null) return { ok: true, data: {}, body: text };
  const yaml = head[1] ?? '';
  if (yaml.length > MAX_HEAD_CHARS) {
    return { ok: false, because: `its front matter has more than ${MAX_HEAD_CHARS} characters` };
  }
  const parsed = parseYaml(yaml);
  if (!parsed.ok) {
    const [problem] = parsed.problems;
    const where = problem === undefined ? '' : ` on line ${problem.line + 1}: ${problem.message}`;
    return { ok: false, because: `its front matter is not valid${where}` };
  }
  const data = parsed.located?.value ?? {};
  if (!isJsonObject(data)) return { ok: false, because: 'its front matter is not a list of keys' };
  return { ok: true, data, body: text.slice(head[0].length) };
}
