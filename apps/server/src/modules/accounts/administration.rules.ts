import type { Role } from '@vitrine/contract';
import { type Capability, can } from '@vitrine/contract/capabilities';
import type { Person } from '../access/index.ts';

/** What an administrator has to be able to do, by what is done to an account. */
export const ADMINISTERED = {
  'account.edit': 'people.edit',
  'account.enable': 'people.enable',
  'account.role': 'people.role',
  'account.password': 'people.password',
  'account.menu': 'people.menu',
  'account.plan': 'people.plan',
} as const satisfies Record<string, Capability>;
export type Administered = keyof typeof ADMINISTERED;

export interface Administrated {
  id: string;
  role: Role;
  isSuperAdmin: boolean;
}

const ROLES: readonly Role[] = ['admin', 'support', 'user'];
const SUPER_ADMIN_ROLES: readonly Role[] = ['admin', 'support', 'advUser', 'user', 'host'];
/** Whoever runs the console has no plan, and nobody looks into their account. */
export const isStaff = (role: string): boolean => role === 'admin' || role === 'support';

/** A super-admin's account is touched by super-admins alone; that of another platform is not seen at all. */
const isReached = (actor: Person, target: Administrated) => actor.isSuperAdmin || !target.isSuperAdmin;

/** Which roles this person may give to that one. Nobody changes their own, and nobody becomes a super-admin this way. Source: specification 3 §2. */
export function rolesFor(actor: Person, target: Administrated): readonly Role[] {
  if (!can(actor, 'people.role') || !isReached(actor, target) || actor.userId === target.id) return [];
  return actor.isSuperAdmin ? SUPER_ADMIN_ROLES : ROLES;
}

/** What whoever asks may do with an account of the console's list. */
export function accountAbilities(actor: Person, target: Administrated) {
  const may = (capability: Capability) => can(actor, capability) && isReached(actor, target);
  const isOther = actor.userId !== target.id;
  return {
    edit: may('people.edit'),
    enable: may('people.enable') && isOther,
    roles: [...rolesFor(actor, target)],
    password: may('people.password') && isOther,
    menu: may('people.menu'),
    plan: may('people.plan') && !isStaff(target.role),
    open: may('people.view') && isOther && !isStaff(target.role),
  };
}
