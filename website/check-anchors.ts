import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Throws with every link of the built pages that leads to a heading which its page does not have. */
export function checkAnchors(folder: string, base: string): void {
  const pages = new Map(
    globSync('**/*.html', { cwd: folder }).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );
  const ids = new Map(
    [...pages].map(([file, html]) => [file, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  );
  const missing: string[] = [];
  for (const [file, html] of pages)
    for (const [, path = '', anchor = ''] of html.matchAll(/ href="([^"#:]*)#([^"]+)"/g)) {
      const target = path === '' ? file : fileOf(path, base, ids);
      const known = target === null ? undefined : ids.get(target);
      if (known?.has(decodeURIComponent(anchor)) !== true) missing.push(`${file}: ${path}#${anchor}`);
    }
  if (missing.length > 0) throw new Error(`Links to headings that do not exist:\n${missing.join('\n')}`);
}

function fileOf(path: string, base: string, pages: ReadonlyMap<string, unknown>): string | null {
  if (!path.startsWith(base)) return null;
  const own = path.slice(base.length);
  const names = [own, `${own}.html`, own === '' || own.endsWith('/') ? `${own}index.html` : ''];
  return names.find((name) => pages.has(name)) ?? null;
}
