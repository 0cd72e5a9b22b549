/** Writes all generated files. `--check` only lists outdated files, and fails if there are any. */
import { readFile, writeFile } from 'node:fs/promises';
import { generatedFiles } from '../apps/server/src/testing/generated-files.ts';
import { NOTICES_FILE, renderNotices } from './licences/notices.ts';

const isCheck = process.argv.includes('--check');
const root = new URL('../', import.meta.url);
let stale = 0;
for (const { path, text } of [{ path: NOTICES_FILE, text: renderNotices() }, ...(await generatedFiles())]) {
  const url = new URL(path, root);
  const current = await readFile(url, 'utf8').catch(() => '');
  if (current === text) continue;
  stale++;
  if (isCheck) console.error(`${path} is stale: run npm run generate`);
  else await writeFile(url, text);
  if (!isCheck) console.log(`wrote ${path}`);
}
if (isCheck && stale > 0) process.exit(1);
