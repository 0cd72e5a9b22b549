import { FREE_PLAN, ORGANISATION_DEVICES } from '@vitrine/contract';
import type { GrantRow } from './entitlements.read-model.ts';

/** What somebody may have. */
export interface Entitlements {
  planName: string;
  isTrial: boolean;
  endsAt: Date;
  hasEnded: boolean;
  users: number;
  devices: number;
  playlists: number;
  albums: number;
  storageBytes: number;
}

/** Whoever has no plan of a kind, as administrators. Source: specification 1 §9. */
const STORAGE_WITHOUT_PLAN_BYTES = 15e9;

/** Users are on the Free plan from the day they signed up, unless they were granted another; the other roles have none. */
export function entitlementsOf(grant: GrantRow, now: Date): Entitlements | null {
  if (grant.role !== 'user') return null;
  const endsAt = grant.ends_at ?? new Date(grant.created_at.getTime() + FREE_PLAN.trialMs);
  return {
    planName: grant.plan_name ?? FREE_PLAN.planName,
    isTrial: grant.plan_name === null,
    endsAt,
    hasEnded: now >= endsAt,
    users: grant.users ?? FREE_PLAN.users,
    devices: grant.devices ?? FREE_PLAN.devices,
    playlists: grant.playlists ?? FREE_PLAN.playlists,
    albums: grant.albums ?? FREE_PLAN.albums,
    storageBytes: grant.storage_bytes ?? FREE_PLAN.storageBytes,
  };
}

export const storageOf = (entitlements: Entitlements | null): number => entitlements?.storageBytes ?? STORAGE_WITHOUT_PLAN_BYTES;

/** An organisation has one device, or what the plan that its owner bought carries; a trial ends for people alone. */
export const devicesOfOrganisation = (grant: GrantRow | undefined, now: Date): { allowed: number; hasEnded: boolean } => ({
  allowed: grant?.devices ?? (grant ? ORGANISATION_DEVICES : 0),
  hasEnded: grant !== undefined && grant.ends_at !== null && grant.ends_at <= now,
});
