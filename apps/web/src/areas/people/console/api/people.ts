import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Role, User } from '@vitrine/contract/accounts';
import type { PeopleListQuery, PersonDetails, PersonRow } from '@vitrine/contract/people';
import * as endpoints from '@vitrine/contract/people.endpoints';
import type { GrantedSubscription } from '@vitrine/contract/profile';
import { changePassword, editUser } from '@vitrine/contract/profile.endpoints';
import { resetSecondFactor as resetSecondFactorEndpoint } from '@vitrine/contract/second-factor.endpoints';
import { call, getEndpointUrl, type MessageResponse, send } from '../../../../lib/api-client.ts';
import { download } from '../../../../lib/downloads.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { billingKeys } from '../../../../lib/query-keys.ts';
import { sealPassword } from '../../../../lib/sealed-password.ts';
import { type MutationCallbacks, useApiMutation } from '../../../../lib/use-api-mutation.ts';
import { accountKeys } from '../../../accounts/api/accounts.ts';

const peopleKeys = {
  all: ['people'] as const,
  lists: ['people', 'list'] as const,
  list: (query: Record<string, string | number | undefined>) => ['people', 'list', query] as const,
  one: (userId: string) => ['people', 'one', userId] as const,
};

/** Source: specification 3 §9. */
const PAGE_SIZE = 10;

export type PeopleFilters = Partial<
  Pick<PeopleListQuery, 'sort' | 'filter' | 'string' | 'startDate' | 'endDate' | 'disabled' | 'platform'>
>;

