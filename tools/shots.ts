/**
 * `npm run shots`: every page by size and theme, full, empty and as an administrator sees it, under `shots/`: single pictures, and a
 * contact sheet of each size and theme. It starts the product with the demo household in a folder that it removes; with
 * `--origin http://localhost:3000` it looks at a demo that runs. `--only PATHPART`, `--sizes 390,1440` and `--themes light` narrow it.
 * `--text 200` shows them with text of twice its size. `--answers none` shows pages whose server does not answer, `--answers errors` those whose server fails.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../e2e/product.ts';
import { root } from '../scripts/checks/source-files.ts';
import { startDemo } from './demo/start-demo.ts';
import { ANSWERS, type Answers, SIZES, THEMES, type Theme, type Width } from './shots/camera.ts';
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
if (widths.length === 0) throw new Error(`--sizes takes some of ${Object.keys(SIZES).join()}`);
if (themes.length === 0) throw new Error(`--themes takes some of ${THEMES.join()}`);
const textPercent = Number(values.text);
if (!(textPercent >= 50 && textPercent <= 400)) throw new Error('--text takes a percentage from 50 to 400');
if (!isAnswers(values.answers)) throw new Error(`--answers takes one of ${ANSWERS.join()}`);

const say = (line: string) => console.log(line);
const wanted = { folder: path.join(root, 'shots'), only: values.only, widths, themes, answers: values.answers, textPercent };
if (values.origin) await takeShots({ ...wanted, origin: new URL(values.origin).origin }, say);
else await withDemo((origin) => takeShots({ ...wanted, origin }, say));
// Parts of the simulated screens run until their page goes.
process.exit(0);

async function withDemo(work: (origin: string) => Promise<void>): Promise<void> {
  // Its own one is for a product that stays.
  process.env['FTP_PORT'] ??= String(await freePort());
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vitrine-shots-'));
  try {
    const demo = await startDemo(dataDir, await freePort(), say);
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

function isAnswers(answers: string): answers is Answers {
  return (ANSWERS as readonly string[]).includes(answers);
}
