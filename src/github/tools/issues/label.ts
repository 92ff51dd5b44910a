import { invalidInput } from '../../../common/index.ts';
import * as z from 'zod';
import { failure, githubTool, numberOf, success, type Tool } from '../helpers.ts';
import type { GitHubToolContext } from '../context.ts';

const MAX_LABELS = 20;
const MAX_LISTED = 100;
const label = () => z.string().trim().min(1).max(100);

/** `github_label`: adds and removes labels. Only existing labels, since GitHub itself would create new ones. */
export function labelTool(context: GitHubToolContext): Tool {
  return githubTool(context, {
    name: 'github_label',
    displayName: 'Label',
    description: {
      short: 'Put labels of the repository on an issue or pull request, or take them off.',
      usageNotes: ['Without number: the one that this run is about. It creates no labels.'],
    },
    kind: 'network',
    input: z.object({
      number: z.number().int().positive().optional(),
      add: z.array(label()).max(MAX_LABELS).optional(),
      remove: z.array(label()).max(MAX_LABELS).optional(),
    }),
    execute: async ({ number, add = [], remove = [] }, { setMetadata }) => {
      const on = numberOf(context, { number });
      if (add.length + remove.length === 0)
        throw invalidInput('The call names no label.', 'Give add or remove.');
      const known = new Map(
        (await context.github.labels()).map((name) => [name.toLowerCase(), name]),
      );
      const unknown = add.filter((name) => !known.has(name.toLowerCase()));
      if (unknown.length > 0) {
        const names = [...known.values()].slice(0, MAX_LISTED).join(', ');
        return failure('not_found', `The repository has no label ${unknown.join(', ')}.`, [
          `It has: ${names}.`,
        ]);
      }
      const named = add.map((name) => known.get(name.toLowerCase()) ?? name);
      const done = { created: 'labels', id: on };
      if (named.length > 0) {
        await context.github.addLabels(on, named);
        setMetadata(done);
      }
      const [removed, absent]: [string[], string[]] = [[], []];
      for (const name of remove) {
        if (await context.github.removeLabel(on, name)) {
          removed.push(name);
          setMetadata(done);
        } else absent.push(name);
      }
      const rest = absent.length === 0 ? '' : ` It did not have ${list(absent)}.`;
      return success(
        `#${on}: added ${list(named)}, removed ${list(removed)}.${rest}`,
        named.length + removed.length === 0 ? { ...done, created: 'nothing' } : done,
      );
    },
  });
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}
