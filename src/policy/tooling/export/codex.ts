import {
  type ExportedRule,
  NOT_PLAIN_WORDS,
  plainWords,
  type RuleToExport,
  type Target,
  type Translation,
  untranslated,
} from './target.ts';

/** `requirements.toml` of Codex (https://developers.openai.com/codex/enterprise/managed-configuration). */
export const CODEX: Target = {
  unnamed: 'Codex only has rules about certain commands',
  defers: true,
  hasReasons: true,
  translate,
  text,
};

function translate({ list, tool, specifier }: RuleToExport): Translation {
  if (list === 'auto') return untranslated('in Codex an organisation can only forbid and ask');
  if (tool !== 'bash_run' || specifier === null)
    return untranslated('Codex only has rules about certain commands');
  const found = plainWords(specifier);
  if (found === null) return untranslated(NOT_PLAIN_WORDS);
  const notes = found.prefix
    ? []
    : ['in Codex it also covers every command that begins with these words'];
  return { written: found.words.split(' '), tools: [tool], notes };
}

function text(rules: readonly ExportedRule[]): string {
  const tables = rules.map(({ list, written, reason }) => {
    const pattern = written.map((word) => `{ token = ${JSON.stringify(word)} }`).join(', ');
    const decision = list === 'deny' ? 'forbidden' : 'prompt';
    const why = reason === null ? '' : `, justification = ${JSON.stringify(reason)}`;
    return `  { pattern = [${pattern}], decision = "${decision}"${why} },\n`;
  });
  return `[rules]\nprefix_rules = [\n${tables.join('')}]\n`;
}
