import type { Role } from '@vitrine/contract';
import { type Capability, can } from '@vitrine/contract/capabilities';
import type { Person } from '../access/index.ts';

/** Whether this person may use the product: administrators of whatever kind are not asked for the privacy agreement (specification 1 §4, §6). */
export const hasConsented = ({ role, privacy_accepted_at }: { role: string; privacy_accepted_at: Date | null }): boolean =>
  role !== 'user' || privacy_accepted_at !== null;

/** What an administrator has to be able to do, by what is done to an account. */
export const CAPABILITY_BY_ACTION = {
  'account.edit': 'people.edit',
  'account.enable': 'people.enable',
  'account.role': 'people.role',
  'account.password': 'people.password',
  'account.menu': 'people.menu',
  'account.plan': 'people.plan',
} as const satisfies Record<string, Capability>;
export type AdminAction = keyof typeof CAPABILITY_BY_ACTION;

export interface AdministeredAccount {
  id: string;
  role: Role;
  isSuperAdmin: boolean;
}

const ROLES: readonly Role[] = ['admin', 'support', 'user'];
const SUPER_ADMIN_ROLES: readonly Role[] = ['admin', 'support', 'advUser', 'user', 'host'];
/** Whoever runs the console has no plan, and nobody looks into their account. */
export const isStaff = (role: string): boolean => role === 'admin' || role === 'support';

/** A super-admin's account is touched by super-admins alone; that of another platform is not seen at all. */
const canAdminister = (actor: Person, target: AdministeredAccount) => actor.isSuperAdmin || !target.isSuperAdmin;

/** Which roles this person may give to that one. Nobody changes their own, and nobody becomes a super-admin this way. Source: specification 3 §2. */
export function listAssignableRoles(actor: Person, target: AdministeredAccount): readonly Role[] {
  if (!can(actor, 'people.role') || !canAdminister(actor, target) || actor.userId === target.id) return [];
  return actor.isSuperAdmin ? SUPER_ADMIN_ROLES : ROLES;
}

/** What whoever asks may do with an account of the console's list. */
export function getAccountAbilities(actor: Person, target: AdministeredAccount) {
  const isAllowed = (capability: Capability) => can(actor, capability) && canAdminister(actor, target);
  const isOther = actor.userId !== target.id;
  return {
    edit: isAllowed('people.edit'),
    enable: isAllowed('people.enable') && isOther,
    roles: [...listAssignableRoles(actor, target)],
    password: isAllowed('people.password') && isOther,
    menu: isAllowed('people.menu'),
    plan: isAllowed('people.plan') && !isStaff(target.role),
    open: isAllowed('people.view') && isOther && !isStaff(target.role),
  };
}
