import { digestOf } from './digest.ts';

/**
 * The digest of a policy of several layers: over the digest of the repository's own file, and over those of its baselines, each
 * once and in one order, since their order never matters. With no baseline it is that of the own file. An approval and the audit
 * trail are bound to it, so that they are bound to every layer.
 */
export function layersDigest(own: string, baselines: readonly string[]): string {
  if (baselines.length === 0) return own;
  return digestOf({
    _schema: 'countersign.layers/1',
    own,
    baselines: [...new Set(baselines)].toSorted(),
  });
}
