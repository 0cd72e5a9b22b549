import { SET_UP_PERIOD_MS } from '@vitrine/contract';
import type { Platform } from '../define-module.ts';

interface Requirement {
  mode: Platform['secondFactor'];
  /** Since when the account has a role of staff. */
  staffSince: Date | null;
  hasSecondFactor: boolean;
}

/** Returns from when on the console is closed to an account; null where it stays open. */
export function findRequiredBy({ mode, staffSince, hasSecondFactor }: Requirement): Date | null {
  if (mode === 'optional' || staffSince === null || hasSecondFactor) return null;
  return new Date(staffSince.getTime() + SET_UP_PERIOD_MS);
}

/** Returns whether the console is closed to an account now. */
export function lacksSecondFactor(requirement: Requirement, now: Date): boolean {
  const requiredBy = findRequiredBy(requirement);
  return requiredBy !== null && requiredBy <= now;
}
