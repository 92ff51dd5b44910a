import type { PathResolver } from '../../model/facts.ts';
import type { SimpleCommand, Word } from '../analysis.ts';
import { printedInput } from '../programs/input.ts';
import { runsScripts } from '../specs/index.ts';
import { isStarter } from '../words/started-programs.ts';
import { absoluteFrom, fromRoot, normalised } from '../words/paths.ts';

/** What is known of a file that an earlier command of the source writes. */
interface Written {
  /** The files that it may be a copy of. */
  readonly copyOf: readonly string[];
  /** It may be a copy of more. */
  readonly ofMore: boolean;
  /** What may be in it. */
  readonly texts: readonly string[];
}

type Files = Map<string, Written>;

/** Of a file that may be a copy of more, the others are not remembered. */
const MAX_COPIES = 40;

/**
 * The commands, each with what it runs under a name that an earlier one of the source has given it: a copied or moved script, or one
 * whose text the source shows (`printf 'git push' > x.sh; sh x.sh`). Rules that deny or ask are about that, too.
 */
export function withWrittenScripts(
  commands: readonly SimpleCommand[],
  { root }: PathResolver,
): readonly SimpleCommand[] {
  const files: Files = new Map();
  const read = new Set<string>();
  return commands.map((command) => {
    const ran = files.size === 0 ? command : withOrigins(command, files, root);
    // What another program prints may be what it, or one before it, has read: `cat a.sh | tee b.sh`.
    noteWritten(command, command.hasUnreadInput === true ? [...read] : [], files);
    for (const path of pathsOf(command, 'read')) read.add(path);
    return ran;
  });
}

function withOrigins(command: SimpleCommand, files: Files, root: string): SimpleCommand {
  const runsWords = runsScripts(command.words[0]?.text ?? '');
  const startsWords = isStarter(command);
  const texts: string[] = [];
  const words = command.words.map((word, index): Word => {
    const { text, places = [fromRoot(normalised(absoluteFrom(root, text ?? '')), root)] } = word;
    const isOperand = index > 0 && text?.startsWith('-') === false;
    const isRun = index === 0 ? text?.includes('/') === true : runsWords && isOperand;
    if (!isRun && !(startsWords && isOperand)) return word;
    const written = places.map((place) => writtenAt(place, files));
    if (isRun) texts.push(...written.flatMap((each) => each.texts));
    const copyOf = written.flatMap((each) => each.copyOf);
    const ofMore = written.some((each) => each.ofMore);
    return copyOf.length === 0
      ? word
      : { ...word, copyOf, ...(ofMore ? { copyOfMore: true } : {}) };
  });
  const { inputTexts = [], started = [] } = command;
  return {
    ...command,
    words,
    ...(started.length === 0
      ? {}
      : { started: started.map((each) => withOrigins(each, files, root)) }),
    ...(texts.length === 0 ? {} : { inputTexts: [...inputTexts, ...texts] }),
  };
}

/** What is known of the file at this place. A file of a folder that was written may be one that was copied into it, or with it. */
function writtenAt(place: string, files: Files): Written {
  const copyOf: string[] = [];
  const texts: string[] = [];
  let ofMore = false;
  for (const [folder, below] of foldersOf(place)) {
    const written = files.get(folder);
    if (written === undefined) continue;
    for (const each of written.copyOf) {
      if (`/${each}`.endsWith(below)) copyOf.push(each);
      if (below !== '') copyOf.push(each + below);
    }
    texts.push(...written.texts);
    ofMore ||= written.ofMore;
  }
  return { copyOf, ofMore, texts };
}

/** A place and each folder of it, with what is behind the folder. */
function foldersOf(place: string): readonly (readonly [folder: string, below: string])[] {
  const found: [string, string][] = [];
  for (let end = place.length; end > 0; end = place.lastIndexOf('/', end - 1))
    found.push([place.slice(0, end), place.slice(end)]);
  return place.startsWith('/') ? found : [...found, ['.', `/${place}`]];
}

function pathsOf({ paths }: SimpleCommand, access: 'read' | 'write'): readonly string[] {
  return paths.flatMap((path) => (path.access === access ? [path.path] : []));
}

/** Notes what a command writes, which may be what it reads, and what those that print its input have read. */
function noteWritten(command: SimpleCommand, piped: readonly string[], files: Files): void {
  const read = [...pathsOf(command, 'read'), ...piped];
  const sources = read.map((path) => writtenAt(path, files));
  const copyOf = [...read, ...sources.flatMap((each) => each.copyOf)];
  const ofMore = sources.some((each) => each.ofMore);
  const texts = [...printedInput([command]).texts, ...sources.flatMap((each) => each.texts)];
  if (copyOf.length + texts.length === 0) return;
  for (const path of pathsOf(command, 'write')) {
    const { copyOf: others = [], ofMore: isMore = false, texts: more = [] } = files.get(path) ?? {};
    const all = [...new Set([...others, ...copyOf])].filter((each) => each !== path);
    files.set(path, {
      copyOf: all.slice(0, MAX_COPIES),
      ofMore: ofMore || isMore || all.length > MAX_COPIES,
      texts: [...new Set([...more, ...texts])],
    });
  }
}
