import { isJsonObject, type JsonObject, sha256 } from '../../../src/common/index.ts';
import type { Usage } from '../../../src/model/index.ts';
import { objects } from '../../../src/testing/model-server/api.ts';
import { blocksOf } from './checks.ts';

/** What one request's prompt was worth to a prompt cache. */
export interface CacheUse {
  /** Bytes of tools, system prompt and messages, without the marks. */
  readonly promptBytes: number;
  /** How many of them the cache served. */
  readonly servedBytes: number;
  /** How many of them were written to the cache. */
  readonly writtenBytes: number;
}

/** How many blocks before a breakpoint the API searches its cache. */
const LOOK_BACK_BLOCKS = 20;
/** A rough measure that is good enough to compare requests with each other. */
const BYTES_PER_TOKEN = 4;

/**
 * A prompt cache as the API describes its own: what counts is the prompt's prefix up to a marked
 * block, in the order tools, system, messages; a mark reads the longest prefix that was written at
 * or up to twenty blocks before it, and writes its own. Left out: the life time of five minutes and
 * the smallest size.
 */
export function createCache(): { use(body: JsonObject): CacheUse } {
  const written = new Set<string>();
  return {
    use: (body) => {
      const prefixes = prefixesOf(body);
      let servedBytes = 0;
      let markedBytes = 0;
      for (const [index, prefix] of prefixes.entries()) {
        if (!prefix.isMarked) continue;
        markedBytes = prefix.bytes;
        const near = prefixes.slice(Math.max(0, index - LOOK_BACK_BLOCKS), index + 1);
        const found = near.findLast((one) => written.has(one.hash));
        servedBytes = Math.max(servedBytes, found?.bytes ?? 0);
      }
      for (const prefix of prefixes) if (prefix.isMarked) written.add(prefix.hash);
      const promptBytes = prefixes.at(-1)?.bytes ?? 0;
      return { promptBytes, servedBytes, writtenBytes: Math.max(0, markedBytes - servedBytes) };
    },
  };
}

/** The usage that a request is billed with. */
export function usageOf(use: CacheUse, outputChars: number): Usage {
  return {
    inputTokens: tokens(use.promptBytes - use.servedBytes - use.writtenBytes),
    outputTokens: tokens(outputChars),
    cacheReadInputTokens: tokens(use.servedBytes),
    cacheCreationInputTokens: tokens(use.writtenBytes),
  };
}

function tokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN);
}

interface Prefix {
  readonly hash: string;
  readonly bytes: number;
  readonly isMarked: boolean;
}

function prefixesOf(body: JsonObject): Prefix[] {
  const { system, tools, messages } = body;
  const blocks: JsonObject[] = [
    ...objects(tools),
    ...blocksOf({ content: system ?? [] }),
    ...objects(messages).flatMap((message) =>
      blocksOf(message).map((block) => ({ role: message['role'] ?? null, ...block })),
    ),
  ];
  let hash = '';
  let bytes = 0;
  return blocks.map(({ cache_control, ...block }): Prefix => {
    const text = JSON.stringify(block);
    hash = sha256(`${hash}\n${text}`);
    bytes += Buffer.byteLength(text);
    return { hash, bytes, isMarked: isJsonObject(cache_control) };
  });
}
