import { hostModules } from './child.ts';

// The program for a start from sources. The bundle has `tool-host.js` instead.
hostModules();
