import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { checkAnchors } from '../check-anchors.ts';
import { anchorOf, linkOnSite } from '../links.ts';
import { NAVIGATION, PAGES, pathOnSite } from '../navigation.ts';
import type { Version } from '../versions.ts';

/** The repository whose documents are built; `build.ts` names that of a release. */
const root = resolve(process.env['DOCS_ROOT'] ?? join(import.meta.dirname, '../..'));
const base = process.env['DOCS_BASE'] ?? '/';
const ref = process.env['DOCS_REF'] ?? 'main';
const versions = JSON.parse(process.env['DOCS_VERSIONS'] ?? '[]') as readonly Version[];
/** The address of the site; its versions link to each other by it. */
const address = process.env['DOCS_URL'] ?? 'http://127.0.0.1/';
const repository = 'https://github.com/countersign/countersign';
/** A copy of the pages: what a page imports is found only in a folder above it. */
const srcDir = join(import.meta.dirname, '../.pages');
rmSync(srcDir, { recursive: true, force: true });
for (const path of ['docs', 'SECURITY.md'])
  cpSync(join(root, path), join(srcDir, path), { recursive: true });

/** A release may lack a page that came later. */
const pages = PAGES.filter((page) => existsSync(join(root, page)));

/** The heading of a page, without its marks. */
function titleOf(page: string): string {
  const heading = /^# (.+)$/m.exec(readFileSync(join(root, page), 'utf8'))?.[1] ?? page;
  return heading.replaceAll('`', '');
}

export default defineConfig({
  title: 'Countersign',
  description: 'A GitHub Action that lets a language model work under a policy, with approvals and an audit trail.',
  lang: 'en',
  base,
  cleanUrls: true,
  // Browsers ask for an icon that there is not.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir,
  outDir: process.env['DOCS_OUT'] ?? join(import.meta.dirname, '../site'),
  rewrites: Object.fromEntries(pages.map((page) => [page, pathOnSite(page)])),
  markdown: {
    anchor: { slugify: anchorOf },
    config: (md) => {
      // Braces of workflows are not templates of the site.
      const { escapeHtml } = md.utils;
      md.renderer.rules.code_inline = (tokens, index) =>
        `<code v-pre>${escapeHtml(tokens[index]?.content ?? '')}</code>`;
      md.renderer.rules.text = (tokens, index) =>
        escapeHtml(tokens[index]?.content ?? '').replaceAll('{{', '&#123;&#123;');
      md.core.ruler.push('links-on-site', ({ tokens, env }) => {
        const page = relative(srcDir, (env as { realPath?: string; path: string }).realPath ?? (env as { path: string }).path);
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const name = token.type === 'link_open' ? 'href' : null;
          if (name === null) continue;
          token.attrSet(name, linkOnSite(token.attrGet(name) ?? '', page, { root, repository, ref }));
        }
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Quick start', link: '/quick-start' },
      { text: 'Policy', link: '/policy' },
      { text: 'Inputs', link: '/inputs' },
      ...(versions.length === 0
        ? []
        : [
            {
              text: versions.find((version) => version.ref === ref)?.name ?? ref,
              items: versions.map(({ name, folder }) => ({
                text: name,
                link: `${address.replace(/\/$/, '')}${folder}`,
                target: '_self',
                noIcon: true,
              })),
            },
          ]),
    ],
    sidebar: NAVIGATION.map(({ title, pages: own, collapsed }) => ({
      text: title,
      ...(collapsed === true ? { collapsed } : {}),
      items: own
        .filter((page) => pages.includes(page))
        .map((page) => ({ text: titleOf(page), link: `/${pathOnSite(page).replace(/(?:index)?\.md$/, '')}` })),
    })),
    socialLinks: [{ icon: 'github', link: repository }],
    editLink: {
      pattern: `${repository}/edit/main/:path`,
      text: 'Edit this page',
    },
  },
  vite: { publicDir: false },
  buildEnd: ({ outDir }) => checkAnchors(outDir, base),
});
