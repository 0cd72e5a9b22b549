import { LIMITS } from '@vitrine/contract/limits';
import { expect, it } from 'vitest';
import {
  ALBUMS,
  type AlbumPlan,
  INVITED_EMAIL,
  PEOPLE,
  PLAN_DAYS_AGO,
  PLAYLISTS,
  POSTER_ORDERS,
  PRODUCT_ORDERS,
  SCREENS,
} from './household.ts';
import { moveTimesBack } from './past.ts';

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

it('has accounts that registered before their orders and plans', () => {
  const longestAgo = (orders: readonly { daysAgo: number }[]) => Math.max(...orders.map(({ daysAgo }) => daysAgo));
  expect(PEOPLE.owner.registeredDaysAgo).toBeGreaterThan(longestAgo(POSTER_ORDERS));
  expect(PEOPLE.partner.registeredDaysAgo).toBeGreaterThan(longestAgo(PRODUCT_ORDERS));
  for (const [name, days] of Object.entries(PLAN_DAYS_AGO)) {
    expect(PEOPLE[name as keyof typeof PLAN_DAYS_AGO].registeredDaysAgo).toBeGreaterThan(days);
    expect(days).toBeLessThan(28);
  }
});

it('moves all times of a bank account, and no other numbers', () => {
  const account = { created: 1_790_000_000, amount: 99_900, invoices: [{ created: 1_790_000_100, paid: true, intentId: null }] };
  expect(moveTimesBack(account, 100)).toEqual({
    created: 1_789_999_900,
    amount: 99_900,
    invoices: [{ created: 1_790_000_000, paid: true, intentId: null }],
  });
});
