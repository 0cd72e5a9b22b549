/** Moves to another address that a screen does not make, or takes back. */
import { expect } from '@playwright/test';
import type {} from '../apps/screen/src/debug-state.ts';
import { MovingScreen } from './moving-screen.ts';
import { POLLING } from './polling.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { waitForState } from './screen-page.ts';

let moving: MovingScreen;
test.beforeEach(async ({ browser }) => {
  moving = await MovingScreen.start(browser);
});
test.afterEach(() => moving.remove());

test('a screen returns when it can’t play at the new address', async () => {
  test.setTimeout(180_000);
  const { old, deviceId, context } = moving;
  const next = await moving.startCopy();
  await moving.forgeMove(next.origin);
  // The server there knows the screen, but gives it no manifest.
  await context.route(`${next.origin}/api/screens/manifest`, (route) => route.abort());
  await context.route(`${next.origin}/socket.io/**`, (route) => route.abort());
  await context.clock.install();
  const screen = await context.newPage();
  await screen.goto(`${old.origin}/screen`);
  await screen.waitForURL((url) => url.origin === next.origin, { timeout: 60_000 });
  await screen.waitForFunction(() => localStorage.getItem('vitrine.arrival'), undefined, POLLING);
  const isBack = () => screen.url() === `${old.origin}/screen`;
  await expect(async () => {
    await screen.clock.fastForward(60_000);
    expect(isBack()).toBe(true);
  }).toPass({ timeout: 60_000 });
  await waitForState(screen, 'playing');
  expect(await readScreenId(screen)).toBe(deviceId);
});

test('a link with a made-up ticket changes nothing', async () => {
  const { old, deviceId, context } = moving;
  const screen = await moving.open();
  const requests: string[] = [];
  context.on('request', (request) => requests.push(new URL(request.url()).origin));
  await screen.goto(`${old.origin}/screen?rotate=0#move=made-up`);
  await waitForState(screen, 'playing');
  expect(await readScreenId(screen)).toBe(deviceId);
  expect([new URL(screen.url()).hash, new Set(requests)]).toEqual(['', new Set([old.origin])]);
});
