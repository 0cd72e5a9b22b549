import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Player, StageItem } from '@vitrine/stage';
import { build } from 'vite';
import type { GeneratedFile } from './stage-media.ts';

const ORIGIN = 'http://stage.test';

/** Properties of the page below that tests use. */
declare global {
  interface Window {
    player: Player<StageItem>;
    shown: string[];
    errors: string[];
    released: number;
    fades: number;
  }
}

const ENTRY = `
import { createPlayer } from '@vitrine/stage';
window.shown = []; window.errors = []; window.released = 0;
const options = JSON.parse(new URLSearchParams(location.search).get('options') ?? '{}');
window.player = createPlayer({
  element: document.getElementById('stage'),
  resolveUrl: async (item) => {
    const response = await fetch('/files/' + item.id);
    const url = URL.createObjectURL(await response.blob());
    return { url, release: () => { URL.revokeObjectURL(url); window.released += 1; } };
  },
  onItem: (item) => window.shown.push(item ? item.id : 'nothing'),
  onError: (item, reason) => window.errors.push(item.id + ': ' + reason),
  ...options,
});
`;

let bundle: Promise<string> | null = null;

/** Bundles the stage without the screen app, as the web preview uses it. */
async function bundleStage(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    root: path.resolve(import.meta.dirname, '..'),
    plugins: [
      {
        name: 'stage-page',
        resolveId: (id) => (id === 'stage-page' ? '\0stage-page' : undefined),
        load: (id) => (id === '\0stage-page' ? ENTRY : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: 'stage-page', output: { format: 'iife' } } },
  });
  const [result] = [output].flat();
  if (!result || !('output' in result)) throw new Error('the stage was not bundled');
  return result.output[0].code;
}

/** Opens a page with a player that loads these files by their names. */
export async function openStage(page: Page, files: Record<string, GeneratedFile | Buffer>, options: object = {}): Promise<void> {
  bundle ??= bundleStage();
  const script = await bundle;
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/stage.js') return route.fulfill({ contentType: 'text/javascript', body: script });
    if (!pathname.startsWith('/files/')) {
      const body =
        '<!doctype html><meta charset="utf-8"><body style="margin:0"><div id="stage" style="height:100vh"></div><script src="/stage.js"></script>';
      return route.fulfill({ contentType: 'text/html', body });
    }
    const file = files[pathname.slice('/files/'.length)];
    if (!file) return route.fulfill({ status: 404 });
    return Buffer.isBuffer(file) ? route.fulfill({ body: file }) : route.fulfill({ contentType: file.mimetype, body: file.bytes });
  });
  await page.goto(`${ORIGIN}/?options=${encodeURIComponent(JSON.stringify(options))}`);
}

export const toStageItem = (id: string, { kind, durationMs }: Pick<GeneratedFile, 'kind' | 'durationMs'>): StageItem => ({
  id,
  kind,
  durationMs,
});
