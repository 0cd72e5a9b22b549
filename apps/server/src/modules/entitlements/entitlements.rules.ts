import { FAMILY_PLAN, FREE_PLAN } from '@vitrine/contract';

/**
 * Objects that a plan limits by number. A sharing group is an album shared with at least one account. Storage is counted in bytes by
 * `storage-usage.store.ts`.
 */
export type CountedResource = 'devices' | 'albums' | 'playlists' | 'sharingGroups';

/** `card` is paid for, `given` by an administrator; each person has at most one of each. */
export type GrantSource = 'card' | 'given';

/** Limits of a plan and their end. Null means unlimited. */
export interface Grant {
  planName: string;
  endsAt: Date;
  users: number;
  /** Devices of the plan, without extra screens. */
  devices: number;
  /** Extra screens that are paid for in addition to the devices of the plan. */
  extraDevices: number;
  playlists: number | null;
  albums: number | null;
  sharingGroups: number | null;
  storageBytes: number;
}

/** An account and its grants. */
export interface Grantee {
  role: string;
  signedUpAt: Date;
  /** Devices that an administrator allows instead of the number of the plan. Null: the number of the plan. */
  deviceAllowance: number | null;
  grants: readonly Grant[];
}

/** Effective limits of an account. `devices` is the total: the number that an administrator set, or that of the plan with the extra screens. */
export interface Entitlements extends Grant {
  isTrial: boolean;
  hasEnded: boolean;
}

/** Limits of each kind for an account, and whether anything may be added. */
export interface ResourceLimits extends Record<CountedResource, number | null> {
  devices: number;
  hasEnded: boolean;
}

/** Limits of accounts without plans, such as administrators. Source: specification 1 §9. */
const NO_PLAN_STORAGE_BYTES = 15e9;
const NO_PLAN_ALLOWANCES: ResourceLimits = { devices: 0, albums: null, playlists: null, sharingGroups: null, hasEnded: false };

/** Users are on the Free plan from the day they signed up, unless they were granted another; the other roles have none but what is granted to them. */
export function getEntitlements(grantee: Grantee, now: Date): Entitlements | null {
  const plan = getPlan(grantee, now);
  return plan && { ...plan, devices: grantee.deviceAllowance ?? plan.devices + plan.extraDevices };
}

function getPlan({ role, signedUpAt, grants }: Grantee, now: Date): Entitlements | null {
  const granted = combineGrants(grants, now);
  if (role !== 'user') return granted && !granted.hasEnded ? granted : null;
  if (granted) return granted;
  const endsAt = new Date(signedUpAt.getTime() + FREE_PLAN.trialMs);
  return { ...FREE_PLAN, extraDevices: 0, endsAt, isTrial: true, hasEnded: now >= endsAt };
}

/**
 * Combines active grants: the largest of each limit, with the name and end of the one with the most storage. Without active grants, the one that ended last.
 */
function combineGrants(grants: readonly Grant[], now: Date): Entitlements | null {
  const latest = grants.toSorted((one, other) => other.endsAt.getTime() - one.endsAt.getTime());
  const running = latest.filter(({ endsAt }) => endsAt > now);
  const [main] = running.toSorted((one, other) => other.storageBytes - one.storageBytes);
  if (!main) return latest[0] ? { ...latest[0], isTrial: false, hasEnded: true } : null;
  return {
    planName: main.planName,
    endsAt: main.endsAt,
    isTrial: false,
    hasEnded: false,
    users: Math.max(...running.map(({ users }) => users)),
    devices: Math.max(...running.map(({ devices }) => devices)),
    extraDevices: Math.max(...running.map(({ extraDevices }) => extraDevices)),
    playlists: getLargestLimit(running.map(({ playlists }) => playlists)),
    albums: getLargestLimit(running.map(({ albums }) => albums)),
    sharingGroups: getLargestLimit(running.map(({ sharingGroups }) => sharingGroups)),
    storageBytes: main.storageBytes,
  };
}

const getLargestLimit = (limits: (number | null)[]) =>
  limits.reduce((most, limit) => (most === null || limit === null ? null : Math.max(most, limit)));

export const getStorageQuota = (entitlements: Entitlements | null): number => entitlements?.storageBytes ?? NO_PLAN_STORAGE_BYTES;

export const getAllowances = (grantee: Grantee | undefined, now: Date): ResourceLimits =>
  (grantee && getEntitlements(grantee, now)) ?? { ...NO_PLAN_ALLOWANCES, devices: grantee?.deviceAllowance ?? NO_PLAN_ALLOWANCES.devices };

/** Returns the devices that the plan of an account includes and its extra screens, without the number set by an administrator. */
export function getPlanDevices(grantee: Grantee, now: Date): { included: number; extra: number } {
  const plan = getPlan(grantee, now);
  return { included: plan?.devices ?? NO_PLAN_ALLOWANCES.devices, extra: plan?.extraDevices ?? 0 };
}

/** Returns the account with another number of extra screens in each of its grants that has more. */
export const limitExtraDevices = (grantee: Grantee, extraDevices: number): Grantee => ({
  ...grantee,
  grants: grantee.grants.map((grant) => ({ ...grant, extraDevices: Math.min(grant.extraDevices, extraDevices) })),
});

/** Returns the family plan of an account. Only one plan includes families, while it is active; the owner counts as a member. */
export function getFamilyPlan(grantee: Grantee | undefined, now: Date): { isRunning: boolean; members: number } {
  const entitlements = grantee && getEntitlements(grantee, now);
  const isRunning = entitlements?.planName === FAMILY_PLAN && !entitlements.hasEnded;
  return { isRunning, members: Math.max(0, (entitlements?.users ?? 1) - 1) };
}
