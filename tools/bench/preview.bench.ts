/**
 * Navigation in the preview, in a real browser. The clock starts at the timestamp of the key or click event. It stops in the frame after the one in which the
 * next photo is in place, loaded and decoded.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { LIMITS } from '@vitrine/contract';
import sharp from 'sharp';
import { ApiPerson } from '../../e2e/api.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import { Product } from '../../e2e/product.ts';
import { openSignedInPage } from '../../e2e/signed-in-page.ts';
import { until } from '../../e2e/until.ts';
import { createLimitResult, median, quantile } from './figures.ts';

const STEPS = 50;
/** Typical size of a phone's photo: 12 megapixels. */
const PHOTO = { width: 4032, height: 3024 };
const LIMIT_MS = 100;
/** Pause between two rounds, like a user who looks at each photo for a moment. */
const STEP_PAUSE_MS = 400;

export async function run() {
  const product = await Product.start();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  try {
    const person = await ApiPerson.signUp(product, 'bench@example.com');
    const albumId = await createPhotoAlbum(person);
    const results = [];
    for (const [name, showNext] of [
      ['by key, of photos just uploaded', (page: Page) => page.keyboard.press('ArrowRight')],
      ['by key', (page: Page) => page.keyboard.press('ArrowRight')],
      ['by the button', (page: Page) => page.getByRole('button', { name: 'Next' }).click()],
    ] as const) {
      const stepsMs = await measureSteps(browser, person, albumId, showNext);
      console.log(`  ${name}: median ${median(stepsMs).toFixed(0)}, maximum ${Math.max(...stepsMs).toFixed(0)} ms of ${stepsMs.length}`);
      results.push(createLimitResult(`next photo ${name}, p95`, quantile(stepsMs, 0.95), LIMIT_MS, 'ms'));
    }
    return results;
  } finally {
    await browser.close();
    await product.remove();
  }
}

async function createPhotoAlbum(person: ApiPerson): Promise<string> {
  const album = await person.album('Holiday');
  const noiseImage = await createNoise();
  for (let from = 0; from <= STEPS; from += LIMITS.filesPerUpload) {
    const keys: string[] = [];
    for (let at = from; at <= Math.min(STEPS, from + LIMITS.filesPerUpload - 1); at++)
      keys.push((await person.upload(`${at}.jpg`, await createPhoto(noiseImage, at))).key);
    await person.attach(album._id, keys);
  }
  await until('the photos are ready', async () => {
    const media = await person.media(album._id);
    return media.length > STEPS && media.every(({ status }) => status === 6);
  });
  return album._id;
}

/** Creates noise, which takes as long to decode as a real photo. */
function createNoise(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 22 } as const;
  return sharp({ create: { ...PHOTO, channels: 3, background: '#000', noise } })
    .blur(1.2)
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Creates a photo with a different brightness for each number. */
const createPhoto = (noiseImage: Buffer, at: number): Promise<Buffer> =>
  sharp(noiseImage)
    .linear(1, (at % 50) - 25)
    .jpeg({ quality: 86 })
    .toBuffer();

async function measureSteps(
  browser: Browser,
  person: ApiPerson,
  albumId: string,
  showNext: (page: Page) => Promise<void>,
): Promise<number[]> {
  const page = await openSignedInPage(browser, person, {}, `${person.product.origin}/main/media?albumId=${albumId}`);
  await page.locator('[data-index="0"] [data-part=open]').click();
  await page.locator('[data-current] img').waitFor();
  await page.evaluate(installClock);
  const stepsMs: number[] = [];
  for (let step = 0; step < STEPS; step++) {
    await page.waitForTimeout(STEP_PAUSE_MS);
    await showNext(page);
    stepsMs.push(await page.evaluate(() => (window as unknown as { clock: Promise<number> }).clock));
  }
  await page.context().close();
  return stepsMs;
}

/** Runs in the page. Sets `window.clock` to the time from each key or click until the next photo is painted. */
function installClock(): void {
  const clockWindow = window as unknown as { clock: Promise<number> };
  const current = () => document.querySelector<HTMLImageElement>('[data-current] img');
  // The page handles the key first, so the next photo may already be shown.
  let shown = current()?.src;
  const start = ({ timeStamp }: Event) => {
    const previous = shown;
    clockWindow.clock = new Promise((resolve, reject) => {
      const poll = () => {
        const image = current();
        if (performance.now() - timeStamp > 10_000)
          return reject(new Error(`No photo was shown: ${document.body.innerText.slice(0, 200)}`));
        if (!image || image.src === previous || !image.complete) return requestAnimationFrame(poll);
        shown = image.src;
        const stop = () => requestAnimationFrame(() => resolve(performance.now() - timeStamp));
        void image.decode().then(stop, reject);
      };
      requestAnimationFrame(poll);
    });
  };
  window.addEventListener('keydown', start, true);
  window.addEventListener('click', start, true);
}
