import * as z from 'zod';
import { CountersignError, isJsonObject, memoize } from '../../common/index.ts';
import type {
  PlainInput,
  PlainParameter,
  PlainParameters,
  SmallToolOptions,
} from '../../../types/tools.d.ts';
import { defineTool } from './define.ts';
import type { Tool, ToolContext, ToolOutput } from './tool.ts';
import { toolInvalid } from './tool-invalid.ts';

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
/** One parameter without its nested ones. An unknown key is refused, because nothing would enforce it. */
const parameterShape = memoize(() => {
  const common = { description: z.string().exactOptional(), optional: z.boolean().exactOptional() };
  return z.discriminatedUnion('type', [
    z.strictObject({
      ...common,
      type: z.literal('string'),
      enum: z.array(z.string()).min(1).exactOptional(),
    }),
    z.strictObject({ ...common, type: z.enum(['number', 'integer', 'boolean']) }),
    z.strictObject({ ...common, type: z.literal('array'), items: z.unknown() }),
    z.strictObject({
      ...common,
      type: z.literal('object'),
      properties: z.record(z.string(), z.unknown()),
    }),
  ]);
});

/**
 * The shortest form of a tool: `tool('shout', (args) => args.text.toUpperCase(), { parameters: {
 * text: { type: 'string' } } })`. Throws `tool-invalid` for a parameter of no known type.
 */
export function tool<const P extends PlainParameters>(
  name: string,
  execute: (args: PlainInput<P>, context: ToolContext) => ToolOutput | Promise<ToolOutput>,
  options: SmallToolOptions<P> = {},
): Tool {
  const { parameters, ...rest } = options;
  checkForm(name, execute, options);
  return defineTool({
    kind: 'execute',
    description: name,
    ...rest,
    name,
    input: parameters === undefined ? z.looseObject({}) : plainObject(name, parameters),
    execute: (input, context) => {
      if (!fitsParameters<P>(input))
        throw new CountersignError('internal', `${name}: not an object`);
      return execute(input, context);
    },
  });
}

/** Throws `tool-invalid` for what TypeScript refuses: without its types, nothing else would say that it is ignored. */
function checkForm(name: string, execute: unknown, options: object): void {
  const isCallable = typeof execute === 'function';
  const ignored = ['name', 'input', 'execute'].find((key) => key in options);
  if (isCallable && ignored === undefined) return;
  const because = isCallable ? `${ignored} is no option` : 'its second argument is not a function';
  throw toolInvalid(
    `The tool ${name} is invalid: ${because}.`,
    'Write tool(name, (args) => …, { parameters }), or use defineTool.',
  );
}

/** The schema was created from these parameters, so its parsed value has their type. */
function fitsParameters<P extends PlainParameters>(input: unknown): input is PlainInput<P> {
  return isJsonObject(input);
}

/** A Zod object for the parameters; refuses unknown keys. */
function plainObject(name: string, parameters: PlainParameters): z.ZodObject {
  if (!isJsonObject(parameters) || Object.hasOwn(parameters, '__proto__')) {
    throw toolInvalid(
      `The parameters of ${name} are not a plain object of names.`,
      "Write parameters: { text: { type: 'string' } }.",
    );
  }
  const types = Object.entries(parameters).map(
    ([key, one]) => [key, plainType(`${name}.${key}`, one)] as const,
  );
  return z.strictObject(Object.fromEntries(types));
}

function plainType(where: string, parameter: PlainParameter): z.ZodType {
  if (!isJsonObject(parameter) || !TYPES.includes(parameter.type)) {
    throw toolInvalid(
      `The parameter ${where} has no known type.`,
      `Write { type: ${TYPES.map((type) => `'${type}'`).join(' | ')} }.`,
    );
  }
  const shape = parameterShape().safeParse(parameter);
  if (!shape.success) {
    const because = shape.error.issues.map((issue) => issue.message).join('; ');
    throw toolInvalid(
      `The parameter ${where} cannot be used: ${because}.`,
      'For more than plain parameters, use defineTool with a Zod schema.',
    );
  }
  const base = bareType(where, parameter);
  const described =
    parameter.description === undefined ? base : base.describe(parameter.description);
  return parameter.optional === true ? described.optional() : described;
}

function bareType(where: string, parameter: PlainParameter): z.ZodType {
  if (parameter.type === 'object') return plainObject(where, parameter.properties);
  if (parameter.type === 'array') return z.array(plainType(`${where}[]`, parameter.items));
  if (parameter.type === 'string') {
    return parameter.enum === undefined ? z.string() : z.enum(parameter.enum);
  }
  return { number: z.number(), integer: z.int(), boolean: z.boolean() }[parameter.type];
}
