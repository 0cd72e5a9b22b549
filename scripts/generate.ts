/** Writes the generated files of the server; with --check it only says which are stale, and fails. */
import { readFile, writeFile } from 'node:fs/promises';
import { generatedFiles } from '../apps/server/src/testing/generated-files.ts';

const isCheck = process.argv.includes('--check');
const root = new URL('../', import.meta.url);
let stale = 0;
for (const { path, text } of await generatedFiles()) {
  const url = new URL(path, root);
  const current = await readFile(url, 'utf8').catch(() => '');
  if (current === text) continue;
  stale++;
  if (isCheck) console.error(`${path} is stale: run npm run generate`);
  else await writeFile(url, text);
  if (!isCheck) console.log(`wrote ${path}`);
}
if (isCheck && stale > 0) process.exit(1);
