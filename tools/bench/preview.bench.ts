/**
 * Navigation in the preview, in a real browser. The clock starts at the timestamp of the key or click event. It stops in the frame after the one in which the
 * next photo is in place, loaded and decoded.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { LIMITS } from '@vitrine/contract';
import sharp from 'sharp';
import { ApiPerson } from '../../e2e/api.ts';
import { windowOf } from '../../e2e/browser-person.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import { Product } from '../../e2e/product.ts';
import { until } from '../../e2e/until.ts';
import { against, median, quantile } from './figures.ts';

const GOES = 50;
/** 12 megapixels each, as a phone takes them. */
const PHOTO = { width: 4032, height: 3024 };
const LIMIT_MS = 100;
/** Pause between two rounds, like a user who looks at each photo for a moment. */
const PACE_MS = 400;

export async function run() {
  const product = await Product.start();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  try {
    const person = await ApiPerson.signUp(product, 'bench@example.com');
    const albumId = await anAlbumOfPhotos(person);
    const results = [];
    for (const [name, go] of [
      ['by key, of photos just uploaded', (page: Page) => page.keyboard.press('ArrowRight')],
      ['by key', (page: Page) => page.keyboard.press('ArrowRight')],
      ['by the button', (page: Page) => page.getByRole('button', { name: 'Next' }).click()],
    ] as const) {
      const goes = await walk(browser, person, albumId, go);
      console.log(`  ${name}: median ${median(goes).toFixed(0)}, worst ${Math.max(...goes).toFixed(0)} ms of ${goes.length}`);
      results.push(against(`next picture ${name}, p95`, quantile(goes, 0.95), LIMIT_MS, 'ms'));
    }
    return results;
  } finally {
    await browser.close();
    await product.remove();
  }
}

async function anAlbumOfPhotos(person: ApiPerson): Promise<string> {
  const album = await person.album('Holiday');
  const grain = await aGrain();
  for (let from = 0; from <= GOES; from += LIMITS.filesPerUpload) {
    const keys: string[] = [];
    for (let at = from; at <= Math.min(GOES, from + LIMITS.filesPerUpload - 1); at++)
      keys.push((await person.upload(`${at}.jpg`, await aPhoto(grain, at))).key);
    await person.attach(album._id, keys);
  }
  await until('the photos are ready', async () => {
    const media = await person.media(album._id);
    return media.length > GOES && media.every(({ status }) => status === 6);
  });
  return album._id;
}

/** Noise is as dear to decode as a photo. */
function aGrain(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 22 } as const;
  return sharp({ create: { ...PHOTO, channels: 3, background: '#000', noise } })
    .blur(1.2)
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Each in its own light. */
const aPhoto = (grain: Buffer, at: number): Promise<Buffer> =>
  sharp(grain)
    .linear(1, (at % 50) - 25)
    .jpeg({ quality: 86 })
    .toBuffer();

async function walk(browser: Browser, person: ApiPerson, albumId: string, go: (page: Page) => Promise<void>): Promise<number[]> {
  const page = await windowOf(browser, person, {}, `${person.product.origin}/main/media?albumId=${albumId}`);
  await page.locator('[data-index="0"] [data-part=open]').click();
  await page.locator('[data-current] img').waitFor();
  await page.evaluate(installClock);
  const goes: number[] = [];
  for (let step = 0; step < GOES; step++) {
    await page.waitForTimeout(PACE_MS);
    await go(page);
    goes.push(await page.evaluate(() => (window as unknown as { clock: Promise<number> }).clock));
  }
  await page.context().close();
  return goes;
}

/** Runs in the page. */
function installClock(): void {
  const hold = window as unknown as { clock: Promise<number> };
  const current = () => document.querySelector<HTMLImageElement>('[data-current] img');
  // The page handles the key first, so the next photo may already be shown.
  let shown = current()?.src;
  const start = ({ timeStamp }: Event) => {
    const before = shown;
    hold.clock = new Promise((resolve, reject) => {
      const look = () => {
        const picture = current();
        if (performance.now() - timeStamp > 10_000)
          return reject(new Error(`There was no picture: ${document.body.innerText.slice(0, 200)}`));
        if (!picture || picture.src === before || !picture.complete) return requestAnimationFrame(look);
        shown = picture.src;
        const stop = () => requestAnimationFrame(() => resolve(performance.now() - timeStamp));
        void picture.decode().then(stop, reject);
      };
      requestAnimationFrame(look);
    });
  };
  window.addEventListener('keydown', start, true);
  window.addEventListener('click', start, true);
}
