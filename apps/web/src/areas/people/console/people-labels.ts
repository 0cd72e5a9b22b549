import type { Role } from '@vitrine/contract/accounts';
import type { PersonDetails, PersonRow } from '@vitrine/contract/people';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { formatBytes, formatCents, formatCount, formatDate, formatLimit } from '../../../lib/format.ts';

const ROLE_LABELS: Record<Role, string> = { admin: 'Admin', support: 'Support', user: 'User', host: 'Host', advUser: 'Advertiser' };

export const getRoleLabel = ({ role, isSuperAdmin }: Pick<PersonRow, 'role' | 'isSuperAdmin'>): string =>
  isSuperAdmin ? 'Super-admin' : ROLE_LABELS[role];

/** Roles offered by the dialog. A super-admin's cell offers `SUPER_ADMIN_ROLES` (specification 3 §2). */
const ADMINISTRATOR_ROLES: readonly Role[] = ['admin', 'support', 'user'];
const SUPER_ADMIN_ROLES: readonly Role[] = ['admin', 'advUser', 'user', 'host'];

/** Returns the roles that the administrator may assign to this user. */
export const getRoleChoices = ({ abilities }: Pick<PersonRow, 'abilities'>, isSuperMode: boolean) =>
  (isSuperMode ? SUPER_ADMIN_ROLES : ADMINISTRATOR_ROLES)
    .filter((role) => abilities.roles.includes(role))
    .map((role) => ({ value: role, label: ROLE_LABELS[role] }));

export const getRoleFilterChoices = (isSuperMode: boolean) =>
  (['user', 'admin', 'support', ...(isSuperMode ? (['host', 'advUser'] as const) : [])] as const).map((role) => ({
    value: role,
    label: ROLE_LABELS[role],
  }));

export const getPlanName = ({ plan }: Pick<PersonRow, 'plan'>): string => plan?.planName ?? '–';
export const getPlanExpiry = ({ plan }: Pick<PersonRow, 'plan'>): string => (plan ? formatDate(plan.endDate) : '–');

const PLAN_STATE_LABELS = {
  incomplete: 'Not paid yet',
  trial: 'Trial',
  active: 'Active',
  pastDue: 'Payment overdue',
  cancelled: 'Cancelled but running',
  expired: 'Expired',
} as const;

/** Returns the status of the plan that is in force. */
export function getPlanStatusLabel({ plan, paid, given }: Pick<PersonDetails, 'plan' | 'paid' | 'given'>): string {
  if (!plan) return 'No plan';
  if (plan.hasEnded) return PLAN_STATE_LABELS.expired;
  if (plan.isTrial) return PLAN_STATE_LABELS.trial;
  if (paid?.planName === plan.planName) return `${PLAN_STATE_LABELS[paid.state]}, paid by card`;
  return given ? 'Active, granted by an administrator' : PLAN_STATE_LABELS.active;
}

/** Returns "3 of 8: 5 in the plan and 3 extra screens", or "3 of 150, set by an administrator; the plan includes 5". */
export function getDevicesLabel({ devices: { used, included, extra, allowance } }: Pick<PersonDetails, 'devices'>): string {
  const extraScreens = formatCount(extra, 'extra screen');
  if (allowance !== null)
    return `${used} of ${allowance}, set by an administrator; the plan includes ${included}${extra > 0 ? ` and ${extraScreens}` : ''}`;
  return extra > 0 ? `${used} of ${included + extra}: ${included} in the plan and ${extraScreens}` : `${used} of ${included}`;
}

/** Returns "3 × $20.00 a month"; null without extra screens that are paid for. */
export function getExtraScreensLabel({ paid }: Pick<PersonDetails, 'paid'>): string | null {
  if (!paid || paid.extraScreens.quantity === 0) return null;
  return `${paid.extraScreens.quantity} × ${formatCents(paid.extraScreens.amount)} a ${paid.interval}`;
}

export const getRemainingStorage = ({ storage: { used, quota } }: Pick<PersonDetails, 'storage'>): string =>
  `${formatBytes(Math.max(0, quota - used))} of ${formatLimit(quota)}`;

/** Refusals of actions on other platforms' accounts have their own text (specification 3 §8). */
export const getRefusalMessage = (error: Error, notFoundMessage: string): string =>
  error instanceof AppError && error.status === 404 ? notFoundMessage : getErrorMessage(error);
