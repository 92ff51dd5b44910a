import type { CallState, CallView, RunView } from '../audit/index.ts';
import { type ErrorPlace, isJsonObject, type Json, oneLine } from '../common/index.ts';

/** GitHub shows ten annotations of each level for a step. */
const SHOWN_PER_LEVEL_MAX = 10;
const ANNOTATIONS_MAX = 200;
const PATHS_PER_CALL_MAX = 10;
const PATH_CHARS = 300;
const MESSAGE_CHARS = 1_000;
/** Fields of a call's arguments that name files. */
const PATH_FIELDS = ['path', 'paths', 'files'] as const;

/** A message about a file, which GitHub shows beside it. */
export interface Annotation {
  /** From the root of the repository. */
  readonly path: string;
  /** From 1; `null`: the file as a whole. */
  readonly line: number | null;
  readonly level: 'failure' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/**
 * The annotations of a run: problems of the policy, calls that were denied or interrupted, and calls that wait for an
 * approval. A call without a path is annotated at the policy line that decided it. They come from the trail, so that a run
 * of several jobs has all of them. Each appears once; failures come first.
 */
export function annotationsOf(
  view: Pick<RunView, 'calls' | 'starts'>,
  problems: readonly ErrorPlace[] = [],
): readonly Annotation[] {
  const policyFile = policyFileOf(view);
  const ofProblems = problems.map(
    ({ file, line, message }): Annotation => ({
      path: file,
      line,
      level: 'failure',
      title: 'The policy is not valid',
      message,
    }),
  );
  const ofCalls = view.calls.flatMap((call) => callAnnotations(call, policyFile));
  const seen = new Map<string, Annotation>();
  for (const remark of [...ofProblems, ...ofCalls].filter(({ path }) => isPlainPath(path))) {
    const key = JSON.stringify([remark.path, remark.line, remark.title, remark.message]);
    if (seen.size < ANNOTATIONS_MAX && !seen.has(key)) seen.set(key, remark);
  }
  return [...seen.values()];
}

/** The first ten of each level: GitHub shows no more for a step. */
export function limitAnnotations(remarks: readonly Annotation[]): readonly Annotation[] {
  const counts = new Map<Annotation['level'], number>();
  return remarks.filter(({ level }) => {
    const count = (counts.get(level) ?? 0) + 1;
    counts.set(level, count);
    return count <= SHOWN_PER_LEVEL_MAX;
  });
}

function callAnnotations(call: CallView, policyFile: string | null): readonly Annotation[] {
  const said = SAID[call.state];
  // The default of a question that nobody answered is no denial.
  if (said === undefined || call.usedDefault) return [];
  const message = oneLine(call.because ?? call.verdict?.because ?? '', MESSAGE_CHARS);
  const remark = { level: said.level, title: `${call.tool} ${said.words}`, message };
  const paths = pathsIn(call.input);
  if (paths.length > 0) return paths.map((path) => ({ path, line: null, ...remark }));
  const { line = null, layer = policyFile } = call.verdict ?? {};
  // A line of a baseline is a line of another repository.
  if (layer !== policyFile) return [];
  return policyFile === null || line === null ? [] : [{ path: policyFile, line, ...remark }];
}

/** What is said of a call in this state. */
const SAID: Partial<
  Record<CallState, { readonly level: Annotation['level']; readonly words: string }>
> = {
  DENIED: { level: 'warning', words: 'was denied' },
  SEALED: { level: 'warning', words: 'was interrupted: what it did is unknown' },
  APPROVAL_REQUIRED: { level: 'notice', words: 'waits for an approval' },
};

/** The policy file of the last job; `null` if it is not a file of the repository. */
function policyFileOf({ starts }: Pick<RunView, 'starts'>): string | null {
  const source = starts.at(-1)?.policy.source ?? '';
  return /\.ya?ml$/.test(source) ? source : null;
}

function pathsIn(input: Json | null): readonly string[] {
  if (!isJsonObject(input)) return [];
  const named = PATH_FIELDS.flatMap((field) => pathsOf(input[field] ?? null));
  return [...new Set(named)].filter(isPlainPath).slice(0, PATHS_PER_CALL_MAX);
}

function pathsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value.replace(/^(?:\.\/)+/, '')];
  if (Array.isArray(value)) return value.flatMap((item: Json) => pathsOf(item));
  return isJsonObject(value) ? pathsOf(value['path'] ?? null) : [];
}

/** True for the plain path of one file in the repository: no parent folder, no pattern, no control characters. */
function isPlainPath(path: string): boolean {
  return (
    path.length > 0 &&
    path.length <= PATH_CHARS &&
    !/^\/|[*?[\]{}\\\p{Cc}\p{Cf}]/u.test(path) &&
    !path.split('/').some((part) => part === '' || part === '.' || part === '..')
  );
}
