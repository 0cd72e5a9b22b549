import { describe, expect, it } from 'vitest';
import type { GrantRow } from './entitlements.read-model.ts';
import { devicesOfOrganisation, entitlementsOf, storageOf } from './entitlements.rules.ts';

const DAY_MS = 86_400_000;
const signedUpAt = new Date('2026-01-01T00:00:00Z');
const after = (days: number) => new Date(signedUpAt.getTime() + days * DAY_MS);
const nothing = { plan_name: null, ends_at: null, users: null, devices: null, storage_bytes: null, playlists: null, albums: null };
const free: GrantRow = { role: 'user', created_at: signedUpAt, ...nothing };

describe('what somebody may have', () => {
  it('is the Free plan for thirty days, with 5 GB', () => {
    expect(entitlementsOf(free, after(29))).toMatchObject({
      planName: 'Free',
      isTrial: true,
      hasEnded: false,
      devices: 1,
      storageBytes: 5e9,
    });
    expect(entitlementsOf(free, after(30))).toMatchObject({ hasEnded: true });
  });

  it('is what was granted, until that ends', () => {
    const granted = { ...free, plan_name: 'Single User', ends_at: after(400), users: 1, devices: 5, storage_bytes: 15e9 };
    expect(entitlementsOf(granted, after(399))).toMatchObject({ isTrial: false, hasEnded: false, devices: 5, storageBytes: 15e9 });
    expect(entitlementsOf(granted, after(400))).toMatchObject({ hasEnded: true });
  });

  it('is no plan for the other roles, who store 15 GB', () => {
    expect(entitlementsOf({ ...free, role: 'admin' }, after(1))).toBeNull();
    expect(storageOf(null)).toBe(15e9);
  });

  it('of an organisation is one device, or those of its owner’s plan; a trial ends for people alone', () => {
    expect(devicesOfOrganisation(free, after(99))).toEqual({ allowed: 1, hasEnded: false });
    expect(devicesOfOrganisation({ ...free, devices: 3, ends_at: after(50) }, after(51))).toEqual({ allowed: 3, hasEnded: true });
    expect(devicesOfOrganisation(undefined, after(1))).toEqual({ allowed: 0, hasEnded: false });
  });
});
