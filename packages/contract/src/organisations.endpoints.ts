import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  addedMembers,
  addMembersBody,
  answerInvitationBody,
  createOrganisationBody,
  editOrganisationBody,
  handOverBody,
  knownPerson,
  organisation,
  organisationInvitation,
  organisationMember,
  ownInvitation,
  peopleQuery,
} from './organisations.ts';

const tag = 'organisations';

/** For whoever has a Family Plan that runs and no family yet. */
export const createOrganisation = endpoint({
  method: 'POST',
  path: '/organizations',
  access: 'session',
  tag,
  body: createOrganisationBody,
  result: organisation,
  status: 201,
});

/** Those that whoever asks belongs to, in the order in which they joined. */
export const listOrganisations = endpoint({
  method: 'GET',
  path: '/organizations',
  access: 'session',
  tag,
  result: z.array(organisation),
});

export const readOrganisation = endpoint({
  method: 'GET',
  path: '/organizations/details/:orgId',
  access: 'session',
  tag,
  result: organisation,
});

export const editOrganisation = endpoint({
  method: 'PUT',
  path: '/organizations/:orgId',
  access: 'session',
  tag,
  body: editOrganisationBody,
  result: organisation,
});

/** Dissolves it: what belongs to it is its owner's from then on. */
export const dissolveOrganisation = endpoint({ method: 'DELETE', path: '/organizations/:orgId', access: 'session', tag });

/** Another member becomes its owner, and whoever was it a member. */
export const handOverOrganisation = endpoint({
  method: 'PUT',
  path: '/organizations/:orgId/owner',
  access: 'session',
  tag,
  body: handOverBody,
  result: organisation,
});

/** Removes a member, or leaves when it is oneself. */
export const removeMember = endpoint({
  method: 'DELETE',
  path: '/organizations/:orgId/members/:userId',
  access: 'session',
  tag,
});

/** For its owner. */
export const listInvitations = endpoint({
  method: 'GET',
  path: '/organizations/:orgId/invitations',
  access: 'session',
  tag,
  result: z.array(organisationInvitation),
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/organizations/:orgId/invitations/:invitationId',
  access: 'session',
  tag,
});

/** Lists the open invitations that the caller must accept or decline, oldest first. */
export const listOwnInvitations = endpoint({
  method: 'GET',
  path: '/organizations/invitations/own',
  access: 'session',
  tag,
  result: z.array(ownInvitation),
});

/** Accepts or declines an invitation to a family that the caller was a member of before, or to another family of its owner. */
export const answerInvitation = endpoint({
  method: 'PUT',
  path: '/organizations/invitations/:invitationId/answer',
  access: 'session',
  tag,
  body: answerInvitationBody,
});

/**
 * Adds all of these addresses or none. Accounts join at once, other addresses are invited. Former members of a family of this owner are
 * invited and must accept, except within 30 seconds after the owner removed them from this family.
 */
export const addMembers = endpoint({
  method: 'POST',
  path: '/users/org/user',
  access: 'session',
  tag,
  body: addMembersBody,
  result: addedMembers,
});

/** Its owner first, then in the order in which they joined. */
export const listMembers = endpoint({
  method: 'GET',
  path: '/users/org/users/:orgId',
  access: 'session',
  tag,
  result: z.array(organisationMember),
});

/** Never everybody: those whoever asks shares albums with, and the account with exactly this address. */
export const listPeople = endpoint({
  method: 'GET',
  path: '/users/all/list',
  access: 'session',
  tag,
  query: peopleQuery,
  result: z.array(knownPerson),
});
