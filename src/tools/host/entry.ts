import { hostModules } from './child.ts';

// The program for a start from sources. In the bundle, `tool-host.js` stands for it.
hostModules();
