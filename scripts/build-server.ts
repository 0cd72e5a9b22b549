import { accessSync, constants, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashSources, root } from './source-hash.ts';

const source = path.join(root, 'apps/server/src');
const dist = path.join(root, 'apps/server/dist');
const stamp = path.join(dist, '.source-hash');

/**
 * Packages stay in node_modules, because some have binaries, and most load files relative to their own path. Kysely and zod are bundled: they are hundreds of
 * small files that only our code and the type provider import, and to load them took 0.3 s of processor time at each start.
 */
const BUNDLED_PACKAGES = /^(@vitrine\/|(kysely|zod|fastify-type-provider-zod)(\/|$))/;

/**
 * Bundles the server when its sources have changed, and returns the file that starts it. If dist is not writable, returns the source file, which Node runs
 * with its built-in type stripping at the cost of 36 MB of memory.
 */
export async function buildServer({ onlyIfStale }: { onlyIfStale: boolean }): Promise<string> {
  const hash = hashSources(['apps/server/src', 'packages', 'scripts/build-server.ts']);
  const built = path.join(dist, 'main.js');
  if (onlyIfStale && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return built;
  if (!isWritable(existsSync(dist) ? dist : path.dirname(dist))) return path.join(source, 'main.ts');
  console.log('Building apps/server…');
  // Import the bundler only here, because loading it takes longer than the check for changed sources.
  const { build } = await import('rolldown');
  rmSync(dist, { recursive: true, force: true });
  await build({
    input: entries(),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !BUNDLED_PACKAGES.test(id),
    output: {
      dir: dist,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
      // V8 keeps the text of each script in memory, with two bytes per character if one of them is not ASCII.
      charset: 'ascii',
      comments: false,
      codeSplitting: { groups: [{ debugName: 'folders', name: getFolder, entriesAware: true }] },
    },
    logLevel: 'warn',
  });
  writeFileSync(stamp, hash);
  return built;
}

/** Returns the entry points: the server, and the threads and processes it starts (platform/program-files.ts), by their path in src. */
function entries(): Record<string, string> {
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /-(process|thread)\.ts$/.test(name));
  return Object.fromEntries(['main.ts', ...names].map((name) => [name.replaceAll('\\', '/').slice(0, -3), path.join(source, name)]));
}

/**
 * Returns the chunk of a source file: one for each folder of the server and for each package. V8 allocates what it needs to compile a script outside its heap.
 * For one script of 2.4 MB that is so much at once that 9 MB stay with the process, fragmented. A chunk also contains what its files import, unless an earlier
 * one does, so that chunks never import one another in circles.
 */
function getFolder(file: string): string | null {
  const [, parent, folder] =
    /(src[\\/](?:modules|platform)|packages|node_modules)[\\/]([^\\/]+)[\\/]/.exec(path.relative(root, file)) ?? [];
  return parent && folder ? `${path.basename(parent)}-${folder}` : null;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
