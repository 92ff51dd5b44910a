/**
 * Builds the site into `site/`: the documents of each release, and of this checkout as `main`.
 *
 *   node build.ts            this checkout alone
 *   node build.ts --all      also those of the tags; the newest release is the root of the site
 *
 * DOCS_URL is the address of the site, such as `https://countersign.github.io/countersign/`; the root of this machine without it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Version, versionsOf } from './versions.ts';

const here = import.meta.dirname;
const root = resolve(here, '..');
const address = process.env['DOCS_URL'] ?? 'http://127.0.0.1/';
const out = join(here, 'site');
const versions = versionsOf(process.argv.includes('--all') ? tags() : []);

function git(args: readonly string[]): string {
  return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' });
}

/** Releases from before the site are left out: their links were never tried on it. */
function tags(): readonly string[] {
  return git(['tag', '--list', 'v*', '--contains', firstCommit()]).split('\n');
}

function firstCommit(): string {
  return git(['log', '--diff-filter=A', '--format=%H', '--', 'website/build.ts']).split('\n').at(-2) ?? '';
}

function build(version: Version, folder: string): void {
  execFileSync(process.execPath, [join(here, 'node_modules/vitepress/bin/vitepress.js'), 'build'], {
    cwd: here,
    stdio: 'inherit',
    env: {
      ...process.env,
      DOCS_ROOT: folder,
      DOCS_REF: version.ref,
      DOCS_BASE: `${new URL(address).pathname.replace(/\/$/, '')}${version.folder}`,
      DOCS_OUT: join(out, version.folder),
      DOCS_VERSIONS: JSON.stringify(versions),
    },
  });
}

rmSync(out, { recursive: true, force: true });
// The root first: VitePress empties the folder that it builds into.
for (const version of versions) {
  console.log(`== ${version.name}`);
  if (version.ref === 'main') {
    build(version, root);
    continue;
  }
  const folder = mkdtempSync(join(tmpdir(), 'countersign-docs-'));
  try {
    execFileSync('git', ['-C', root, 'worktree', 'add', '--detach', '--quiet', join(folder, 'tree'), version.ref]);
    build(version, join(folder, 'tree'));
  } finally {
    git(['worktree', 'remove', '--force', join(folder, 'tree')]);
    rmSync(folder, { recursive: true, force: true });
  }
}
