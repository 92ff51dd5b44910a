/** One version of the documents on the site. */
export interface Version {
  /** What people choose, such as `0.2` or `main`. */
  readonly name: string;
  /** The tag or branch whose documents these are. */
  readonly ref: string;
  /** The folder on the site, with slashes: `/` for the newest release. */
  readonly folder: string;
}

const TAG = /^v(\d+)\.(\d+)\.(\d+)$/;
/** Older ones stay readable on GitHub, by their tag. */
const MAX_RELEASES = 5;

/**
 * The versions of the site, newest first: the newest patch of each of the last minor versions, and what is not released yet. Tags of
 * pre-releases are left out. Without a release, `main` is the root of the site.
 */
export function versionsOf(tags: readonly string[]): readonly Version[] {
  const releases = tags
    .flatMap((tag) => {
      const [, major, minor, patch] = TAG.exec(tag) ?? [];
      return patch === undefined
        ? []
        : [{ tag, order: [Number(major), Number(minor), Number(patch)] }];
    })
    .toSorted((one, other) => compare(other.order, one.order));
  const newest = new Map<string, string>();
  for (const { tag, order } of releases) {
    const name = order.slice(0, 2).join('.');
    if (!newest.has(name)) newest.set(name, tag);
  }
  const kept = [...newest].slice(0, MAX_RELEASES);
  const main = { name: 'main', ref: 'main', folder: kept.length === 0 ? '/' : '/main/' };
  return [
    ...kept.map(([name, ref], index) => ({ name, ref, folder: index === 0 ? '/' : `/v${name}/` })),
    main,
  ];
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((part, index) => part !== other[index]);
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}
