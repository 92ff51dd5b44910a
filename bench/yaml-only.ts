// The least that can be done about a policy: parse its YAML. What refusing a bad one is measured against.
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';

const [file = ''] = process.argv.slice(2);
const document = parseDocument(readFileSync(file, 'utf8'));
console.log(document.errors.length, Object.keys(Object(document.toJS())).length);
