import * as z from 'zod';

const commit = z.string().regex(/^[0-9a-f]{40,64}$/);
const paths = z.array(z.string()).readonly();

/** Changes of a work tree on top of a commit, as a checkpoint stores them. */
export const workTreeChanges = z.strictObject({
  base: commit,
  /** A git bundle, base64. */
  bundle: z.base64(),
  /** The bundle's tip: its tree is the work tree, its parent `staged`, or else the commit that was checked out. */
  commit,
  /** A commit of the staged changes, on the checked-out commit; absent if nothing is staged. */
  staged: commit.exactOptional(),
  /** The branch that was checked out; absent if none was. */
  branch: z.string().exactOptional(),
  /** The branch has no commit yet; absent: it has one. */
  unborn: z.literal(true).exactOptional(),
  /** What git's index has beside staged files; absent: nothing. Paths and names in here are bytes (Latin-1). */
  index: z
    .strictObject({
      conflicts: z
        .array(
          z.strictObject({
            path: z.string(),
            stage: z.number().int().min(1).max(3),
            mode: z.string().regex(/^[0-7]{6}$/),
            sha: commit,
          }),
        )
        .readonly(),
      /** `git add --intent-to-add` */
      intended: paths,
      /** `git update-index --skip-worktree`, since the start */
      skipped: paths,
      /** `git update-index --assume-unchanged` */
      assumed: paths,
    })
    .exactOptional(),
  /** Git's files of a merge, cherry-pick or revert in progress, as bytes (Latin-1), by name; absent: none is. */
  operation: z.record(z.string(), z.string()).exactOptional(),
  /** Other branches that the run created or moved, by their names as bytes without `refs/heads/`; absent: none. */
  branches: z
    .array(z.strictObject({ name: z.string(), commit }))
    .readonly()
    .exactOptional(),
  /** What is not saved, by its path as text, and why: the first hundred; absent: nothing. */
  leftOut: z
    .array(z.strictObject({ path: z.string(), because: z.string() }))
    .readonly()
    .exactOptional(),
  get submodules() {
    return z
      .array(z.strictObject({ path: z.string(), changes: workTreeChanges }))
      .max(100)
      .readonly()
      .exactOptional();
  },
});
export type WorkTreeChanges = z.infer<typeof workTreeChanges>;

type Part<Name extends keyof WorkTreeChanges> = NonNullable<WorkTreeChanges[Name]>;
/** What an index has beside its files. */
export type IndexState = Part<'index'>;
export type Branch = Part<'branches'>[number];
/** A file, or a part of git's state, that a checkpoint lacks. */
export type LeftOut = Part<'leftOut'>[number];
