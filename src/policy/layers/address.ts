/** A baseline in a repository, as it is named: `OWNER/REPO/PATH@REF`. */
export interface BaselineAddress {
  readonly owner: string;
  readonly repo: string;
  readonly path: string;
  /** A branch, a tag or a commit. */
  readonly ref: string;
}

const FORM =
  /^([A-Za-z0-9][A-Za-z0-9_-]{0,99})\/([\w.-]{1,100})\/([^\s@\\:*?"<>|]{1,500})@(\S{1,250})$/;
/** What git refuses in the name of a ref (git-check-ref-format). */
const BAD_REF = /^[-/.]|[/.]$|\.\.|\/\/|@\{|[~^:?*[\\@\u0000-\u001f\u007f]|\.lock(?:\/|$)/;

/** Reads `OWNER/REPO/PATH@REF`; `null` for any other text. */
export function parseBaselineAddress(text: string): BaselineAddress | null {
  const [, owner = '', repo = '', path = '', ref = ''] = FORM.exec(text) ?? [];
  const isName = owner !== '' && !/^\.+$/.test(repo);
  const isPath = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  return isName && isPath && !BAD_REF.test(ref) ? { owner, repo, path, ref } : null;
}
