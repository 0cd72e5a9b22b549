import type { GrantDuration, GrantState } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import { getVisiblePlatform, type Person } from '../access/index.ts';
import { isStaff } from '../accounts/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A view ends after this long, and is opened again by another explicit act. */
export const VIEW_MS = 2 * HOUR_MS;
/** A request without an answer lapses. */
const REQUEST_MS = 7 * DAY_MS;
/** A user who refused is not asked again by the same staff member for this long. */
const REFUSAL_MS = DAY_MS;

interface Account {
  id: string;
  role: string;
  is_super_admin: boolean;
  platform: string;
}

/** Accounts of staff, and with them those of super-admins, are viewed by no one. Partner staff view accounts of the partner platform only. */
export function canView(staff: Omit<Person, 'viewing'>, account: Account): boolean {
  if (!can(staff, 'people.view') || account.id === staff.userId) return false;
  if (account.is_super_admin || isStaff(account.role)) return false;
  const seen = getVisiblePlatform(staff);
  return seen === null || seen === account.platform;
}

/** Support only reads. */
export const isReadOnlyFor = ({ role }: Pick<Person, 'role'>): boolean => role !== 'admin';

export interface Grant {
  state: string;
  asked_at: Date;
  answered_at: Date | null;
  ends_at: Date | null;
}

export function stateOf({ state, asked_at, ends_at }: Grant, now: Date): GrantState {
  if (state === 'waiting') return now.getTime() - asked_at.getTime() < REQUEST_MS ? 'waiting' : 'expired';
  if (state === 'allowed') return ends_at === null || ends_at > now ? 'allowed' : 'expired';
  return state === 'denied' ? 'denied' : 'revoked';
}

/** Whether the user has refused so recently that another request would be a nuisance. */
export function isRecentlyRefused(grant: Grant, now: Date): boolean {
  const isRefused = grant.state === 'denied' || grant.state === 'revoked';
  return isRefused && grant.answered_at !== null && now.getTime() - grant.answered_at.getTime() < REFUSAL_MS;
}

/** When a permission given now ends; null for one that lasts until it is revoked. */
export function endOf(duration: GrantDuration, now: Date): Date | null {
  if (duration === 'untilRevoked') return null;
  return new Date(now.getTime() + (duration === 'hour' ? HOUR_MS : DAY_MS));
}
