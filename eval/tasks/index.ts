/** All tasks, in the order in which they are printed. */
import type { Task } from '../task.ts';
import { fixGoWords } from './fix-go-words.ts';
import { fixNodePages } from './fix-node-pages.ts';
import { fixPythonDefaults } from './fix-python-defaults.ts';
import { triageIssue } from './triage-issue.ts';

export const TASKS: readonly Task[] = [fixNodePages, fixPythonDefaults, fixGoWords, triageIssue];
