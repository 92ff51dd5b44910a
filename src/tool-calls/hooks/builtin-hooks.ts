import { canonicalJson, CountersignError, CustomPatterns, errorText } from '../../common/index.ts';
import { compileGlob } from '../../policy/index.ts';
import type { ToolResult } from '../../tools/index.ts';
import { withTexts } from '../call.ts';
import type { Hook, HookCall } from './hooks.ts';

/** Hooks that come with the program, named in the policy as `countersign:NAME(ARGUMENT)`. */
const MAX_CACHED = 200;
const MAX_CACHED_CHARS = 30_000;
const MASK = '[masked]';
const ENTRY = /^countersign:([a-z-]+)(?:\((.*)\))?$/s;
/** Tools that only read files: their results only change after a write. */
const CACHEABLE = new Set(['fs_read', 'fs_glob', 'fs_grep', 'fs_list']);

/** The built-in hook that a policy's entry names. Throws `tool-invalid` for an unknown name or a bad argument. */
export function builtinHook(entry: string): Hook {
  const [, name, argument] = ENTRY.exec(entry) ?? [];
  switch (name) {
    case 'block-paths':
      return blockPaths(entry, needed(entry, argument));
    case 'mask':
      return mask(entry, needed(entry, argument));
    case 'cache-readonly':
      if (argument === undefined) return cacheReadonly(entry);
      throw bad(entry, 'cache-readonly takes no argument');
    default:
      throw bad(entry, 'the hook is unknown');
  }
}

function needed(entry: string, argument: string | undefined): string {
  if (argument === undefined || argument === '')
    throw bad(entry, 'it needs an argument in parentheses');
  return argument;
}

function bad(entry: string, why: string): CountersignError {
  return new CountersignError(
    'tool-invalid',
    `hooks: ${JSON.stringify(entry)} cannot be used: ${why}.`,
    {
      fix: 'Write countersign:block-paths(GLOB), countersign:mask(REGEX) or countersign:cache-readonly.',
    },
  );
}

/** Denies every call that names a path which the glob matches, inside a command too. */
function blockPaths(name: string, pattern: string): Hook {
  const glob = compileGlob(pattern);
  return {
    name,
    preToolUse: ({ paths }) => {
      const hit = paths.find(({ path }) => glob.matches(path, true));
      return hit === undefined
        ? undefined
        : { decision: 'deny', reason: `${hit.path} is blocked by ${pattern}.` };
    },
  };
}

/**
 * Masks what the expression matches in every result, and in what a running call reports, before the model and people see it. The search has a time limit: a text that
 * takes too long is masked completely.
 */
function mask(name: string, source: string): Hook {
  const pattern = patternOf(name, source);
  const masked = (text: string): string => {
    let end = 0;
    const parts = pattern.find(text).map(({ start, end: next }) => {
      const before = text.slice(end, start);
      end = next;
      return `${before}${MASK}`;
    });
    return parts.join('') + text.slice(end);
  };
  return {
    name,
    changeProgress: masked,
    postToolUse: (_, result) => {
      const before = result.llmContent ?? '';
      const llmContent = withTexts(before, masked);
      const changed = JSON.stringify(llmContent) !== JSON.stringify(before);
      const shown =
        result.ok &&
        result.displayContent !== undefined &&
        masked(result.displayContent) !== result.displayContent;
      if (result.ok) return changed || shown ? { llmContent } : undefined;
      const { message, recommendations } = result.error;
      const error = { errorMessage: masked(message), recommendations: recommendations.map(masked) };
      return { update: { ...error, ...(changed ? { llmContent } : {}) } };
    },
  };
}

function patternOf(name: string, source: string): CustomPatterns {
  try {
    return new CustomPatterns([{ name: 'mask', regex: new RegExp(source, 'u') }]);
  } catch (error) {
    throw bad(name, errorText(error));
  }
}

/**
 * Answers the same read of the same files without reading again, until a call that is not read-only begins. A command
 * that runs in the background may write at any time: from then on nothing is cached.
 */
function cacheReadonly(name: string): Hook {
  const cached = new Map<string, string>();
  let off = false;
  return {
    name,
    preToolUse: (call) => {
      const { tool, kind } = call;
      // Other read-only calls are not cached, and do not invalidate the cache.
      if (kind === 'readonly') {
        const result = CACHEABLE.has(tool) && !off ? cached.get(keyOf(call)) : undefined;
        return result === undefined ? undefined : { result };
      }
      cached.clear();
      return undefined;
    },
    postToolUse: (call, result) => {
      const { tool, kind, input } = call;
      if (kind !== 'readonly') {
        cached.clear();
        off ||= /"background":true/.test(canonicalJson(input));
        return;
      }
      const text = cacheableText(result);
      if (off || !CACHEABLE.has(tool) || text === null) return;
      if (cached.size >= MAX_CACHED) cached.clear();
      cached.set(keyOf(call), text);
    },
  };
}

/** Each conversation reads for itself: a file that a subagent has not read itself, it cannot change. */
function keyOf({ parent, tool, input }: HookCall): string {
  return canonicalJson([parent, tool, input]);
}

function cacheableText(result: ToolResult): string | null {
  if (!result.ok || typeof result.llmContent !== 'string') return null;
  return result.llmContent.length > MAX_CACHED_CHARS ? null : result.llmContent;
}
