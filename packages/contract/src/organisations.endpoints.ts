import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  addedMembers,
  addMembersBody,
  answerInvitationBody,
  createOrganisationBody,
  editOrganisationBody,
  memberSuggestionsQuery,
  organisation,
  organisationInvitation,
  organisationMember,
  ownInvitation,
  suggestedPerson,
  transferOrganisationBody,
} from './organisations.ts';

const tag = 'organisations';

export const createOrganisation = endpoint({
  method: 'POST',
  path: '/organizations',
  summary: 'Creates a family, which requires a running Family Plan.',
  errors: ['NOT_FOUND', 'FAMILY_PLAN_NEEDED', 'FAMILY_EXISTS', 'FILE_UNSUPPORTED', 'PICTURE_TOO_LARGE'],
  access: 'session',
  tag,
  body: createOrganisationBody,
  result: organisation,
  status: 201,
});

export const listOrganisations = endpoint({
  method: 'GET',
  path: '/organizations',
  summary: 'Lists the families that the caller belongs to.',
  errors: [],
  access: 'session',
  tag,
  result: z.array(organisation),
});

export const readOrganisation = endpoint({
  method: 'GET',
  path: '/organizations/details/:orgId',
  summary: 'Returns a family with its members and plan.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag,
  result: organisation,
});

export const editOrganisation = endpoint({
  method: 'PUT',
  path: '/organizations/:orgId',
  summary: 'Changes the name, description or picture of a family.',
  errors: ['NOT_FOUND', 'ACCESS_DENIED', 'FILE_UNSUPPORTED', 'PICTURE_TOO_LARGE'],
  access: 'session',
  tag,
  body: editOrganisationBody,
  result: organisation,
});

export const dissolveOrganisation = endpoint({
  method: 'DELETE',
  path: '/organizations/:orgId',
  summary: 'Dissolves a family and transfers everything in it to its owner.',
  errors: ['NOT_FOUND', 'ACCESS_DENIED'],
  access: 'session',
  stepUp: true,
  tag,
});

export const transferOrganisation = endpoint({
  method: 'PUT',
  path: '/organizations/:orgId/owner',
  summary: 'Makes another member the owner of a family.',
  errors: [
    'NOT_FOUND',
    'ACCESS_DENIED',
    'INCORRECT_PASSWORD',
    'SEAL_EXPIRED',
    'NEXT_OWNER_PLAN',
    'NEXT_OWNER_HAS_FAMILY',
    'MEMBER_ELSEWHERE',
  ],
  access: 'session',
  stepUp: true,
  tag,
  body: transferOrganisationBody,
  result: organisation,
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/organizations/:orgId/members/:userId',
  summary: 'Removes a member from a family, or lets the caller leave it.',
  errors: ['NOT_FOUND', 'ACCESS_DENIED', 'FAMILY_OWNER_STAYS'],
  access: 'session',
  tag,
});

export const listInvitations = endpoint({
  method: 'GET',
  path: '/organizations/:orgId/invitations',
  summary: 'Lists the open invitations to a family.',
  errors: ['NOT_FOUND', 'ACCESS_DENIED'],
  access: 'session',
  tag,
  result: z.array(organisationInvitation),
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/organizations/:orgId/invitations/:invitationId',
  summary: 'Withdraws an invitation to a family.',
  errors: ['NOT_FOUND', 'ACCESS_DENIED'],
  access: 'session',
  tag,
});

export const listOwnInvitations = endpoint({
  method: 'GET',
  path: '/organizations/invitations/own',
  summary: 'Lists the open family invitations that the caller has to accept or decline, oldest first.',
  errors: [],
  access: 'session',
  tag,
  result: z.array(ownInvitation),
});

export const answerFamilyInvitation = endpoint({
  method: 'PUT',
  path: '/organizations/invitations/:invitationId/answer',
  summary: 'Accepts or declines a family invitation as a former member.',
  errors: ['NOT_FOUND', 'MEMBER_ELSEWHERE', 'MEMBER_REFUSED', 'MEMBER_LIMIT'],
  access: 'session',
  tag,
  body: answerInvitationBody,
});

export const addMembers = endpoint({
  method: 'POST',
  path: '/users/org/user',
  summary: 'Adds people to a family by their email addresses, all or none.',
  description:
    'Accounts join at once; other addresses receive an invitation. Former members of a family of the same owner are invited and must accept, except within 30 seconds after the owner removed them from this family.',
  errors: [
    'NOT_FOUND',
    'ACCESS_DENIED',
    'PLAN_ENDED',
    'MEMBER_LIMIT',
    'MEMBER_KNOWN',
    'MEMBER_ELSEWHERE',
    'MEMBER_REFUSED',
    'MEMBER_INVITED_TODAY',
  ],
  access: 'session',
  tag,
  body: addMembersBody,
  result: addedMembers,
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/users/org/users/:orgId',
  summary: 'Lists the members of a family, with the owner first.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag,
  result: z.array(organisationMember),
});

export const listKnownPeople = endpoint({
  method: 'GET',
  path: '/users/all/list',
  summary: 'Lists the people with whom the caller shares albums, and the account with exactly the given address.',
  errors: [],
  access: 'session',
  tag,
  query: memberSuggestionsQuery,
  result: z.array(suggestedPerson),
});
