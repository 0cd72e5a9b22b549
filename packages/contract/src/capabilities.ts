/**
 * Who may do what in the administrator's console: one table, enforced by the server on every route of the console, read by the web app for its
 * menus and buttons, and generated into docs/access.md.
 */
import type { Role } from './accounts.ts';

/** Administrators and support of the partner platform see what is the partner's, and nothing else. */
export const CONSOLE_ROLES = ['superAdmin', 'admin', 'support', 'partnerAdmin', 'partnerSupport'] as const;
export type ConsoleRole = (typeof CONSOLE_ROLES)[number];

interface Standing {
  readonly role: Role;
  readonly isSuperAdmin: boolean;
  readonly platform: 'PP' | 'WV';
}

/** Returns an account's role in the console; undefined for accounts without access to it. */
export function getConsoleRole({ role, isSuperAdmin, platform }: Standing): ConsoleRole | undefined {
  if (isSuperAdmin) return 'superAdmin';
  if (role === 'admin') return platform === 'WV' ? 'partnerAdmin' : 'admin';
  if (role === 'support') return platform === 'WV' ? 'partnerSupport' : 'support';
  return undefined;
}

const ADMINS = ['superAdmin', 'admin'] as const;
const STAFF = [...ADMINS, 'support'] as const;
const ALL_ADMINS = [...ADMINS, 'partnerAdmin'] as const;
const ALL = CONSOLE_ROLES;

/** Support sees what administrators see, and changes nothing that costs money, roles or access. */
const CAPABILITIES = {
  'overview.see': STAFF,
  'people.see': ALL,
  /** Views a user's account; support only reads there. */
  'people.view': ALL,
  /** Views an account without the user's permission where it is needed, after giving a reason. */
  'people.override': ['superAdmin'],
  'people.edit': ALL_ADMINS,
  'people.enable': ALL_ADMINS,
  'people.role': ALL_ADMINS,
  'people.password': ALL_ADMINS,
  /** Whether an administrator has a menu. */
  'people.menu': ['superAdmin'],
  /** Grants a plan without a card payment. */
  'people.plan': ALL_ADMINS,
  'plans.see': STAFF,
  'plans.edit': ADMINS,
  'payments.see': ALL,
  'devices.see': ALL,
  'devices.control': ALL_ADMINS,
  'registry.see': STAFF,
  'registry.environment': ADMINS,
  'versions.see': ALL,
  /** Versions run on screens of this origin, so administrators of the partner may not edit them. */
  'versions.edit': ADMINS,
  'queue.see': STAFF,
  'queue.manage': STAFF,
  'faqs.see': STAFF,
  'faqs.edit': STAFF,
  /** Poster values and prices, and the states of orders. */
  'catalogue.edit': ADMINS,
  'orders.see': ALL,
  'orders.change': ALL_ADMINS,
  'orders.refund': ALL_ADMINS,
  'products.edit': ALL_ADMINS,
  'messages.see': STAFF,
  'messages.answer': STAFF,
  'audit.see': ADMINS,
  'system.see': STAFF,
  'system.manage': ADMINS,
  /** Moves all screens to another address of the installation. */
  'server.move': ['superAdmin'],
  /** Which console roles need a second factor. */
  'secondFactor.require': ['superAdmin'],
  /** Which alerts are emailed, their thresholds and recipients. */
  'alerts.edit': ADMINS,
  /** Ctrl-K: people, devices and orders by what names them. */
  'console.find': ALL,
} as const satisfies Record<string, readonly ConsoleRole[]>;

export type Capability = keyof typeof CAPABILITIES;
export const capabilities = Object.keys(CAPABILITIES) as Capability[];

export const listRolesWith = (capability: Capability): readonly ConsoleRole[] => CAPABILITIES[capability];

/** Returns true when an account has a capability of the console. */
export function can(standing: Standing | null | undefined, capability: Capability): boolean {
  const role = standing ? getConsoleRole(standing) : undefined;
  return role !== undefined && listRolesWith(capability).includes(role);
}
