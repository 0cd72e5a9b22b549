// Starts the product. A child process builds stale outputs, so that the bundler does not stay in the server's memory. This file is plain JavaScript, so that
// Node's TypeScript compiler is not loaded either.
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
