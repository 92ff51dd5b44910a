import type { Intent } from '../analysis.ts';
import {
  always,
  byFirstWord,
  flagged,
  hasWord,
  ifFlagged,
  ifWord,
  type IntentRule,
  type KnownWords,
  when,
} from './intent-words.ts';
import { byName, words } from '../specs/table.ts';

/** A forced push rewrites what another repository has. */
const FORCES: readonly Intent[] = ['@force-push', '@history-rewrite'];
const TAKES_VALUE = /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/;

/** The intents of a git command. The options of git itself come before the subcommand and may be anything. */
export function gitIntents(texts: KnownWords): readonly Intent[] {
  let position = 0;
  while (position < texts.length && texts[position]?.startsWith('-') === true)
    position += TAKES_VALUE.test(texts[position] ?? '') ? 2 : 1;
  const subcommand = texts[position];
  if (subcommand === undefined) return [];
  if (subcommand === null) return [...FORCES, '@recursive-delete'];
  if (subcommand === 'push' && texts.slice(0, position).some(isForcingSetting)) return FORCES;
  return GIT_RULES.get(subcommand)?.(texts.slice(position + 1)) ?? [];
}

const GIT_RULES = byName<IntentRule>({
  'push, send-pack, http-push': (texts) => when(forcesPush(texts), ...FORCES),
  clean: (texts) => when(!onlyListsUntracked(texts), '@recursive-delete'),
  rm: ifFlagged('@recursive-delete', 'r', '--recursive'),
  worktree: (texts) => {
    if (texts.includes('remove')) return ['@recursive-delete'];
    return when(texts.includes('add') && flagged(texts, 'B'), '@history-rewrite');
  },
  'rebase, filter-branch, filter-repo, fast-import, replace, prune, update-ref':
    always('@history-rewrite'),
  commit: ifFlagged('@history-rewrite', '', '--amend', '--fixup', '--squash'),
  reset: ifWord('@history-rewrite', /^--(?:h|ha|har|hard|k|keep|merge|soft|mixed)$|[~^]|@\{/),
  reflog: ifWord('@history-rewrite', /^(?:expire|delete|drop)$/),
  gc: ifFlagged('@history-rewrite', '', '--prune', '--aggressive'),
  branch: ifFlagged('@history-rewrite', 'DfMC', '--delete', '--force'),
  tag: ifFlagged('@history-rewrite', 'df', '--delete', '--force'),
  checkout: ifFlagged('@history-rewrite', 'B', '--orphan'),
  switch: ifFlagged('@history-rewrite', 'C', '--force-create', '--orphan'),
  stash: ifWord('@history-rewrite', /^(?:drop|clear)$/),
  pull: (texts) => ['@download', ...when(flagged(texts, 'r', '--rebase'), '@history-rewrite')],
  fetch: (texts) => [
    '@download',
    ...when(hasWord(texts, /^\+|^-f$|^--force$/), '@history-rewrite'),
  ],
  'clone, ls-remote, fetch-pack, http-fetch': always('@download'),
  config: (texts) => when(setsForcing(texts), ...FORCES),
  remote: (texts) => [
    ...when(
      texts.some((text) => /^--mirror(?!=fetch)/.test(text ?? '')),
      ...FORCES,
    ),
    ...when(fetchesRemote(texts), '@download'),
  ],
  archive: ifFlagged('@download', '', '--remote'),
  submodule: ifWord('@download', /^(?:update|add)$/),
  svn: byFirstWord({ 'clone, fetch, rebase': '@download' }),
  lfs: byFirstWord({
    'pull, fetch': '@download',
    push: '@upload',
    'migrate, prune': '@history-rewrite',
  }),
  'send-email, imap-send': always('@upload'),
});

/** `git remote update`, and `git remote add -f`, which fetches what it adds. */
function fetchesRemote(texts: KnownWords): boolean {
  if (hasWord(texts, /^update$/)) return true;
  return texts.includes('add') && flagged(texts, 'f', '--fetch');
}

/** Whether `git clean` only says what it would delete. Any other option may undo that, or have a value. */
function onlyListsUntracked(texts: KnownWords): boolean {
  const end = texts.indexOf('--');
  const options = (end === -1 ? texts : texts.slice(0, end)).filter(
    (text) => text === null || text.startsWith('-'),
  );
  return (
    options.every((text) => /^(?:-[dfnqxX]+|--(?:dry-run|force|quiet))$/.test(text ?? '')) &&
    options.some((text) => /^(?:-[a-zA-Z]*n|--dry-run)/.test(text ?? ''))
  );
}

const FORCING = words('--force --force-with-lease --force-if-includes --mirror --delete --prune');

/** A setting of a remote by which every push to it may force: `-c remote.origin.mirror=true`. */
function isForcingSetting(text: string | null): boolean {
  return text === null || /(?:^|=)remote\..*\.(?:mirror|push)(?:=|$)/i.test(text);
}

/** Whether a later push will force: `git config remote.origin.mirror true`. With its name alone, a setting is printed. */
function setsForcing(texts: KnownWords): boolean {
  const place = texts.findIndex((text) => text !== null && isForcingSetting(text));
  return place !== -1 && place < texts.length - 1;
}

/** Whether a push moves or removes what another repository has. */
function forcesPush(texts: KnownWords): boolean {
  return flagged(texts, 'fd', ...FORCING) || hasWord(texts, /^\+|^:.|^--force/);
}
