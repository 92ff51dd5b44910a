const OPENING = /^(`{3,}|~{3,})[^`\r\n]*$/;

/**
 * The text of the one code block that stands below `/approve … with`, without its last newline; `null` if anything else than
 * blank lines and that block stands there. The block begins in the first column and has an end, so that what people see is
 * what is read.
 */
export function changedText(below: string): string | null {
  const lines = below.split(/\r\n|\r|\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  const [, marks = ''] = OPENING.exec(lines[first] ?? '') ?? [];
  if (marks === '') return null;
  const isEnd = (line: string): boolean => {
    const text = line.trimEnd();
    return text.length >= marks.length && text === (marks[0] ?? '').repeat(text.length);
  };
  const last = lines.findIndex((line, index) => index > first && isEnd(line));
  if (last === -1 || lines.slice(last + 1).some((line) => line.trim() !== '')) return null;
  return lines.slice(first + 1, last).join('\n');
}
