import type { Intent } from '../analysis.ts';
import { ownWords } from '../programs/runner-options.ts';
import { runnerOf } from '../specs/index.ts';
import type { ExpandedWords, Scope } from '../walk/context.ts';
import { noteUnknown } from '../walk/findings.ts';
import { isWithin, resolvePlaces } from '../words/paths.ts';
import { byFirstWord, type KnownWords, when } from './intent-words.ts';

const transfers = byFirstWord(
  { push: '@publish', pull: '@download' },
  {
    switches: '-D --debug --tls --tlsverify',
    groups: 'image compose manifest plugin artifact model scout app agent cagent mcp catalog',
  },
);

/** Options that give a container rights which containers do not have, by docker(1) 27 and podman(1) 5. */
const GRANTS =
  /^--(?:privileged|cap-add|device|device-cgroup-rule|allow|use-api-socket|grant-all-permissions)(?:=(?!false$)|$)/;
/** `docker volume create -o device=/`: the volume is a folder of the machine. */
const VOLUME_OF_MACHINE = /^(?:-o|--opt=)?device=\//;
/** Where the image of a build goes. */
const PUSHES = /(?:^|[=,])(?:type=registry|push=true)(?:,|$)/;
/** Without a value, it follows in the next word. */
const SECURITY = /^--security-opt(?:=(.*))?$/s;
const NAMESPACE = /^--(?:pid|ipc|uts|userns|cgroupns)(?:=(.*))?$/s;
const MAKES_CONTAINER = /^(?:run|create|build|bud)$/;
const MOUNT = /^(?:--volume|--mount|-[a-z]*v)(?:=?(.+))?$/s;

/** The value of each option of this form; `null` where it is known only at run time. */
function valuesOf(own: KnownWords, option: RegExp): readonly (string | null)[] {
  return own.flatMap((text, index) => {
    const found = option.exec(text ?? '');
    return found === null ? [] : [found[1] ?? own[index + 1] ?? null];
  });
}

/** What docker takes itself: not the words of the program in a container. */
function wordsOfDocker(texts: KnownWords): KnownWords {
  const words = texts.map((text) => ({ text }));
  return ownWords(runnerOf('docker') ?? {}, words).map(({ text }) => text);
}

/** The words behind the first one of this text; none without it. */
function wordsBehind(words: KnownWords, text: string): KnownWords {
  const place = words.indexOf(text);
  return place === -1 ? [] : words.slice(place + 1);
}

/** Options of `docker buildx imagetools create` that have a value, by its reference for buildx 0.19, with `-p` of later ones. */
const MANIFEST_VALUE =
  /^(?:-[a-zA-Z]*[fpt]|--(?:annotation|builder|file|metadata-file|platform|progress|tag))$/;

/** Whether `docker buildx imagetools create` only shows the image, and does not push it. */
function showsManifest(words: KnownWords): boolean {
  const isKnown = words.every((text) => text !== null && !/^--dry-run=(?!true$)/.test(text));
  const place = words.findIndex((text) => /^--dry-run(?:=true)?$/.test(text ?? ''));
  return isKnown && place !== -1 && !MANIFEST_VALUE.test(words[place - 1] ?? '');
}

/** The intents of a command of docker or podman, but for what its mounts grant. A word that is known only at run time makes it ask. */
export function containerIntents(texts: KnownWords): readonly Intent[] {
  const own = wordsOfDocker(texts);
  const security = valuesOf(own, SECURITY).filter(
    (value) => value?.startsWith('no-new-privileges') === false,
  );
  const namespaces = valuesOf(own, NAMESPACE).filter((value) => /^host|^ns:|^$/.test(value ?? ' '));
  const isGranted = own.some(
    (text) => GRANTS.test(text ?? '') || VOLUME_OF_MACHINE.test(text ?? ''),
  );
  const isFetched = own.some((text) => /^--pull(?:=(?:always|missing|true))?$/.test(text ?? ''));
  const manifest = wordsBehind(wordsBehind(own, 'buildx'), 'imagetools');
  const isPushed =
    (manifest.includes('create') && !showsManifest(wordsBehind(manifest, 'create'))) ||
    texts.includes('--push') ||
    own.some((text) => PUSHES.test(text ?? ''));
  return [
    ...(isPushed ? (['@publish'] as const) : transfers(own)),
    ...when(isGranted || security.length + namespaces.length > 0, '@privilege'),
    ...when(isFetched && !own.includes('never'), '@download'),
  ];
}

/** Notes that a container gets a folder of the machine that is not in the workspace: with `/` or a socket, it gets the machine. */
export function noteMounts(args: ExpandedWords, scope: Scope): void {
  // Where a home folder is, is not known, but it is no folder of the workspace.
  const texts = args.map(({ text, source }) => text ?? (source.startsWith('~') ? source : null));
  const own = wordsOfDocker(texts);
  // Of other commands, `-v` has another meaning: `docker compose down -v`.
  if (!own.some((text) => text === null || MAKES_CONTAINER.test(text))) return;
  const values = valuesOf(own, MOUNT);
  if (mountsMachine(values, scope)) scope.findings.addIntent('@privilege');
  if (values.includes(null)) noteUnknown(scope, 'what the container mounts is not known');
}

function mountsMachine(values: readonly (string | null)[], { state, walker }: Scope): boolean {
  const { pathResolver } = walker;
  return values.some((value) => {
    if (value === null) return false;
    // The fields of `--mount` may be quoted.
    const plain = value.replaceAll('"', '');
    const source = /(?:^|,)(?:src|source)=([^,]*)/.exec(plain)?.[1] ?? plain.split(':')[0] ?? '';
    // A name is a volume of docker's own.
    if (!/[/~]|^\.+$/.test(source)) return false;
    const places = resolvePlaces(source, state, pathResolver);
    return (
      source.startsWith('~') ||
      places === null ||
      !places.every((place) => isWithin(place, pathResolver.root))
    );
  });
}
