import { expect, test } from '@playwright/test';
import type { Device, DevicePlays } from '@vitrine/contract';
import { ApiPerson } from '../api.ts';
import type { Product } from '../product.ts';
import { isSameColour, readCentreColour } from '../screen-page.ts';
import { COLOURS, type Colour, type GeneratedFile, makeImage, makeVideo } from '../stage-media.ts';
import type { ScreenBrowser } from './screen-browser.ts';

const [RED, GREEN, BLUE, YELLOW] = COLOURS as [Colour, Colour, Colour, Colour];
const SECONDS_PER_PHOTO = 1;
/** A screen spreads its deliveries of plays over two minutes. Without jitter, the first follows a second after the start. */
const WITHOUT_JITTER = 'Math.random = function () { return 0; };';
const within = (timeout: number) => ({ timeout });

/** One owner with one screen in one browser. */
class ScreenJourney {
  readonly #product: Product;
  readonly #browser: ScreenBrowser;
  readonly #ana: ApiPerson;
  #albumId = '';
  #deviceId = '';

  constructor(product: Product, browser: ScreenBrowser, ana: ApiPerson) {
    this.#product = product;
    this.#browser = browser;
    this.#ana = ana;
  }

  async pair(): Promise<void> {
    await this.#browser.open(`${this.#product.origin}/screen`, { before: WITHOUT_JITTER });
    await this.#expectState('waiting');
    const code = await this.#browser.evaluate<string>('window.__vitrine.deviceId');
    expect(await this.#browser.evaluate<string>('document.body.innerText')).toContain(code);
    this.#deviceId = (await this.#ana.device('Kitchen', code))._id;
    await this.#expectState('idle');
  }

  async publish(files: GeneratedFile[]): Promise<void> {
    this.#albumId = (await this.#ana.album('Summer'))._id;
    await this.add(files);
    const playlist = await this.#ana.playlist('Evenings', [this.#albumId]);
    await this.#ana.request('PUT', `/playlists/${playlist._id}`, { albumId: this.#albumId, duration: SECONDS_PER_PHOTO });
    await this.#ana.publish(playlist._id, this.#deviceId);
  }

  async add(files: GeneratedFile[]): Promise<void> {
    const keys: string[] = [];
    for (const { bytes, kind, sha256 } of files) {
      keys.push((await this.#ana.upload(`${sha256.slice(0, 8)}.${kind === 'video' ? 'mp4' : 'jpg'}`, bytes)).key);
    }
    await this.#ana.attach(this.#albumId, keys);
    await this.#ana.waitUntilReady(this.#albumId);
  }

  /** Asserts that every color appears in the middle of the screen. */
  async expectShown(expected: readonly Colour[]): Promise<void> {
    await this.#expectState('playing');
    const missing = new Set(expected);
    const poll = async () => {
      const shown = await readCentreColour(await this.#browser.screenshot());
      for (const colour of missing) if (isSameColour(shown, colour)) missing.delete(colour);
      return [...missing];
    };
    await expect.poll(poll, { ...within(45_000), intervals: [100], message: 'colours that were not shown' }).toEqual([]);
  }

  /** Asserts that the service worker controls the page and all files are stored. */
  async expectStored(): Promise<void> {
    const isStored = 'navigator.serviceWorker.controller !== null && window.__vitrine.downloaded === window.__vitrine.total';
    await this.#expectTrue(isStored, 'the page and its files are not stored');
  }

  async restartOffline(): Promise<void> {
    await this.#product.stop();
    await this.#browser.restart();
    await this.#browser.open(`${this.#product.origin}/screen`);
  }

  /** Asserts that the screen reconnects without a reload and reports its health, and that it delivers all plays after the next start, including those from offline playback. */
  async expectReported(mediaCount: number): Promise<void> {
    await this.#product.start();
    const read = () => this.#ana.request<Device>('GET', `/devices/${this.#deviceId}`);
    await expect.poll(async () => (await read()).status, within(45_000)).toBe(1);
    await expect.poll(async () => (await read()).screen?.health ?? null, within(45_000)).toMatchObject({ width: 1280, height: 720 });
    await this.#browser.open(`${this.#product.origin}/screen`, { before: WITHOUT_JITTER });
    const countPlayed = async () => (await this.#ana.request<DevicePlays>('GET', `/devices/${this.#deviceId}/plays`)).media.length;
    await expect.poll(countPlayed, within(130_000)).toBe(mediaCount);
    await expect.poll(async () => (await read()).screen?.failed, within(45_000)).toEqual([]);
  }

  async #expectState(state: string): Promise<void> {
    await this.#expectTrue(`!!window.__vitrine && window.__vitrine.state === ${JSON.stringify(state)}`, `the state is not "${state}"`);
  }

  async #expectTrue(expression: string, failure: string): Promise<void> {
    await expect.poll(() => this.#browser.evaluate<boolean>(expression), { ...within(30_000), message: failure }).toBe(true);
  }
}

/** Pairs a screen, plays photos (and a video), follows a change, restarts without the server and reports what it played. */
export async function playJourney(product: Product, browser: ScreenBrowser, playsVideo: boolean): Promise<void> {
  const ana = await ApiPerson.create(product, 'ana@browsers.example');
  const journey = new ScreenJourney(product, browser, ana);
  const first = [await makeImage(RED), await makeImage(GREEN), ...(playsVideo ? [await makeVideo(BLUE, 2000)] : [])];
  const added = await makeImage(YELLOW);
  const colours = (files: readonly GeneratedFile[]) => files.map(({ colour }) => colour);
  await test.step('pairs by its id', () => journey.pair());
  await test.step('plays what is published', async () => {
    await journey.publish(first);
    await journey.expectShown(colours(first));
  });
  await test.step('shows a photo that is added', async () => {
    await journey.add([added]);
    await journey.expectShown([added.colour]);
    await journey.expectStored();
  });
  await test.step('plays after a restart without the server', async () => {
    await journey.restartOffline();
    await journey.expectShown(colours([...first, added]));
  });
  await test.step('reports health and plays when the server is back', () => journey.expectReported(first.length + 1));
}
