/** A node of a syntax tree. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [name: string]: unknown;
}

/** Every node in a part of a syntax tree, each before those in it. */
export function nodesIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(nodesIn);
  return 'type' in value && 'start' in value ? [value as Node, ...below] : below;
}
