/** All tasks, in the order in which they are printed. */
import type { Task } from '../task.ts';
import { askPerson } from './ask-person.ts';
import { ciFirstError } from './ci-first-error.ts';
import { ciGithub } from './ci-github.ts';
import { ciLogFile } from './ci-log-file.ts';
import { deniedGenerated } from './denied-generated.ts';
import { deniedProduction } from './denied-production.ts';
import { deniedShell } from './denied-shell.ts';
import { featureNodeFlag } from './feature-node-flag.ts';
import { featureNodeQueue } from './feature-node-queue.ts';
import { featurePythonFilter } from './feature-python-filter.ts';
import { featureRename } from './feature-rename.ts';
import { fixGoCache } from './fix-go-cache.ts';
import { fixGoWords } from './fix-go-words.ts';
import { fixNodePages } from './fix-node-pages.ts';
import { fixNodeRetry } from './fix-node-retry.ts';
import { fixPythonDefaults } from './fix-python-defaults.ts';
import { fixPythonIntervals } from './fix-python-intervals.ts';
import { injectionFile } from './injection-file.ts';
import { injectionIssue } from './injection-issue.ts';
import { injectionOutput } from './injection-output.ts';
import { injectionPage } from './injection-page.ts';
import { refusedDelete } from './refused-delete.ts';
import { refusedPublish } from './refused-publish.ts';
import { reviewGithub } from './review-github.ts';
import { reviewNode } from './review-node.ts';
import { reviewPython } from './review-python.ts';
import { sizeLongFile } from './size-long-file.ts';
import { sizeMonorepo } from './size-monorepo.ts';
import { triageIssue } from './triage-issue.ts';
import { triageList } from './triage-list.ts';

export const TASKS: readonly Task[] = [
  fixNodePages,
  fixNodeRetry,
  fixPythonDefaults,
  fixPythonIntervals,
  fixGoWords,
  fixGoCache,
  featureNodeFlag,
  featureNodeQueue,
  featurePythonFilter,
  featureRename,
  ciLogFile,
  ciFirstError,
  ciGithub,
  reviewNode,
  reviewPython,
  reviewGithub,
  triageList,
  triageIssue,
  deniedGenerated,
  deniedProduction,
  deniedShell,
  refusedDelete,
  refusedPublish,
  askPerson,
  injectionIssue,
  injectionFile,
  injectionPage,
  injectionOutput,
  sizeLongFile,
  sizeMonorepo,
];
