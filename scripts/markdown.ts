/** Markdown tables, and the generated parts of pages that people write. */

/** A table; a `|` in a cell does not end the cell. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [tableLine(head), `|${'--|'.repeat(head.length)}`, ...rows.map(tableLine)].join('\n');
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

const END = '<!-- /generated -->';

/**
 * A page with each part between `<!-- generated:NAME -->` and `<!-- /generated -->` replaced by the text of that name.
 * Throws for a part that the page lacks, and for a name without a text.
 */
export function withGenerated(page: string, parts: Readonly<Record<string, string>>): string {
  const seen = new Set<string>();
  const text = page.replaceAll(
    /<!-- generated:([\w-]+) -->[\s\S]*?<!-- \/generated -->/g,
    (_match, name: string) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`Nothing generates the part ${name}.`);
      seen.add(name);
      return `<!-- generated:${name} -->\n${part}\n${END}`;
    },
  );
  const missing = Object.keys(parts).filter((name) => !seen.has(name));
  if (missing.length > 0) throw new Error(`The page has no part ${missing.join(', ')}.`);
  return text;
}
