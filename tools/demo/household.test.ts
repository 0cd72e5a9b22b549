import { LIMITS } from '@vitrine/contract/limits';
import { expect, it } from 'vitest';
import { ALBUMS, type AlbumPlan, INVITED_EMAIL, PEOPLE, PLAYLISTS, POSTER_ORDERS, PRODUCT_ORDERS, SCREENS } from './household.ts';

const albums = Object.values<AlbumPlan>(ALBUMS);

it('has albums with 6 to 20 photos, and three videos', () => {
  expect(albums.filter(({ owner }) => owner === 'owner').length).toBeGreaterThanOrEqual(6);
  for (const { photos } of albums) expect(photos).toBeOneOf(Array.from({ length: 15 }, (_, at) => at + 6));
  expect(albums.filter(({ film }) => film)).toHaveLength(3);
});

it('has names, captions and addresses that the product accepts', () => {
  for (const { name, caption } of [...albums, ...PLAYLISTS]) {
    expect(name.length).toBeLessThanOrEqual(LIMITS.nameMax);
    expect(caption.length).toBeLessThanOrEqual(LIMITS.captionMax);
  }
  const addresses = [...Object.values(PEOPLE).map(({ email }) => email), INVITED_EMAIL];
  expect(new Set(addresses).size).toBe(addresses.length);
});

it('publishes an unscheduled and a scheduled playlist on every screen', () => {
  const published = PLAYLISTS.flatMap(({ publishes }) => publishes);
  for (const screen of Object.keys(SCREENS)) {
    const onScreen = published.filter((publish) => publish.screen === screen);
    expect(onScreen.some(({ schedule }) => schedule === undefined)).toBe(true);
    expect(onScreen.some(({ schedule }) => schedule !== undefined)).toBe(true);
  }
});

it('has orders with every outcome, oldest first', () => {
  expect(new Set(POSTER_ORDERS.map(({ outcome }) => outcome))).toEqual(
    new Set(['waiting', 'failed', 'paid', 'production', 'shipped', 'completed', 'refunded']),
  );
  for (const orders of [POSTER_ORDERS, PRODUCT_ORDERS]) {
    const days = orders.map(({ daysAgo }) => daysAgo);
    expect(days).toEqual(days.toSorted((a, b) => b - a));
    for (const { outcome, daysAgo } of orders) if (outcome === 'waiting' || outcome === 'failed') expect(daysAgo).toBeLessThan(30);
  }
});
