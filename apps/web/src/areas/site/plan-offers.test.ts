import { FREE_PLAN } from '@vitrine/contract/subscriptions';
import { expect, test } from 'vitest';
import { HOME_PLANS } from './plan-offers.ts';

const storage = `${FREE_PLAN.storageBytes / 1e9} GB`;

test('states the limits of a new account for the free plan', () => {
  const free = HOME_PLANS.find(({ name }) => name === 'Free');
  expect(free?.features).toEqual([
    `${storage} of storage`,
    `${FREE_PLAN.playlists} playlists`,
    `${FREE_PLAN.albums} albums`,
    `${FREE_PLAN.devices} device`,
  ]);
  expect([storage, FREE_PLAN.trialMs / 86_400_000]).toEqual(['5 GB', 30]);
});
