import type { Intent } from '../analysis.ts';
import { intentOfFirst, flagged, type IntentRule, type KnownWords } from './intent-words.ts';

/** The intents of a git command. The options of git itself come before the subcommand and may be anything. */
export function gitIntents(texts: KnownWords): Intent[] {
  let position = 0;
  while (position < texts.length && texts[position]?.startsWith('-') === true) {
    position += /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/.test(
      texts[position] ?? '',
    )
      ? 2
      : 1;
  }
  const subcommand = texts[position];
  const rest = texts.slice(position + 1);
  if (subcommand === undefined) return [];
  if (subcommand === null) return ['@force-push', '@history-rewrite', '@recursive-delete'];
  const rule = Object.hasOwn(GIT_RULES, subcommand) ? GIT_RULES[subcommand] : undefined;
  return rule?.(rest) ?? [];
}

const REWRITES: Intent[] = ['@history-rewrite'];

const GIT_RULES: Readonly<Record<string, IntentRule>> = {
  push: (texts) => (forcesPush(texts) ? ['@force-push', '@history-rewrite'] : []),
  'send-pack': (texts) => (forcesPush(texts) ? ['@force-push', '@history-rewrite'] : []),
  clean: () => ['@recursive-delete'],
  rm: (texts) => (flagged(texts, 'r', '--recursive') ? ['@recursive-delete'] : []),
  rebase: () => REWRITES,
  'filter-branch': () => REWRITES,
  'filter-repo': () => REWRITES,
  'fast-import': () => REWRITES,
  replace: () => REWRITES,
  prune: () => REWRITES,
  'update-ref': () => REWRITES,
  commit: (texts) => (flagged(texts, '', '--amend', '--fixup', '--squash') ? REWRITES : []),
  reset: (texts) =>
    texts.some(
      (text) => text === null || /^--(?:h|ha|har|hard|k|keep|merge|soft|mixed)$/.test(text),
    ) || texts.some((text) => /[~^]|@\{/.test(text ?? ''))
      ? REWRITES
      : [],
  reflog: (texts) =>
    texts.some((text) => text === null || /^(?:expire|delete|drop)$/.test(text)) ? REWRITES : [],
  gc: (texts) => (flagged(texts, '', '--prune', '--aggressive') ? REWRITES : []),
  branch: (texts) => (flagged(texts, 'DfMC', '--delete', '--force') ? REWRITES : []),
  tag: (texts) => (flagged(texts, 'df', '--delete', '--force') ? REWRITES : []),
  checkout: (texts) => (flagged(texts, 'B', '--orphan') ? REWRITES : []),
  switch: (texts) => (flagged(texts, 'C', '--force-create', '--orphan') ? REWRITES : []),
  stash: (texts) =>
    texts.some((text) => text === null || /^(?:drop|clear)$/.test(text)) ? REWRITES : [],
  pull: (texts) => ['@download', ...(flagged(texts, 'r', '--rebase') ? REWRITES : [])],
  fetch: (texts) => [
    '@download',
    ...(texts.some(
      (text) => text === null || text.startsWith('+') || text === '-f' || text === '--force',
    )
      ? REWRITES
      : []),
  ],
  clone: () => ['@download'],
  submodule: (texts) =>
    texts.some((text) => text === null || /^(?:update|add)$/.test(text)) ? ['@download'] : [],
  lfs: (texts) =>
    intentOfFirst(texts, {
      pull: '@download',
      fetch: '@download',
      migrate: '@history-rewrite',
      prune: '@history-rewrite',
    }),
  worktree: (texts) => (texts.includes('remove') ? ['@recursive-delete'] : []),
  'ls-remote': () => ['@download'],
};

/** Whether a push moves or removes what another repository has. */
function forcesPush(texts: KnownWords): boolean {
  if (
    flagged(
      texts,
      'fd',
      '--force',
      '--force-with-lease',
      '--force-if-includes',
      '--mirror',
      '--delete',
      '--prune',
    )
  )
    return true;
  return texts.some((text) => text === null || /^\+|^:.|^--force/.test(text));
}