export const peopleOptions = (filters: PeopleFilters) =>
  infiniteQueryOptions({
    queryKey: peopleKeys.list(filters),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listPeople, { query: { ...filters, dataPerPage: PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?._id),
  });

export const personOptions = (userId: string) =>
  queryOptions({
    queryKey: peopleKeys.one(userId),
    queryFn: ({ signal }) => call(endpoints.readPerson, { params: { id: userId }, signal }),
  });

const exportPeople = (filters: PeopleFilters) => download(getEndpointUrl(endpoints.exportPeople, { query: filters }), 'users.csv');

/** Who is changed, and how the account read when that was decided. */
interface PersonChange {
  person: Pick<PersonRow, '_id' | 'updatedAt'>;
}

const toRequest = ({ person }: PersonChange) => ({ params: { id: person._id }, updatedAt: person.updatedAt });

/**
 * Updates the person's row in all loaded lists after a change or a refusal. The row keeps its place, even where it no longer matches the filter, so that no
 * page has to be loaded again.
 */
async function refreshAfter<Answer>({ person: { _id } }: PersonChange, changed: Promise<Answer>): Promise<Answer> {
  try {
    return await changed;
  } finally {
    const now = await queryClient.fetchQuery({ ...personOptions(_id), staleTime: 0, retry: false }).catch(() => undefined);
    if (now) updatePersonRow(now);
  }
}

function updatePersonRow(now: PersonDetails): void {
  queryClient.setQueriesData<InfiniteData<PersonRow[]>>(
    { queryKey: peopleKeys.lists },
    (before) => before && { ...before, pages: before.pages.map((page) => page.map((row) => (row._id === now._id ? now : row))) },
  );
}

function setAccountStatus(change: PersonChange & { status: boolean }) {
  const { params, updatedAt } = toRequest(change);
  return refreshAfter(change, send(endpoints.setAccountStatus, { params, body: { status: change.status, updatedAt } }));
}

function setAccountRole(change: PersonChange & { roleName: Role; isSuperAdmin?: boolean }) {
  const { params, updatedAt } = toRequest(change);
  const { roleName, isSuperAdmin } = change;
  return refreshAfter(change, send(endpoints.setAccountRole, { params, body: { roleName, isSuperAdmin, updatedAt } }));
}

function setMenuVisible(change: PersonChange & { isShown: boolean }) {
  const { params, updatedAt } = toRequest(change);
  return refreshAfter(change, send(editUser, { params, body: { showMenu: change.isShown ? '1' : '0', updatedAt } }));
}

function renamePerson(change: PersonChange & { name: string }) {
  const { params, updatedAt } = toRequest(change);
  return refreshAfter(change, send(editUser, { params, body: { name: change.name, updatedAt } }));
}

function grantPlan(change: PersonChange & { subscription: GrantedSubscription }) {
  const { params, updatedAt } = toRequest(change);
  return refreshAfter(change, send(editUser, { params, body: { subscription: change.subscription, updatedAt } }));
}

function setDeviceAllowance(change: PersonChange & { deviceAllowance: number | null }) {
  const { params, updatedAt } = toRequest(change);
  return refreshAfter(change, send(editUser, { params, body: { deviceAllowance: change.deviceAllowance, updatedAt } }));
}

async function setAccountPassword({ person, ...typed }: PersonChange & { adminPassword: string; newPassword: string }) {
  const adminPassword = await sealPassword(typed.adminPassword);
  const newPassword = await sealPassword(typed.newPassword);
  return send(changePassword, { body: { userId: person._id, adminPassword, newPassword } });
}

const resetSecondFactor = (change: PersonChange) =>
  refreshAfter(change, send(resetSecondFactorEndpoint, { params: { id: change.person._id } }));

const endSessions = (change: PersonChange) => send(endpoints.endAccountSessions, { params: { id: change.person._id } });

interface PersonResponse extends MessageResponse {
  result?: User;
}

/** Lists and details bring themselves up to date; this is what else shows the account. */
const getAccountKeys = ({ person }: PersonChange) => [accountKeys.user(person._id)];

export const useSetAccountStatus = (after: MutationCallbacks<Parameters<typeof setAccountStatus>[0], PersonResponse>) =>
  useApiMutation({ mutate: setAccountStatus, invalidates: getAccountKeys }, after);
export const useSetAccountRole = (after: MutationCallbacks<Parameters<typeof setAccountRole>[0], PersonResponse>) =>
  useApiMutation({ mutate: setAccountRole, invalidates: getAccountKeys }, after);
export const useSetMenuVisible = (after: MutationCallbacks<Parameters<typeof setMenuVisible>[0], PersonResponse>) =>
  useApiMutation({ mutate: setMenuVisible, invalidates: getAccountKeys }, after);
export const useRenamePerson = (after: MutationCallbacks<Parameters<typeof renamePerson>[0], PersonResponse>) =>
  useApiMutation({ mutate: renamePerson, invalidates: getAccountKeys }, after);

export const useGrantPlan = (after: MutationCallbacks<Parameters<typeof grantPlan>[0], PersonResponse>) =>
  useApiMutation({ mutate: grantPlan, invalidates: (input: PersonChange) => [...getAccountKeys(input), billingKeys.subscriptions] }, after);

export const useSetDeviceAllowance = (after: MutationCallbacks<Parameters<typeof setDeviceAllowance>[0], PersonResponse>) =>
  useApiMutation({ mutate: setDeviceAllowance, invalidates: getAccountKeys }, after);

export const useSetAccountPassword = (after: MutationCallbacks<Parameters<typeof setAccountPassword>[0], PersonResponse>) =>
  useApiMutation({ mutate: setAccountPassword, invalidates: [] }, after);
export const useResetSecondFactor = (after: MutationCallbacks<PersonChange, MessageResponse>) =>
  useApiMutation({ mutate: resetSecondFactor, invalidates: [] }, after);
export const useEndSessions = (after: MutationCallbacks<PersonChange, MessageResponse>) =>
  useApiMutation({ mutate: endSessions, invalidates: [] }, after);
export const useExportPeople = (after: MutationCallbacks<PeopleFilters, void>) =>
  useApiMutation({ mutate: exportPeople, invalidates: [] }, after);
