import type { Intent } from '../analysis.ts';
import { behindOptions } from '../words/behind-options.ts';
import { flagged, type KnownWords, when } from './intent-words.ts';

const DOWNLOADS = /^(?:release download|run download|repo clone|gist clone|pr checkout|release \?)/;
const FORCES: readonly Intent[] = ['@force-push', '@history-rewrite'];

/** The intents of a command of `gh`. It takes the options of a subcommand before it, too: `gh --title x release create v1`. */
export function githubIntents(texts: KnownWords): readonly Intent[] {
  const own = withoutRepository(texts);
  const words = own.map((text) => ({ text, source: '' }));
  const places = (from: number): readonly number[] =>
    [...behindOptions(words, new Set([from]))].filter(
      (place) => place < own.length && !/^-./.test(own[place] ?? ''),
    );
  return places(0).flatMap((first) => {
    const seconds = places(first + 1).map((second) => own[second] ?? null);
    const meant = seconds.length === 0 ? [undefined] : seconds;
    return meant.flatMap((second) => intentsOfSubcommand(own, own[first] ?? null, second));
  });
}

function intentsOfSubcommand(
  own: KnownWords,
  first: string | null,
  second: string | null | undefined,
): readonly Intent[] {
  if (first === null) return ['@publish', '@download', '@upload', ...FORCES];
  if (first === 'extension' || first === 'ext') return ['@install'];
  if (first === 'api') return [...refRequestIntents(own), ...releaseRequestIntents(own)];
  const both = `${first} ${second ?? '?'}`;
  return [
    ...when(/^release (?:create|upload|edit|delete|\?)/.test(both), '@publish'),
    ...when(DOWNLOADS.test(both), '@download'),
    ...when(/^gist (?:create|new|edit|\?)/.test(both), '@upload'),
    ...when(changesBranch(both, own), ...FORCES),
  ];
}

/** `gh -R OWNER/REPO release create` is `gh release create` of another repository. */
function withoutRepository(texts: KnownWords): KnownWords {
  return texts.filter((_, index) => !/^(?:-R|--repo)$/.test(texts[index - 1] ?? ''));
}

/** Whether it deletes a branch or a tag of the repository at GitHub, or overwrites one. */
function changesBranch(command: string, texts: KnownWords): boolean {
  switch (command) {
    case 'repo delete':
      return true;
    case 'repo sync':
      return flagged(texts, '', '--force');
    case 'pr merge':
    case 'pr close':
      return flagged(texts, 'd', '--delete-branch');
    case 'pr update-branch':
      return flagged(texts, '', '--rebase');
    case 'release delete':
      return flagged(texts, '', '--cleanup-tag');
    default:
      return false;
  }
}

/** A branch or tag that exists, in GitHub's REST API. A request to `git/refs` itself adds one. */
const REF = /(?:^|\/)git\/refs\/./i;
/** A method in the options of curl, wget and `gh api`, or as a word of HTTPie. */
const DELETES = /^(?:-\w*X|--\w+=)?delete$/i;
const WRITES = /^(?:-\w*X|--\w+=)?(?:post|put|patch|delete)$/i;
const READS = /^(?:-\w*X|--\w+=)?(?:get|head)$/i;
const FORCE_FIELD = /\bforce\W{0,3}[=:](?!\W{0,3}false)/i;
/** A body that no word spells. */
const UNSEEN_BODY = /^--input\b|(?:^|=)@/;
const UNSEEN_QUERY = /^--input\b|(?:^|\bquery=|^--\w[\w-]*=|^-d)@/;

/** Options of `gh api` whose value formats the answer: `--jq '@csv'`. */
const FORMATS_ANSWER = /^--(?:jq|template)$/;

/** The intents of a request to GitHub's API that deletes or overwrites a branch or tag, whichever program sends it. */
export function refRequestIntents(texts: KnownWords): readonly Intent[] {
  const known = texts.flatMap((text) => (text === null ? [] : [percentDecoded(text)]));
  const isUnsure = known.length < texts.length;
  const overwrites = known.some((text) => DELETES.test(text) || FORCE_FIELD.test(text));
  const isMet = known.some((text) => REF.test(text))
    ? overwrites || isUnsure || known.some((text) => UNSEEN_BODY.test(text))
    : (overwrites && (isUnsure || known.some((text) => /updateRefs?\b/.test(text)))) ||
      isUnseenQuery(known);
  return when(isMet || known.some((text) => /deleteRef\b/.test(text)), ...FORCES);
}

/** A GraphQL query that no word spells may be a mutation of a branch or tag. */
function isUnseenQuery(texts: readonly string[]): boolean {
  const asks = texts.some((text) => /^(?:https:\/\/api\.github\.com\/)?\/?graphql$/i.test(text));
  return (
    asks &&
    texts.some(
      (text, index) => UNSEEN_QUERY.test(text) && !FORMATS_ANSWER.test(texts[index - 1] ?? ''),
    )
  );
}

function percentDecoded(text: string): string {
  return text.replaceAll(/%(\d[0-9a-f]|[2-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

const RELEASE = /(?:^|\/)releases(?:\/|$)/i;
/** With fields, the method of `gh api` is POST unless it is named. */
const FIELD = /^(?:-[fF]|--(?:raw-)?field\b|--input\b)/;

function releaseRequestIntents(texts: KnownWords): readonly Intent[] {
  const names = texts.some((text) => text !== null && RELEASE.test(percentDecoded(text)));
  const isAny = (form: RegExp): boolean => texts.some((text) => text !== null && form.test(text));
  const changes = texts.includes(null) || isAny(WRITES) || (isAny(FIELD) && !isAny(READS));
  return when(names && changes, '@publish');
}
