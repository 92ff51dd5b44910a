import type { JsonObject } from '../../common/index.ts';
import type {
  AssistantBlock,
  DocumentBlock,
  ImageBlock,
  Message,
  ModelRequest,
  TextBlock,
  ToolResultBlock,
  UserBlock,
} from '../model.ts';
import { isOwnCallId, objectAt } from '../decode-reply.ts';
import { sentFunctions, sentName } from '../openai/tools.ts';
import {
  type EncodeOptions,
  NO_IMAGE,
  REASONING_BLOCKS,
  sentInput,
  wellFormedJson,
} from '../protocol.ts';

/**
 * The body of a request to the Gemini API (`streamGenerateContent`), as JSON
 * (https://ai.google.dev/api/generate-content).
 */
export function encodeGemini(request: ModelRequest, { model, lacks }: EncodeOptions): string {
  const { system, messages, maxTokens } = request;
  const functionDeclarations = sentFunctions(request).map(({ parameters, ...sent }) => ({
    ...sent,
    parametersJsonSchema: parameters,
  }));
  const nameOfCall = namesOfCalls(messages);
  const takesImages = !lacks.has('images');
  const instruction = system === '' ? [] : [{ text: system }];
  const takesSystem = !lacks.has('system-role');
  return wellFormedJson({
    ...(takesSystem && system !== '' ? { systemInstruction: { parts: instruction } } : {}),
    contents: messages.flatMap((message, index) => {
      const parts =
        message.role === 'user'
          ? encodeUser(message.content, { nameOfCall, takesImages })
          : withSignature(encodeAssistant(message.content), model);
      const role = message.role === 'user' ? 'user' : 'model';
      const before = takesSystem || index > 0 ? [] : instruction;
      return parts.length === 0 ? [] : [{ role, parts: [...before, ...parts] }];
    }),
    ...(functionDeclarations.length === 0 ? {} : { tools: [{ functionDeclarations }] }),
    generationConfig: { maxOutputTokens: maxTokens },
  });
}

/** The API asks for the function's name with each result, too. */
function namesOfCalls(messages: readonly Message[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { content } of messages) {
    for (const block of content) if (block.type === 'tool_use') names.set(block.id, block.name);
  }
  return names;
}

/** Pictures of results follow the results as parts of their own, which every model takes. */
function encodeUser(
  blocks: readonly UserBlock[],
  options: {
    readonly nameOfCall: ReadonlyMap<string, string>;
    readonly takesImages: boolean;
  },
): JsonObject[] {
  const results = blocks.filter((block) => block.type === 'tool_result');
  const others = blocks.filter((block) => block.type !== 'tool_result');
  const attached = results.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter(({ type }) => type !== 'text'),
  );
  return [
    ...results.map((result) => encodeResult(result, options.nameOfCall)),
    ...[...attached, ...others].flatMap((block) => encodePart(block, options.takesImages)),
  ];
}

function encodeResult(
  { tool_use_id, content, is_error }: ToolResultBlock,
  nameOfCall: ReadonlyMap<string, string>,
): JsonObject {
  const text =
    typeof content === 'string'
      ? content
      : content.map((block) => (block.type === 'text' ? block.text : '[It follows.]')).join('\n');
  return {
    functionResponse: {
      ...idOf(tool_use_id),
      name: sentName(nameOfCall.get(tool_use_id) ?? ''),
      response: is_error === true ? { error: text } : { output: text },
    },
  };
}

function idOf(id: string): JsonObject {
  return isOwnCallId(id) ? {} : { id };
}

function encodePart(
  block: TextBlock | ImageBlock | DocumentBlock,
  takesImages: boolean,
): JsonObject[] {
  if (block.type === 'text') return block.text === '' ? [] : [{ text: block.text }];
  if (block.type === 'image' && !takesImages) return [{ text: NO_IMAGE }];
  return [{ inlineData: { mimeType: block.source.media_type, data: block.source.data } }];
}

/** A signature goes back with the part with which it came. */
function encodeAssistant(blocks: readonly AssistantBlock[]): JsonObject[] {
  return blocks.flatMap((block, index) => {
    const part = encodeReplyPart(block);
    if (part === null) return [];
    const before = blocks[index - 1];
    const isSigned = before?.type === 'opaque' && before.block['type'] === REASONING_BLOCKS.gemini;
    return [isSigned ? { ...part, ...objectAt(before.block, 'fields') } : part];
  });
}

/** Models that refuse a turn whose first call has no signature, as calls of another model have none. */
const NEEDS_SIGNATURE = /\bgemini-(?:[3-9]|\d\d|[a-z-]*latest)/;
/** Google's own value for such calls: https://ai.google.dev/gemini-api/docs/thought-signatures */
const NO_SIGNATURE = 'skip_thought_signature_validator';

function withSignature(parts: readonly JsonObject[], model: string): readonly JsonObject[] {
  const first = parts.findIndex((part) => part['functionCall'] !== undefined);
  if (!NEEDS_SIGNATURE.test(model) || parts[first]?.['thoughtSignature'] !== undefined)
    return parts;
  return parts.map((part, index) =>
    index === first ? { ...part, thoughtSignature: NO_SIGNATURE } : part,
  );
}

function encodeReplyPart(block: AssistantBlock): JsonObject | null {
  if (block.type === 'opaque') return null;
  if (block.type === 'text') return block.text === '' ? null : { text: block.text };
  const { id, name, input } = block;
  return { functionCall: { ...idOf(id), name: sentName(name), args: sentInput(input) } };
}
