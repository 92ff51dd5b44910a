import type { Message } from './model.ts';

/** The text of a message, empty without one: its text blocks and the texts of its tool results, one per line. */
export function messageText(message: Message | undefined): string {
  const texts = (message?.content ?? []).flatMap((block) => {
    if (block.type !== 'tool_result') return block;
    const { content } = block;
    return typeof content === 'string' ? { type: 'text' as const, text: content } : content;
  });
  return texts.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
