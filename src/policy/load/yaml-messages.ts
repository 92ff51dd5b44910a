/** What is wrong with a text that is not YAML, by the parser's code. */
export function yamlMessage(code: string, message: string): string {
  if (code === 'DUPLICATE_KEY') return 'The same key is written twice in one map.';
  return `It is not valid YAML: ${message.replace(/\.?$/, '.')}`;
}

/** What to write instead. */
export function yamlFix(code: string): string {
  switch (code) {
    case 'DUPLICATE_KEY':
      return 'Keep one of them; nothing is merged silently.';
    case 'TAG_RESOLVE_FAILED':
      return 'Remove the tag ("!…"); put text that begins with "!" in quotes.';
    case 'BAD_ALIAS':
      return 'Put text that begins with "*" in quotes, as in "*".';
    case 'TAB_AS_INDENT':
      return 'Indent with spaces.';
    default:
      return 'Put rules with ":" followed by a space, "#", "*", "!" or "@" at the start in quotes, and check the indentation.';
  }
}
