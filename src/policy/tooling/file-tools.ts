/** The built-in tools that read files, `fs_read` first: whoever may use it can read what the others show. */
export const READING_TOOLS = ['fs_read', 'fs_grep', 'fs_glob', 'fs_list'] as const;
/** The built-in tools that write files, `fs_write` first: it can write what the others can. */
export const WRITING_TOOLS = ['fs_write', 'fs_edit', 'fs_multi_edit'] as const;
