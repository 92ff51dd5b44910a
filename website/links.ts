import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PAGES, pathOnSite } from './navigation.ts';

const EXTERNAL = /^(?:[a-z][a-z+.-]*:|\/\/)/i;

export interface Links {
  /** The root of the repository whose pages are built. */
  readonly root: string;
  /** The address of a repository on GitHub. */
  readonly repository: string;
  /** The branch, tag or commit that links to files lead to. */
  readonly ref: string;
}

/**
 * The address on the site for a link of a page: pages by their place on the site, other files of the repository on GitHub. `page` is
 * the path of the page from the root. Throws for a file that does not exist.
 */
export function linkOnSite(href: string, page: string, { root, repository, ref }: Links): string {
  if (href.startsWith('#') || EXTERNAL.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = posix.normalize(posix.join(posix.dirname(page), decodeURI(path)));
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (PAGES.includes(target))
    return `/${pathOnSite(target).replace(/(?:(^|\/)index)?\.md$/, '$1')}${hash}`;
  const file = join(root, target);
  if (target.startsWith('..') || !existsSync(file))
    throw new Error(`${page} links to ${href}, which does not exist.`);
  const kind = statSync(file).isDirectory() ? 'tree' : 'blob';
  return `${repository}/${kind}/${ref}/${target}${hash}`;
}

/** The anchor of a heading as GitHub makes it, so that a link works in both places. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
