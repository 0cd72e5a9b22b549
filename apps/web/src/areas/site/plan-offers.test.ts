import { FAMILY_PLAN, FREE_PLAN, SINGLE_PLAN } from '@vitrine/contract/subscriptions';
import { expect, test } from 'vitest';
import { PLAN_SLUGS } from '../accounts/chosen-plan.ts';
import { DISPLAY_PLANS, HOME_PLANS } from './plan-offers.ts';

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

test('states storage and devices on every card, and preselects a plan', () => {
  const plans = [...HOME_PLANS, ...DISPLAY_PLANS];
  for (const { name, features } of plans) {
    expect(features.join(', '), name).toMatch(/\d+ GB of storage/);
    expect(features.join(', '), name).toMatch(/\d (display )?devices?/);
  }
  expect(plans.map(({ slug }) => slug)).toEqual([...PLAN_SLUGS]);
});

test('names plans as the shop does', () => {
  expect(HOME_PLANS.map(({ name }) => name)).toEqual([FREE_PLAN.planName, SINGLE_PLAN, FAMILY_PLAN]);
});
