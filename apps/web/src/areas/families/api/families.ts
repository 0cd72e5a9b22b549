import { queryOptions, useQuery } from '@tanstack/react-query';
import type { InvitationAnswer, Organisation } from '@vitrine/contract/organisations';
import * as endpoints from '@vitrine/contract/organisations.endpoints';
import { call, send } from '../../../lib/api-client.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { getSession, refreshMemberships, useSession } from '../../../lib/session.ts';

/** A longer key begins with the shorter one, so that a live event can say `all` and mean lists and details alike. */
export const familyKeys = {
  all: ['organisations'] as const,
  list: ['organisations', 'list'] as const,
  one: (orgId: string) => ['organisations', 'one', orgId] as const,
  members: (orgId: string) => ['organisations', 'members', orgId] as const,
  invitations: (orgId: string) => ['organisations', 'invitations', orgId] as const,
  ownInvitations: ['organisations', 'own-invitations'] as const,
  /** People who may be invited. */
  people: ['organisations', 'people'] as const,
  /** Account with this address. */
  person: (email: string) => ['organisations', 'person', email] as const,
};

/** Live events say when one is old. */
const STALE_MS = 300_000;
/** All at once, as the specification requires (3 §7). */
const PEOPLE_PAGE_SIZE = 10_000;

/** Families of the signed-in user; a change updates the session. */
export const familiesOptions = queryOptions({
  queryKey: familyKeys.list,
  queryFn: async ({ signal }) => {
    const token = getSession()?.token;
    const list = await call(endpoints.listOrganisations, { signal });
    refreshMemberships(
      token,
      list.flatMap(({ id, orgRole }) => (orgRole ? [{ id, orgRole }] : [])),
    );
    return list;
  },
  staleTime: STALE_MS,
});

export const familyOptions = (orgId: string) =>
  queryOptions({
    queryKey: familyKeys.one(orgId),
    queryFn: ({ signal }) => call(endpoints.readOrganisation, { params: { orgId }, signal }),
    staleTime: STALE_MS,
  });

export const familyMembersOptions = (orgId: string) =>
  queryOptions({
    queryKey: familyKeys.members(orgId),
    queryFn: ({ signal }) => call(endpoints.listMembers, { params: { orgId }, signal }),
  });

export const familyInvitationsOptions = (orgId: string) =>
  queryOptions({
    queryKey: familyKeys.invitations(orgId),
    queryFn: ({ signal }) => call(endpoints.listInvitations, { params: { orgId }, signal }),
  });

/** Invitations that the signed-in person must accept or decline. */
export const ownInvitationsOptions = queryOptions({
  queryKey: familyKeys.ownInvitations,
  queryFn: ({ signal }) => call(endpoints.listOwnInvitations, { signal }),
});

/** People with whom the user shares albums. */
export const knownPeopleOptions = queryOptions({
  queryKey: familyKeys.people,
  queryFn: ({ signal }) => call(endpoints.listKnownPeople, { query: { dataPerPage: PEOPLE_PAGE_SIZE }, signal }),
});

/** The account with exactly this address, or null. */
export const personByEmailOptions = (email: string) =>
  queryOptions({
    queryKey: familyKeys.person(email),
    queryFn: async ({ signal }) => {
      const found = await call(endpoints.listKnownPeople, { query: { dataPerPage: PEOPLE_PAGE_SIZE, string: email }, signal });
      return found.find((person) => person.email.toLowerCase() === email) ?? null;
    },
    enabled: email !== '',
    retry: false,
  });

export interface FamilyForm {
  name: string;
  description: string;
  /** Key of an upload, or no picture. */
  pictureKey: string | null;
}
const toFamilyBody = ({ name, description, pictureKey }: FamilyForm) => ({
  name,
  description,
  picture: pictureKey ? { key: pictureKey } : null,
});

export const createFamily = (form: FamilyForm, subscriptionId: string | null) =>
  send(endpoints.createOrganisation, { body: { ...toFamilyBody(form), orgType: 'family', subscriptionId } });
export const editFamily = (orgId: string, form: FamilyForm) =>
  send(endpoints.editOrganisation, { params: { orgId }, body: toFamilyBody(form) });
export const dissolveFamily = (orgId: string) => send(endpoints.dissolveOrganisation, { params: { orgId } });

export const addMembers = (orgId: string, emails: readonly string[]) =>
  send(endpoints.addMembers, { body: { orgId, emails: [...emails] } });
export const removeMember = (orgId: string, userId: string) => send(endpoints.removeMember, { params: { orgId, userId } });
export const withdrawInvitation = (orgId: string, invitationId: string) =>
  send(endpoints.withdrawInvitation, { params: { orgId, invitationId } });

export const answerInvitation = (invitationId: string, answer: InvitationAnswer) =>
  send(endpoints.answerFamilyInvitation, { params: { invitationId }, body: { answer } });

export async function transferFamily(orgId: string, userId: string, plain: string) {
  return send(endpoints.transferOrganisation, { params: { orgId }, body: { userId, password: await sealPassword(plain) } });
}

/** Families of the signed-in user once their names are loaded; nothing is requested for users without any. */
export function useOwnFamilies(): Organisation[] {
  const orgs = useSession()?.orgs ?? [];
  const { data = [] } = useQuery({ ...familiesOptions, enabled: orgs.length > 0 });
  return data.filter(({ id }) => orgs.some((org) => org.id === id));
}
