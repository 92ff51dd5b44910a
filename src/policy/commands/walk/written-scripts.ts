import type { PathResolver } from '../../model/facts.ts';
import type { SimpleCommand, Word } from '../analysis.ts';
import { printedInput } from '../programs/input.ts';
import { runsScripts } from '../specs/index.ts';
import { byName } from '../specs/table.ts';
import { programOf } from '../words/program-names.ts';
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

interface Files {
  /** By their names. */
  readonly named: Map<string, Written>;
  /** The files and folders that were unpacked under names which no word says. */
  readonly unpacked: Set<string>;
  /** What begins with one of these paths is a part of such a file. */
  readonly parts: Map<string, readonly string[]>;
}

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
  const files: Files = { named: new Map(), unpacked: new Set(), parts: new Map() };
  const read = new Set<string>();
  return commands.map((command) => {
    const isEmpty = files.named.size + files.unpacked.size + files.parts.size === 0;
    const ran = isEmpty ? command : withOrigins(command, files, root);
    // What another program prints may be what it, or one before it, has read: `cat a.sh | tee b.sh`.
    noteWritten(command, command.hasUnreadInput === true ? [...read] : [], files);
    noteUnnamed(command, [...read], files);
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
function writtenAt(place: string, { named, unpacked, parts }: Files): Written {
  const copyOf: string[] = [];
  const texts: string[] = [];
  let ofMore = false;
  for (const [folder, below] of foldersOf(place)) {
    if (below !== '') for (const each of unpacked) copyOf.push(...copied(each, below));
    const written = named.get(folder);
    if (written === undefined) continue;
    for (const each of written.copyOf) copyOf.push(...copied(each, below));
    texts.push(...written.texts);
    ofMore ||= written.ofMore;
  }
  for (const [start, sources] of parts) if (place.startsWith(start)) copyOf.push(...sources);
  return { copyOf, ofMore: ofMore || unpacked.size >= MAX_COPIES, texts };
}

/** What a file may be that stands behind a folder, where that is a copy of `source` or has one in it. */
function copied(source: string, below: string): readonly string[] {
  const named = `/${source.slice(source.lastIndexOf('/') + 1)}`;
  return [
    ...(`/${source}`.endsWith(below) ? [source] : []),
    ...(below === '' ? [] : [source === '.' ? below.slice(1) : source + below]),
    ...(below.startsWith(`${named}/`) ? [source + below.slice(named.length)] : []),
  ];
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

/** Programs that write parts of a file under names that begin with their last operand, or with these. coreutils 9.1 */
const SPLITTERS = byName({ split: 'x', csplit: 'xx' });

/** Notes what a command writes under names that no word says: what it has unpacked, or parts of what it reads. */
function noteUnnamed(command: SimpleCommand, before: readonly string[], files: Files): void {
  const prefix = SPLITTERS.get(programOf(command.words));
  // Behind options with values, the operand that is split counts as the last one, which is written.
  const own = [
    ...pathsOf(command, 'read'),
    ...(prefix === undefined ? [] : pathsOf(command, 'write')),
  ];
  // An archive may have what an earlier command has packed.
  const all = command.hasUnreadInput === true || command.writesUnnamed === true ? before : [];
  const origins = [...own, ...all].flatMap((path) => [path, ...writtenAt(path, files).copyOf]);
  if (command.writesUnnamed === true)
    for (const path of origins) if (files.unpacked.size < MAX_COPIES) files.unpacked.add(path);
  if (prefix === undefined) return;
  const values = command.words.map(({ text, places }) => {
    const value = text?.replace(/^(?:-f|--prefix=)/, '') ?? '';
    const [place = value] = places ?? [];
    return value.endsWith('/') && !place.endsWith('/') ? `${place}/` : place;
  });
  for (const start of [prefix, ...values.slice(1)])
    if (start !== '' && !start.startsWith('-')) files.parts.set(start, origins);
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
    const known = files.named.get(path);
    const { copyOf: others = [], ofMore: isMore = false, texts: more = [] } = known ?? {};
    const all = [...new Set([...others, ...copyOf])].filter((each) => each !== path);
    files.named.set(path, {
      copyOf: all.slice(0, MAX_COPIES),
      ofMore: ofMore || isMore || all.length > MAX_COPIES,
      texts: [...new Set([...more, ...texts])],
    });
  }
}
