/** Whether an exchange keeps to GitHub's description. Pure, but for the description that is read once. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Exchange } from '../../src/testing/index.ts';
import { type Found, operationFor, type Parameter, validatorOf } from './description.ts';
import { GENERAL_STATUSES, KNOWN_WRONG, OTHER_PATHS } from './exceptions.ts';
import type { SchemaNode } from './closed.ts';

const MAX_VALUE_CHARS = 200;

/** What an exchange does that GitHub's description does not allow, a line each; empty where it keeps to it. */
export function violationsOf(exchange: Exchange): readonly string[] {
  const { method, path } = exchange.request;
  if (OTHER_PATHS.some((other) => other.path.test(path))) return [];
  const found = operationFor(method, path);
  if (found === null) return [`${method} ${path}: GitHub describes no such operation`];
  const problems = [...requestProblems(exchange, found), ...replyProblems(exchange, found)];
  const known = KNOWN_WRONG.filter((one) => one.operation.test(found.name));
  return problems
    .filter((problem) => !known.some((one) => one.problem.test(problem)))
    .map((problem) => `${found.name}: ${problem}`);
}

function requestProblems({ request, reply }: Exchange, found: Found): readonly string[] {
  const { parameters, body } = found.operation;
  const given = {
    path: found.parts,
    query: Object.fromEntries(request.query),
    header: request.headers,
  };
  const unknown = Object.keys(given.query).filter(
    (name) => !parameters.some((one) => one.in === 'query' && one.name === name),
  );
  const problems = [
    ...unknown.map((name) => `the query has ${name}, which is not documented`),
    ...parameters.flatMap((one) => parameterProblems(one, Reflect.get(given[one.in], one.name))),
  ];
  // GitHub reads a body that is no JSON, and says so by 400.
  if (reply?.status === 400) return problems;
  const text = request.body.toString('utf8');
  if (body === undefined) {
    return text === '' ? problems : [...problems, 'the request has a body; none is documented'];
  }
  if (text === '')
    return body.required ? [...problems, 'the request has no body; one is needed'] : problems;
  const schema = body.content['application/json'] ?? true;
  return [...problems, ...schemaProblems(schema, JSON.parse(text), 'the request body')];
}

function parameterProblems(parameter: Parameter, value: unknown): readonly string[] {
  const where = `the ${parameter.in} parameter ${parameter.name}`;
  if (typeof value !== 'string')
    return parameter.required ? [`${where} is not given; it is needed`] : [];
  const plain = schemaProblems(parameter.schema, value, where);
  if (plain.length === 0) return [];
  // Everything in an address is text: a number or a truth value is written there as it is in JSON.
  return /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(value)
    ? schemaProblems(parameter.schema, JSON.parse(value), where)
    : plain;
}

function replyProblems({ request, reply, isFault }: Exchange, found: Found): readonly string[] {
  if (reply === null || isFault) return [];
  const where = `the ${reply.status} answer`;
  const content = found.operation.responses[String(reply.status)];
  if (content === undefined && GENERAL_STATUSES[String(reply.status)] === undefined)
    return [`${where} is not documented`];
  const body = reply.body ?? '';
  const isEmpty = typeof body === 'object' && !Buffer.isBuffer(body) ? false : body.length === 0;
  if (reply.status >= 300 && reply.status < 400)
    return isEmpty ? [] : [`${where} has a body; none is documented`];
  const schema = jsonOf(content) ?? (reply.status >= 400 ? BASIC_ERROR : undefined);
  if (schema === undefined) return isEmpty ? [] : [`${where} has a body; none is documented`];
  if (isOtherMedia(request.headers.accept ?? '')) return [];
  if (typeof body !== 'object' || Buffer.isBuffer(body)) return [`${where} is no JSON`];
  return schemaProblems(schema, JSON.parse(JSON.stringify(body)), where);
}

const BASIC_ERROR = { $ref: '#/components/schemas/basic-error' };

function jsonOf(content: Readonly<Record<string, SchemaNode>> = {}): SchemaNode | undefined {
  return content['application/json'];
}

/** `application/vnd.github.sha`, `.diff` and `.raw` are answered with text. */
function isOtherMedia(accept: string): boolean {
  return /vnd\.github\.(?:[\w-]+\.)?(?:sha|diff|patch|raw)\b/.test(accept);
}

function schemaProblems(schema: SchemaNode, value: unknown, where: string): readonly string[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? [])
    .filter(
      (error) =>
        !['anyOf', 'oneOf', 'if'].includes(error.keyword) || isAlone(error, validate.errors),
    )
    .map(
      (error) =>
        `${where}${error.instancePath === '' ? '' : ` at ${error.instancePath}`} ${describeViolation(error)}`,
    );
}

/** A branch that nothing matched is reported by what was wrong in its branches. */
function isAlone(error: ErrorObject, all: readonly ErrorObject[] | null | undefined): boolean {
  return !(all ?? []).some(
    (other) => other !== error && other.instancePath.startsWith(error.instancePath),
  );
}

function describeViolation(error: ErrorObject): string {
  const { params, data } = error;
  const missing: unknown = Reflect.get(params, 'missingProperty');
  if (typeof missing === 'string') return `lacks ${missing}`;
  const name: unknown =
    Reflect.get(params, 'additionalProperty') ?? Reflect.get(params, 'unevaluatedProperty');
  if (typeof name === 'string') return `has ${name}, which is not documented`;
  const value = JSON.stringify(data) ?? 'nothing';
  const short = value.length > MAX_VALUE_CHARS ? `${value.slice(0, MAX_VALUE_CHARS)}…` : value;
  return `${error.message ?? 'is wrong'}, is ${short}`;
}
