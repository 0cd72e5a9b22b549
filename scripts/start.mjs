// Starts the whole product. A process that ends builds what is stale: neither the bundler nor Node's TypeScript compiler stays
// in the memory of the server, which is why this is plain JavaScript.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

process.env.NODE_ENV ??= 'production';
const { status, output } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'prepare-start.ts')], {
  stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  encoding: 'utf8',
});
if (status !== 0) process.exit(1);
await import(pathToFileURL(output[3]).href);
