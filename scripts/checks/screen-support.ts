import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WATCHDOG_FRAME_SCRIPT } from '@vitrine/contract/watchdog-frame';
import { build } from 'vite';
import { findUnsupportedScript } from './browser-support.ts';
import { root } from './source-files.ts';
import { findUnsupportedStyle } from './style-support.ts';

const WORKER = 'service-worker.js';
const FRAME = 'watchdog-frame.js';

/** Builds the screen and returns what its oldest browsers do not support: in the page, in the service worker and in the watchdog frame. */
export async function findUnsupportedInScreen(): Promise<string[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-screen-'));
  try {
    const app = path.join(root, 'apps/screen');
    await build({
      root: app,
      configFile: path.join(app, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true },
    });
    return findUnsupportedInBuild({ ...readBuild(folder), [FRAME]: WATCHDOG_FRAME_SCRIPT });
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
  const alone = [WORKER, FRAME];
  for (const name of alone) if (!names.includes(name)) throw new Error(`The build of the screen has no ${name}.`);
  const page = names.filter((name) => !alone.includes(name));
  const pick = (chosen: readonly string[]) => Object.fromEntries(chosen.map((name) => [name, files[name] ?? '']));
  const styles = Object.entries(files).filter(([name]) => name.endsWith('.css'));
  return [
    ...[page, [WORKER], [FRAME]].flatMap((scripts) => findUnsupportedScript(pick(scripts))),
    ...styles.flatMap(([name, css]) => findUnsupportedStyle(name, css)),
  ];
}
