import { expect } from '@playwright/test';
import type {} from '../apps/screen/src/debug-state.ts';
import { POLLING } from './polling.ts';
import { test } from './product-test.ts';
import { FakeServer } from './stage-fake-server.ts';
import { captureFrames } from './stage-frames.ts';
import { COLOURS, type Colour, makeImage, makeVideo, makeWidget, WIDGET_COLOUR } from './stage-media.ts';

// A trace takes its own screenshots, which slows down those captured here.
test.use({ trace: 'off' });

const server = new FakeServer();
test.beforeAll(() => server.start());
test.afterAll(() => server.stop());

/** Number of transitions. The screen bench checks a thousand. */
const TRANSITIONS = 40;

test('shows no foreign frame in mixed transitions', async ({ page }) => {
  const makeStill = (colour: Colour, index: number) => (index === 4 ? makeWidget(150) : makeImage(colour, 150));
  const files = await Promise.all(COLOURS.map((colour, index) => (index % 2 === 0 ? makeStill(colour, index) : makeVideo(colour, 300))));
  server.publish([{ id: 'a', files }]);
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto(`${server.origin}/screen/`);
  await page.waitForFunction(() => window.__vitrine?.state === 'playing', undefined, POLLING);
  const frames = await captureFrames(page);
  const shownIds = await page.evaluate(
    (transitions) =>
      new Promise<string[]>((resolve) => {
        const ids: string[] = [];
        const recordItem = () => {
          const id = window.__vitrine?.itemId ?? 'none';
          if (ids.at(-1) !== id) ids.push(id);
          if (ids.length > transitions) resolve(ids);
          // No animation frame, because the browser would draw 60 of them per second.
          else setTimeout(recordItem, 5);
        };
        recordItem();
      }),
    TRANSITIONS,
  );
  const { count, foreign } = await frames.stop([...COLOURS, WIDGET_COLOUR]);
  expect(shownIds.includes('none')).toBe(false);
  for (let index = 1; index < shownIds.length; index += 1) {
    const [before, after] = [shownIds[index - 1], shownIds[index]].map((id) => Number(id?.split('-')[1]));
    expect(after, `after ${shownIds[index - 1]}`).toBe(((before ?? 0) + 1) % files.length);
  }
  console.log(`${shownIds.length - 1} transitions, ${count} frames captured`);
  expect(foreign).toEqual([]);
  expect(count).toBeGreaterThan(TRANSITIONS);
});

test('switches to a new publish immediately without a foreign frame', async ({ page }) => {
  test.setTimeout(120_000);
  const playlists = await Promise.all(
    COLOURS.slice(0, 4).map(async (colour, index) => ({
      id: `p${index}`,
      files: [await (index % 2 === 0 ? makeImage(colour, 60_000) : makeVideo(colour, 4000))],
    })),
  );
  const activate = (chosen: number, minute: number) =>
    server.publish(
      playlists.map((playlist, index) => ({
        ...playlist,
        activatedAt: new Date(Date.UTC(2026, 4, 1, 0, index === chosen ? 10 + minute : 0)).toISOString(),
      })),
    );
  activate(0, 0);
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto(`${server.origin}/screen/`);
  await page.waitForFunction(() => window.__vitrine?.itemId === 'p0-0', undefined, POLLING);
  const frames = await captureFrames(page);
  for (let round = 1; round <= 24; round += 1) {
    const chosen = (round * 3) % 4;
    const shown = page.waitForFunction((id) => window.__vitrine?.itemId === id, `p${chosen}-0`, { polling: 5 });
    activate(chosen, round);
    await shown;
  }
  const { foreign } = await frames.stop(COLOURS);
  expect(foreign).toEqual([]);
});
