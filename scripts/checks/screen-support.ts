import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { WATCHDOG_FRAME_SCRIPT } from '@vitrine/contract/watchdog-frame';
import { build } from 'vite';
import { findUnsupportedScript } from './browser-support.ts';
import { root } from './source-files.ts';
import { findUnsupportedStyle } from './style-support.ts';

const WORKER = 'service-worker.js';
const FRAME = 'watchdog-frame.js';
/** Limit of the script that the page loads first, compressed by gzip at level 9. */
const FIRST_SCRIPT_MAX_BYTES = 46_000;

/**
 * Builds the screen and returns what its oldest browsers do not support: in the page, in the service worker and in the watchdog frame. Also returns a first
 * script that is too large.
 */
export async function findFaultsInScreen(): Promise<string[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-screen-'));
  try {
    const app = path.join(root, 'apps/screen');
    await build({
      root: app,
      configFile: path.join(app, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true },
    });
    const files = readBuild(folder);
    return [...findUnsupportedInBuild({ ...files, [FRAME]: WATCHDOG_FRAME_SCRIPT }), ...findLargeFirstScript(files)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readBuild(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|css)$/.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

/** Checks the files of a build by their names. Scripts of the page share its polyfills; the service worker and the frame have their own. */
export function findUnsupportedInBuild(files: Record<string, string>): string[] {
  const names = Object.keys(files).filter((name) => name.endsWith('.js'));
  const separateScripts = [WORKER, FRAME];
  for (const name of separateScripts) if (!names.includes(name)) throw new Error(`The build of the screen has no ${name}.`);
  const page = names.filter((name) => !separateScripts.includes(name));
  const pick = (selected: readonly string[]) => Object.fromEntries(selected.map((name) => [name, files[name] ?? '']));
  const styles = Object.entries(files).filter(([name]) => name.endsWith('.css'));
  return [
    ...[page, [WORKER], [FRAME]].flatMap((scripts) => findUnsupportedScript(pick(scripts))),
    ...styles.flatMap(([name, css]) => findUnsupportedStyle(name, css)),
  ];
}

/** Returns a line when the first script of the page is larger than a television should have to load. */
export function findLargeFirstScript(files: Record<string, string>): string[] {
  const [name, script] = Object.entries(files).find(([file]) => /^assets\/index\b.*\.js$/.test(file)) ?? [];
  if (name === undefined || script === undefined) throw new Error('The build of the screen has no first script.');
  const { length } = gzipSync(script, { level: 9 });
  return length > FIRST_SCRIPT_MAX_BYTES ? [`${name} has ${length} bytes of at most ${FIRST_SCRIPT_MAX_BYTES}, compressed`] : [];
}
