/**
 * `npm run shots`: takes screenshots of every page by size, theme and viewer into `shots/`, with a contact sheet for each size and theme. It starts the product
 * with the demo household in a temporary folder; `--origin http://localhost:3000` uses a running demo instead. `--only PATHPART`, `--sizes 390,1440` and
 * `--themes light` select screenshots. `--text 200` doubles the text size. `--answers none` shows pages without responses from the server, `--answers errors`
 * pages with errors.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../e2e/product.ts';
import { root } from '../scripts/checks/source-files.ts';
import { startDemo } from './demo/start-demo.ts';
import { RESPONSE_MODES, type ResponseMode, SIZES, THEMES, type Theme, type Width } from './shots/camera.ts';
import { takeShots } from './shots/take-shots.ts';

const { values } = parseArgs({
  options: {
    origin: { type: 'string' },
    only: { type: 'string', default: '' },
    sizes: { type: 'string', default: Object.keys(SIZES).join() },
    themes: { type: 'string', default: THEMES.join() },
    answers: { type: 'string', default: 'all' },
    text: { type: 'string', default: '100' },
  },
});
const widths = values.sizes.split(',').map(Number).filter(isWidth);
const themes = values.themes.split(',').filter(isTheme);
if (widths.length === 0) throw new Error(`--sizes takes a list of ${Object.keys(SIZES).join()}`);
if (themes.length === 0) throw new Error(`--themes takes a list of ${THEMES.join()}`);
const textPercent = Number(values.text);
if (!(textPercent >= 50 && textPercent <= 400)) throw new Error('--text takes a percentage from 50 to 400');
if (!isResponseMode(values.answers)) throw new Error(`--answers takes one of ${RESPONSE_MODES.join()}`);

const print = (line: string) => console.log(line);
const options = { folder: path.join(root, 'shots'), only: values.only, widths, themes, responseMode: values.answers, textPercent };
if (values.origin) await takeShots({ ...options, origin: new URL(values.origin).origin }, print);
else await withDemo((origin) => takeShots({ ...options, origin }, print));
// Timers of the simulated screens would keep the process alive.
process.exit(0);

async function withDemo(work: (origin: string) => Promise<void>): Promise<void> {
  // Use a free port, because another product may use the default FTP port.
  process.env['FTP_PORT'] ??= String(await freePort());
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vitrine-shots-'));
  try {
    const demo = await startDemo(dataDir, await freePort(), print);
    await work(demo.server.origin).finally(demo.stop);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function isWidth(width: number): width is Width {
  return width in SIZES;
}

function isTheme(theme: string): theme is Theme {
  return (THEMES as readonly string[]).includes(theme);
}

function isResponseMode(mode: string): mode is ResponseMode {
  return (RESPONSE_MODES as readonly string[]).includes(mode);
}
