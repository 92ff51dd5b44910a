/** The table of every key of a policy, from its JSON Schema. */
import * as z from 'zod';
import { markdownTable } from './markdown.ts';

const node = z.looseObject({
  description: z.string().optional(),
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.union([z.string(), z.number()]).optional(),
  get anyOf() {
    return z.array(node).optional();
  },
  get items() {
    return node.optional();
  },
  get properties() {
    return z.record(z.string(), node).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), node]).optional();
  },
});
type Node = z.infer<typeof node>;

/** Lists of rules have the same keys everywhere, so only the first one is described in full. */
const RULE_LISTS = /^(?:whenUntrusted\.(?:auto|deny|requireApproval)|deny|requireApproval)$/;

type Rows = Map<string, { readonly value: string; readonly description: string }>;

export function policyKeysPage(schema: unknown): string {
  const rows: Rows = new Map();
  for (const [key, child] of Object.entries(node.parse(schema).properties ?? {}))
    addRows(rows, key, child);
  return [
    '# Policy keys',
    '',
    'Generated from the schema by `npm run generate`. [policy.md](policy.md) explains the keys. Terms: [glossary](glossary.md).',
    '',
    markdownTable(
      ['key', 'value', 'description'],
      [...rows].map(([key, { value, description }]) => [`\`${key}\``, value, description]),
    ),
    '',
  ].join('\n');
}

function addRows(rows: Rows, key: string, schema: Node): void {
  if (!rows.has(key))
    rows.set(key, { value: valueOf(schema), description: schema.description ?? '' });
  if (RULE_LISTS.test(key)) return;
  for (const branch of [schema, ...(schema.anyOf ?? [])]) {
    for (const [name, child] of Object.entries(branch.properties ?? {}))
      addRows(rows, `${key}.${name}`, child);
    if (branch.items !== undefined) addItems(rows, `${key}[]`, branch.items);
    if (typeof branch.additionalProperties === 'object')
      addItems(rows, `${key}.NAME`, branch.additionalProperties);
  }
}

/** Items get rows only if they have keys. */
function addItems(rows: Rows, key: string, items: Node): void {
  for (const branch of [items, ...(items.anyOf ?? [])]) {
    for (const [name, child] of Object.entries(branch.properties ?? {}))
      addRows(rows, `${key}.${name}`, child);
  }
}

function valueOf(schema: Node): string {
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum !== undefined) return schema.enum.map((word) => `\`${word}\``).join(', ');
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(valueOf))].join(', or ');
  if (schema.type === 'array')
    return schema.items === undefined ? 'list' : `list of ${itemWord(schema.items)}`;
  return TYPES[schema.type ?? ''] ?? 'map';
}

function itemWord(items: Node): string {
  if (items.anyOf !== undefined) return 'text or maps';
  return items.type === 'object' ? 'maps' : 'text';
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: '`true`, `false`',
  object: 'map',
};
