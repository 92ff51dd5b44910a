/**
 * GitHub's closing keywords, which close issues from the body of a pull request and from a commit message on the default
 * branch. The agent may close only the issue of its own run.
 */
const KEYWORD = String.raw`\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)`;
const MARKUP = String.raw`[*_~\[(<"']{0,6}\\?`;
const NUMBER = String.raw`((?:[\w.-]{1,100}/[\w.-]{1,100})?(?:#|&#0*35;|&#[xX]0*23;|&num;)|GH-)(\d{1,12})`;
const ADDRESS = String.raw`https?://[^\s/]{1,255}/[^\s/]{1,100}/[^\s/]{1,100}/(?:issues|pull)/\d`;
const CLOSING = new RegExp(
  String.raw`${KEYWORD}(:?\s{0,20})(?=${MARKUP}(?:${NUMBER}|${ADDRESS}))`,
  'gi',
);

/** Makes sure that `text` closes no issue but `mayClose`: "fixes #1" becomes "fixes issue #1", which only links to it. */
export function withoutClosingKeywords(text: string, mayClose: number | null): string {
  return text.replaceAll(
    CLOSING,
    (whole, word: string, _: string, mark: string | undefined, number: string | undefined) => {
      const isOwn = mayClose !== null && mark === '#' && Number(number) === mayClose;
      return isOwn ? whole : `${word} issue `;
    },
  );
}
