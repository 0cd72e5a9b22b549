import type { GrantDuration, GrantState } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import { getVisiblePlatform, type Person } from '../access/index.ts';
import { isStaff } from '../accounts/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Duration after which a view ends and must be opened again. */
export const VIEW_MS = 2 * HOUR_MS;
/** Duration after which an unanswered request expires. */
const REQUEST_MS = 7 * DAY_MS;
/** Time after a refusal in which the same staff member cannot send another request. */
const REFUSAL_MS = DAY_MS;

interface Account {
  id: string;
  role: string;
  is_super_admin: boolean;
  platform: string;
}

/** Returns true when staff may view the account. Accounts of staff and super-admins can never be viewed. Partner staff only view accounts of the partner platform. */
export function canView(staff: Omit<Person, 'viewing'>, account: Account): boolean {
  if (!can(staff, 'people.view') || account.id === staff.userId) return false;
  if (account.is_super_admin || isStaff(account.role)) return false;
  const seen = getVisiblePlatform(staff);
  return seen === null || seen === account.platform;
}

/** Returns true for support, which has read-only access. */
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

/** Returns true when the user refused or revoked within the last day. */
export function isRecentlyRefused(grant: Grant, now: Date): boolean {
  const isRefused = grant.state === 'denied' || grant.state === 'revoked';
  return isRefused && grant.answered_at !== null && now.getTime() - grant.answered_at.getTime() < REFUSAL_MS;
}

/** Returns the end of a permission granted now; null when it lasts until it is revoked. */
export function endOf(duration: GrantDuration, now: Date): Date | null {
  if (duration === 'untilRevoked') return null;
  return new Date(now.getTime() + (duration === 'hour' ? HOUR_MS : DAY_MS));
}
