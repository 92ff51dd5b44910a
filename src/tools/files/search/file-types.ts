/** Names of kinds of files, as `rg --type` has them, with their endings or whole names. */
export const FILE_TYPES: Readonly<Record<string, readonly string[]>> = {
  c: ['*.c', '*.h'],
  cpp: ['*.cpp', '*.cc', '*.cxx', '*.hpp', '*.hh', '*.hxx', '*.h', '*.inl'],
  cs: ['*.cs'],
  css: ['*.css', '*.scss', '*.sass', '*.less'],
  dart: ['*.dart'],
  docker: ['*Dockerfile*', '*.dockerfile'],
  elixir: ['*.ex', '*.exs', '*.heex'],
  go: ['*.go'],
  haskell: ['*.hs', '*.lhs'],
  html: ['*.html', '*.htm', '*.ejs'],
  java: ['*.java'],
  js: ['*.js', '*.jsx', '*.mjs', '*.cjs', '*.vue'],
  json: ['*.json', '*.jsonl', '*.jsonc'],
  kotlin: ['*.kt', '*.kts'],
  lua: ['*.lua'],
  make: ['*[Mm]akefile', '*.mk', '*.mak'],
  md: ['*.md', '*.markdown', '*.mdx'],
  php: ['*.php'],
  proto: ['*.proto'],
  py: ['*.py', '*.pyi'],
  r: ['*.r', '*.R', '*.Rmd'],
  ruby: ['*.rb', '*.gemspec', 'Gemfile', 'Rakefile'],
  rust: ['*.rs'],
  scala: ['*.scala', '*.sbt'],
  sh: ['*.sh', '*.bash', '*.zsh', '.bashrc', '.zshrc'],
  sql: ['*.sql'],
  svelte: ['*.svelte'],
  swift: ['*.swift'],
  tf: ['*.tf', '*.tfvars'],
  toml: ['*.toml', 'Cargo.lock'],
  ts: ['*.ts', '*.tsx', '*.mts', '*.cts'],
  txt: ['*.txt'],
  vue: ['*.vue'],
  xml: ['*.xml', '*.xsd', '*.svg'],
  yaml: ['*.yaml', '*.yml'],
};
/** Other names of these. */
const ALIASES: Readonly<Record<string, string>> = {
  bash: 'sh',
  csharp: 'cs',
  dockerfile: 'docker',
  golang: 'go',
  javascript: 'js',
  jsx: 'js',
  markdown: 'md',
  python: 'py',
  rb: 'ruby',
  rs: 'rust',
  shell: 'sh',
  terraform: 'tf',
  tsx: 'ts',
  typescript: 'ts',
  yml: 'yaml',
};

/** The globs of a kind of files; `null` for a name that is not known. */
export function globsOfType(type: string): readonly string[] | null {
  const name = Object.hasOwn(ALIASES, type) ? ALIASES[type] : type;
  if (name === undefined || !Object.hasOwn(FILE_TYPES, name)) return null;
  return FILE_TYPES[name] ?? null;
}
