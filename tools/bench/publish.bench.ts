/**
 * Measures the time from the click on Publish to the first frame of the new playlist on a real screen that already has the media, with a thousand other
 * screens connected.
 */
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { ApiPerson } from '../../e2e/api.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../e2e/chromium.ts';
import { Product } from '../../e2e/product.ts';
import { until } from '../../e2e/until.ts';
import { createLimitResult, quantile } from './figures.ts';
import { makeFleet } from './fleet.data.ts';
import { FleetScreens } from './fleet-screens.ts';

const ROUNDS = 100;
const OTHERS = 1000;
const LIMITS_MS = { p50: 80, p99: 200 };
const TIMEOUT_S = 60;
/** Pause before each round, so that all start from an idle screen. */
const SETTLE_MS = 400;

export async function run() {
  const product = await Product.start();
  const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_FLAGS });
  let others: FleetScreens | undefined;
  try {
    const othersOwner = await ApiPerson.signUp(product, 'others@example.com');
    others = new FleetScreens(product.origin, (await makeFleet(product, othersOwner, OTHERS)).identities);
    await others.waitFor('connected', TIMEOUT_S);
    const person = await ApiPerson.signUp(product, 'bench@example.com');
    const screen = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await screen.goto(`${product.origin}/screen/`);
    const code = (await screen.getByText(/^[A-Z]\d{5}$/).textContent()) ?? '';
    const device = await person.device('Bench', code);
    const playlists = [await createPhotoPlaylist(person, 'Red', '#c02020'), await createPhotoPlaylist(person, 'Blue', '#2030c0')];
    for (const { playlistId, mediaId } of playlists) {
      await person.publish(playlistId, device._id);
      await screen.waitForFunction((id) => window.__vitrine?.itemId === id, mediaId);
    }
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const playlist = playlists[round % 2];
      await screen.waitForTimeout(SETTLE_MS);
      times.push(await timeToFrame(person, screen, playlist?.playlistId ?? '', playlist?.mediaId ?? '', device._id));
    }
    return [
      createLimitResult('click to first frame, p50', quantile(times, 0.5), LIMITS_MS.p50, 'ms'),
      createLimitResult('click to first frame, p99', quantile(times, 0.99), LIMITS_MS.p99, 'ms'),
    ];
  } finally {
    await others?.close();
    await browser.close();
    await product.remove();
  }
}

/** Measures the frame inside the screen's page, so that the result includes no polling interval. */
async function timeToFrame(person: ApiPerson, screen: Page, playlistId: string, mediaId: string, deviceId: string): Promise<number> {
  const shown = screen.evaluate(waitForItem, mediaId);
  const start = Date.now();
  await person.publish(playlistId, deviceId);
  return (await shown) - start;
}

function waitForItem(mediaId: string): Promise<number> {
  return new Promise((resolve) => {
    const poll = () => (window.__vitrine?.itemId === mediaId ? resolve(Date.now()) : requestAnimationFrame(poll));
    poll();
  });
}

async function createPhotoPlaylist(person: ApiPerson, name: string, colour: string): Promise<{ playlistId: string; mediaId: string }> {
  const album = await person.album(name);
  const bytes = await sharp({ create: { width: 1920, height: 1080, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
  const { key } = await person.upload(`${name}.jpg`, bytes);
  const [media] = await person.attach(album._id, [key]);
  await until('the photo is ready', async () => (await person.media(album._id))[0]?.status === 6);
  const playlist = await person.playlist(name, [album._id]);
  return { playlistId: playlist._id, mediaId: media?._id ?? '' };
}
