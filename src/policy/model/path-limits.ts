/** No file system of Linux, macOS or Windows has longer ones, so nothing has to match them. */
const MAX_PATH_LENGTH = 4_096;
const MAX_NAME_LENGTH = 255;

/** Whether a file system can have a path of this length, with names of this length. */
export function isPossiblePath(path: string): boolean {
  if (path.length <= MAX_NAME_LENGTH) return true;
  return (
    path.length <= MAX_PATH_LENGTH &&
    path.split('/').every((name) => name.length <= MAX_NAME_LENGTH)
  );
}
