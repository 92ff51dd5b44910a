/**
 * Settings of a repository that run no program and read no further file, by the start of their name. Everything
 * else counts as if it ran one: `filter.*`, `merge.*.driver`, `diff.external`, `diff.*.textconv`, `include.*`, promisor remotes.
 */
const HARMLESS =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|compression|untrackedcache|preloadindex|hidedotfiles|longpaths|protecthfs|protectntfs|fsmonitor|pager|hookspath|editor|sparsecheckout|sparsecheckoutcone)|remote\.[^=]*\.(?:url|pushurl|fetch|push|tagopt|prune|mirror)|branch\.[^=]*\.(?:remote|merge|rebase|pushremote|description|gk-[\w-]+|vscode-merge-base)|user\.[a-z]+|author\.[a-z]+|committer\.[a-z]+|http\.[^=]*\.?extraheader|gc\.[a-z]+|maintenance\.[a-z]+|init\.[a-z]+|pull\.[a-z]+|push\.[a-z]+|fetch\.[a-z]+|rebase\.[a-z]+|advice\.[a-z]+|color\.[a-z.]+|column\.[a-z]+|commit\.gpgsign|tag\.gpgsign|log\.[a-z]+|status\.[a-z]+|index\.[a-z]+|pack\.[a-z]+|receive\.[a-z]+|transfer\.[a-z]+|rerere\.[a-z]+|alias\.[^=]*|submodule\.[^=]*\.(?:url|active)|submodule\.active|extensions\.(?:objectformat|refstorage|worktreeconfig)|gpg\.program|safe\.directory|credential\.usehttppath|lfs\.[a-z]+)$/i;

/**
 * Why a repository's own configuration would run a program while git only reads, or `null`. `names` are the names of
 * every setting in it, as `git config --local --includes --name-only --list` prints them. For `PolicyWorld.gitConfigRuns`.
 */
export function gitConfigReason(names: readonly string[]): string | null {
  const name = names.find((each) => each.trim() !== '' && !HARMLESS.test(each.trim()));
  return name === undefined ? null : `the repository's configuration sets \`${name.trim()}\``;
}
