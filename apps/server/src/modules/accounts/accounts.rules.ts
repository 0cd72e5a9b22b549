import type { Role } from '@vitrine/contract';
import { type Capability, can } from '@vitrine/contract/capabilities';
import type { Person } from '../access/index.ts';

/** Returns whether an account may use the product. Administrators and support need not accept the privacy agreement (specification 1 §4, §6). */
export const hasConsented = ({ role, privacy_accepted_at }: { role: string; privacy_accepted_at: Date | null }): boolean =>
  role !== 'user' || privacy_accepted_at !== null;

/** The capability that an administrator needs for each action on an account. */
export const CAPABILITY_BY_ACTION = {
  'account.edit': 'people.edit',
  'account.enable': 'people.enable',
  'account.role': 'people.role',
  'account.password': 'people.password',
  'account.secondFactor': 'people.password',
  'account.sessions': 'people.password',
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
/** Staff accounts have no plan, and no one may view them. */
export const isStaff = (role: string): boolean => role === 'admin' || role === 'support';

/** A super-admin's account is touched by super-admins alone; that of another platform is not seen at all. */
const canAdminister = (actor: Person, target: AdministeredAccount) => actor.isSuperAdmin || !target.isSuperAdmin;

/**
 * Returns the roles that the actor may assign to the target. No account may change its own role. Source: specification 3 §2.
 */
export function listAssignableRoles(actor: Person, target: AdministeredAccount): readonly Role[] {
  if (!can(actor, 'people.role') || !canAdminister(actor, target) || actor.userId === target.id) return [];
  return actor.isSuperAdmin ? SUPER_ADMIN_ROLES : ROLES;
}

/** Returns what the actor may do with an account in the console's list. */
export function getAccountAbilities(actor: Person, target: AdministeredAccount & { hasSecondFactor: boolean }) {
  const isAllowed = (capability: Capability) => can(actor, capability) && canAdminister(actor, target);
  const isOther = actor.userId !== target.id;
  return {
    edit: isAllowed('people.edit'),
    enable: isAllowed('people.enable') && isOther,
    roles: [...listAssignableRoles(actor, target)],
    superAdmin: actor.isSuperAdmin && isOther && target.role === 'admin',
    password: isAllowed('people.password') && isOther,
    secondFactor: isAllowed('people.password') && isOther && target.hasSecondFactor,
    sessions: isAllowed('people.password') && isOther,
    menu: isAllowed('people.menu'),
    plan: isAllowed('people.plan') && !isStaff(target.role),
    open: isAllowed('people.view') && isOther && !isStaff(target.role),
  };
}
