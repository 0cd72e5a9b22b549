import type { InvitationAnswer, Organisation, OrganisationInvitation, OrganisationMember } from '@vitrine/contract/organisations';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { accountKeys } from '../../accounts/api/accounts.ts';
import {
  addMembers,
  answerInvitation,
  createFamily,
  dissolveFamily,
  editFamily,
  type FamilyForm,
  familyKeys,
  removeMember,
  transferFamily,
  withdrawInvitation,
} from './families.ts';

type FamilyResponse = MessageResponse & { result: Organisation };
type AddedMembersResponse = MessageResponse & { result: { members: OrganisationMember[]; invitations: OrganisationInvitation[] } };

/** Memberships decide what is listed, so the session is updated together with the list of families. */
const MEMBERSHIP_KEYS = [familyKeys.list, accountKeys.users];

export const useCreateFamily = (subscriptionId: string | null, after: MutationCallbacks<FamilyForm, FamilyResponse>) =>
  useApiMutation({ mutate: (form) => createFamily(form, subscriptionId), invalidates: MEMBERSHIP_KEYS }, after);

export const useEditFamily = (orgId: string, after: MutationCallbacks<FamilyForm, FamilyResponse>) =>
  useApiMutation({ mutate: (form) => editFamily(orgId, form), invalidates: [familyKeys.all] }, after);

export const useDissolveFamily = (orgId: string, after: MutationCallbacks<void, MessageResponse>) =>
  useApiMutation({ mutate: () => dissolveFamily(orgId), invalidates: MEMBERSHIP_KEYS }, after);

/** Adds people by their addresses; also re-adds removed members and resends invitations. */
export const useAddMembers = (orgId: string, after: MutationCallbacks<readonly string[], AddedMembersResponse>) =>
  useApiMutation({ mutate: (emails) => addMembers(orgId, emails), invalidates: [familyKeys.all] }, after);

export const useRemoveMember = (orgId: string, after: MutationCallbacks<OrganisationMember, MessageResponse>) =>
  useApiMutation({ mutate: ({ _id }) => removeMember(orgId, _id), invalidates: [familyKeys.all] }, after);

export const useLeaveFamily = (userId: string, after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: (orgId) => removeMember(orgId, userId), invalidates: MEMBERSHIP_KEYS }, after);

export const useWithdrawInvitation = (orgId: string, after: MutationCallbacks<OrganisationInvitation, MessageResponse>) =>
  useApiMutation({ mutate: ({ id }) => withdrawInvitation(orgId, id), invalidates: [familyKeys.all] }, after);

export const useAnswerInvitation = (invitationId: string, after: MutationCallbacks<InvitationAnswer, MessageResponse>) =>
  useApiMutation({ mutate: (answer) => answerInvitation(invitationId, answer), invalidates: [familyKeys.all, accountKeys.users] }, after);

/** Who was the owner is a member then, and what only an owner may ask is refused. */
export const useTransferFamily = (orgId: string, after: MutationCallbacks<{ userId: string; password: string }, FamilyResponse>) =>
  useApiMutation({ mutate: ({ userId, password }) => transferFamily(orgId, userId, password), invalidates: MEMBERSHIP_KEYS }, after);
