import { describe, expect, it } from 'vitest';
import { allowancesOf, entitlementsOf, familyPlanOf, type Grant, type Grantee, storageOf } from './entitlements.rules.ts';

const DAY_MS = 86_400_000;
const signedUpAt = new Date('2026-01-01T00:00:00Z');
const after = (days: number) => new Date(signedUpAt.getTime() + days * DAY_MS);
const free: Grantee = { role: 'user', signedUpAt, grants: [] };
const single: Grant = {
  planName: 'Single User',
  endsAt: after(400),
  users: 1,
  devices: 5,
  storageBytes: 15e9,
  playlists: 10,
  albums: null,
  sharingGroups: 5,
};
const family: Grant = { ...single, planName: 'Family Plan', endsAt: after(50), users: 6, devices: 3, storageBytes: 35e9, playlists: null };
const granted = (...grants: Grant[]): Grantee => ({ ...free, grants });

describe('what somebody may have', () => {
  it('is the Free plan for thirty days, with 5 GB', () => {
    expect(entitlementsOf(free, after(29))).toMatchObject({
      planName: 'Free',
      isTrial: true,
      hasEnded: false,
      devices: 1,
      albums: 20,
      playlists: 10,
      sharingGroups: 5,
      storageBytes: 5e9,
    });
    expect(entitlementsOf(free, after(30))).toMatchObject({ hasEnded: true });
  });

  it('is what was granted, until that ends', () => {
    expect(entitlementsOf(granted(single), after(399))).toEqual({ ...single, isTrial: false, hasEnded: false });
    expect(entitlementsOf(granted(single), after(400))).toEqual({ ...single, isTrial: false, hasEnded: true });
  });

  it('is the largest of each limit where two grants run, under the name and end of the one with more storage', () => {
    const both = { ...family, users: 6, devices: 5, isTrial: false, hasEnded: false };
    expect(entitlementsOf(granted(single, family), after(49))).toEqual(both);
    expect(entitlementsOf(granted(family, single), after(49))).toEqual(both);
  });

  it('counts no grant that has ended while another runs', () => {
    expect(entitlementsOf(granted(family, single), after(50))).toEqual({ ...single, isTrial: false, hasEnded: false });
  });

  it('is what ended last where none runs any more', () => {
    expect(entitlementsOf(granted(family, single), after(500))).toEqual({ ...single, isTrial: false, hasEnded: true });
  });

  it('is no plan for the other roles, who store 15 GB, except while one is granted to them', () => {
    expect(entitlementsOf({ ...free, role: 'admin' }, after(1))).toBeNull();
    expect(storageOf(null)).toBe(15e9);
    const host = { ...granted(family), role: 'host' };
    expect(entitlementsOf(host, after(49))).toMatchObject({ planName: 'Family Plan', hasEnded: false });
    expect(entitlementsOf(host, after(50))).toBeNull();
  });
});

describe('how many somebody may have', () => {
  it('is not limited without a plan, but for devices, of which there are none', () => {
    const unlimited = { devices: 0, albums: null, playlists: null, sharingGroups: null, hasEnded: false };
    expect(allowancesOf({ ...free, role: 'admin' }, after(99))).toEqual(unlimited);
    expect(allowancesOf(free, after(99))).toMatchObject({ devices: 1, albums: 20, hasEnded: true });
  });

  it('is a family where the Family Plan runs, of as many beside its owner as the plan has', () => {
    const named = { ...family, planName: 'Family Plan' };
    expect(familyPlanOf(granted(named), after(49))).toEqual({ isRunning: true, members: 5 });
    expect(familyPlanOf(granted(named), after(51))).toEqual({ isRunning: false, members: 5 });
    expect(familyPlanOf(granted(single), after(1))).toEqual({ isRunning: false, members: 0 });
    expect(familyPlanOf(free, after(1)).isRunning).toBe(false);
    expect(familyPlanOf(undefined, after(1))).toEqual({ isRunning: false, members: 0 });
  });
});
