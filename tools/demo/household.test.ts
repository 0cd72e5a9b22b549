import { LIMITS } from '@vitrine/contract/limits';
import { expect, it } from 'vitest';
import { ALBUMS, type AlbumPlan, INVITED, PEOPLE, PLAYLISTS, POSTER_ORDERS, PRODUCT_ORDERS, SCREENS } from './household.ts';

const albums = Object.values<AlbumPlan>(ALBUMS);

it('has albums full of photos, and a few films', () => {
  expect(albums.filter(({ of }) => of === 'owner').length).toBeGreaterThanOrEqual(6);
  for (const { photos } of albums) expect(photos).toBeOneOf(Array.from({ length: 15 }, (_, at) => at + 6));
  expect(albums.filter(({ film }) => film)).toHaveLength(3);
});

it('has names that the product takes', () => {
  for (const { name, caption } of [...albums, ...PLAYLISTS]) {
    expect(name.length).toBeLessThanOrEqual(LIMITS.nameMax);
    expect(caption.length).toBeLessThanOrEqual(LIMITS.captionMax);
  }
  const addresses = [...Object.values(PEOPLE).map(({ email }) => email), INVITED];
  expect(new Set(addresses).size).toBe(addresses.length);
});

it('shows something all day on every screen, and something else by a schedule', () => {
  const published = PLAYLISTS.flatMap(({ on }) => on);
  for (const screen of Object.keys(SCREENS)) {
    const here = published.filter((one) => one.screen === screen);
    expect(here.some(({ schedule }) => schedule === undefined)).toBe(true);
    expect(here.some(({ schedule }) => schedule !== undefined)).toBe(true);
  }
});

it('has orders in every state, the oldest first', () => {
  expect(new Set(POSTER_ORDERS.map(({ ends }) => ends))).toEqual(
    new Set(['waiting', 'failed', 'paid', 'production', 'shipped', 'completed', 'refunded']),
  );
  for (const orders of [POSTER_ORDERS, PRODUCT_ORDERS]) {
    const days = orders.map(({ daysAgo }) => daysAgo);
    expect(days).toEqual(days.toSorted((one, other) => other - one));
    for (const { ends, daysAgo } of orders) if (ends === 'waiting' || ends === 'failed') expect(daysAgo).toBeLessThan(30);
  }
});
