import type { User } from '@vitrine/contract/accounts';
import { accountKeys } from '../../../entities/accounts/account-keys.ts';
import { billingKeys } from '../../../entities/billing/billing-keys.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import { type Change, exportPeople, givePlan, type PeopleFilters, rename, setMenu, setPassword, setRole, setStatus } from './people.ts';

interface Said {
  message?: string;
  result?: User;
}

/** Lists and details bring themselves up to date; this is what else shows the account. */
const stale = ({ person }: Change) => [accountKeys.user(person._id)];

export const useSetStatus = (after: After<Parameters<typeof setStatus>[0], Said>) => useChange({ change: setStatus, stale }, after);
export const useSetRole = (after: After<Parameters<typeof setRole>[0], Said>) => useChange({ change: setRole, stale }, after);
export const useSetMenu = (after: After<Parameters<typeof setMenu>[0], Said>) => useChange({ change: setMenu, stale }, after);
export const useRename = (after: After<Parameters<typeof rename>[0], Said>) => useChange({ change: rename, stale }, after);

export const useGivePlan = (after: After<Parameters<typeof givePlan>[0], Said>) =>
  useChange({ change: givePlan, stale: (input: Change) => [...stale(input), billingKeys.subscriptions] }, after);

export const useSetPassword = (after: After<Parameters<typeof setPassword>[0], Said>) =>
  useChange({ change: setPassword, stale: [] }, after);
export const useExportPeople = (after: After<PeopleFilters, void>) => useChange({ change: exportPeople, stale: [] }, after);
