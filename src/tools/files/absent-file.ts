import { posix } from 'node:path';
import { didYouMean } from '../../common/index.ts';
import { type Failure, failure } from '../define/result.ts';
import { type FileToolContext, visibilityFilter } from './context.ts';

/** Names of a folder that are compared with one that is missing there. */
const NEIGHBOURS = 500;

/** Why there is no file at a path: where its link leads, or a name like it, if the conversation may see that. */
export async function absentFile(
  context: FileToolContext,
  path: string,
  advice: string,
): Promise<Failure> {
  const link = await context.workspace.readLink(path);
  if (link !== null)
    return failure(
      'not_found',
      `${path} is a symbolic link to ${JSON.stringify(link)}, which does not exist.`,
      ['Find the file with fs_glob or fs_list.'],
    );
  const { workspace, wholeWorkspace = workspace } = context;
  const near = await wholeWorkspace
    .list(posix.dirname(path), { limit: NEIGHBOURS })
    .catch(() => []);
  const isVisible = await visibilityFilter(context, '.');
  const visible = near.map((entry) => entry.path).filter((candidate) => isVisible(candidate));
  return failure('not_found', `There is no file ${path}.${didYouMean(path, visible)}`, [advice]);
}
