import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
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
const bundle = mkdtempSync(join(tmpdir(), 'countersign-sources-'));
const main = JSON.stringify(resolve('src/main.ts'));
writeFileSync(join(bundle, 'index.js'), `export * from ${main};\n`);
write(firstRequestPages(await firstRequests(bundle)));
rmSync(bundle, { recursive: true });
