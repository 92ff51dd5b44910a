import { truncateMiddle } from '../../common/index.ts';
import type { GitHub } from '../../github/index.ts';
import type { ContextItem } from '../../session/index.ts';
import type { Commits } from '../event/pinned-commits.ts';

/** The places that GitHub searches, in its order. */
const PLACES = ['.github', '', 'docs'] as const;
const FILE = /^pull_request_template(?:\.md|\.txt)?$/i;
const FOLDER = /^pull_request_template$/i;
const MAX_TEMPLATES = 3;
const MAX_CHARS = 8_000;

type Reading = Pick<GitHub, 'fileAt' | 'filesAt'>;

/**
 * The pull request template of the trusted branch, for the model: the file that GitHub would take, or all files of the
 * template folder, to choose from. Empty without a template.
 */
export async function pullTemplate(
  github: Reading,
  commits: Commits,
): Promise<readonly ContextItem[]> {
  const paths = await templatesAt(github, commits.trustedSha);
  const files = await Promise.all(
    paths.map(async (path) => ({ path, file: await github.fileAt(commits.trustedSha, path) })),
  );
  return files.flatMap(({ path, file }) =>
    file === null || file.text.trim() === ''
      ? []
      : [
          {
            source: `template for pull requests ${path}`,
            author: null,
            trusted: true,
            because: `a file of ${commits.trustedRef}`,
            text: `Should you open a pull request, write its body by this template${files.length > 1 ? ' or another of its folder' : ''}:\n\n${truncateMiddle(file.text, MAX_CHARS)}`,
          },
        ],
  );
}

/** Lists all places at once, because each request costs a round trip. */
async function templatesAt(github: Reading, commit: string): Promise<readonly string[]> {
  const places = await Promise.all(
    PLACES.map(async (place) => {
      const [files, folders] = await Promise.all([
        github.filesAt(commit, place),
        github.filesAt(commit, place, 'folders'),
      ]);
      return { place, files, folders };
    }),
  );
  for (const { place, files, folders } of places) {
    const within = (name: string): string => (place === '' ? name : `${place}/${name}`);
    const file = files.find((name) => FILE.test(name));
    if (file !== undefined) return [within(file)];
    const folder = folders.find((name) => FOLDER.test(name));
    if (folder === undefined) continue;
    const names = await github.filesAt(commit, within(folder));
    const texts = names.filter((name) => /\.(?:md|txt)$/i.test(name)).slice(0, MAX_TEMPLATES);
    if (texts.length > 0) return texts.map((name) => within(`${folder}/${name}`));
  }
  return [];
}
