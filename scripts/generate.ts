import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { firstRequestPages, firstRequests } from './first-requests.ts';
import { generatedFiles } from './generated.ts';

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(path);
  }
}

write(await generatedFiles());
// The input schemas among the files are a part of the first requests, so these come after them.
write(firstRequestPages(await firstRequests()));
