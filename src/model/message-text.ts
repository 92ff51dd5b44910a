import type { AssistantBlock, Message, UserBlock } from './model.ts';

/** The texts among these blocks. */
export function textsIn(blocks: readonly (AssistantBlock | UserBlock)[]): readonly string[] {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

/** The text of a message, empty without one: its text blocks and the texts of its tool results, one per line. */
export function messageText(message: Message | undefined): string {
  const texts = (message?.content ?? []).flatMap((block) => {
    if (block.type !== 'tool_result') return textsIn([block]);
    return typeof block.content === 'string' ? [block.content] : textsIn(block.content);
  });
  return texts.join('\n');
}
