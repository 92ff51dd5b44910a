import { isJsonObject, type Json } from '../../common/index.ts';
import { mayBeInBaseline } from '../layers/key-rules.ts';
import type { LocatedProblem } from '../model/problems.ts';
import type { PolicyDocument } from './schema.ts';
import type { LocatedValue } from './yaml.ts';

/** Keys whose parts have rules of their own. Every other key has one rule as a whole. */
const DIVIDED = ['approvals', 'sandbox', 'budget', 'github', 'done', 'tools', 'mcp', 'redact'];

/** What a file must not say because it is a baseline, or because it is none. */
export function baselineProblems(
  document: PolicyDocument,
  { located, baseline }: { readonly located: LocatedValue; readonly baseline: boolean },
): readonly LocatedProblem[] {
  const inMode = (message: string, fix: string): LocatedProblem => {
    return { ...located.positionOf(['mode']), message, fix };
  };
  if (!baseline && document.mode === 'defer')
    return [
      inMode(
        '"mode: defer" leaves a call to the other layers, and this policy is not a baseline.',
        'Write "mode: ask", or name the file as a baseline.',
      ),
    ];
  if (!baseline) return [];
  return [
    ...keysOf(located.value)
      .filter((path) => !mayBeInBaseline(path.join('.')))
      .map((path) => ({
        ...located.keyPositionOf(path),
        message: `"${path.join('.')}" cannot be in a baseline: no value of it is tighter than another.`,
        fix: 'Move it to the policy of the repository.',
      })),
    ...(document.mode === 'custom'
      ? [
          inMode(
            '"mode: custom" in a baseline would let the hooks of each repository decide.',
            'Write "mode: ask", "mode: deny" or "mode: defer".',
          ),
        ]
      : []),
    ...hookProblems(document, located),
  ];
}

/** The paths of a file's keys, as `key-rules.ts` names them. */
export function keysOf(value: Json): readonly (readonly string[])[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (key === 'sandbox' && !isJsonObject(part)) return [['sandbox', 'mode']];
    if (!DIVIDED.includes(key) || !isJsonObject(part)) return [[key]];
    return Object.keys(part).map((name) => [key, name]);
  });
}

/** A baseline is one file: code of another repository is not fetched, and a file of each repository would be written by each. */
function hookProblems(
  { hooks = [] }: PolicyDocument,
  located: LocatedValue,
): readonly LocatedProblem[] {
  return hooks.flatMap((hook, index) =>
    hook.startsWith('countersign:')
      ? []
      : [
          {
            ...located.positionOf(['hooks', index]),
            message: `The hook "${hook}" is a file, and a baseline can only have built-in hooks: no code of other repositories is run.`,
            fix: 'Write a built-in hook, such as "countersign:block-paths(GLOB)", or name the file in the policy of the repository.',
          },
        ],
  );
}
