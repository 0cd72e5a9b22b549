import type { User } from '@vitrine/contract/accounts';
import type { MessageResponse } from '../../../../lib/api-client.ts';
import { billingKeys } from '../../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../../lib/use-api-mutation.ts';
import { accountKeys } from '../../../accounts/api/accounts.ts';
import {
  exportPeople,
  grantPlan,
  type PeopleFilters,
  type PersonChange,
  renamePerson,
  setAccountPassword,
  setAccountRole,
  setAccountStatus,
  setMenuVisible,
} from './people.ts';

interface PersonResponse extends MessageResponse {
  result?: User;
}

/** Lists and details bring themselves up to date; this is what else shows the account. */
const getAccountKeys = ({ person }: PersonChange) => [accountKeys.user(person._id)];

export const useSetAccountStatus = (after: MutationCallbacks<Parameters<typeof setAccountStatus>[0], PersonResponse>) =>
  useApiMutation({ change: setAccountStatus, stale: getAccountKeys }, after);
export const useSetAccountRole = (after: MutationCallbacks<Parameters<typeof setAccountRole>[0], PersonResponse>) =>
  useApiMutation({ change: setAccountRole, stale: getAccountKeys }, after);
export const useSetMenuVisible = (after: MutationCallbacks<Parameters<typeof setMenuVisible>[0], PersonResponse>) =>
  useApiMutation({ change: setMenuVisible, stale: getAccountKeys }, after);
export const useRenamePerson = (after: MutationCallbacks<Parameters<typeof renamePerson>[0], PersonResponse>) =>
  useApiMutation({ change: renamePerson, stale: getAccountKeys }, after);

export const useGrantPlan = (after: MutationCallbacks<Parameters<typeof grantPlan>[0], PersonResponse>) =>
  useApiMutation({ change: grantPlan, stale: (input: PersonChange) => [...getAccountKeys(input), billingKeys.subscriptions] }, after);

export const useSetAccountPassword = (after: MutationCallbacks<Parameters<typeof setAccountPassword>[0], PersonResponse>) =>
  useApiMutation({ change: setAccountPassword, stale: [] }, after);
export const useExportPeople = (after: MutationCallbacks<PeopleFilters, void>) =>
  useApiMutation({ change: exportPeople, stale: [] }, after);
