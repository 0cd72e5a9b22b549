import { type ConsoleRole, SET_UP_PERIOD_MS } from '@vitrine/contract';
import type { Platform } from '../define-module.ts';

/** Since when each console role needs a second factor (ISO), as super-admins have set it. */
export type RequiredSince = Partial<Record<ConsoleRole, string>>;

interface Requirement {
  mode: Platform['secondFactor'];
  /** Since when the account has a role of staff. */
  staffSince: Date | null;
  /** Undefined for accounts without access to the console. */
  consoleRole: ConsoleRole | undefined;
  /** Column `required_since` of the settings. */
  requiredSince: unknown;
  hasSecondFactor: boolean;
}

/** Returns from when on the console is closed to an account; null where it stays open. */
export function findRequiredBy({ mode, staffSince, consoleRole, requiredSince, hasSecondFactor }: Requirement): Date | null {
  if (staffSince === null || consoleRole === undefined || hasSecondFactor) return null;
  const since = (requiredSince as RequiredSince | null)?.[consoleRole];
  const starts = [
    ...(mode === 'console' ? [staffSince.getTime()] : []),
    ...(since === undefined ? [] : [Math.max(staffSince.getTime(), new Date(since).getTime())]),
  ];
  return starts.length === 0 ? null : new Date(Math.min(...starts) + SET_UP_PERIOD_MS);
}

/** Returns whether the console is closed to an account now. */
export function lacksSecondFactor(requirement: Requirement, now: Date): boolean {
  const requiredBy = findRequiredBy(requirement);
  return requiredBy !== null && requiredBy <= now;
}

/** Keeps the start of roles that stay required, and starts the others now. */
export const startRequirements = (before: RequiredSince, roles: readonly ConsoleRole[], now: Date): RequiredSince =>
  Object.fromEntries(roles.map((role) => [role, before[role] ?? now.toISOString()]));
