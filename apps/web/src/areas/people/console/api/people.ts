import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Role } from '@vitrine/contract/accounts';
import type { PeopleListQuery, PersonDetails, PersonRow } from '@vitrine/contract/people';
import * as endpoints from '@vitrine/contract/people.endpoints';
import type { GivenSubscription } from '@vitrine/contract/profile';
import { changePassword, editUser } from '@vitrine/contract/profile.endpoints';
import { call, getEndpointUrl, send } from '../../../../lib/api-client.ts';
import { download } from '../../../../lib/downloads.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { sealPassword } from '../../../../lib/sealed-password.ts';
import { peopleKeys } from './people-keys.ts';

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

export const exportPeople = (filters: PeopleFilters) => download(getEndpointUrl(endpoints.exportPeople, { query: filters }), 'users.csv');

/** Who is changed, and how the account read when that was decided. */
export interface PersonChange {
  person: Pick<PersonRow, '_id' | 'updatedAt'>;
}

const toRequest = ({ person }: PersonChange) => ({ params: { id: person._id }, updatedAt: person.updatedAt });

/**
 * After a change, and after a refusal: the one row of all lists is brought up to date where it stands, however many pages there are, and stays in
 * sight where it no longer belongs.
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

export function setAccountStatus(change: PersonChange & { status: boolean }) {
  const { params, updatedAt } = toRequest(change);
  return refreshAfter(change, send(endpoints.setAccountStatus, { params, body: { status: change.status, updatedAt } }));
}

export function setAccountRole(change: PersonChange & { roleName: Role }) {
  const { params, updatedAt } = toRequest(change);
  return refreshAfter(change, send(endpoints.setAccountRole, { params, body: { roleName: change.roleName, updatedAt } }));
}

export function setMenuVisible(change: PersonChange & { isShown: boolean }) {
  const { params, updatedAt } = toRequest(change);
  return refreshAfter(change, send(editUser, { params, body: { showMenu: change.isShown ? '1' : '0', updatedAt } }));
}

export function renamePerson(change: PersonChange & { name: string }) {
  const { params, updatedAt } = toRequest(change);
  return refreshAfter(change, send(editUser, { params, body: { name: change.name, updatedAt } }));
}

export function grantPlan(change: PersonChange & { subscription: GivenSubscription }) {
  const { params, updatedAt } = toRequest(change);
  return refreshAfter(change, send(editUser, { params, body: { subscription: change.subscription, updatedAt } }));
}

export async function setAccountPassword({ person, ...typed }: PersonChange & { adminPassword: string; newPassword: string }) {
  const adminPassword = await sealPassword(typed.adminPassword);
  const newPassword = await sealPassword(typed.newPassword);
  return send(changePassword, { body: { userId: person._id, adminPassword, newPassword } });
}
