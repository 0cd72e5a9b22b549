import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildServer } from '../scripts/build-server.ts';
import { findHeadlessShell } from './chromium.ts';
import { Product, removePort } from './product.ts';

/** Finds or unpacks the browser, builds the server and prepares a data folder once. Workers read the paths from the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  process.env['CHROMIUM'] = await findHeadlessShell();
  process.env['SERVER_MAIN'] = await buildServer({ onlyIfStale: true });
  // All servers and their processes load the same code. A cache of the compiled code saves a sixth of the processor time of a start.
  const compiled = await mkdtemp(path.join(os.tmpdir(), 'vitrine-compiled-'));
  process.env['NODE_COMPILE_CACHE'] = compiled;
  const product = await Product.startEmpty();
  await product.stop();
  await removePort(product.dataDir);
  process.env['PREPARED_DATA_DIR'] = product.dataDir;
  return async () => {
    await product.remove();
    await rm(compiled, { recursive: true, force: true });
  };
}
