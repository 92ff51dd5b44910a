// I/O: reads the workflows and policies of a repository.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '../../ecosystems/index.ts';
import { type Finding, unknown } from './finding.ts';
import { otherAnswerFindings } from './workflow-answers.ts';
import { readWorkflows, type WorkflowFile } from './workflow-jobs.ts';
import { lintWorkflows } from './workflow-lint.ts';
import { setupFindings } from './workflow-setup.ts';

const WORKFLOWS = '.github/workflows';
const MAX_WORKFLOWS = 200;
const MAX_FILE_BYTES = 1024 * 1024;

/** The findings for all workflows of a repository that use Countersign, together with their policies. */
export function repositoryFindings(
  root: string,
  options: { readonly projects: readonly Project[]; readonly defaultPolicy: string },
): readonly Finding[] {
  const files = workflowFiles(root);
  const policyOf = (path: string) => readSmall(join(root, path));
  const { workflows } = readWorkflows(files);
  const byPolicy = [
    ...setupFindings(workflows, { ...options, policyOf }),
    ...otherAnswerFindings(workflows, { ...options, policyOf }),
  ];
  const findings = [
    ...lintWorkflows(files, { alsoNamed: byPolicy.map(({ found }) => found) }),
    ...byPolicy,
  ];
  return findings.length > 0
    ? findings
    : [unknown('workflow', `No workflow in ${WORKFLOWS} uses Countersign.`)];
}

function workflowFiles(root: string): readonly WorkflowFile[] {
  const folder = join(root, WORKFLOWS);
  return namesIn(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .slice(0, MAX_WORKFLOWS)
    .flatMap((name) => {
      const text = readSmall(join(folder, name));
      return text === null ? [] : [{ file: `${WORKFLOWS}/${name}`, text }];
    });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The text of a regular file of limited size; otherwise `null`. */
export function readSmall(path: string): string | null {
  try {
    const about = statSync(path);
    return about.isFile() && about.size <= MAX_FILE_BYTES ? readFileSync(path, 'utf8') : null;
  } catch {
    return null;
  }
}
