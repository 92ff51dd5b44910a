/** A node of a syntax tree. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [name: string]: unknown;
}

/** Every node in a part of a syntax tree, each before those in it. */
export function nodesIn(value: unknown): readonly Node[] {
  const found: Node[] = [];
  addNodes(value, found);
  return found;
}

function addNodes(value: unknown, found: Node[]): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && 'start' in value) found.push(value as Node);
  for (const part of Object.values(value)) addNodes(part, found);
}
