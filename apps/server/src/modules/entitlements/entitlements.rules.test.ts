import { describe, expect, it } from 'vitest';
import {
  type Grant,
  type Grantee,
  getAllowances,
  getEntitlements,
  getFamilyPlan,
  getPlanDevices,
  getStorageQuota,
  limitExtraDevices,
} from './entitlements.rules.ts';

const DAY_MS = 86_400_000;
const signedUpAt = new Date('2026-01-01T00:00:00Z');
const after = (days: number) => new Date(signedUpAt.getTime() + days * DAY_MS);
const free: Grantee = { role: 'user', signedUpAt, deviceAllowance: null, grants: [] };
const single: Grant = {
  planName: 'Single User',
  endsAt: after(400),
  users: 1,
  devices: 5,
  extraDevices: 0,
  storageBytes: 15e9,
  playlists: 10,
  albums: null,
  sharingGroups: 5,
};
const family: Grant = { ...single, planName: 'Family Plan', endsAt: after(50), users: 6, devices: 3, storageBytes: 35e9, playlists: null };
const granted = (...grants: Grant[]): Grantee => ({ ...free, grants });

describe('the plan of an account', () => {
  it('is the Free plan for thirty days, with 5 GB', () => {
    expect(getEntitlements(free, after(29))).toMatchObject({
      planName: 'Free',
      isTrial: true,
      hasEnded: false,
      devices: 1,
      albums: 20,
      playlists: 10,
      sharingGroups: 5,
      storageBytes: 5e9,
    });
    expect(getEntitlements(free, after(30))).toMatchObject({ hasEnded: true });
  });

  it('is the granted plan until its end', () => {
    expect(getEntitlements(granted(single), after(399))).toEqual({ ...single, isTrial: false, hasEnded: false });
    expect(getEntitlements(granted(single), after(400))).toEqual({ ...single, isTrial: false, hasEnded: true });
  });

  it('has the larger of each limit when two grants are active, with the name and end of the one with more storage', () => {
    const both = { ...family, users: 6, devices: 5, isTrial: false, hasEnded: false };
    expect(getEntitlements(granted(single, family), after(49))).toEqual(both);
    expect(getEntitlements(granted(family, single), after(49))).toEqual(both);
  });

  it('ignores a grant that has ended while another one is active', () => {
    expect(getEntitlements(granted(family, single), after(50))).toEqual({ ...single, isTrial: false, hasEnded: false });
  });

  it('is the grant that ended last when none is active', () => {
    expect(getEntitlements(granted(family, single), after(500))).toEqual({ ...single, isTrial: false, hasEnded: true });
  });

  it('does not exist for other roles, which have 15 GB of storage, unless a plan is granted to them', () => {
    expect(getEntitlements({ ...free, role: 'admin' }, after(1))).toBeNull();
    expect(getStorageQuota(null)).toBe(15e9);
    const host = { ...granted(family), role: 'host' };
    expect(getEntitlements(host, after(49))).toMatchObject({ planName: 'Family Plan', hasEnded: false });
    expect(getEntitlements(host, after(50))).toBeNull();
  });
});

describe('the limits of an account', () => {
  it('are absent for an account without a plan, except that devices are not allowed', () => {
    const unlimited = { devices: 0, albums: null, playlists: null, sharingGroups: null, hasEnded: false };
    expect(getAllowances({ ...free, role: 'admin' }, after(99))).toEqual(unlimited);
    expect(getAllowances(free, after(99))).toMatchObject({ devices: 1, albums: 20, hasEnded: true });
  });

  it('include the members of an active Family Plan in addition to its owner', () => {
    const named = { ...family, planName: 'Family Plan' };
    expect(getFamilyPlan(granted(named), after(49))).toEqual({ isRunning: true, members: 5 });
    expect(getFamilyPlan(granted(named), after(51))).toEqual({ isRunning: false, members: 5 });
    expect(getFamilyPlan(granted(single), after(1))).toEqual({ isRunning: false, members: 0 });
    expect(getFamilyPlan(free, after(1)).isRunning).toBe(false);
    expect(getFamilyPlan(undefined, after(1))).toEqual({ isRunning: false, members: 0 });
  });
});

describe('extra screens', () => {
  const paid = { ...single, extraDevices: 3 };

  it('are added to the devices of the plan, also to those of another grant', () => {
    expect(getAllowances(granted(paid), after(1))).toMatchObject({ devices: 8 });
    expect(getAllowances(granted({ ...paid, devices: 1 }, { ...family, devices: 20 }), after(1))).toMatchObject({ devices: 23 });
    expect(getPlanDevices(granted(paid), after(1))).toEqual({ included: 5, extra: 3 });
  });

  it('end with the grant that pays for them', () => {
    expect(getAllowances(granted({ ...paid, endsAt: after(10) }, family), after(11))).toMatchObject({ devices: 3 });
  });

  it('are replaced by the number of an administrator, together with the devices of the plan', () => {
    expect(getAllowances({ ...granted(paid), deviceAllowance: 6 }, after(1))).toMatchObject({ devices: 6 });
    expect(getPlanDevices({ ...granted(paid), deviceAllowance: 6 }, after(1))).toEqual({ included: 5, extra: 3 });
  });

  it('can be limited to fewer', () => {
    expect(getAllowances(limitExtraDevices(granted(paid), 1), after(1))).toMatchObject({ devices: 6 });
    expect(getAllowances(limitExtraDevices(granted(paid), 9), after(1))).toMatchObject({ devices: 8 });
  });
});

describe('the number of devices that an administrator allows', () => {
  it.each([
    ['larger', 150],
    ['smaller', 2],
    ['zero', 0],
  ])('replaces the number of the plan when it is %s', (_size, deviceAllowance) => {
    const allowed = { ...granted(single), deviceAllowance };
    expect(getAllowances(allowed, after(1))).toMatchObject({ devices: deviceAllowance, playlists: 10 });
    expect(getPlanDevices(allowed, after(1))).toEqual({ included: 5, extra: 0 });
  });

  it('does not extend a plan that has ended', () => {
    expect(getAllowances({ ...free, deviceAllowance: 150 }, after(30))).toMatchObject({ devices: 150, hasEnded: true });
  });

  it('applies to an account without a plan', () => {
    const host = { ...free, role: 'host', deviceAllowance: 12 };
    expect(getAllowances(host, after(1))).toEqual({ devices: 12, albums: null, playlists: null, sharingGroups: null, hasEnded: false });
    expect(getPlanDevices(host, after(1))).toEqual({ included: 0, extra: 0 });
  });
});
