import type { Role } from '@vitrine/contract/accounts';
import type { PersonDetails, PersonRow } from '@vitrine/contract/people';
import { AppError, messageOf } from '../../lib/app-error.ts';
import { formatBytes, formatDate, formatLimit } from '../../lib/format.ts';

const ROLES: Record<Role, string> = { admin: 'Admin', support: 'Support', user: 'User', host: 'Host', advUser: 'Advertiser' };

export const roleWord = ({ role, isSuperAdmin }: Pick<PersonRow, 'role' | 'isSuperAdmin'>): string =>
  isSuperAdmin ? 'Super-admin' : ROLES[role];

/** As the dialog offers them, and as a super-admin's cell does (specification 3 §2). */
const ORDINARY: readonly Role[] = ['admin', 'support', 'user'];
const SUPER: readonly Role[] = ['admin', 'advUser', 'user', 'host'];

/** Which of the roles that whoever asks may give are offered. */
export const roleChoices = ({ abilities }: Pick<PersonRow, 'abilities'>, isSuperMode: boolean) =>
  (isSuperMode ? SUPER : ORDINARY).filter((role) => abilities.roles.includes(role)).map((role) => ({ value: role, label: ROLES[role] }));

export const filterChoices = (isSuperMode: boolean) =>
  (['user', 'admin', 'support', ...(isSuperMode ? (['host', 'advUser'] as const) : [])] as const).map((role) => ({
    value: role,
    label: ROLES[role],
  }));

export const planWord = ({ plan }: Pick<PersonRow, 'plan'>): string => plan?.planName ?? '–';
export const expiryWord = ({ plan }: Pick<PersonRow, 'plan'>): string => (plan ? formatDate(plan.endDate) : '–');

const STATES = {
  incomplete: 'Not paid yet',
  trial: 'Trial',
  active: 'Active',
  pastDue: 'Payment overdue',
  cancelled: 'Cancelled, still running',
  expired: 'Expired',
} as const;

/** How the plan that is in force stands. */
export function planStatusWord({ plan, paid, given }: Pick<PersonDetails, 'plan' | 'paid' | 'given'>): string {
  if (!plan) return 'No plan';
  if (plan.hasEnded) return STATES.expired;
  if (plan.isTrial) return STATES.trial;
  if (paid?.planName === plan.planName) return `${STATES[paid.state]}, paid by card`;
  return given ? 'Active, given by an administrator' : STATES.active;
}

export const remainingWord = ({ storage: { used, quota } }: Pick<PersonDetails, 'storage'>): string =>
  `${formatBytes(Math.max(0, quota - used))} of ${formatLimit(quota)}`;

/** A refusal of what is not theirs to do has words of its own (specification 3 §8). */
export const refusalOf = (error: Error, ofNotTheirs: string): string =>
  error instanceof AppError && error.status === 404 ? ofNotTheirs : messageOf(error);
