import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildServer } from '../scripts/build-server.ts';
import { findHeadlessShell } from './chromium.ts';
import { Product } from './product.ts';

/** The browser is found, or unpacked, the server built and a data folder made, once; the workers read where from the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  process.env['CHROMIUM'] = await findHeadlessShell();
  process.env['SERVER_MAIN'] = await buildServer({ onlyIfStale: true });
  const product = await Product.startEmpty();
  await product.stop();
  await forgetPort(path.join(product.dataDir, 'postgres.json'));
  process.env['PREPARED_DATA_DIR'] = product.dataDir;
  return () => product.remove();
}

/** All copies have one password: at the port of another they would take that one's database for theirs. */
async function forgetPort(settingsFile: string): Promise<void> {
  const { password } = JSON.parse(await readFile(settingsFile, 'utf8')) as { password: string };
  await writeFile(settingsFile, JSON.stringify({ password }));
}
