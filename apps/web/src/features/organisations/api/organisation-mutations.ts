import type { InvitationAnswer, Organisation, OrganisationInvitation, OrganisationMember } from '@vitrine/contract/organisations';
import { accountKeys } from '../../../entities/accounts/account-keys.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import { organisationKeys } from '../organisation-keys.ts';
import {
  addMembers,
  answerInvitation,
  createFamily,
  dissolveFamily,
  editFamily,
  type FamilyForm,
  handOver,
  removeMember,
  withdrawInvitation,
} from './organisations.ts';

interface Said {
  message?: string;
}
type Saved = Said & { result: Organisation };
type Added = Said & { result: { members: OrganisationMember[]; invitations: OrganisationInvitation[] } };

/** Who belongs where decides what is listed: the session is told with the list, and what is listed follows it. */
const BELONGING = [organisationKeys.list, accountKeys.users];

export const useCreateFamily = (subscriptionId: string | null, after: After<FamilyForm, Saved>) =>
  useChange({ change: (form) => createFamily(form, subscriptionId), stale: BELONGING }, after);

export const useEditFamily = (orgId: string, after: After<FamilyForm, Saved>) =>
  useChange({ change: (form) => editFamily(orgId, form), stale: [organisationKeys.all] }, after);

export const useDissolveFamily = (orgId: string, after: After<void, Said>) =>
  useChange({ change: () => dissolveFamily(orgId), stale: BELONGING }, after);

/** By their addresses; also brings back who was removed, and sends an invitation again. */
export const useAddMembers = (orgId: string, after: After<readonly string[], Added>) =>
  useChange({ change: (emails) => addMembers(orgId, emails), stale: [organisationKeys.all] }, after);

export const useRemoveMember = (orgId: string, after: After<OrganisationMember, Said>) =>
  useChange({ change: ({ _id }) => removeMember(orgId, _id), stale: [organisationKeys.all] }, after);

export const useLeaveFamily = (userId: string, after: After<string, Said>) =>
  useChange({ change: (orgId) => removeMember(orgId, userId), stale: BELONGING }, after);

export const useWithdrawInvitation = (orgId: string, after: After<OrganisationInvitation, Said>) =>
  useChange({ change: ({ id }) => withdrawInvitation(orgId, id), stale: [organisationKeys.all] }, after);

export const useAnswerInvitation = (invitationId: string, after: After<InvitationAnswer, Said>) =>
  useChange({ change: (answer) => answerInvitation(invitationId, answer), stale: [organisationKeys.all, accountKeys.users] }, after);

/** Who was the owner is a member then, and what only an owner may ask is refused. */
export const useHandOver = (orgId: string, after: After<{ userId: string; password: string }, Saved>) =>
  useChange({ change: ({ userId, password }) => handOver(orgId, userId, password), stale: BELONGING }, after);
